"""How much players of LOBO 77 like to keep each card."""

# The worth of keeping a card for later, per kind: 10, 0, −10, ×2, reverse, then the numbers, the big ones last.
KEEP = (0, 50, 55, 45, 50, 24, 20, 16, 14, 12, 8, 6, 4, 0, 0, 0, 0, 0, 0, 0)
