"""Measure `tischlein.vector` on a GPU: decisions per second with observations and masks written, and random actions.

    python bench/gpu_vector.py [--games 65536] [--steps 200] [--json FILE] [GAME]...

Each line is one game: how long the kernel took to compile, and decisions per second afterwards, all in the GPU's memory.
"""

import argparse
import json
import time
from typing import Any

import tischlein


def measure(name: str, n: int, steps: int) -> dict[str, Any]:
    from numba import cuda

    begin = time.perf_counter()
    games = tischlein.vector(name, n, seats=4, seed=1, backend="cuda")
    games.step(games.suggested)
    cuda.synchronize()
    compiled = time.perf_counter() - begin
    begin = time.perf_counter()
    for _ in range(steps):
        games.step(games.suggested)
    cuda.synchronize()
    seconds = time.perf_counter() - begin
    return {
        "game": name,
        "n": n,
        "compile_s": round(compiled, 1),
        "decisions_per_s": round(n * steps / seconds),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games_to_measure", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=1 << 16)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    found = []
    for name in arguments.games_to_measure or tischlein.games():
        found.append(measure(name, arguments.games, arguments.steps))
        print(
            f"{name}: {found[-1]['decisions_per_s'] / 1e6:.1f} M decisions/s, compiled in {found[-1]['compile_s']} s",
            flush=True,
        )
        if arguments.json:
            with open(arguments.json, "w", encoding="utf-8") as file:
                json.dump(found, file, indent=2)


if __name__ == "__main__":
    main()
