"""Rules of thumb for bots, in the dialect of the rules."""
