"""One game made ready for whole games by the million: its rules, rules of thumb and columns, bound to ``whole_games`` on a backend."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from itertools import islice, starmap
from time import perf_counter
from typing import NamedTuple, Protocol

import numpy as np

from tischlein.bots.base import MOST_DECISIONS
from tischlein.bots.kernels import guide, trace, whole_games
from tischlein.bots.kernels import without_columns as no_columns
from tischlein.bots.kernels import without_heuristics as no_advice
from tischlein.bots.kernels.whole_games import NOBODY
from tischlein.cards import RNG_WORDS
from tischlein.engine.backends import Backend, load
from tischlein.engine.backends.base import words_of
from tischlein.engine.backends.wasm.runtime import Instance
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.rules import drive, stacks
from tischlein.engine.rules.clone import clone
from tischlein.engine.rules.contract import Heuristics, Lab
from tischlein.engine.rules.stacks import STACK_CELLS, TWO_SIDED
from tischlein.engine.types import Array, Kernel, Numba
from tischlein.lab.progress import Progress
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.result import Answers, Collector, GameRows, Result, Rows
from tischlein.lab.simulate.summary import BotTime

GENERIC = (drive, guide, stacks, whole_games)


class Portion(NamedTuple):
    """Some games of a run."""

    first: int  # the number of the first one
    played: GameRows
    asked: BotTime | None = None  # of bots outside compiled code
    answers: Answers | None = None
    rows: Sequence[Rows] = ()  # their decisions, if there is a trace


# First games and ends.
Spans = Sequence[tuple[int, int]]


class Trace(Protocol):
    """Plays games with their decisions, and writes them."""

    def play(
        self, runner: Runner, start: bytes, ways: Sequence[int], seed: int, first: int, count: int
    ) -> tuple[GameRows, Sequence[Rows]]:
        """Play games as the runner does, with their decisions."""

    def write(self, first: int, bots: Sequence[str], played: GameRows, rows: Sequence[Rows]) -> None:
        """Write the decisions of games from number ``first`` on; ``bots`` sit seat by seat."""


class Runner:
    """Where games are played; ``play`` takes any number at once and is safe in threads."""

    portion = 512  # games in one call: enough to pay for it, few enough for the processor's cache
    parallel = True

    def __init__(self, game: Game, backend: str) -> None:
        self.game = game
        self.rules = game.rules
        self.heuristics: Heuristics = game.bots.heuristics or no_advice
        self.lab: Lab = game.lab or no_columns
        self.backend: Backend = load(self.rules, backend)
        self.room = {
            "stacks": STACK_CELLS,
            "dice": RNG_WORDS,
            "actions": self.rules.ACTIONS + 1,
            "points": self.rules.ACTIONS + 1,
            "work": max(self.rules.WORK, self.heuristics.WORK, 1),
        }

    def play(
        self, start: bytes, ways: Sequence[int], seed: int, first: int, count: int, cap: int
    ) -> GameRows:
        """Play ``count`` games from one start, from number ``first`` of the seed on."""
        raise NotImplementedError

    def prepare(self, plan: Plan) -> None:
        """Load or compile what the plan needs, so that its games can be timed."""

    def run(
        self,
        plan: Plan,
        first: int = 0,
        end: int | None = None,
        threads: int = 1,
        block: int | None = None,
        progress: Progress = lambda done, all: None,
        trace: Trace | None = None,
    ) -> Result:
        """Play the games of a plan from number ``first`` up to ``end``; sums are kept for each ``block`` of games."""
        span = first, plan.games if end is None else end
        ((_, result),) = self.results(plan, [span], threads, block or plan.block, progress, trace)
        return result

    def results(
        self,
        plan: Plan,
        spans: Spans,
        threads: int,
        block: int,
        progress: Progress,
        trace: Trace | None = None,
    ) -> Generator[tuple[int, Result]]:
        """Play spans of a plan in parallel, and yield each with its first game, as soon as all of its games are done.

        Where bots play in compiled code, the trace gets the decisions of all games meanwhile, in their order.
        """
        self.prepare(plan)
        ends = dict(spans)
        firsts, games, done = sorted(ends), sum(end - first for first, end in spans), 0
        # One is made before anything is played: so it is said at once if there is not memory for it.
        collectors = {first: Collector(plan, first, ends[first], block) for first in firsts[:1]}
        begin = perf_counter()
        with closing(self.portions(plan, spans, threads, trace)) as portions:
            for number, played, asked, answers, rows in portions:
                if trace is not None:
                    trace.write(number, plan.names, played, rows)
                first = firsts[bisect(firsts, number) - 1]
                if first not in collectors:
                    collectors[first] = Collector(plan, first, ends[first], block)
                collectors[first].add(number, played, asked, answers)
                done += len(played.rows)
                progress(done, games)
                if not collectors[first].missing:
                    now = perf_counter()  # what the clock shows here adds up
                    yield first, collectors.pop(first).result(now - begin, threads)
                    begin = now

    def portions(
        self, plan: Plan, spans: Spans, threads: int, trace: Trace | None = None
    ) -> Generator[Portion]:
        """Play spans of a plan, and yield them portion by portion, in any order; no portion belongs to two spans.

        With a trace each has its decisions too.
        """
        start = plan.opening()

        def play(first: int, count: int) -> Portion:
            if trace is not None:
                played, rows = trace.play(self, start, plan.ways, plan.seed, first, count)
                return Portion(first, played, rows=rows)
            return Portion(first, self.play(start, plan.ways, plan.seed, first, count, MOST_DECISIONS))

        parts = split_spans(spans, self.portion)
        if threads == 1 or not self.parallel:
            yield from starmap(play, parts)
            return
        yield play(*next(parts))  # alone: the first portion loads what all threads need
        yield from _in_threads(play, parts, threads)

    def scratch(self) -> dict[str, Array]:
        """Return new arrays for the arguments of these names."""
        found = {name: self.cells(size) for name, size in self.room.items()}
        found["stacks"][TWO_SIDED] = self.game.two_sided
        return found

    def cells(self, size: int) -> Array:
        return np.zeros(size, np.int64)


class SteppedRunner(Runner):
    """A runner whose games can pause, so that bots outside compiled code are asked."""

    functions: Mapping[str, Kernel]

    def prepare(self, plan: Plan) -> None:
        self.play(plan.opening(), plan.ways, plan.seed, 0, 1, 1)

    def boxes(self, start: bytes, count: int) -> Array:
        """Return copies of a record."""
        return np.tile(np.frombuffer(start, self.game.layout.dtype), count)

    def first_of(self, states: Array) -> bytes:
        """Return the bytes of the first record."""
        data: bytes = states[:1].tobytes()
        return data

    def play(
        self, start: bytes, ways: Sequence[int], seed: int, first: int, count: int, cap: int
    ) -> GameRows:
        played = self.room_for(count)
        self.functions["play_games"](
            self.boxes(start, count), np.array(ways, np.int64), *words_of(seed), first, cap, NOBODY, 0,
            *played, *self.scratch().values(),
        )  # fmt: skip
        return played

    def room_for(self, count: int) -> GameRows:
        """Return rows for what comes of this many games."""
        seats = self.rules.MAX_SEATS
        return GameRows(*(np.zeros((count, width), np.int32) for width in (self.lab.CELLS, seats, seats)))


def split_spans(spans: Spans, size: int) -> Iterator[tuple[int, int]]:
    """Yield the first games and the lengths of portions that are at most this large.

    >>> list(split_spans([(0, 5), (8, 9)], 3))
    [(0, 3), (3, 2), (8, 1)]
    """
    for first, end in spans:
        for begin in range(first, end, size):
            yield begin, min(size, end - begin)


def _in_threads(
    play: Callable[[int, int], Portion], parts: Iterator[tuple[int, int]], threads: int
) -> Iterator[Portion]:
    """Play portions in threads, few at any time: memory stays bounded, and stopping does not take long."""
    with ThreadPoolExecutor(threads) as pool:
        ahead = [pool.submit(play, *part) for part in islice(parts, 2 * threads)]
        try:
            while ahead:
                yield ahead.pop(0).result()
                ahead += [pool.submit(play, *part) for part in islice(parts, 1)]
        finally:
            for future in ahead:
                future.cancel()


class PythonRunner(SteppedRunner):
    """Plain Python: starts at once."""

    portion = 16
    parallel = False  # threads would only wait for one another

    def __init__(self, game: Game) -> None:
        super().__init__(game, "python")
        self.functions = clone(
            self.rules, (*GENERIC, trace), lambda function: function, None, self.heuristics, None, self.lab
        )

    def cells(self, size: int) -> Array:
        return [0] * size

    def boxes(self, start: bytes, count: int) -> Array:
        return [self.backend.unpack(start) for _ in range(count)]

    def first_of(self, states: Array) -> bytes:
        return self.backend.pack(states[0])


class NativeRunner(SteppedRunner):
    """Compiled for this machine."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "native")
        native: Numba = self.backend
        self.functions = native.kernels.with_more((*GENERIC, trace), self.heuristics, self.lab)

    @property
    def is_kept(self) -> bool:
        """True if the disk cache holds the kernels of whole games, so that nothing is compiled."""
        kernels: Numba = self.functions
        return any(kernels.cache.folder.glob("play_games-*.kernel"))


class WasmRunner(SteppedRunner):
    """The module that comes with a game. Each thread has an instance, into which games are copied and out of it again."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "wasm")
        self._wasm: Numba = self.backend
        self.functions = {"play_games": self._play_games}

    @property
    def instance(self) -> Instance:
        """The instance of the module that this thread has."""
        found: Instance = self._wasm.instance
        return found

    def boxes(self, start: bytes, count: int) -> Array:
        return np.tile(np.frombuffer(start, np.uint8), (count, 1))

    def _play_games(
        self, states: Array, ways: Array, low: int, high: int, first: int, cap: int, asked: int, answer: int,
        rows: Array, marks: Array, wins: Array, stacks: Array, dice: Array, *_: Array,
    ) -> int:  # fmt: skip
        instance = self.instance
        with instance.borrowing():
            ways = np.resize(ways, self.rules.MAX_SEATS)
            lent = [instance.lent(one) for one in (states, ways, rows, marks, wins)]
            luck = instance.lent(np.concatenate([stacks, dice]))
            states_at, ways_at, *out, luck_at = map(instance.address_of, (*lent, luck))
            numbers = (low, high, first, cap, asked, answer, len(rows))
            instance.call("play_games", states_at, ways_at, *numbers, *out, luck_at)
            for target, source in zip((states, ways, rows, marks, wins), lent, strict=True):
                target[:] = source
            stacks[:], dice[:] = np.split(luck, [STACK_CELLS])
        return 0


@cache
def step_runner(game: Game, backend: str) -> SteppedRunner:
    """Return the runner whose games can be played in parts; it is made on the first call."""
    if backend == "python":
        return PythonRunner(game)
    if backend == "native":
        return NativeRunner(game)
    if backend == "wasm":
        return WasmRunner(game)
    raise OptionError(
        f"games are played step by step on the python, native or wasm backend, not on {backend}"
    )
