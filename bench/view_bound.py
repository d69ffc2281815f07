"""How fast a seat's view of Quando can be written at all: C by hand against `conceal` and `observe`, on the same records.

    .venv/bin/python bench/view_bound.py [--games 4096] [--turns 200]

The C program must write the same features, byte for byte; it needs a C compiler. Times are the best of all turns, by the time of the thread.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

import tischlein
from tischlein.bench import environment
from tischlein.bench.limit import INSTALL, build

SOURCE = Path(__file__).resolve().parent / "limit" / "quando_view.c"
WARM = 60  # steps until the games are in different rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--turns", type=int, default=200)
    chosen = parser.parse_args()

    games = tischlein.vector("quando", chosen.games, seats=4, seed=1, threads=1)
    for _ in range(WARM):
        games.step(games.suggested)
    before = games._states.tobytes() + games.observations.tobytes()
    best = float("inf")
    for _ in range(chosen.turns):
        begin = time.thread_time()
        games.step(games.suggested)
        best = min(best, (time.thread_time() - begin) / chosen.games)
    compiler = environment.compiler()
    if compiler is None:
        sys.exit(INSTALL)
    program, _ = build(SOURCE, compiler)
    command = [str(program), str(chosen.games), str(chosen.turns)]
    ended = subprocess.run(command, input=before, capture_output=True, check=False)
    if ended.returncode:
        sys.exit("the C program sees something else")
    print(
        f"a whole step {1e9 * best:.0f} ns a decision; the view alone, in C by hand, {ended.stdout.decode().strip()} ns"
    )


if __name__ == "__main__":
    main()
