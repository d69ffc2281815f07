"""How sure a mean is, from how many cases it comes: what the coach and the lab say is measured alike."""

from __future__ import annotations

from math import inf

# 95 of 100 intervals contain the true value: so many standard errors wide is their half, when there are many cases.
SPREAD = 1.96
# With two or three cases; what is left of Student's distribution is near enough to a series.
OF_TWO, OF_THREE = 12.706, 4.303
# Of fewer cases no interval can be told: where all of them agree, it would seem to be nothing.
FEWEST = 30
# Who has seen n things agree may believe that at most 3 / n of all do not.
RULE_OF_THREE = 3


def student(n: int) -> float:
    """How many standard errors half of an interval is wide, when the error itself is known from n cases only."""
    if n < 2:
        return inf
    if n <= 3:
        return OF_TWO if n == 2 else OF_THREE
    z, free = SPREAD, n - 1
    return (
        z
        + (z**3 + z) / (4 * free)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3)
    )
