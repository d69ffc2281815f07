"""Thousands of rounds in one command: evenings of some rounds each, on files of their own, several at the same time."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import count
from multiprocessing import get_context
from pathlib import Path

import msgspec

from bench.common.environment import describe
from bench.common.errors import BenchError
from bench.common.turns import Progress
from bench.server.crash.rounds import Tally, evening
from tischlein.engine.types import Json

EVENING = 20  # rounds on one file: looking at all games again after each takes longer the more there are
STOP = "no-more"  # a file with this name tells all processes that no new round begins


class Kept(msgspec.Struct):
    """A line of the file from which a run goes on: one evening, and what happened in it."""

    seed: int
    evening: int
    tally: Tally


def run(
    rounds: int,
    seed: int,
    progress: Progress,
    seconds: float | None = None,
    jobs: int = 1,
    kept: Path | None = None,
    postgresql: bool = False,
) -> Json:
    """Run rounds until their number or the time is reached; return a document for JSON. Raise BenchError at the first loss.

    ``kept`` is a file: the rounds that are in it count, and those of this run are added.
    """
    if not hasattr(os, "fork"):
        raise BenchError("this needs a system where a process can be copied: Linux or macOS")
    environment, began = describe(), time.monotonic()
    before = _read(kept, seed)
    whole = Tally()
    for line in before:
        whole.add(line.tally)
    ahead = dict(_evenings(rounds - whole.rounds, {line.evening for line in before}))
    until = None if seconds is None else began + seconds
    progress("rounds", whole.rounds, rounds)
    with tempfile.TemporaryDirectory(prefix="tischlein crash ") as folder:
        for number, tally in _played(Path(folder), ahead, seed, until, jobs, postgresql):
            whole.add(tally)
            progress("rounds", whole.rounds, rounds)
            if kept is not None and tally.rounds:
                with kept.open("ab") as file:
                    file.write(msgspec.json.encode(Kept(seed, number, tally)) + b"\n")
    return {
        "bench": "crash",
        "environment": environment,
        "results": {
            "store": "PostgreSQL" if postgresql else "SQLite",
            "rounds": whole.rounds,
            "rounds_before": sum(line.tally.rounds for line in before),
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


def _evenings(rounds: int, done: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the evenings that are not done, and their rounds. One that was cut short is not repeated.

    An evening that is missing between finished ones may have found a loss: it runs again.
    """
    numbers = (number for number in count() if number not in done)
    for first in range(0, rounds, EVENING):
        yield next(numbers), min(EVENING, rounds - first)


def _read(kept: Path | None, seed: int) -> list[Kept]:
    if kept is None or not kept.exists():
        return []
    written = kept.read_bytes()
    # A process that was killed while writing leaves a line without an end.
    whole = written[: written.rfind(b"\n") + 1]
    try:
        lines = [msgspec.json.decode(line, type=Kept) for line in whole.splitlines()]
    except msgspec.MsgspecError as error:
        raise BenchError(f"{kept} is not a file of an earlier run: {error}") from None
    if written and not lines:
        raise BenchError(f"{kept} is not a file of an earlier run")
    if any(line.seed != seed for line in lines):
        raise BenchError(f"{kept} is of a run with seed {lines[0].seed}: use that seed, or another file")
    if len(whole) < len(written):
        kept.write_bytes(whole)
    return lines


def _played(
    folder: Path, ahead: dict[int, int], seed: int, until: float | None, jobs: int, postgresql: bool
) -> Iterator[tuple[int, Tally]]:
    """Yield the evenings as they end; after a loss the others stop at the end of their round."""
    if jobs == 1:
        for number, size in ahead.items():
            yield number, _one(folder, number, size, seed, until, postgresql)
        return
    # New processes, not copies: this one may have threads.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        running = {
            pool.submit(_one, folder, number, size, seed, until, postgresql): number
            for number, size in ahead.items()
        }
        try:
            for done in as_completed(running):
                yield running[done], done.result()
        finally:
            (folder / STOP).touch()
            pool.shutdown(cancel_futures=True)


def _one(folder: Path, number: int, size: int, seed: int, until: float | None, postgresql: bool) -> Tally:
    def go_on() -> bool:
        return (until is None or time.monotonic() < until) and not (folder / STOP).exists()

    if not go_on():
        return Tally()
    return evening(folder / f"{number}", size, f"{seed}/{number}", go_on, postgresql)
