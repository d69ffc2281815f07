"""Summarise many games in numbers that add up: chunks of a run are put together exactly, in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from tischlein.engine.intervals import student
from tischlein.engine.types import AnyJson, Json, JsonValue, Namespace
from tischlein.lab.intervals import Moments

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass
class BotTime:
    """Count the questions to bots outside compiled code, and the seconds of their answers."""

    times: int = 0
    seconds: float = 0.0

    def __add__(self, other: BotTime) -> BotTime:
        return BotTime(self.times + other.times, self.seconds + other.seconds)

    def json(self) -> list[float]:
        return [self.times, self.seconds]

    @classmethod
    def read(cls, data: Sequence[JsonValue]) -> BotTime:
        return cls(*data)


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
        return Summary(
            self.header,
            self.games + other.games,
            self.finished + other.finished,
            self.shares + other.shares,
            self.places + other.places,
            self.scores + other.scores,
            self.points_each + other.points_each,
            {name: moments + other.columns[name] for name, moments in self.columns.items()},
            {name: moments + other.sums[name] for name, moments in self.sums.items()},
            self.lengths + other.lengths,
            self.rounds + other.rounds,
            self.points + other.points,
            self.winning + other.winning,
            {name: np.concatenate((cells, other.tallies[name])) for name, cells in self.tallies.items()},
            self.asked + other.asked,
            self.seconds + other.seconds,
            self.threads,
        )

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
            spread = student(n) * np.sqrt(
                np.maximum((n - 1) / n * ((left - left.mean(axis=0)) ** 2).sum(axis=0), 0)
            )
        return whole, spread

    # As JSON, to be kept and read again

    def json(self) -> Json:
        return {
            "header": self.header,
            "games": self.games,
            "finished": self.finished,
            **{name: getattr(self, name).json() for name in MEANS},
            **{
                kind: {name: moments.json() for name, moments in getattr(self, kind).items()}
                for kind in ("columns", "sums")
            },
            **{name: sorted(getattr(self, name).items()) for name in DISTRIBUTIONS},
            "tallies": {name: cells.tolist() for name, cells in self.tallies.items()},
            "asked": self.asked.json(),
            "seconds": self.seconds,
            "threads": self.threads,
        }

    @classmethod
    def read(cls, data: AnyJson) -> Summary:
        parts: Namespace = {name: Moments.read(data[name]) for name in MEANS}
        parts |= {name: Counter(dict(data[name])) for name in DISTRIBUTIONS}
        for kind in ("columns", "sums"):
            parts[kind] = {name: Moments.read(moments) for name, moments in data[kind].items()}
        return cls(
            header=data["header"],
            games=data["games"],
            finished=data["finished"],
            tallies={name: np.array(cells, np.int64) for name, cells in data["tallies"].items()},
            asked=BotTime.read(data["asked"]),
            seconds=data["seconds"],
            threads=data["threads"],
            **parts,
        )


def together(parts: Sequence[Summary]) -> Summary:
    """Add up, neighbours first: one after the other, the sum so far would be copied again for each of thousands of parts."""
    while len(parts) > 1:
        pairs = [one + other for one, other in zip(parts[::2], parts[1::2], strict=False)]
        parts = [*pairs, parts[-1]] if len(parts) % 2 else pairs
    return parts[0]


MEANS = ("shares", "places", "scores", "points_each")
DISTRIBUTIONS = ("lengths", "rounds", "points", "winning")


def quantile(distribution: Counter[int], share: float) -> int:
    """Return the smallest value that this share of the distribution does not exceed."""
    left = share * distribution.total()
    value = 0
    for value in sorted(distribution):
        left -= distribution[value]
        if left <= 0:
            break
    return value
