"""The result of a simulation: arrays with one entry per game, and a summary when printed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tischlein.bots.kernels.whole_games import FINISHED
from tischlein.engine.errors import OptionError
from tischlein.engine.rules.columns import DECISIONS, FIRST, RESERVED, STATUS, Column, places
from tischlein.engine.types import Array, Untyped
from tischlein.lab.extra import library
from tischlein.lab.intervals import Moments, units_of_a_win
from tischlein.lab.simulate.display import as_html, as_text
from tischlein.lab.simulate.paired import POINTS, Comparison, compare_games
from tischlein.lab.simulate.summary import BotTime, Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tischlein.lab.simulate.plan import Plan


class Played(NamedTuple):
    """Some games: for each a row of integers, and points and payoff by seat."""

    rows: NDArray[np.int32]
    marks: NDArray[np.int32]
    wins: NDArray[np.int32]


class Columns:
    """Locate the columns that a game declares within a row of integers."""

    def __init__(self, declared: tuple[Column, ...], most_seats: int) -> None:
        self.declared = declared
        self.kept = tuple(column for column in declared if column.kept)
        self.summed = tuple(column for column in declared if not column.kept)
        self._places = places(declared, most_seats)

    def cells(self, kept: bool, seats: int) -> list[int]:
        """Return the cells of the columns that are kept for every game, or of those that are only summed, for these seats."""
        return [
            cell
            for column, at in zip(self.declared, self._places, strict=False)
            if column.kept == kept
            for cell in range(at, at + column.cells(seats))
        ]


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """Finished games. Printed, it is a summary with 95 % intervals."""

    plan: Plan
    winners: NDArray[np.bool_]  # games × seats: all winners, several where a win is shared
    scores: NDArray[np.int32]  # games × seats: points as the game counts them
    decisions: NDArray[np.int32]  # per game
    rounds: NDArray[np.int32]  # per game: those that came to their end
    first: NDArray[np.int32]  # per game: the seat that began
    finished: NDArray[np.bool_]  # per game; one that goes on for too long is called off: it has no winner
    columns: dict[str, NDArray[np.int32]]  # what the game declares: games, × seats, × bins
    tallies: dict[str, NDArray[np.int64]]  # tables with many bins, summed: blocks of games, × seats, × bins
    declared: dict[str, Column]
    asked: BotTime = field(default_factory=BotTime)
    seconds: float = 0.0
    threads: int = 1

    def __len__(self) -> int:
        return len(self.decisions)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return a column by its name, including those that every game has."""
        own: dict[str, NDArray[Any]] = {**self.columns, **self.tallies}
        if name in own:
            return own[name]
        if name in ("winners", "scores", "shares", "decisions", "rounds", "first", "finished"):
            found: NDArray[Any] = getattr(self, name)
            return found
        raise KeyError(f"there is no column {name!r}; there are {', '.join(own)}")

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """Games × seats: shares of the win, which add up to 1. All seats share a game that was called off."""
        won = self.winners | ~self.finished[:, None]
        return np.asarray(won / won.sum(axis=1, keepdims=True))

    @cached_property
    def places(self) -> NDArray[np.int64]:
        """Games × seats: the order of play, 0 for the seat that began, then clockwise."""
        seats = np.arange(self.scores.shape[1])
        return np.asarray((seats - self.first[:, None]) % self.scores.shape[1])

    @cached_property
    def summary(self) -> Summary:
        """Means with intervals, and distributions."""
        parts = units_of_a_win(self.plan.seats)
        shares = np.round(self.shares * parts)
        by_place = np.take_along_axis(shares, np.argsort(self.places, axis=1), axis=1)
        return Summary(
            header=self.plan.header(),
            games=len(self),
            finished=int(self.finished.sum()),
            shares=Moments.of(shares, parts),
            places=Moments.of(by_place, parts),
            scores=Moments.of(self.scores),
            points_each=Moments.of(self.scores.sum(axis=1), self.plan.seats),
            columns={
                "decisions": Moments.of(self.decisions),
                "rounds": Moments.of(self.rounds),
                **{name: Moments.of(values) for name, values in self.columns.items()},
            },
            sums={
                name: Moments.of(values.reshape(len(self), -1).sum(axis=1))
                for name, values in self.columns.items()
                if values.ndim > 1
            },
            lengths=_counted(self.decisions),
            rounds=_counted(self.rounds),
            points=_counted(self.scores),
            winning=_counted(self.scores[self.winners]),
            tallies=self.tallies,
            asked=self.asked,
            seconds=self.seconds,
            threads=self.threads,
        )

    def __repr__(self) -> str:
        return as_text(self.summary)

    def _repr_html_(self) -> str:
        return as_html(self.summary)

    def compare(self, other: Result) -> Comparison:
        """Return what this run has more than another one with the same seed, with intervals, game by game.

        >>> import tischlein
        >>> usual, other = (
        ...     tischlein.simulate("qwixx", 200, 2, bots) for bots in ("easy", ["random", "easy"])
        ... )
        >>> found = other.compare(usual)["share_0"]
        >>> bool(found.value + found.spread < 0)  # seat 0 wins less often when it plays at random
        True
        """
        if not isinstance(other, Result):
            raise OptionError(f"compare takes the result of another simulate, not {type(other).__name__}")
        return compare_games(self.plan, other.plan, self._samples(), other._samples())

    def _samples(self) -> dict[str, NDArray[np.float64]]:
        """Return what is compared with another run: a value for each game, by name."""
        by_place = np.take_along_axis(self.shares, np.argsort(self.places, axis=1), axis=1)
        found: dict[str, NDArray[np.float64]] = {}
        for name, values in (("share_", self.shares), ("place_", by_place), ("score_", self.scores)):
            found |= {f"{name}{k}": values[:, k].astype(float) for k in range(values.shape[1])}
        found[POINTS] = self.scores.mean(axis=1)
        columns = {"decisions": self.decisions, "rounds": self.rounds, **self.columns}
        return found | {
            name: np.asarray(values.reshape(len(self), -1).sum(axis=1), float)
            for name, values in columns.items()
        }

    def plot(self) -> Untyped:
        """Draw wins, points and lengths as an ``altair.Chart``; needs the extra "lab".

        In a notebook it is shown; ``plot().save("wins.png")`` and ``.save("wins.html")`` write files.
        """
        from tischlein.lab.simulate.plots import chart

        game, seats = self.plan.game, self.plan.seats
        names = [f"seat {seat}: {name}" for seat, name in enumerate(self.plan.names)]
        title = f"{game.name}, {seats} seats, {len(self):,} games"
        return chart(title, names, self.summary)

    # For other libraries

    def table(self) -> dict[str, NDArray[Any]]:
        """Return all columns flat, by name: ``score_2`` is seat 2's, ``round_ends_77`` the bin "77" of the column ``round_ends``."""
        flat: dict[str, NDArray[Any]] = {
            "game": np.arange(len(self)),
            "first": self.first,
            "decisions": self.decisions,
            "rounds": self.rounds,
            "finished": self.finished,
        }
        for name, values in (("won", self.winners), ("share", self.shares), ("score", self.scores)):
            flat |= {f"{name}_{seat}": values[:, seat] for seat in range(values.shape[1])}
        for name, values in self.columns.items():
            bins = self.declared[name].bins
            labels = [""]
            if self.declared[name].per_seat:
                labels = [f"_{seat}" for seat in range(self.scores.shape[1])]
            if bins:
                labels = [f"{label}_{one}" for label in labels for one in bins]
            for label, column in zip(labels, values.reshape(len(self), -1).T, strict=True):
                flat[name + label] = column
        return {name: np.ascontiguousarray(column) for name, column in flat.items()}

    def to_polars(self) -> Untyped:
        """Return all columns as a ``polars.DataFrame``; needs the extra "lab"."""
        return polars_frame(self.table())

    def to_pandas(self) -> Untyped:
        """Return all columns as a ``pandas.DataFrame``; needs the extra "lab"."""
        return pandas_frame(self.table())

    def to_arrow(self) -> Untyped:
        """Return all columns as a ``pyarrow.Table``; needs the extra "lab"."""
        return library("pyarrow").table(self.table())


def polars_frame(table: dict[str, NDArray[Any]]) -> Untyped:
    """Return columns as a ``polars.DataFrame``."""
    return library("polars").DataFrame(table)


def pandas_frame(table: dict[str, NDArray[Any]]) -> Untyped:
    """Return columns as a ``pandas.DataFrame``."""
    return library("pandas").DataFrame(table)


class Collector:
    """Put the games of a plan together, portion by portion, in any order."""

    def __init__(self, plan: Plan, columns: Columns, first: int, end: int, block: int) -> None:
        self._plan, self._columns = plan, columns
        self._first, self._block = first, block
        games = end - first
        self._kept = [*range(RESERVED), *columns.cells(True, plan.seats)]
        self._summed = columns.cells(False, plan.seats)
        blocks = -(-games // block)
        try:
            self._rows = np.zeros((games, len(self._kept)), np.int32)
            self._marks = np.zeros((games, plan.seats), np.int32)
            self._wins = np.zeros((games, plan.seats), np.bool_)
            self._sums = np.zeros((blocks, len(self._summed)), np.int64)
        except MemoryError:
            raise OptionError(
                f"games: there is not memory for {games} results; `tischlein simulate --parquet` writes them to a file"
            ) from None
        self._asked = BotTime()

    def add(self, first: int, played: Played, asked: BotTime | None) -> None:
        """Add the games from number ``first`` on."""
        begin = first - self._first
        part = slice(begin, begin + len(played.rows))
        np.take(played.rows, self._kept, axis=1, out=self._rows[part])
        self._marks[part] = played.marks[:, : self._plan.seats]
        self._wins[part] = played.wins[:, : self._plan.seats] > 0
        self._add_sums(begin, played.rows)
        if asked is not None:
            self._asked += asked

    def _add_sums(self, begin: int, rows: Array) -> None:
        """Add up the cells of neighbouring games at once: one by one this would take longer than the games."""
        blocks = np.arange(begin, begin + len(rows)) // self._block
        begins = np.flatnonzero(np.diff(blocks, prepend=-1))
        sums = np.add.reduceat(rows, begins, axis=0, dtype=np.int64)
        self._sums[blocks[begins]] += sums[:, self._summed]

    def result(self, seconds: float, threads: int) -> Result:
        """Return all games that were added."""
        plan, declared, rows = self._plan, self._columns, self._rows
        columns = _named(rows[:, RESERVED:], declared.kept, plan.seats)
        return Result(
            plan=plan,
            winners=self._wins,
            scores=self._marks,
            decisions=rows[:, DECISIONS],
            rounds=columns.pop("rounds", np.ones(len(rows), np.int32)),
            first=rows[:, FIRST],
            finished=rows[:, STATUS] == FINISHED,
            columns=columns,
            tallies=_named(self._sums, declared.summed, plan.seats),
            declared={column.name: column for column in declared.declared},
            asked=self._asked,
            seconds=seconds,
            threads=threads,
        )


def _named(cells: NDArray[Any], columns: tuple[Column, ...], seats: int) -> dict[str, NDArray[Any]]:
    """Cut a matrix into columns, each in its shape."""
    ends = np.cumsum([column.cells(seats) for column in columns])
    found = {}
    for column, part in zip(columns, np.hsplit(cells, ends), strict=False):
        shape = [size for size in (seats if column.per_seat else 0, len(column.bins)) if size]
        found[column.name] = part.reshape(len(cells), *shape)
    return found


def _counted(values: NDArray[Any]) -> Counter[int]:
    found, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))
