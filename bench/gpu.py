"""The cuda backend on a real GPU: byte equality with native, and decisions per second.

Needs NumPy and Numba with its CUDA target, nothing else of Tischlein's dependencies:

    PYTHONPATH=src python3 bench/gpu.py [--games 10000] [--out FILE]
"""

import argparse
import importlib
import json
import statistics
import time
from pathlib import Path
from typing import Any

import numpy as np

# numba-cuda 0.30 still asks for names that NumPy 2.5 has dropped.
for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, old):
        setattr(np, old, getattr(np, new))

# No rule bounds a round of Quando; far above what a random game reaches otherwise.
CAP = 20_000


def equality(game: Any, native: Any, cuda: Any, games: int) -> list[dict[str, Any]]:
    """Compare final records, decisions and generators of random games, with each number of seats."""
    found = []
    for seats in game.seats:
        start = game.opening(seats)
        theirs = cuda.random_games(start, games, seed=seats, cap=CAP)
        ours = native.random_games(start, games, seed=seats, cap=CAP, threads=16)
        equal = all(
            np.array_equal(getattr(ours, part), getattr(theirs, part))
            for part in ("rows", "decisions", "rngs")
        )
        found.append({"seats": seats, "games": games, "equal": equal, "checksum": native.checksum(theirs)})
    return found


def speed(game: Any, backend: Any, games: int, repeats: int, seats: int = 4) -> dict[str, Any]:
    """Measure decisions per second over whole random games, the deal included."""
    start = game.opening(seats)
    backend.count_decisions(start, games, seed=1)
    rates = []
    for repeat in range(repeats):
        begin = time.perf_counter()
        decisions = backend.count_decisions(start, games, seed=2, first=repeat * games)
        rates.append(decisions / (time.perf_counter() - begin))
    return {
        "seats": seats,
        "games": games,
        "decisions_per_s": statistics.median(rates),
        "lowest": min(rates),
        "highest": max(rates),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games per number of seats to compare")
    parser.add_argument("--out", type=Path, help="also write the JSON here")
    arguments = parser.parse_args()

    from numba import cuda as numba_cuda

    import tischlein
    from tischlein.engine.backends import load

    backend_module = importlib.import_module("tischlein.engine.backends.cuda")
    result: dict[str, Any] = {"gpu": str(numba_cuda.get_current_device().name), "games": {}}
    for game in tischlein.games().values():
        native, cuda = load(game.rules, "native"), load(game.rules, "cuda")
        print(game.id, flush=True)
        report: dict[str, Any] = {"equality": equality(game, native, cuda, arguments.games), "speed": []}
        print(json.dumps(report["equality"]), flush=True)
        for players in (1 << 18, 1 << 20):
            backend_module.PLAYERS = players
            row = speed(game, cuda, 1 << 22, repeats=3)
            report["speed"].append({"threads": players, **row})
            print(json.dumps(report["speed"][-1]), flush=True)
        report["native_one_core"] = speed(game, native, 20_000, repeats=3)
        print(json.dumps(report["native_one_core"]), flush=True)
        result["games"][game.id] = report
    if arguments.out:
        arguments.out.write_text(json.dumps(result, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
