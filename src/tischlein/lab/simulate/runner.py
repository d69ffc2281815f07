"""One game made ready for whole games by the million: its rules, rules of thumb and columns, bound to ``whole_games`` on a backend."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from itertools import islice
from time import perf_counter

import numpy as np

from tischlein.bots.base import MOST_DECISIONS
from tischlein.bots.kernels import guide, whole_games
from tischlein.bots.kernels import without_columns as no_columns
from tischlein.bots.kernels import without_heuristics as no_advice
from tischlein.bots.kernels.whole_games import NOBODY
from tischlein.cards import RNG_WORDS
from tischlein.engine.backends import Backend, load
from tischlein.engine.backends.base import words_of
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.rules import drive, stacks
from tischlein.engine.rules.clone import clone
from tischlein.engine.rules.contract import Heuristics, Lab
from tischlein.engine.rules.stacks import STACK_CELLS, TWO_SIDED
from tischlein.engine.types import Array, Kernel, Numba
from tischlein.lab.progress import Progress
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.result import Collector, Columns, Played, Result
from tischlein.lab.simulate.summary import BotTime

GENERIC = (drive, guide, stacks, whole_games)


# The number of the first game, the games, and the time of the bots that were asked.
Portion = tuple[int, Played, BotTime | None]


class Runner:
    """Where games are played; ``play`` takes any number at once and is safe in threads."""

    portion = 512  # games in one call: enough to pay for it, few enough for the processor's cache
    parallel = True

    def __init__(self, game: Game, backend: str) -> None:
        self.game = game
        self.rules = game.rules
        self.heuristics: Heuristics = game.bots.heuristics or no_advice
        self.lab: Lab = game.lab or no_columns
        self.columns = Columns(self.lab.COLUMNS, self.rules.MAX_SEATS)
        self.backend: Backend = load(self.rules, backend)
        self.room = {
            "stacks": STACK_CELLS,
            "dice": RNG_WORDS,
            "actions": self.rules.ACTIONS + 1,
            "points": self.rules.ACTIONS + 1,
            "work": max(self.rules.WORK, self.heuristics.WORK, 1),
        }

    def play(self, start: bytes, ways: Sequence[int], seed: int, first: int, count: int, cap: int) -> Played:
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
    ) -> Result:
        """Play the games of a plan from number ``first`` up to ``end``; sums are kept for each ``block`` of games."""
        end = plan.games if end is None else end
        self.prepare(plan)
        portions = self.portions(plan, first, end, threads)
        return collected(plan, self.columns, first, end, threads, block or plan.block, progress, portions)

    def portions(self, plan: Plan, first: int, end: int, threads: int) -> Generator[Portion]:
        """Play these games, and yield them portion by portion, in any order."""
        start = plan.opening()

        def play(begin: int) -> Portion:
            count = min(self.portion, end - begin)
            return begin, self.play(start, plan.ways, plan.seed, begin, count, MOST_DECISIONS), None

        begins = iter(range(first, end, self.portion))
        if threads == 1 or not self.parallel:
            yield from map(play, begins)
            return
        yield play(next(begins))  # alone: the first portion loads what all threads need
        yield from _in_threads(play, begins, threads)

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

    def grid(self, count: int, width: int) -> Array:
        """Return rows of integers."""
        raise NotImplementedError

    def boxes(self, start: bytes, count: int) -> Array:
        """Return copies of a record."""
        raise NotImplementedError

    def row_of(self, values: Sequence[int]) -> Array:
        """Return a row of integers, as functions take it."""
        raise NotImplementedError

    def seen(self, states: Array, seat: int, scratch: Mapping[str, Array]) -> tuple[bytes, tuple[int, ...]]:
        """Return the first of some records as a seat sees it, and the seat's legal actions."""
        raise NotImplementedError

    def play(self, start: bytes, ways: Sequence[int], seed: int, first: int, count: int, cap: int) -> Played:
        rows = self.grid(count, self.lab.CELLS)
        marks, wins = (self.grid(count, self.rules.MAX_SEATS) for _ in range(2))
        self.functions["play_games"](
            self.boxes(start, count), self.row_of(ways), *words_of(seed), first, cap, NOBODY, 0,
            rows, marks, wins, *self.scratch().values(),
        )  # fmt: skip
        return Played(*(np.asarray(cells, np.int32) for cells in (rows, marks, wins)))


def collected(
    plan: Plan,
    columns: Columns,
    first: int,
    end: int,
    threads: int,
    block: int,
    progress: Progress,
    portions: Generator[Portion],
) -> Result:
    """Put games together as they are played, and report progress."""
    collector = Collector(plan, columns, first, end, block)
    begin = perf_counter()
    done = 0
    with closing(portions):
        for number, played, asked in portions:
            collector.add(number, played, asked)
            done += len(played.rows)
            progress(done, end - first)
    return collector.result(perf_counter() - begin, threads)


def _in_threads(play: Callable[[int], Portion], begins: Iterator[int], threads: int) -> Iterator[Portion]:
    """Play portions in threads, few at any time: memory stays bounded, and stopping does not take long."""
    with ThreadPoolExecutor(threads) as pool:
        ahead = [pool.submit(play, begin) for begin in islice(begins, 2 * threads)]
        try:
            while ahead:
                yield ahead.pop(0).result()
                ahead += [pool.submit(play, begin) for begin in islice(begins, 1)]
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
            self.rules, GENERIC, lambda function: function, None, self.heuristics, None, self.lab
        )

    def cells(self, size: int) -> Array:
        return [0] * size

    def grid(self, count: int, width: int) -> Array:
        return [[0] * width for _ in range(count)]

    def boxes(self, start: bytes, count: int) -> Array:
        return [self.backend.unpack(start) for _ in range(count)]

    def row_of(self, values: Sequence[int]) -> Array:
        return list(values)

    def seen(self, states: Array, seat: int, scratch: Mapping[str, Array]) -> tuple[bytes, tuple[int, ...]]:
        n = self.rules.legal(states[0], seat, scratch["actions"], scratch["work"])
        copy = self.backend.copy(states[0])
        self.rules.conceal(copy, seat)
        return self.backend.pack(copy), tuple(scratch["actions"][:n])


class NativeRunner(SteppedRunner):
    """Compiled for this machine."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "native")
        native: Numba = self.backend
        self._single_steps = native.kernels
        self.functions = native.kernels.with_more(GENERIC, self.heuristics, self.lab)

    def prepare(self, plan: Plan) -> None:
        self.play(plan.opening(), plan.ways, plan.seed, 0, 1, 1)

    @property
    def is_kept(self) -> bool:
        """Whether the cache on disk holds the kernels of whole games, so that nothing is compiled."""
        kernels: Numba = self.functions
        return any(kernels.cache.folder.glob("play_games-*.kernel"))

    def grid(self, count: int, width: int) -> Array:
        return np.zeros((count, width), np.int32)

    def boxes(self, start: bytes, count: int) -> Array:
        return np.tile(self.backend.unpack(start), count)

    def row_of(self, values: Sequence[int]) -> Array:
        return np.array(values, np.int64)

    def seen(self, states: Array, seat: int, scratch: Mapping[str, Array]) -> tuple[bytes, tuple[int, ...]]:
        kernels = self._single_steps
        n = kernels["legal_at"](states, 0, seat, scratch["actions"], scratch["work"])
        copy = states.copy()
        kernels["conceal_at"](copy, 0, seat)
        return copy.tobytes(), tuple(scratch["actions"][:n].tolist())


class WasmRunner(NativeRunner):
    """The module that comes with a game. Each thread has an instance, into which games are copied and out of it again."""

    def __init__(self, game: Game) -> None:
        SteppedRunner.__init__(self, game, "wasm")
        wasm: Numba = self.backend
        self._wasm = wasm
        self.functions = {"play_games": self._play_games}

    def boxes(self, start: bytes, count: int) -> Array:
        return np.tile(np.frombuffer(start, np.uint8), (count, 1))

    def seen(self, states: Array, seat: int, scratch: Mapping[str, Array]) -> tuple[bytes, tuple[int, ...]]:
        box = self.backend.unpack(states[0].tobytes())
        actions = tuple(self.backend.legal(box, seat))
        self.backend.call("conceal", box, seat)
        return self.backend.pack(box), actions

    def _play_games(
        self, states: Array, ways: Array, low: int, high: int, first: int, cap: int, asked: int, answer: int,
        rows: Array, marks: Array, wins: Array, stacks: Array, dice: Array, *_: Array,
    ) -> int:  # fmt: skip
        instance = self._wasm.instance
        with instance.borrowing():
            ways = np.resize(ways, self.rules.MAX_SEATS)
            lent = [instance.lent(one) for one in (states, ways, rows, marks, wins)]
            luck = instance.lent(np.concatenate([stacks, dice]))
            states_at, ways_at, *out, luck_at = map(instance.address_of, (*lent, luck))
            instance.call(
                "play_games",
                states_at,
                ways_at,
                low,
                high,
                first,
                cap,
                asked,
                answer,
                len(rows),
                *out,
                luck_at,
            )
            for target, source in zip((states, ways, rows, marks, wins), lent, strict=True):
                target[:] = source
            stacks[:], dice[:] = np.split(luck, [STACK_CELLS])
        return 0


@cache
def stepped(game: Game, backend: str) -> SteppedRunner:
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
