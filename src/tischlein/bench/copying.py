"""What a copy of a state costs."""

from __future__ import annotations

import time
from typing import Final

from tischlein.bench.errors import BenchError
from tischlein.engine.backends import Backend
from tischlein.engine.types import Array

COPIED: Final = 64  # records copied in turn: with their copies they fit the nearest cache


def copy_time(backend: Backend, opening: bytes, seconds: float = 0.1) -> float | None:
    """Nanoseconds for a copy of a state where the backend's code runs; None for a GPU."""
    if backend.name == "cuda":
        return None
    if backend.name == "native":
        return _native_copy_ns(backend, opening, seconds)
    box = backend.unpack(opening)
    rounds = 0
    begun = time.thread_time_ns()
    while (spent := time.thread_time_ns() - begun) < seconds * 1e9 or not rounds:
        for _ in range(COPIED):
            backend.copy(box)
        rounds += 1
    return spent / (rounds * COPIED)


def _native_copy_ns(backend: Backend, opening: bytes, seconds: float) -> float:
    import numba
    import numpy as np

    source = np.repeat(backend.unpack(opening), COPIED)
    target = np.zeros_like(source)
    copies = numba.njit(nogil=True)(_copy_all)
    copies(source, target, 1)
    rounds, spent = 16, 0.0
    while spent < seconds:
        rounds *= 2
        begun = time.thread_time()
        copies(source, target, rounds)
        spent = time.thread_time() - begun
    if not np.array_equal(source, target):
        raise BenchError("copies of a state differ from it")
    return spent * 1e9 / (rounds * COPIED)


def _copy_all(source: Array, target: Array, rounds: int) -> None:
    for k in range(rounds):
        for i in range(COPIED):
            # From another place each time, so that no copy can be left out.
            target[i] = source[(i + k) % COPIED]
