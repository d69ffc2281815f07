"""Whole games on an NVIDIA GPU: one thread plays one game, its record in local memory, as in ``engine.backends.cuda``."""

from collections.abc import Sequence

import numba
import numpy as np
from numba import cuda

from tischlein.bots.kernels.whole_games import NOBODY
from tischlein.cards import RNG_WORDS
from tischlein.engine.backends.base import words_of
from tischlein.engine.backends.cuda import (
    SIMULATED,
    THREADS_PER_BLOCK,
    blocks,
    constant_table,
    on_device,
)
from tischlein.engine.game import Game
from tischlein.engine.rules.clone import clone
from tischlein.engine.rules.stacks import STACK_CELLS, TWO_SIDED
from tischlein.engine.types import Numba
from tischlein.lab.simulate.result import GameRows
from tischlein.lab.simulate.runner import GENERIC, Runner


class CudaRunner(Runner):
    """Compiled for a GPU, or simulated for tests."""

    portion = 8 if SIMULATED else 1 << 16
    parallel = False  # the GPU is, in itself

    def __init__(self, game: Game) -> None:
        super().__init__(game, "cuda")
        functions = clone(self.rules, GENERIC, on_device, constant_table, self.heuristics, None, self.lab)
        self._kernel = _play_kernel(functions["play_game"], game.layout.dtype, self.room, game.two_sided)

    def play(
        self, start: bytes, ways: Sequence[int], seed: int, first: int, count: int, cap: int
    ) -> GameRows:
        seats = self.rules.MAX_SEATS
        rows, marks = (cuda.to_device(np.zeros((count, n), np.int32)) for n in (self.lab.CELLS, seats))
        wins = cuda.to_device(np.zeros((count, seats), np.int32))
        self._kernel[blocks(count), THREADS_PER_BLOCK](
            cuda.to_device(self.backend.unpack(start)), np.array(ways, np.int64), *words_of(seed), first, cap,
            rows, marks, wins,
        )  # fmt: skip
        return GameRows(rows.copy_to_host(), marks.copy_to_host(), wins.copy_to_host())


def _play_kernel(play_game: Numba, dtype: Numba, room: dict[str, int], two_sided: bool) -> Numba:
    record = numba.from_dtype(dtype)
    choices, opinions, scratch = room["actions"], room["points"], room["work"]

    @cuda.jit
    def play(start, ways, low, high, first, cap, rows, marks, wins):  # type: ignore[no-untyped-def]  # compiled
        box = cuda.local.array(1, record)
        stacks = cuda.local.array(STACK_CELLS, numba.int64)
        dice = cuda.local.array(RNG_WORDS, numba.int64)
        actions = cuda.local.array(choices, numba.int32)
        points = cuda.local.array(opinions, numba.int32)
        work = cuda.local.array(scratch, numba.int32)
        i = cuda.grid(1)
        if i < rows.shape[0]:
            box[0] = start[0]
            stacks[TWO_SIDED] = two_sided
            play_game(
                box[0], ways, low, high, first + i, cap, NOBODY, 0, rows[i], marks[i], wins[i], stacks, dice, actions, points, work
            )  # fmt: skip

    return play
