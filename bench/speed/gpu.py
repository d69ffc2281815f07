"""``bench gpu``: the cuda backend beside native, byte by byte, and its speed in random games and in vector steps."""

import statistics
import time
from collections.abc import Sequence
from typing import Final

import numpy as np

import tischlein
from bench.common import environment
from bench.common.batches import count_decisions
from bench.common.errors import BenchError
from bench.common.turns import Progress, Steps
from tischlein.engine.backends import Backend, load
from tischlein.engine.game import Game
from tischlein.engine.types import Json

CAP: Final = 20_000  # no rule bounds a round of every game; random games stay far below this
REPEATS: Final = 3
RANDOM_GAMES: Final = 1 << 22
VECTOR_GAMES: Final = 1 << 16
VECTOR_STEPS: Final = 200
SEATS: Final = 4


def run(games: Sequence[Game], compared: int, progress: Progress) -> Json:
    """Measure these games on the GPU of this machine; the result is JSON-ready."""
    from numba import cuda

    if not cuda.is_available():
        raise BenchError("no GPU that CUDA can use")
    steps = Steps(3 * len(games), progress)
    rows = []
    for game in games:
        native, device = load(game.rules, "native"), load(game.rules, "cuda")
        steps(f"{game.name}: compare with native")
        for seats in game.seats:
            check_equal(game, native, device, seats, compared)
        steps(f"{game.name}: random games")
        rate = random_rate(game, device)
        steps(f"{game.name}: vector")
        rows.append(
            {
                "game": game.id,
                "seats": SEATS,
                "equal_games": compared * len(game.seats),
                "random_decisions_per_s": rate,
                "vector_decisions_per_s": vector_rate(game.id),
            }
        )
    steps("done")
    return {"results": rows, "gpu": str(cuda.get_current_device().name)}


def check_equal(game: Game, native: Backend, device: Backend, seats: int, games: int) -> None:
    """Raise BenchError unless both backends end random games with the same records, decisions and generators."""
    start = game.opening(seats)
    ours = native.random_games(start, games, seed=seats, cap=CAP, threads=len(environment.usable_cores()))
    theirs = device.random_games(start, games, seed=seats, cap=CAP)
    for part in ("rows", "decisions", "rngs"):
        if not np.array_equal(getattr(ours, part), getattr(theirs, part)):
            raise BenchError(f"{game.name}, {seats} seats: {part} differ between native and cuda")


def random_rate(game: Game, backend: Backend) -> float:
    """Return decisions per second over whole random games, the deal included: the median of several runs."""
    start = game.opening(SEATS)
    count_decisions(backend, start, RANDOM_GAMES, seed=1)  # compile
    rates = []
    for repeat in range(REPEATS):
        begin = time.perf_counter()
        decisions = count_decisions(backend, start, RANDOM_GAMES, seed=2, first=repeat * RANDOM_GAMES)
        rates.append(decisions / (time.perf_counter() - begin))
    return statistics.median(rates)


def vector_rate(game: str) -> float:
    """Return decisions per second of ``tischlein.vector`` with observations and masks, all in the GPU's memory."""
    from numba import cuda

    games = tischlein.vector(game, VECTOR_GAMES, seats=SEATS, seed=1, backend="cuda")
    games.step(games.suggested)  # compile
    cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(VECTOR_STEPS):
        games.step(games.suggested)
    cuda.synchronize()
    return VECTOR_GAMES * VECTOR_STEPS / (time.perf_counter() - begin)
