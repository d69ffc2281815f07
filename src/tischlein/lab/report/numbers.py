"""The numbers of a report: values with 95 % intervals, and how people write them."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from tischlein.engine.intervals import student
from tischlein.engine.types import AnyJson
from tischlein.lab.intervals import Moments

# A value and the ends of its interval.
ENDS = ("mean", "low", "high")


def proportion(found: Moments) -> dict[str, float]:
    """Return a share with Wilson's 95 % interval, which is not empty where all cases agree."""
    return {key: float(end) for key, end in zip(ENDS, (found.mean, *found.share_ends), strict=True)}


def around(mean: float, half: float) -> dict[str, float]:
    """Return a value with the ends of its interval."""
    return {"mean": mean, "low": mean - half, "high": mean + half}


def share(mean: float, half: float) -> dict[str, float]:
    """Return a share with its interval, cut at 0 and 100 %."""
    return {"mean": mean, "low": max(0.0, mean - half), "high": min(1.0, mean + half)}


def percents(row: AnyJson, language: str = "en") -> list[str]:
    """Return a value and its interval in percent."""
    return [f"{decimal(100 * row[key], 1, language)} %" for key in ENDS]


def decimal(value: float, digits: int, language: str = "en") -> str:
    """Return a number with separators and a real minus sign.

    >>> decimal(-1234.5, 1), decimal(-1234.5, 1, "de")
    ('−1,234.5', '−1.234,5')
    >>> decimal(-0.04, 1)
    '0.0'
    """
    text = f"{value:z,.{digits}f}".replace("-", "−")
    return text if language == "en" else text.translate({ord(","): ".", ord("."): ","})


def per_unit(above: NDArray[np.int64], below: NDArray[np.int64]) -> tuple[float, float]:
    """Return the ratio of two sums of counts, one of each for every game, and half of its interval.

    Counts of one game depend on each other, so the interval is over games.
    """
    whole, games = int(below.sum()), len(below)
    value = float(above.sum() / whole)
    left_over = above - value * below
    return value, student(games) * sqrt(float((left_over**2).sum()) * games / max(games - 1, 1)) / whole
