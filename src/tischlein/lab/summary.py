"""What many games say, in numbers that add up: parts of a run are put together exactly, in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tischlein.lab.asked import Asked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tischlein.lab.result import Result

# 95 of 100 intervals contain the true value.
SPREAD = 1.96
# Who has seen n things agree may believe that at most 3 / n of all do not.
RULE_OF_THREE = 3
# Shares of a win are counted in these parts, so that sums are whole numbers: halves, thirds, … eighths.
PARTS = 840


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

    def json(self) -> list[Any]:
        return [self.n, self.total.tolist(), self.squares.tolist(), self.unit]

    @classmethod
    def read(cls, told: list[Any]) -> Moments:
        n, total, squares, unit = told
        return cls(n, np.array(total, np.int64), np.array(squares, np.int64), unit)


@dataclass
class Summary:
    """Means, distributions and tallies of a run, or of a part of it."""

    header: dict[str, Any]  # what was played
    games: int
    finished: int
    shares: Moments  # by seat
    places: Moments  # shares by the order of play
    scores: Moments  # by seat
    columns: dict[str, Moments]
    lengths: Counter[int]  # games by their decisions
    rounds: Counter[int]
    points: Counter[int]  # seats by their scores
    winning: Counter[int]  # winners by their scores
    tallies: dict[str, NDArray[np.int64]]  # by blocks of games
    asked: Asked = field(default_factory=Asked)
    seconds: float = 0.0
    threads: int = 1

    @classmethod
    def of(cls, result: Result) -> Summary:
        shares = np.round(result.shares * PARTS)
        by_place = np.take_along_axis(shares, np.argsort(result.places, axis=1), axis=1)
        return cls(
            header=header(result.plan),
            games=len(result),
            finished=int(result.finished.sum()),
            shares=Moments.of(shares, PARTS),
            places=Moments.of(by_place, PARTS),
            scores=Moments.of(result.scores),
            columns={
                "decisions": Moments.of(result.decisions),
                "rounds": Moments.of(result.rounds),
                **{name: Moments.of(values) for name, values in result.columns.items()},
            },
            lengths=_counted(result.decisions),
            rounds=_counted(result.rounds),
            points=_counted(result.scores),
            winning=_counted(result.scores[result.winners]),
            tallies=result.tallies,
            asked=result.asked,
            seconds=result.seconds,
            threads=result.threads,
        )

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            self.header,
            self.games + other.games,
            self.finished + other.finished,
            self.shares + other.shares,
            self.places + other.places,
            self.scores + other.scores,
            {name: moments + other.columns[name] for name, moments in self.columns.items()},
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
        """A table, over all games."""
        return np.asarray(self.tallies[name].sum(axis=0))

    def ratio(self, name: str, of: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """One tally divided by another, bin by bin, with half of the 95 % interval; NaN where nothing was counted.

        The interval comes from leaving out one block of games after the other (the jackknife): what happens in one game
        hangs together, and only whole games are independent.
        """
        above, below = self.tallies[name].astype(float), self.tallies[of].astype(float)
        n = len(above)
        with np.errstate(divide="ignore", invalid="ignore"):
            whole = above.sum(axis=0) / below.sum(axis=0)
            left = (above.sum(axis=0) - above) / (below.sum(axis=0) - below)
            spread = SPREAD * np.sqrt(
                np.maximum((n - 1) / n * ((left - left.mean(axis=0)) ** 2).sum(axis=0), 0)
            )
        return whole, spread

    # As text

    def text(self) -> str:
        """The summary on one screen."""
        from tischlein.lab.display import as_text

        return as_text(self)

    def html(self) -> str:
        from tischlein.lab.display import as_html

        return as_html(self)

    # As JSON, to be kept and read again

    def json(self) -> dict[str, Any]:
        return {
            "header": self.header,
            "games": self.games,
            "finished": self.finished,
            **{name: getattr(self, name).json() for name in ("shares", "places", "scores")},
            "columns": {name: moments.json() for name, moments in self.columns.items()},
            **{name: sorted(getattr(self, name).items()) for name in DISTRIBUTIONS},
            "tallies": {name: cells.tolist() for name, cells in self.tallies.items()},
            "asked": self.asked.json(),
            "seconds": self.seconds,
            "threads": self.threads,
        }

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Summary:
        parts: dict[str, Any] = {name: Moments.read(told[name]) for name in ("shares", "places", "scores")}
        parts |= {name: Counter(dict(told[name])) for name in DISTRIBUTIONS}
        return cls(
            header=told["header"],
            games=told["games"],
            finished=told["finished"],
            columns={name: Moments.read(moments) for name, moments in told["columns"].items()},
            tallies={name: np.array(cells, np.int64) for name, cells in told["tallies"].items()},
            asked=Asked.read(told["asked"]),
            seconds=told["seconds"],
            threads=told["threads"],
            **parts,
        )


DISTRIBUTIONS = ("lengths", "rounds", "points", "winning")


def header(plan: Any) -> dict[str, Any]:
    """What was played, ready for JSON."""
    return {
        "game": plan.game.id,
        "rules": plan.game.version,
        "seats": plan.seats,
        "bots": list(plan.names),
        "seed": plan.seed,
        "options": plan.options,
        "backend": plan.backend,
    }


def _counted(values: NDArray[Any]) -> Counter[int]:
    found, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))


def quantile(distribution: Counter[int], share: float) -> int:
    """The smallest value that so large a share does not exceed."""
    left = share * distribution.total()
    value = 0
    for value in sorted(distribution):
        left -= distribution[value]
        if left <= 0:
            break
    return value
