"""Pearson's chi-square test: how likely it is that counts differ from what is expected at least as much as these.

By `scipy.special` alone: to import `scipy.stats` takes each process of the tests three seconds.
"""

from collections.abc import Sequence
from math import isclose

from scipy.special import chdtrc


def likely(found: Sequence[float], expected: Sequence[float] = ()) -> float:
    """Of counts; without expectations, all are expected alike."""
    wanted = expected or [sum(found) / len(found)] * len(found)
    assert isclose(sum(found), sum(wanted)), "as many are expected as were found"
    return float(chdtrc(len(found) - 1, _distance(found, wanted)))


def independent(table: Sequence[Sequence[float]]) -> float:
    """Of a table of counts whose rows and columns should have nothing to do with one another."""
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    wanted = [row * column / sum(rows) for row in rows for column in columns]
    found = [count for row in table for count in row]
    return float(chdtrc((len(rows) - 1) * (len(columns) - 1), _distance(found, wanted)))


def _distance(found: Sequence[float], wanted: Sequence[float]) -> float:
    return sum((a - b) ** 2 / b for a, b in zip(found, wanted, strict=True))
