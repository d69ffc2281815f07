"""The result of a simulation: arrays with one entry per game, and a summary when printed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tischlein.bots.kernels import without_columns as no_columns
from tischlein.bots.kernels.whole_games import FINISHED
from tischlein.engine.errors import OptionError
from tischlein.engine.play.table import Table
from tischlein.engine.rules.columns import DECISIONS, FIRST, RESERVED, STATUS, Column, places
from tischlein.engine.rules.positions import whole_number
from tischlein.engine.types import Array, Untyped
from tischlein.lab.extra import library
from tischlein.lab.intervals import Moments, units_of_a_win
from tischlein.lab.simulate.display import as_html, as_text
from tischlein.lab.simulate.header import MARK, header_of, mark_of
from tischlein.lab.simulate.paired import POINTS, Comparison, compare_games
from tischlein.lab.simulate.summary import BotTime, Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tischlein.lab.simulate.plan import Plan


# The arrays of a result with an entry for each game.
PER_GAME = ("winners", "scores", "decisions", "rounds", "first", "finished")
# What asked bots answered, by game.
Answers = dict[int, list[int]]


class GameRows(NamedTuple):
    """Some games: for each a row of integers, and points and payoff by seat."""

    rows: NDArray[np.int32]
    marks: NDArray[np.int32]
    wins: NDArray[np.int32]


class Rows(NamedTuple):
    """Decisions, in the order of the games and of their steps."""

    numbers: NDArray[np.int32]  # game, counted from the first of these; step; seat; action
    observations: NDArray[np.int16]
    masks: NDArray[np.uint8]
    records: NDArray[np.uint8]  # concealed for the seat; none unless they were asked for


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
    asked: BotTime = field(default_factory=BotTime)
    seconds: float = 0.0
    threads: int = 1
    answers: Answers = field(default_factory=dict)  # of bots outside compiled code, by game
    chosen: NDArray[np.intp] | None = None  # the numbers of the games, in a part of a run

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

    @property
    def declared(self) -> dict[str, Column]:
        """The columns that the game counts, by name."""
        return {column.name: column for column in _columns(self.plan)}

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
            lengths=_count_values(self.decisions),
            rounds=_count_values(self.rounds),
            points=_count_values(self.scores),
            winning=_count_values(self.scores[self.winners]),
            tallies=self.tallies,
            asked=self.asked,
            seconds=self.seconds,
            threads=self.threads,
        )

    def __repr__(self) -> str:
        return as_text(self.summary)

    def _repr_html_(self) -> str:
        return as_html(self.summary)

    def game(self, number: int) -> Table:
        """Return a game of the run at its end, at a table: with its record, ready for ``tischlein.review``.

        >>> import tischlein
        >>> result = tischlein.simulate("lobo77", games=50, seats=2, bots="easy")
        >>> table = result.game(37)
        >>> table.over, table.scores == result.scores[37].tolist(), len(table.record()["history"]) > 10
        (True, True, True)
        """
        from tischlein.lab.simulate.replay import table_of

        games = self.plan.games if self.chosen is None else len(self)
        place = whole_number("game", number, 0, games - 1)
        if self.chosen is not None:
            place = int(self.chosen[place])
        return table_of(self.plan, place, self.answers.get(place))

    def where(self, mask: object) -> Result:
        """Return the part of the run with the games for which a mask is true: a condition on the arrays of this result.

        Its intervals are those of the games that are left. ``game(0)`` is then the first of these.

        >>> import tischlein
        >>> result = tischlein.simulate("quando", games=300, seats=2, bots="medium")
        >>> short = result.where(result.rounds <= 3)
        >>> bool(short.rounds.max() <= 3), len(short) < len(result)
        (True, True)
        """
        kept = np.asarray(mask)
        if kept.shape != (len(self),) or kept.dtype != np.bool_:
            raise OptionError(f"where: the mask must be an array of {len(self)} booleans, one for each game")
        if not kept.any():
            raise OptionError("where: no game is left")
        numbers = np.arange(len(self)) if self.chosen is None else self.chosen
        held: dict[str, Any] = {name: getattr(self, name)[kept] for name in PER_GAME}
        columns = {name: values[kept] for name, values in self.columns.items()}
        return replace(
            self, **held, columns=columns, tallies={}, chosen=numbers[kept], asked=BotTime(), seconds=0.0
        )

    def compare(self, other: Result) -> Comparison:
        """Return what this run has more than another one with the same seed, with intervals, game by game.

        >>> import tischlein
        >>> usual, other = (
        ...     tischlein.simulate("qwixx", 200, 2, bots) for bots in ("easy", ["random", "easy"])
        ... )
        >>> found = other.compare(usual)["win_share_0"]
        >>> bool(found.value + found.half_width < 0)  # seat 0 wins less often when it plays at random
        True
        """
        if self.chosen is not None or (isinstance(other, Result) and other.chosen is not None):
            raise OptionError("compare takes whole runs, not parts of them")
        if not isinstance(other, Result):
            raise OptionError(f"compare takes the result of another simulate, not {type(other).__name__}")
        return compare_games(self.plan, other.plan, self._samples(), other._samples())

    def _samples(self) -> dict[str, NDArray[np.float64]]:
        """Return what is compared with another run: a value for each game, by name."""
        by_place = np.take_along_axis(self.shares, np.argsort(self.places, axis=1), axis=1)
        found: dict[str, NDArray[np.float64]] = {}
        for name, values in (("win_share_", self.shares), ("place_", by_place), ("score_", self.scores)):
            found |= {f"{name}{k}": values[:, k].astype(float) for k in range(values.shape[1])}
        found[POINTS] = self.scores.mean(axis=1)
        columns = {"decisions": self.decisions, "rounds": self.rounds, **self.columns}
        return found | {
            name: np.asarray(values.reshape(len(self), -1).sum(axis=1), float)
            for name, values in columns.items()
        }

    def plot(self) -> Untyped:
        """Draw wins, points and lengths as an ``altair.Chart``; needs the extra "plots".

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
            "game": np.arange(len(self)) if self.chosen is None else self.chosen,
            "first": self.first,
            "decisions": self.decisions,
            "rounds": self.rounds,
            "finished": self.finished,
        }
        for name, values in (("won", self.winners), ("win_share", self.shares), ("score", self.scores)):
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
        """Return all columns as a ``polars.DataFrame``, which holds no metadata; needs the extra "frames"."""
        return library("polars").DataFrame(self.table())

    def to_pandas(self) -> Untyped:
        """Return all columns as a ``pandas.DataFrame``, whose ``attrs`` say what was played; needs the extra "frames"."""
        frame = library("pandas").DataFrame(self.table())
        frame.attrs[MARK] = header_of(self.plan)
        return frame

    def to_arrow(self) -> Untyped:
        """Return all columns as a ``pyarrow.Table``, whose metadata say what was played; needs the extra "frames"."""
        return library("pyarrow").table(self.table(), metadata={MARK: mark_of(self.plan)})


class Collector:
    """Put the games of a plan together, portion by portion, in any order."""

    def __init__(self, plan: Plan, first: int, end: int, block: int) -> None:
        self._plan, self._first, self._block = plan, first, block
        games = self.missing = end - first
        self._kept = [*range(RESERVED), *_cells(plan, kept=True)]
        self._summed = _cells(plan, kept=False)
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
        self._answers: Answers = {}

    def add(
        self, first: int, played: GameRows, asked: BotTime | None, answers: Answers | None = None
    ) -> None:
        """Add the games from number ``first`` on."""
        begin = first - self._first
        self._answers |= answers or {}
        part = slice(begin, begin + len(played.rows))
        np.take(played.rows, self._kept, axis=1, out=self._rows[part])
        self._marks[part] = played.marks[:, : self._plan.seats]
        self._wins[part] = played.wins[:, : self._plan.seats] > 0
        self._add_sums(begin, played.rows)
        self.missing -= len(played.rows)
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
        plan, rows = self._plan, self._rows
        columns = _split_columns(rows[:, RESERVED:], plan, kept=True)
        return Result(
            plan=plan,
            winners=self._wins,
            scores=self._marks,
            decisions=rows[:, DECISIONS],
            rounds=columns.pop("rounds", np.ones(len(rows), np.int32)),
            first=rows[:, FIRST],
            finished=rows[:, STATUS] == FINISHED,
            columns=columns,
            tallies=_split_columns(self._sums, plan, kept=False),
            asked=self._asked,
            seconds=seconds,
            threads=threads,
            answers=self._answers,
        )


def _columns(plan: Plan) -> tuple[Column, ...]:
    return (plan.game.lab or no_columns).COLUMNS


def _cells(plan: Plan, *, kept: bool) -> list[int]:
    """Return where in a row the columns lie that are kept for every game, or those that are only summed."""
    columns = _columns(plan)
    begins = zip(columns, places(columns, plan.game.rules.MAX_SEATS), strict=False)
    return [at + k for column, at in begins if column.kept == kept for k in range(column.cells(plan.seats))]


def _split_columns(cells: NDArray[Any], plan: Plan, *, kept: bool) -> dict[str, NDArray[Any]]:
    """Cut a matrix with the cells of these columns into the columns, each in its shape."""
    columns = [column for column in _columns(plan) if column.kept == kept]
    ends = np.cumsum([column.cells(plan.seats) for column in columns])
    found = {}
    for column, part in zip(columns, np.hsplit(cells, ends), strict=False):
        shape = [size for size in (plan.seats if column.per_seat else 0, len(column.bins)) if size]
        found[column.name] = part.reshape(len(cells), *shape)
    return found


def _count_values(values: NDArray[Any]) -> Counter[int]:
    found, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))
