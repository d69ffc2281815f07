"""Games side by side in the WebAssembly module that comes with a game."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.bots.base import MOST_DECISIONS
from tischlein.engine.backends.wasm.modules import module_of
from tischlein.engine.backends.wasm.runtime import Instance
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.vector.base import Vector


class WasmVector(Vector):
    """Games in WebAssembly: each thread has an instance with a slice of the games, and copies the observations out of it."""

    def __init__(self, plan: Plan, n: int, way: int, threads: int) -> None:
        super().__init__(plan, n, way)
        self.__dict__.update(self._arrays)
        bounds = [n * k // threads for k in range(threads + 1)]
        self._parts = [_Slice(self, begin, end) for begin, end in pairwise(bounds)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._look_inside()
        self.reset()

    def _look_inside(self) -> None:
        """Let the true records and generators be those inside, where one instance has all of them."""
        if self._pool is None:
            (part,) = self._parts
            self._states = part.states[: self.n].view(self.game.layout.dtype).reshape(self.n)
            self._chance_rngs, self._dices = part.generators

    def _sow(self) -> None:
        super()._sow()
        for part in self._parts:
            part.sow(self._chance_rngs, self._dices)

    def keep_last(self) -> None:
        for part in self._parts:
            part.keep_last()
        self._look_inside()

    def _look(
        self, numbers: NDArray[np.intp], seat: int, *, ended: bool
    ) -> tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.bool_]]:
        rules = self.game.rules
        features = np.zeros((len(numbers), rules.OBSERVED), np.int16)
        masks = np.zeros((len(numbers), rules.ACTIONS), np.int8)
        is_open = np.zeros(len(numbers), np.bool_)
        for part in self._parts:
            mine = np.flatnonzero((numbers >= part.begin) & (numbers < part.end))
            if len(mine):
                found = part.look(numbers[mine] - part.begin, seat, ended=ended)
                features[mine], masks[mine], is_open[mine] = found
        return features, masks, is_open

    def _record(self, number: int, *, ended: bool) -> bytes:
        (part,) = (part for part in self._parts if part.begin <= number < part.end)
        return part.record(number - part.begin, ended=ended)

    def _kept(self) -> list[NDArray[Any]]:
        inside = [array for part in self._parts for array in part.kept()]
        return [*inside, *self._arrays.values(), self.ratings]

    def _go(self, taken: NDArray[np.int64]) -> None:
        def go(part: _Slice) -> None:
            part.go(taken, self._way, by_heuristics=self._by_heuristics, rated=self._rated)

        if self._pool is None:
            go(self._parts[0])
        else:
            list(self._pool.map(go, self._parts))


class _Slice:
    """Games from one number to another in an instance of their own."""

    def __init__(self, games: Vector, begin: int, end: int) -> None:
        self.begin, self.end = begin, end
        self._rules = games.game.rules
        here, n = Instance(module_of(self._rules)), end - begin
        self._here, self._n, self._seats = here, n, games.seats
        size = games.game.layout.size
        starts = np.frombuffer(games._start.tobytes(), np.uint8).reshape(-1, size)
        # As if the games before this slice had taken their starts.
        self._start = here.lent(np.roll(starts, -(begin % len(starts)), axis=0))
        self.states = here.zeros((n, size), np.uint8)
        self._taken = here.zeros(n, np.int64)
        part = slice(begin, end)
        shown = {**games._arrays, "ratings": games.ratings}
        self._shown = [
            (outside[part], here.zeros(outside[part].shape, outside.dtype)) for outside in shown.values()
        ]
        self.generators = [here.zeros((n, games._dices.shape[1]), np.int64) for _ in range(2)]
        self._addresses = here.zeros(5 + len(shown), np.int32)
        self._keeps = False
        self._lay()

    def _lay(self) -> None:
        inside = [one for _, one in self._shown]
        arrays: list[NDArray[Any]] = [self.states, self._start, self._taken, *inside, *self.generators]
        self._addresses[:] = [self._here.address_of(one) for one in arrays]
        self._at = self._here.address_of(self._addresses)

    def sow(self, *generators: NDArray[np.int64]) -> None:
        """Set the generators of these games."""
        for inside, outside in zip(self.generators, generators, strict=True):
            inside[:] = outside[self.begin : self.end]

    def keep_last(self) -> None:
        """Keep how each game ended, behind the games that are played."""
        kept = self._here.zeros((2 * self._n, self.states.shape[1]), np.uint8)
        kept[: self._n] = self.states[: self._n]
        self.states, self._keeps = kept, True
        self._lay()

    def go(self, taken: NDArray[np.int64], way: int, *, by_heuristics: bool, rated: bool) -> None:
        """Play one decision in every game, and show what follows."""
        self._taken[:] = taken[self.begin : self.end]
        here, n = self._here, self._n
        starts = len(self._start)
        here.call("step_many", self._at, len(self.states), starts, n, self._seats, way, MOST_DECISIONS)
        if by_heuristics:
            columns = self._shown[-1][1].shape[1]
            here.call("suggest_many", self._at, n, way, int(rated), columns)
        for outside, inside in self._shown:
            outside[:] = inside

    def look(self, numbers: NDArray[np.intp], seat: int, *, ended: bool) -> tuple[NDArray[Any], ...]:
        """Return observations, legal actions and unfinished games of a seat, now or at the ends of games."""
        self._check_kept(ended=ended)
        here, n = self._here, len(numbers)
        with here.borrowing():
            asked = here.lent(numbers.astype(np.int64) + ended * self._n)
            features = here.zeros((n, self._rules.OBSERVED), np.int16)
            masks, is_open = here.zeros((n, self._rules.ACTIONS), np.int8), here.zeros(n, np.bool_)
            asked_at, *out = map(here.address_of, (asked, features, masks, is_open))
            here.call("look_at", here.address_of(self.states), len(self.states), asked_at, n, seat, *out)
            return features.copy(), masks.copy(), is_open.copy()

    def record(self, number: int, *, ended: bool) -> bytes:
        """Return the true record of a game, or the one with which it ended."""
        self._check_kept(ended=ended)
        data: bytes = self.states[ended * self._n + number].tobytes()
        return data

    def kept(self) -> list[NDArray[Any]]:
        """Return the arrays inside from which games go on."""
        return [self.states, *self.generators, *(inside for _, inside in self._shown)]

    def _check_kept(self, *, ended: bool) -> None:
        if ended and not self._keeps:
            raise RuntimeError("how games ended is not kept: ask keep_last() for it before they are played")
