"""Play games against the clock, in turns."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from bench.common.batches import count_decisions
from tischlein.engine.backends import Backend, load
from tischlein.engine.game import Game

TURNS: Final = 5
# Games per call. Measured: from 512 games on native is within 1 % of its best, so states need not stay in a near cache.
BATCH: Final = {"python": 16, "native": 2048, "wasm": 2048, "cuda": 1 << 23}

Progress = Callable[[str, int, int], None]
Clock = Callable[[], float]
# For one core: the processor's time of this thread, which stands still while other programs have the core.
CORE_TIME: Final = time.thread_time
WALL_TIME: Final = time.perf_counter


@contextmanager
def one_core() -> Iterator[int | None]:
    """Keep the calling thread on one core; yields which, or None where the system offers no such thing."""
    if not hasattr(os, "sched_setaffinity"):
        yield None
        return
    before = os.sched_getaffinity(0)
    core = max(before)  # the first core usually serves the interrupts
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, before)


@dataclass(frozen=True, slots=True)
class Turn:
    """Some games played without a pause."""

    games: int
    decisions: int
    seconds: float

    @property
    def decisions_per_s(self) -> float:
        return self.decisions / self.seconds


def turn(
    backend: Backend,
    opening: bytes,
    batch: int,
    seconds: float,
    seed: int,
    first: int = 0,
    threads: int = 1,
    clock: Clock = WALL_TIME,
) -> Turn:
    """Play batch after batch until the time is up; at least one."""
    decisions = games = 0
    begun = clock()
    while True:
        if threads == 1:
            decisions += count_decisions(backend, opening, batch, seed, first + games)
        else:
            played = backend.random_games(opening, batch, seed, first + games, threads=threads)
            decisions += int(played.decisions.sum())
        games += batch
        spent = clock() - begun
        if spent >= seconds:
            return Turn(games, decisions, spent)


def take_turns(
    backend: Backend,
    opening: bytes,
    batch: int,
    seconds: float,
    seed: int,
    threads: int = 1,
    clock: Clock = WALL_TIME,
) -> list[Turn]:
    """Play several turns, so that a moment in which the machine was busy elsewhere does not count."""
    turns: list[Turn] = []
    for _ in range(TURNS):
        first = sum(one.games for one in turns)
        turns.append(turn(backend, opening, batch, seconds / TURNS, seed, first, threads, clock))
    return turns


def ours(game: Game, seats: int, seed: int = 1) -> Callable[[float], float]:
    """Return a function that plays a native game for some seconds and returns its decisions per second."""
    backend, opening = load(game.rules, "native"), game.opening(seats)

    def measure_ours(seconds: float) -> float:
        return turn(backend, opening, BATCH["native"], seconds, seed, clock=CORE_TIME).decisions_per_s

    return measure_ours


class Steps:
    """Counts the steps of a run for a progress bar."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self._total = total
        self._done = -1
        self._progress = progress

    def __call__(self, label: str) -> None:
        self._done += 1
        if self._progress:
            self._progress(label, self._done, self._total)
