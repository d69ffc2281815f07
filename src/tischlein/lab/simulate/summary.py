"""Summarise many games in numbers that add up: chunks of a run are put together exactly, in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np
from numpy.typing import NDArray

from tischlein.engine.intervals import student
from tischlein.engine.types import Json, Untyped
from tischlein.lab.intervals import Moments

SAME = ("header", "threads")  # in all parts of a run


@dataclass
class BotTime:
    """Count the questions to bots outside compiled code, and the seconds of their answers."""

    times: int = 0
    seconds: float = 0.0

    def __add__(self, other: BotTime) -> BotTime:
        return BotTime(self.times + other.times, self.seconds + other.seconds)


@dataclass
class Summary:
    """Means, distributions and tallies of a run, or of a chunk of it."""

    header: Json  # what was played
    games: int
    finished: int
    shares: Moments  # by seat
    places: Moments  # shares by the order of play
    scores: Moments  # by seat
    points_each: Moments  # what a seat has on average in a game
    columns: dict[str, Moments]
    sums: dict[str, Moments]  # of each game's cells, for the columns that have seats or bins
    lengths: Counter[int]  # games by their decisions
    rounds: Counter[int]
    points: Counter[int]  # seats by their scores
    winning: Counter[int]  # winners by their scores
    tallies: dict[str, NDArray[np.int64]]  # by blocks of games
    asked: BotTime = field(default_factory=BotTime)
    seconds: float = 0.0
    threads: int = 1

    def __add__(self, other: Summary) -> Summary:
        sums = {
            one.name: _sum(getattr(self, one.name), getattr(other, one.name))
            for one in fields(self)
            if one.name not in SAME
        }
        return replace(self, **sums)

    # Tallies

    def tally(self, name: str) -> NDArray[np.int64]:
        """Return a tally over all games."""
        return np.asarray(self.tallies[name].sum(axis=0))

    def ratio(self, name: str, of: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Divide one tally by another, bin by bin, with half of the 95 % interval; NaN where nothing was counted.

        The interval comes from leaving out one block of games after the other (the jackknife): what happens in one game
        hangs together, and only whole games are independent.
        """
        above, below = self.tallies[name].astype(float), self.tallies[of].astype(float)
        n = len(above)
        with np.errstate(divide="ignore", invalid="ignore"):
            whole = above.sum(axis=0) / below.sum(axis=0)
            left = (above.sum(axis=0) - above) / (below.sum(axis=0) - below)
            half_width = student(n) * np.sqrt(
                np.maximum((n - 1) / n * ((left - left.mean(axis=0)) ** 2).sum(axis=0), 0)
            )
        return whole, half_width


def _sum(one: Untyped, other: Untyped) -> Untyped:
    """Return two parts of a summary as one: dicts name by name, and tallies block after block."""
    if isinstance(one, np.ndarray):
        return np.concatenate((one, other))
    if isinstance(one, dict) and not isinstance(one, Counter):
        return {name: _sum(part, other[name]) for name, part in one.items()}
    return one + other


def together(parts: Sequence[Summary]) -> Summary:
    """Add up, neighbours first: one after the other, the sum so far would be copied again for each of thousands of parts."""
    while len(parts) > 1:
        pairs = [one + other for one, other in zip(parts[::2], parts[1::2], strict=False)]
        parts = [*pairs, parts[-1]] if len(parts) % 2 else pairs
    return parts[0]


def quantile(distribution: Counter[int], share: float) -> int:
    """Return the smallest value that this share of the distribution does not exceed."""
    left = share * distribution.total()
    value = 0
    for value in sorted(distribution):
        left -= distribution[value]
        if left <= 0:
            break
    return value
