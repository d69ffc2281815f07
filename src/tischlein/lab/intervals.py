"""Means with 95 % intervals, from sums that are exact: those of parts add up to those of the whole."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from tischlein.engine.types import JsonValue

if TYPE_CHECKING:
    from numpy.typing import NDArray

# 95 of 100 intervals contain the true value.
SPREAD = 1.96
# Of fewer cases no interval can be told: where all of them agree, it would seem to be nothing.
FEWEST = 30
# Who has seen n things agree may believe that at most 3 / n of all do not.
RULE_OF_THREE = 3
# Shares of a win are exact for up to so many winners; the squares of smaller parts would not fit into 64 bits over long runs.
FEWEST_SHARERS, MOST_SHARERS = 8, 12


def parts_of_a_win(seats: int) -> int:
    """In how many parts a win is counted, so that every share of it is a whole number: halves, thirds, and so on."""
    return lcm(*range(1, min(max(seats, FEWEST_SHARERS), MOST_SHARERS) + 1))


@dataclass
class Moments:
    """Sums of values and of their squares, for one or several columns at once; sums are exact."""

    n: int
    total: NDArray[np.int64]
    squares: NDArray[np.int64]
    unit: int = 1  # values are counted in such parts

    @classmethod
    def of(cls, values: NDArray[Any], unit: int = 1) -> Moments:
        whole = values.astype(np.int64)
        return cls(len(values), whole.sum(axis=0), (whole * whole).sum(axis=0), unit)

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares, self.unit)

    @property
    def mean(self) -> NDArray[np.float64]:
        return np.asarray(self.total / (self.n * self.unit))

    @property
    def deviation(self) -> NDArray[np.float64]:
        """The standard deviation of a single value."""
        spread = self.squares / self.n - (self.total / self.n) ** 2
        return np.asarray(np.sqrt(np.maximum(spread, 0.0) * self.n / max(self.n - 1, 1)) / self.unit)

    @property
    def spread(self) -> NDArray[np.float64]:
        """Half of the 95 % interval of the mean."""
        return np.asarray(SPREAD * self.deviation / np.sqrt(self.n))

    def json(self) -> list[JsonValue]:
        return [self.n, self.total.tolist(), self.squares.tolist(), self.unit]

    @classmethod
    def read(cls, data: list[JsonValue]) -> Moments:
        n, total, squares, unit = data
        return cls(n, np.array(total, np.int64), np.array(squares, np.int64), unit)
