"""``tischlein.simulate``: whole games by the million, and what came of them as arrays.

>>> import tischlein
>>> result = tischlein.simulate("lobo77", games=200, seats=3, bots=["medium", "random"], seed=1, backend="python")
>>> result.winners.shape, result.scores.shape
((200, 3), (200, 3))
>>> bool(result.shares[:, 1].mean() < 0.2)  # the one who plays at random sits between two who do not
True
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from typing import Any

import numpy as np

from tischlein.bots import Bot, bot
from tischlein.engine.backends import NAMES as BACKENDS
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.positions import shown, whole
from tischlein.games import GAMES
from tischlein.lab.asked import Asked, ask_all
from tischlein.lab.loop import ASKED, AT_RANDOM, EASY, MEDIUM
from tischlein.lab.match import MOST_DECISIONS
from tischlein.lab.result import Result
from tischlein.lab.stage import Played, stage

# These levels play in compiled code.
COMPILED = {"random": AT_RANDOM, "easy": EASY, "medium": MEDIUM}
USUAL_SEATS = 4
# Streams of a seed.
MOST_GAMES = 1 << 32
# Sums over many games are kept in so many blocks, whose differences show how sure they are.
BLOCKS = 256

Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Plan:
    """What is played: checked, with all that was left out filled in."""

    game: Game
    games: int
    seats: int
    bots: tuple[Any, ...]  # seat by seat: a name, or a bot
    seed: int
    options: dict[str, Any]
    backend: str
    ways: tuple[int, ...] = field(repr=False, default=())

    @classmethod
    def of(
        cls,
        game: str | Game,
        games: object = 1000,
        seats: object = None,
        bots: str | Bot | Sequence[str | Bot] = "medium",
        seed: object = 1,
        options: Mapping[str, Any] | None = None,
        backend: str = "native",
    ) -> Plan:
        """Check everything; what is wrong raises OptionError."""
        chosen = _game(game)
        number = count("games", games, 1, MOST_GAMES)
        if backend not in BACKENDS:
            raise OptionError(f"there is no backend {shown(backend)}; choose from {', '.join(BACKENDS)}")
        if seats is None:
            seats = USUAL_SEATS if USUAL_SEATS in chosen.seats else chosen.seats[-1]
        sitting = chosen.check_seats(seats)
        if options is not None and not isinstance(options, Mapping):
            raise OptionError(f"options: {shown(options)} is not a dict of options by name")
        players = _lineup(bots, sitting)
        plan = cls(
            chosen,
            number,
            sitting,
            players,
            count("seed", seed, None, None),
            chosen.check_options(options or {}),
            backend,
            tuple(COMPILED.get(one, ASKED) if isinstance(one, str) else ASKED for one in players),
        )
        plan.opening()
        return plan

    @property
    def asks(self) -> bool:
        """Does a player sit there who has to be asked, outside compiled code?"""
        return ASKED in self.ways

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, by name."""
        return tuple(one if isinstance(one, str) else type(one).__qualname__ for one in self.bots)

    @property
    def block(self) -> int:
        """Games whose sums are kept together: a power of two."""
        return 1 << max(0, (-(-self.games // BLOCKS) - 1).bit_length())

    def opening(self) -> bytes:
        return self.game.opening(self.seats, **self.options)


def _game(game: str | Game) -> Game:
    if isinstance(game, Game):
        return game
    if not isinstance(game, str) or game not in GAMES:
        raise OptionError(f"there is no game {shown(game)}; there are {', '.join(GAMES)}")
    return GAMES[game]


def count(name: str, value: object, least: int | None, most: int | None) -> int:
    """A whole number within bounds; 1e6 is one."""
    number = int(value) if isinstance(value, float) and value.is_integer() else whole(value)
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        bounds = "" if least is None else f" from {least} to {most}" if most is not None else f" from {least}"
        raise OptionError(f"{name}: {shown(value)} is not a whole number{bounds}")
    return number


def _lineup(bots: object, seats: int) -> tuple[Any, ...]:
    """Who sits where: a single bot everywhere, several in turn around the table."""
    several = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots]
    if not 0 < len(several) <= seats:
        raise OptionError(f"bots: {len(several)} are too {'many' if several else 'few'} for {seats} seats")
    for one in several:
        if isinstance(one, str):
            bot(one)  # says what is wrong with the name
        elif isinstance(one, type) or not callable(getattr(one, "choose", None)):
            raise OptionError(
                f"bots: {shown(one)} is neither a bot's name nor an object with choose(situation)"
            )
    return tuple(several[seat % len(several)] for seat in range(seats))


def simulate(
    game: str | Game,
    games: int = 1000,
    seats: int | None = None,
    bots: str | Bot | Sequence[str | Bot] = "medium",
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    backend: str = "native",
    threads: int | None = None,
    told: Told = lambda done, all: None,
) -> Result:
    """Play whole games, and return what came of them as arrays.

    ``bots`` is who plays: ``random``, ``easy`` and ``medium`` play in compiled code, on all cores; any other name, and any object
    with ``choose(situation)``, is asked decision by decision, which is slower. One bot sits on all seats; several sit
    in turn, around the table. The same seed gives the same games, on every backend and with any number of ``threads``.
    ``told`` hears how many games are done, of how many.

    What cannot be raises OptionError with a clear message.
    """
    plan = Plan.of(game, games, seats, bots, seed, options, backend)
    workers = count("threads", threads if threads is not None else os.cpu_count() or 1, 1, 4096)
    return played_part(plan, 0, plan.games, workers, plan.block, told)


def played_part(
    plan: Plan, first: int, end: int, threads: int, block: int, told: Told = lambda done, all: None
) -> Result:
    """Play the games of a plan from one number to another."""
    begin = perf_counter()
    memory = Memory(plan, first, end, block)
    done = 0
    with closing(portions(plan, threads, first, end)) as playing:
        for number, played, asked in playing:
            memory.take(number, played, asked)
            done += len(played.rows)
            told(done, end - first)
    return memory.result(perf_counter() - begin, threads)


class Memory:
    """Results of a plan, portion by portion, in whatever order they come."""

    def __init__(self, plan: Plan, first: int, end: int, block: int) -> None:
        self._plan = plan
        self._first, self._block = first, block
        games = end - first
        self._stage = stage(plan.game, plan.backend)
        self._kept = self._stage.kept_cells(plan.seats)
        self._summed = self._stage.summed_cells()
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
        self._asked = Asked()

    def take(self, first: int, played: Played, asked: Asked) -> None:
        begin = first - self._first
        part = slice(begin, begin + len(played.rows))
        np.take(played.rows, self._kept, axis=1, out=self._rows[part])
        self._marks[part] = played.marks[:, : self._plan.seats]
        self._wins[part] = played.wins[:, : self._plan.seats] > 0
        self._add_sums(begin, played.rows)
        self._asked += asked

    def _add_sums(self, begin: int, rows: Any) -> None:
        """Add up the cells of neighbouring games at once: one by one this would take longer than the games."""
        blocks = np.arange(begin, begin + len(rows)) // self._block
        begins = np.flatnonzero(np.diff(blocks, prepend=-1))
        sums = np.add.reduceat(rows, begins, axis=0, dtype=np.int64)
        self._sums[blocks[begins]] += sums[:, self._summed]

    def result(self, seconds: float, threads: int) -> Result:
        plan = self._plan
        return Result.of(
            plan, self._stage, self._rows, self._marks, self._wins, self._sums, self._asked, seconds, threads
        )


def portions(
    plan: Plan, threads: int, first: int = 0, end: int | None = None
) -> Generator[tuple[int, Played, Asked]]:
    """Play the games from one number to another; yield them portion by portion, in any order."""
    end = plan.games if end is None else end
    if plan.asks:
        yield from ask_all(plan, threads, first, end)
        return
    ready = stage(plan.game, plan.backend)
    start = plan.opening()
    size = ready.portion

    def play(begin: int) -> tuple[int, Played, Asked]:
        number = min(size, end - begin)
        return begin, ready.play(start, plan.ways, plan.seed, begin, number, MOST_DECISIONS), Asked()

    begins = iter(range(first, end, size))
    if threads == 1 or not ready.parallel:
        yield from map(play, begins)
        return
    play_first = play(next(begins))  # compiled once, before all threads want it
    yield play_first
    yield from _side_by_side(play, begins, threads)


def _side_by_side(
    play: Callable[[int], tuple[int, Played, Asked]], begins: Iterator[int], threads: int
) -> Iterator[tuple[int, Played, Asked]]:
    """Like map, but with few portions under way at any time: memory is bounded, and who stops need not wait for long."""
    with ThreadPoolExecutor(threads) as pool:
        ahead: list[Future[tuple[int, Played, Asked]]] = [
            pool.submit(play, begin) for begin in islice(begins, 2 * threads)
        ]
        try:
            while ahead:
                yield ahead.pop(0).result()
                ahead += [pool.submit(play, begin) for begin in islice(begins, 1)]
        finally:
            for future in ahead:
                future.cancel()
