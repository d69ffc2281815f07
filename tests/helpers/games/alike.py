"""How likely it is that two lists of numbers from the same source differ at least as much as these: all orders are counted.

The tests are those of Mann and Whitney, and of Kolmogorov and Smirnov. `scipy.stats` has them, too, but takes seconds to import.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb


def as_early(one: Sequence[float], other: Sequence[float]) -> float:
    """Of two lists: does neither come before the other? Counts in how many orders one is ahead as often as here, or more."""
    ahead = sum((a < b) + (a == b) / 2 for a in one for b in other)
    m, n = len(one), len(other)
    orders = [1] + [0] * (m * n)  # by how often one is ahead in them
    for k in range(1, m + 1):
        for u in range(m * n, n + k - 1, -1):
            orders[u] -= orders[u - n - k]
        for u in range(k, m * n + 1):
            orders[u] += orders[u - k]
    rare = sum(orders[: int(min(ahead, m * n - ahead)) + 1])
    return min(1.0, 2 * rare / comb(m + n, m))


def as_spread(one: Sequence[float], other: Sequence[float]) -> float:
    """Of two lists: is no part of one's numbers elsewhere? Counts the orders in which nowhere more of one than of the other has come."""
    m, n = len(one), len(other)
    most = max(
        abs(Fraction(sum(a <= x for a in one), m) - Fraction(sum(b <= x for b in other), n))
        for x in (*one, *other)
    )
    ways = [1] + [0] * n
    for i in range(m + 1):
        for j in range(n + 1):
            if i or j:
                near = abs(Fraction(i, m) - Fraction(j, n)) < most
                ways[j] = (ways[j] * (i > 0) + (ways[j - 1] if j else 0)) if near else 0
    return 1 - ways[n] / comb(m + n, m)
