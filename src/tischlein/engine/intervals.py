"""Confidence intervals, used alike by the coach and the lab."""

from math import inf

# Half of a 95 % interval, in standard errors, for many cases.
SPREAD = 1.96
# The same for two and three cases; for more, a series approximates Student's distribution closely enough.
OF_TWO, OF_THREE = 12.706, 4.303
# Fewer cases give no interval: where all of them agree, its width would seem to be zero.
FEWEST = 30
# The rule of three: after n cases without an exception, at most 3 / n of all are exceptions.
RULE_OF_THREE = 3


def student(n: int) -> float:
    """Return the half-width of a confidence interval in standard errors, when the error is estimated from n cases."""
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
