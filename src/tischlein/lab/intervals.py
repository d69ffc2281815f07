"""Means with 95 % intervals, from sums that are exact: those of parts add up to those of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.engine.intervals import student

# A win is counted in units that all seats can share exactly, for 8 to 12 seats. With more, the sums of squares of long
# runs would not fit into 64 bits.
FEWEST_SHARERS, MOST_SHARERS = 8, 12


def ends_of_share(
    mean: NDArray[np.float64], deviation: NDArray[np.float64], n: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the 95 % interval of a share: Wilson's, with the correction for continuity.

    It is inside 0 to 1, not empty where all cases agree, and holds the truth in at least 95 % of all samples also near 0 and 1,
    where Wilson's own does so in as few as 84 %.
    """
    return _wilson(mean, deviation, n, 1.0)


def _wilson(
    mean: NDArray[np.float64], deviation: NDArray[np.float64], n: int, correction: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return Wilson's interval for a share. ``correction`` is 1 for the correction for continuity, else 0.

    Cases may be shares themselves, such as ties: they count for as many yes or no answers as vary like them.
    """
    if n < 2:
        return np.zeros_like(mean), np.ones_like(mean)
    varied = deviation > 0
    variance = np.where(varied, deviation**2 * (n - 1) / n, 1.0)
    answers = np.where(varied, n * mean * (1 - mean) / variance, n)
    z = student(n)
    middle, width = 2 * answers * mean + z**2, 2 * (answers + z**2)
    low, high = (
        (middle + side * (correction + z * np.sqrt(np.maximum(within, 0.0)))) / width
        for side, within in (
            (-1, z**2 - correction * (2 + 1 / answers) + 4 * mean * (answers * (1 - mean) + correction)),
            (1, z**2 + correction * (2 - 1 / answers) + 4 * mean * (answers * (1 - mean) - correction)),
        )
    )
    # Rounding must not exclude the end where all cases lie.
    low, high = np.where(mean <= 0, 0.0, low), np.where(mean >= 1, 1.0, high)
    return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)


def half_width_of_gain(without: Moments, done: Moments) -> float:
    """Return the longer side of the 95 % interval of the second share minus the first, after Newcombe."""
    low_without, high_without = without.share_ends
    low, high = done.share_ends
    below = np.hypot(done.mean - low, high_without - without.mean)
    above = np.hypot(high - done.mean, without.mean - low_without)
    return float(max(below, above))


def units_of_a_win(seats: int) -> int:
    """Return the number of units in a win, chosen so that halves, thirds and so on are whole numbers."""
    return lcm(*range(1, min(max(seats, FEWEST_SHARERS), MOST_SHARERS) + 1))


@dataclass(frozen=True)
class Mean:
    """A mean with the half width of its 95 % interval."""

    value: float
    half_width: float

    @classmethod
    def within(cls, samples: Sequence[float], low: float, high: float) -> Mean:
        """Return the mean of samples between two bounds, with the longer side of its interval.

        The interval is that of a share of the way from ``low`` to ``high``: Student's would be too narrow for few skewed
        values, and empty where all of them agree.
        """
        values = np.asarray(samples, float)
        if high <= low:
            return cls(float(values.mean()), 0.0)
        share = cls.of_shares([float(value) for value in (values - low) / (high - low)])
        return cls(float(values.mean()), share.half_width * (high - low))

    @classmethod
    def of_shares(cls, samples: Sequence[float]) -> Mean:
        """Return the mean of shares, with the longer side of the interval that stays inside 0 to 1."""
        values = np.asarray(samples, float)
        mean = values.mean()
        low, high = ends_of_share(mean, values.std(ddof=1) if len(values) > 1 else mean * 0, len(values))
        return cls(float(mean), float(max(mean - low, high - mean)))


@dataclass
class Moments:
    """Sums of values and of their squares, for one or several columns at once; sums are exact."""

    n: int
    total: NDArray[np.int64]
    squares: NDArray[np.int64]
    unit: int = 1  # values are counted in such parts
    low: int = 0  # of all values, in all columns
    high: int = 0

    @classmethod
    def of(cls, values: NDArray[Any], unit: int = 1) -> Moments:
        """Add up values, a row for each case."""
        whole = values.astype(np.int64)
        bounds = (int(whole.min()), int(whole.max())) if whole.size else (0, 0)
        return cls(len(values), whole.sum(axis=0), (whole * whole).sum(axis=0), unit, *bounds)

    def __add__(self, other: Moments) -> Moments:
        if not (self.n and other.n):
            return self if self.n else other
        low, high = min(self.low, other.low), max(self.high, other.high)
        sums = self.total + other.total, self.squares + other.squares
        return Moments(self.n + other.n, *sums, self.unit, low, high)

    @property
    def mean(self) -> NDArray[np.float64]:
        return np.asarray(self.total / (self.n * self.unit))

    @property
    def deviation(self) -> NDArray[np.float64]:
        """The standard deviation of a single value."""
        half_width = self.squares / self.n - (self.total / self.n) ** 2
        return np.asarray(np.sqrt(np.maximum(half_width, 0.0) * self.n / max(self.n - 1, 1)) / self.unit)

    @property
    def half_width(self) -> NDArray[np.float64]:
        """Half of the 95 % interval of the mean; a single case tells none.

        Student's interval is too narrow for few skewed values, and empty where all cases agree. So it is at least as wide as
        the longer side of the interval for a share of the way from the lowest value of all columns to the highest.
        """
        if self.n < 2:
            return np.zeros_like(self.mean)
        half = np.asarray(student(self.n) * self.deviation / np.sqrt(self.n))
        reach = (self.high - self.low) / self.unit
        if not reach:
            return half
        share = np.clip((self.mean - self.low / self.unit) / reach, 0.0, 1.0)
        low, high = _wilson(share, self.deviation / reach, self.n, 0.0)
        return np.asarray(np.maximum(half, reach * np.maximum(share - low, high - share)))

    @property
    def share_ends(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The 95 % interval of the mean, if values are from 0 to 1."""
        return ends_of_share(self.mean, self.deviation, self.n)

    @property
    def share_half_width(self) -> NDArray[np.float64]:
        """The longer side of that interval, for where there is room for one number only."""
        low, high = self.share_ends
        return np.maximum(self.mean - low, high - self.mean)
