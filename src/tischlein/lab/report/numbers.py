"""The numbers of a report: values with 95 % intervals, and how people write them."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from tischlein.engine.intervals import student
from tischlein.lab.intervals import Moments

# A value and the ends of its interval.
ENDS = ("mean", "low", "high")


def proportions(found: Moments) -> list[dict[str, float]]:
    """Return shares with Wilson's 95 % intervals, which are not empty where all cases agree."""
    columns = np.atleast_2d(np.stack((found.mean, *found.share_ends), axis=-1))
    return [dict(zip(ENDS, ends, strict=True)) for ends in columns.tolist()]


def proportion(found: Moments) -> dict[str, float]:
    """Return the same of a single column."""
    return proportions(found)[0]


def around(mean: float, half: float) -> dict[str, float]:
    """Return a value with the ends of its interval."""
    return {"mean": mean, "low": mean - half, "high": mean + half}


def share(mean: float, half: float) -> dict[str, float]:
    """Return a share with its interval, cut at 0 and 100 %."""
    return {"mean": mean, "low": max(0.0, mean - half), "high": min(1.0, mean + half)}


def per_unit(above: NDArray[np.int64], below: NDArray[np.int64]) -> tuple[float, float]:
    """Return the ratio of two sums of counts, one of each for every game, and half of its interval.

    Counts of one game depend on each other, so the interval is over games.
    """
    whole, games = int(below.sum()), len(below)
    value = float(above.sum() / whole)
    left_over = above - value * below
    return value, student(games) * sqrt(float((left_over**2).sum()) * games / max(games - 1, 1)) / whole
