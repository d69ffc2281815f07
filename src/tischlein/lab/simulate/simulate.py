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
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from time import perf_counter

import numpy as np

from tischlein.bots import Bot
from tischlein.bots.base import MOST_DECISIONS
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.rules.positions import shown
from tischlein.engine.types import Array, Options
from tischlein.lab.cluster import Cluster
from tischlein.lab.simulate.asked import PORTION, BotTime, ask_all
from tischlein.lab.simulate.plan import Plan, count
from tischlein.lab.simulate.result import Result
from tischlein.lab.simulate.runner import Played
from tischlein.lab.simulate.runners import runner

Progress = Callable[[int, int], None]
Portions = Generator[tuple[int, Played, BotTime]]
# Portions in one task of a cluster: enough to pay for sending it.
TOGETHER = 32


def simulate(
    game: str | Game,
    games: int = 1000,
    seats: int | None = None,
    bots: str | Bot | Sequence[str | Bot] = "medium",
    seed: int = 1,
    options: Options | None = None,
    backend: str = "native",
    threads: int | None = None,
    progress: Progress | None = None,
    cluster: str | None = None,
) -> Result:
    """Play whole games, and return what came of them as arrays.

    ``bots`` is who plays: ``random``, ``easy`` and ``medium`` play in compiled code, on all cores; any other name, and any object
    with ``choose(situation)``, is asked decision by decision, which is slower. One bot sits on all seats; several sit
    in turn, around the table. The same seed gives the same games, on every backend and with any number of ``threads``.
    ``progress`` hears how many games are done, of how many. ``cluster="ray"`` or ``"ray://HOST:PORT"`` plays on a Ray cluster.

    What cannot be raises OptionError with a clear message.
    """
    plan = Plan.of(game, games, seats, bots, seed, options, backend)
    workers = count("threads", threads if threads is not None else os.cpu_count() or 1, 1, 4096)
    if progress is not None and not callable(progress):
        raise OptionError(f"progress: {shown(progress)} cannot be called")
    hear = progress or (lambda done, all: None)
    if cluster is None:
        return played_part(plan, 0, plan.games, workers, plan.block, hear)
    return collected(plan, 0, plan.games, workers, plan.block, hear, on_cluster(plan, cluster, workers))


def played_part(
    plan: Plan,
    first: int,
    end: int,
    threads: int,
    block: int,
    progress: Progress = lambda done, all: None,
) -> Result:
    """Play the games of a plan from one number to another."""
    if plan.backend == "native" and not plan.asks:
        # The clock that says how fast games are begins after the compiler has finished.
        runner(plan.game, plan.backend).play(plan.opening(), plan.ways, plan.seed, 0, 1, 1)
    return collected(plan, first, end, threads, block, progress, portions(plan, threads, first, end))


def collected(
    plan: Plan, first: int, end: int, threads: int, block: int, progress: Progress, playing: Portions
) -> Result:
    """Put games together that are played portion by portion."""
    memory = Memory(plan, first, end, block)
    begin = perf_counter()
    done = 0
    with closing(playing):
        for number, played, asked in playing:
            memory.take(number, played, asked)
            done += len(played.rows)
            progress(done, end - first)
    return memory.result(perf_counter() - begin, threads)


class Memory:
    """Results of a plan, portion by portion, in whatever order they come."""

    def __init__(self, plan: Plan, first: int, end: int, block: int) -> None:
        self._plan = plan
        self._first, self._block = first, block
        games = end - first
        self._runner = runner(plan.game, plan.backend)
        self._kept = self._runner.kept_cells(plan.seats)
        self._summed = self._runner.summed_cells()
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

    def take(self, first: int, played: Played, asked: BotTime) -> None:
        begin = first - self._first
        part = slice(begin, begin + len(played.rows))
        np.take(played.rows, self._kept, axis=1, out=self._rows[part])
        self._marks[part] = played.marks[:, : self._plan.seats]
        self._wins[part] = played.wins[:, : self._plan.seats] > 0
        self._add_sums(begin, played.rows)
        self._asked += asked

    def _add_sums(self, begin: int, rows: Array) -> None:
        """Add up the cells of neighbouring games at once: one by one this would take longer than the games."""
        blocks = np.arange(begin, begin + len(rows)) // self._block
        begins = np.flatnonzero(np.diff(blocks, prepend=-1))
        sums = np.add.reduceat(rows, begins, axis=0, dtype=np.int64)
        self._sums[blocks[begins]] += sums[:, self._summed]

    def result(self, seconds: float, threads: int) -> Result:
        plan = self._plan
        return Result.of(
            plan, self._runner, self._rows, self._marks, self._wins, self._sums, self._asked, seconds, threads
        )


def portions(plan: Plan, threads: int, first: int = 0, end: int | None = None) -> Portions:
    """Play the games from one number to another; yield them portion by portion, in any order."""
    end = plan.games if end is None else end
    if plan.asks:
        yield from ask_all(plan, threads, [(first, end)])
        return
    ready = runner(plan.game, plan.backend)
    start = plan.opening()
    size = ready.portion

    def play(begin: int) -> tuple[int, Played, BotTime]:
        number = min(size, end - begin)
        return begin, ready.play(start, plan.ways, plan.seed, begin, number, MOST_DECISIONS), BotTime()

    begins = iter(range(first, end, size))
    if threads == 1 or not ready.parallel:
        yield from map(play, begins)
        return
    play_first = play(next(begins))  # compiled once, before all threads want it
    yield play_first
    yield from _side_by_side(play, begins, threads)


def _side_by_side(
    play: Callable[[int], tuple[int, Played, BotTime]], begins: Iterator[int], threads: int
) -> Iterator[tuple[int, Played, BotTime]]:
    """Like map, but with few portions under way at any time: memory is bounded, and who stops need not wait for long."""
    with ThreadPoolExecutor(threads) as pool:
        ahead: list[Future[tuple[int, Played, BotTime]]] = [
            pool.submit(play, begin) for begin in islice(begins, 2 * threads)
        ]
        try:
            while ahead:
                yield ahead.pop(0).result()
                ahead += [pool.submit(play, begin) for begin in islice(begins, 1)]
        finally:
            for future in ahead:
                future.cancel()


def on_cluster(plan: Plan, address: str, workers: int) -> Portions:
    """The games of a plan, portion by portion in any order, played on a cluster."""
    check_names(plan)
    size = TOGETHER * (PORTION if plan.asks else runner(plan.game, plan.backend).portion)
    tasks = ((plan, begin, min(begin + size, plan.games)) for begin in range(0, plan.games, size))
    with Cluster(address, workers) as machines:
        for several in machines.map(played_there, tasks):
            yield from several


def played_there(plan: Plan, first: int, end: int) -> list[tuple[int, Played, BotTime]]:
    """What one machine of a cluster does at a time."""
    return list(portions(plan, 1, first, end))


def check_names(plan: Plan) -> None:
    """An object in this process cannot play on another machine, where it would be a copy."""
    if not all(isinstance(one, str) for one in plan.bots):
        raise OptionError("a cluster plays with bots by name: a level, or module:Class")
