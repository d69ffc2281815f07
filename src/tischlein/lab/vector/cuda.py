"""Many games side by side on an NVIDIA GPU: one thread per game, one kernel per step, and nothing leaves the GPU's memory.

Threads that are neighbours write the same place of their games at the same time. So in all arrays but the records, which only these
threads read, the same place of neighbouring games lies side by side, and what belongs to one game lies ``n`` apart: the GPU then writes many games at once, not each for itself.
"""

from functools import cache
from types import FunctionType

import numba
import numpy as np
from numba import cuda

from tischlein.bots.base import MOST_DECISIONS
from tischlein.bots.kernels import vector_step
from tischlein.bots.kernels.vector_step import FRESH, STAY
from tischlein.engine.backends.cuda import SIMULATED, THREADS_PER_BLOCK, blocks, constant_table, on_device
from tischlein.engine.errors import OptionError
from tischlein.engine.rules import drive
from tischlein.engine.rules.clone import clone
from tischlein.engine.types import Array, Kernel, Numba
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.runner import GENERIC, Runner
from tischlein.lab.vector.base import Vector


class CudaVector(Vector):
    """Its arrays have ``__cuda_array_interface__``, with strides: torch takes them as they are.

    Whether actions are legal is not checked here: that would cost more than the step. One that is not makes no sense of the game.
    """

    def __init__(self, plan: Plan, n: int, way: int, starts: bytes = b"", rated: bool = False) -> None:
        super().__init__(plan, n, way, starts, rated)
        self._arrays = {name: _side_by_side(array) for name, array in self._arrays.items()}
        self.__dict__.update(self._arrays)
        self.ratings = _side_by_side(self.ratings)
        self._device_start = cuda.to_device(self._start)
        self._device_states = cuda.to_device(self._states)
        self._step, self._suggest = _kernels(self._runner)
        # Of the same type as ``suggested``: another type would compile the step a second time.
        self._fresh = cuda.to_device(np.full(n, FRESH, np.int32))
        self.reset()

    def _sow(self) -> None:
        super()._sow()
        self._device_chance_rngs, self._device_dices = (
            _side_by_side(self._chance_rngs),
            _side_by_side(self._dices),
        )

    def step(self, actions: Array) -> None:
        shape, kind = tuple(getattr(actions, "shape", ())), str(getattr(actions, "dtype", ""))
        if shape != (self.n,):
            raise OptionError(f"actions: there must be {self.n} of them, not an array of shape {shape}")
        if "int" not in kind:
            raise OptionError(f"actions: whole numbers, not {kind}")
        if hasattr(actions, "__cuda_array_interface__") and not SIMULATED:
            # Another library's array; Numba would ask for it by DLPack, on a stream that JAX does not know.
            actions = cuda.as_cuda_array(actions, sync=False)
        self._go(actions)

    def _go(self, taken: Array) -> None:
        self._step[blocks(self.n), THREADS_PER_BLOCK](
            self._device_states, self._device_start, taken, self._way, MOST_DECISIONS, *self._arrays.values(),
            self._device_chance_rngs, self._device_dices,
        )  # fmt: skip
        if self._by_heuristics:
            self._suggest[blocks(self.n), THREADS_PER_BLOCK](
                self._device_states, taken, self._way, self.turns, self.suggested, self._rated, self.ratings,
                self._device_dices,
            )  # fmt: skip


def _side_by_side(array: Array) -> Array:
    """Return the array in the GPU's memory; its first axis, the games, is the innermost one."""
    return cuda.to_device(np.asfortranarray(array))


@cache
def _kernels(runner: Runner) -> tuple[Numba, Numba]:
    """Return the kernels for a step and for suggestions; they are compiled once for all vectors of a game."""
    dtype = runner.game.layout.dtype
    put = _put_words(dtype)

    def wrap(function: FunctionType) -> Numba:
        copies = function.__name__ == "put" and function.__module__ == drive.__name__
        return put if copies else on_device(function)

    functions = clone(
        runner.rules, (*GENERIC, vector_step), wrap, constant_table, runner.heuristics, None, runner.lab
    )
    room = {**runner.room, "wins": runner.rules.MAX_SEATS}
    step = _step_kernel(functions["step_one"], dtype, room)
    return step, _suggest_kernel(functions["suggest_one"], room)


def _put_words(dtype: Numba) -> Numba:
    """Return a function that copies a record word by word: the compiler alone would copy bytes."""
    word, words = _in_words(dtype)

    @cuda.jit(device=True)
    def put(target, i, source, k):  # type: ignore[no-untyped-def]  # compiled
        there, here = target.view(word), source.view(word)
        for place in range(words):
            there[i * words + place] = here[k * words + place]

    return put


def _in_words(dtype: Numba) -> tuple[Numba, int]:
    """Return the longest word type that divides a record, and the number of such words."""
    word = next(np.dtype(f"u{size}") for size in (8, 4, 2, 1) if dtype.itemsize % size == 0)
    return word, dtype.itemsize // word.itemsize


def _step_kernel(step_one: Kernel, dtype: Numba, room: dict[str, int]) -> Numba:
    word, words = _in_words(dtype)
    cell = numba.from_dtype(word)
    choices, scratch, shares = room["actions"], room["work"], room["wins"]

    @cuda.jit
    def step(  # type: ignore[no-untyped-def]  # compiled
        states,
        start,
        taken,
        way,
        cap,
        turns,
        lengths,
        ended,
        rewards,
        features,
        masks,
        suggested,
        chance_rngs,
        dices,
    ):
        seen = cuda.local.array(words, cell).view(dtype)  # where words may begin
        actions = cuda.local.array(choices, numba.int32)
        work = cuda.local.array(scratch, numba.int32)
        wins = cuda.local.array(shares, numba.int32)
        i = cuda.grid(1)
        if i < turns.shape[0]:
            step_one(
                states, seen, i, 0, start, taken[i], way, cap, turns, lengths, ended, rewards[i], features[i], masks[i],
                suggested, chance_rngs[i], dices[i], actions, work, wins,
            )  # fmt: skip

    return step


def _suggest_kernel(suggest_one: Kernel, room: dict[str, int]) -> Numba:
    choices, opinions, scratch = room["actions"], room["points"], room["work"]

    @cuda.jit
    def suggest(states, taken, way, turns, suggested, rated, ratings, dices):  # type: ignore[no-untyped-def]  # compiled
        actions = cuda.local.array(choices, numba.int32)
        points = cuda.local.array(opinions, numba.int32)
        work = cuda.local.array(scratch, numba.int32)
        i = cuda.grid(1)
        if i < turns.shape[0] and taken[i] != STAY:
            suggest_one(states, i, way, turns, suggested, rated, ratings[i], dices[i], actions, points, work)

    return suggest
