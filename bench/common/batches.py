"""Batches of random games: how many decisions they take, and a checksum for comparisons with other programs."""

from functools import cache
from typing import Final

import numpy as np

from tischlein.cards import RNG_WORDS
from tischlein.engine.backends import Backend, Batch
from tischlein.engine.backends.base import NO_CAP, words_of
from tischlein.engine.types import Numba

# Threads of a GPU that play game after game.
PLAYERS: Final = 1 << 20
_MASK: Final = 0xFFFFFFFF


def checksum_of(batch: Batch) -> int:
    """Return a sum of 32-bit FNV-1a hashes over the bytes of the records and the words of their generators."""
    value = np.full(len(batch.rows), 2166136261, np.uint64)
    for cells in (*batch.rows.T, *batch.rngs.T):
        value = (value ^ cells.astype(np.uint64)) * np.uint64(16777619) & np.uint64(_MASK)
    return int(value.sum()) & _MASK


def count_decisions(backend: Backend, start: bytes, games: int, seed: int, first: int = 0) -> int:
    """Return how many decisions random games take. On a GPU nothing else leaves it: the pure speed of the rules."""
    if backend.name != "cuda":
        return int(backend.random_games(start, games, seed, first).decisions.sum())
    from numba import cuda

    from tischlein.engine.backends.cuda import THREADS_PER_BLOCK, blocks

    players = min(PLAYERS, games)
    total = cuda.to_device(np.zeros(1, np.int64))
    _counting(backend)[blocks(players), THREADS_PER_BLOCK](
        cuda.to_device(backend.unpack(start)), total, games, players, *words_of(seed), first
    )
    return int(total.copy_to_host()[0])


@cache
def _counting(backend: Numba) -> Numba:
    """Return a kernel that plays random games one after the other in every thread."""
    import numba
    from numba import cuda

    sow, random_game = backend.functions["sow"], backend.functions["random_game"]
    record = numba.from_dtype(backend.dtype)
    outs, works = backend.rules.ACTIONS + 1, max(backend.rules.WORK, 1)

    @cuda.jit
    def count(start, total, games, players, low, high, first):  # type: ignore[no-untyped-def]  # compiled
        box = cuda.local.array(1, record)
        rng = cuda.local.array(RNG_WORDS, numba.int64)
        out = cuda.local.array(outs, numba.int32)
        work = cuda.local.array(works, numba.int32)
        player = cuda.grid(1)
        if player < players:
            decisions = 0
            for game in range(player, games, players):
                box[0] = start[0]
                sow(rng, low, high, first + game)
                decisions += random_game(box[0], rng, out, work, NO_CAP)
            cuda.atomic.add(total, 0, decisions)

    return count
