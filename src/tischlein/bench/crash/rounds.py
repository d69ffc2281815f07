"""Rounds of trouble: a server is killed with ``kill -9`` in the middle of people's play, after whatever else has happened to it.

Two people and a bot at each of four tables move, take back, talk, join and play again. What the server has acknowledged is noted; after
each kill all of it must be in the store, once, and every game must be sound. After a trouble that passes, the tables must go on in
the same process. A write-ahead log that was cut may lack something, but only what the operator is told of, and the next round goes on from
the rest. Besides, copies of the file are truncated, and bits in them are flipped: such damage has to be told of too.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tischlein.bench.crash.judge import cut, damaged_copies, judge
from tischlein.bench.crash.people import Evening, Noted
from tischlein.bench.environment import describe
from tischlein.bench.errors import BenchError
from tischlein.bench.turns import Progress
from tischlein.server.store.writer import NAME

KINDS = (
    "killed",
    "full disk",
    "killed",
    "read-only disk",
    "killed",
    "locked",
    "cut log",
    "clock set back",
    "killed",
    "clock set on",
)
ROOM = 20_000  # bytes that a full disk still has
LASTS = (0.1, 0.6)  # seconds of a trouble
BEFORE = (0.2, 0.9)  # seconds of play before it, and after it


def run(rounds: int, seed: int, progress: Progress, seconds: float | None = None) -> dict[str, Any]:
    """Run so many rounds, or as many as fit into the time; return a document for JSON. BenchError at the first thing that is lost."""
    environment, rng, noted = describe(), random.Random(seed), Noted()
    kinds: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tischlein crash ") as name:
        folder = Path(name) / "data"
        for number in range(rounds):
            if seconds is not None and time.monotonic() - began > seconds:
                break
            progress("rounds", number, rounds)
            kind = KINDS[number % len(KINDS)]
            kinds[kind] += 1
            _round(folder, kind, noted, rng)
            judge(folder / NAME, noted)
            outcomes.update(damaged_copies(folder, noted, rng))
            if kind == "cut log":
                outcomes[f"cut log: {cut(folder, noted, rng)}"] += 1
    return {
        "bench": "crash",
        "environment": environment,
        "results": {
            "rounds": kinds.total(),
            "kinds": dict(kinds),
            "acknowledged": noted.counts,
            "lost": 0,
            "twice": 0,
            "damages": dict(sorted(outcomes.items())),
            "seconds": round(time.monotonic() - began, 1),
        },
    }


def _round(folder: Path, kind: str, noted: Noted, rng: random.Random) -> None:
    command = [sys.executable, "-m", "tischlein.bench.crash.served", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None  # noqa: S101 — for the type checker
        line = process.stdout.readline()
        if "http://" not in line:
            raise BenchError("the server does not start any more")
        asyncio.run(_evening(line.split()[-1], folder, process.pid, kind, noted, rng))
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()


async def _evening(url: str, folder: Path, pid: int, kind: str, noted: Noted, rng: random.Random) -> None:
    evening = Evening(url, noted, rng)
    try:
        await evening.begin()
        await evening.must_go_on("the end of the last round")
        await evening.go_on(rng.uniform(*BEFORE))
        if kind in ("killed", "cut log"):
            return
        with _trouble(folder, pid, kind):
            await evening.go_on(rng.uniform(*LASTS))
            if rng.random() < 0.5:
                return  # killed in the middle of it
        await evening.must_go_on(kind)
        await evening.go_on(rng.uniform(*BEFORE))
    finally:
        await evening.end()


@contextmanager
def _trouble(folder: Path, pid: int, kind: str) -> Iterator[None]:
    if kind == "locked":
        with _locked(folder / NAME):
            yield
    elif kind.startswith("clock"):
        if sys.platform != "win32":
            os.kill(pid, signal.SIGUSR1 if kind == "clock set back" else signal.SIGUSR2)
        yield
    else:
        # No file grows beyond this: what the system answers then is what a disk answers that is full, or cannot be written at all.
        largest = max(file.stat().st_size for file in folder.iterdir() if file.is_file())
        with _bounded(pid, largest + ROOM if kind == "full disk" else 0):
            yield


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Somebody else holds the database."""
    held = sqlite3.connect(file, timeout=10, check_same_thread=False)
    try:
        with suppress(sqlite3.OperationalError):
            held.execute("BEGIN IMMEDIATE")
        yield
    finally:
        held.close()


@contextmanager
def _bounded(pid: int, size: int) -> Iterator[None]:
    if sys.platform != "linux":
        yield
        return
    import resource

    before, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (before, most))
