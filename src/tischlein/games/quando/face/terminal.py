"""Quando in a terminal: events whose sentences belong together; the zones draw the table."""

follow_ups = frozenset({"triplet", "game_end"})
