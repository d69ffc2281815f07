"""Code on top of any game's rules, in their dialect: each backend compiles it together with one game."""
