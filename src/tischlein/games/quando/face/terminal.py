"""Quando in a terminal: sentences that belong together; the table is told by its zones."""

follow_ups = frozenset({"triplet", "game_end"})
