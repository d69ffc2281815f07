"""Thousands of rounds in one command: evenings of some rounds each, on files of their own, several at the same time."""

import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from bench.common.errors import BenchError
from bench.common.turns import Progress
from bench.server.crash.rounds import Tally, evening
from tischlein.engine.types import Json

EVENING = 20  # rounds on one file: looking at all games again after each takes longer the more there are
STOP = "no-more"  # a file with this name tells all processes that no new round begins


def run(
    rounds: int,
    seed: int,
    progress: Progress,
    seconds: float | None,
    jobs: int,
    postgresql: bool,
) -> Json:
    """Run rounds until their number or the time is reached; return a document for JSON. Raise BenchError at the first loss."""
    if sys.platform == "win32":
        raise BenchError("this needs Linux or macOS")
    began = time.monotonic()
    whole = Tally()
    sizes = [min(EVENING, rounds - first) for first in range(0, rounds, EVENING)]
    until = None if seconds is None else began + seconds
    progress("rounds", 0, rounds)
    with tempfile.TemporaryDirectory(prefix="tischlein crash ") as folder:
        for tally in _played(Path(folder), sizes, seed, until, jobs, postgresql):
            whole.add(tally)
            progress("rounds", whole.rounds, rounds)
    return {
        "results": {
            "store": "PostgreSQL" if postgresql else "SQLite",
            "rounds": whole.rounds,
            "jobs": jobs,
            "kinds": whole.kinds,
            "acknowledged": whole.acknowledged,
            "lost": 0,
            "twice": 0,
            "damages": dict(sorted(whole.damages.items())),
            "seconds": round(time.monotonic() - began, 1),
            "spent_s": {part: round(spent / 1000, 1) for part, spent in whole.spent_ms.items()},
        },
    }


def _played(
    folder: Path, sizes: list[int], seed: int, until: float | None, jobs: int, postgresql: bool
) -> Iterator[Tally]:
    """Yield what happened in evenings of these sizes as they end; after a loss the others stop at the end of their round."""
    tasks = [(folder, number, size, seed, until, postgresql) for number, size in enumerate(sizes)]
    if jobs == 1:
        for task in tasks:
            yield _one(*task)
        return
    # New processes, not copies: this one may have threads.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        try:
            for done in as_completed([pool.submit(_one, *task) for task in tasks]):
                yield done.result()
        finally:
            (folder / STOP).touch()
            pool.shutdown(cancel_futures=True)


def _one(folder: Path, number: int, size: int, seed: int, until: float | None, postgresql: bool) -> Tally:
    def go_on() -> bool:
        return (until is None or time.monotonic() < until) and not (folder / STOP).exists()

    if not go_on():
        return Tally()
    return evening(folder / f"{number}", size, f"{seed}/{number}", go_on, postgresql)
