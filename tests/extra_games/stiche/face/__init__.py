"""How people write and see Stiche."""
