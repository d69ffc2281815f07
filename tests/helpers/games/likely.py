"""Pearson's chi-square test: how likely it is that counts differ from what is expected at least as much as these.

Without SciPy, which takes each process of the tests half a second to import.
"""

from collections.abc import Sequence
from math import erfc, exp, isclose, lgamma, log, sqrt


def likely(found: Sequence[float], expected: Sequence[float] = ()) -> float:
    """Of counts; without expectations, all are expected alike."""
    wanted = expected or [sum(found) / len(found)] * len(found)
    assert isclose(sum(found), sum(wanted)), "as many are expected as were found"
    return tail(len(found) - 1, _distance(found, wanted))


def independent(table: Sequence[Sequence[float]]) -> float:
    """Of a table of counts whose rows and columns should have nothing to do with one another."""
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    wanted = [row * column / sum(rows) for row in rows for column in columns]
    found = [count for row in table for count in row]
    return tail((len(rows) - 1) * (len(columns) - 1), _distance(found, wanted))


def tail(freedom: int, distance: float) -> float:
    """Return how likely chi-square is at least this large: two degrees of freedom more add one more term."""
    half = distance / 2
    if half == 0:
        return 1.0
    found, more = (erfc(sqrt(half)), 0.5) if freedom % 2 else (exp(-half), 1.0)
    while more < freedom / 2:
        found += exp(more * log(half) - half - lgamma(more + 1))
        more += 1
    return found


def _distance(found: Sequence[float], wanted: Sequence[float]) -> float:
    return sum((a - b) ** 2 / b for a, b in zip(found, wanted, strict=True))
