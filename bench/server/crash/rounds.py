"""Rounds of trouble: a server is killed with ``kill -9`` in the middle of people's play, after whatever else has happened to it.

Two people and a bot at each of four tables move, take back, talk, join and play again. What the server has acknowledged is noted; after
each kill all of it must be in the store, once, and every game must be sound. After a trouble that passes, the tables must go on in
the same process. Besides, copies of the file are truncated, and bits in them are flipped: a log that reads differently must be noticed.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from bench.common.environment import variables
from bench.common.errors import BenchError
from bench.server.crash.judge import damaged_copies, judge
from bench.server.crash.people import PATIENCE, Evening, Noted
from bench.server.crash.served import FAILED, STARTED
from tischlein.server.store.writer import NAME

KINDS = (
    "killed",
    "full disk",
    "killed",
    "read-only disk",
    "killed",
    "locked",
    "clock set back",
    "killed",
    "clock set on",
)
ROOM = 20_000  # bytes that a full disk still has
LASTS = (0.1, 0.5)  # seconds of a trouble
BEFORE = (0.1, 0.5)  # seconds of play before it, and after it


class Tally(msgspec.Struct):
    """What happened in an evening, or in all of them."""

    kinds: dict[str, int] = {}
    acknowledged: dict[str, int] = {}
    damages: dict[str, int] = {}
    spent_ms: dict[str, int] = {}

    def add(self, other: Tally) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, dict(Counter(getattr(self, name)) + Counter(getattr(other, name))))

    @property
    def rounds(self) -> int:
        return sum(self.kinds.values())


def evening(folder: Path, rounds: int, seed: str, go_on: Callable[[], bool]) -> Tally:
    """Run rounds on one file while there is time; raise BenchError at the first loss."""
    rng, noted = random.Random(seed), Noted()
    kinds, damages, spent = Counter[str](), Counter[str](), Counter[str]()
    with Servers() as servers:
        for number in range(rounds):
            if not go_on():
                break
            kind = KINDS[number % len(KINDS)]
            kinds[kind] += 1
            with _timed(spent, "playing"):
                _round(servers, folder, kind, noted, rng)
            with _timed(spent, "checking"):
                judge(folder / NAME, noted)
            with _timed(spent, "damaging copies"):
                damages.update(damaged_copies(folder, rng))
    shutil.rmtree(folder, ignore_errors=True)
    return Tally(dict(kinds), noted.counts, dict(damages), dict(spent))


class Servers:
    """Starts servers, each a copy of a process that has loaded everything; all of them end with this."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience  # seconds until a server has to be there, or to be gone

    def __enter__(self) -> Servers:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.server.crash.served"],
            env=variables(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._process.communicate()

    def _end(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)

    def start(self, folder: Path) -> tuple[int, str]:
        """Start a server on a folder, and return its process and address."""
        # Reading a line cannot be interrupted, but it returns when the writer ends.
        too_late = threading.Timer(self._patience, self._end)
        too_late.start()
        try:
            return self._started(folder)
        finally:
            too_late.cancel()

    def _started(self, folder: Path) -> tuple[int, str]:
        assert self._process.stdin is not None  # noqa: S101 — for the type checker
        self._process.stdin.write(f"{folder}\n")
        self._process.stdin.flush()
        pid, reports = "", dict[str, str]()  # by process; it may speak before its number is known
        while pid not in reports:
            who, *words = self._read()
            if who == STARTED:
                pid = words[0]
            elif words[-1] == FAILED or words[-1].startswith("http://"):
                reports[who] = words[-1]
        if reports[pid] == FAILED:
            raise BenchError("the server does not start any more")
        return int(pid), reports[pid]

    def _read(self) -> list[str]:
        assert self._process.stdout is not None  # noqa: S101 — for the type checker
        line = self._process.stdout.readline()
        if not line:
            raise BenchError(f"no server has started within {self._patience:g} s, or their process has ended")
        return line.split()

    def kill(self, pid: int) -> None:
        """End it with ``kill -9``, and wait until it is gone."""
        until = time.monotonic() + self._patience
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            while time.monotonic() < until:
                os.kill(pid, 0)
                time.sleep(0.002)
            raise BenchError(f"a server that was killed is still there after {self._patience:g} s")


def _round(servers: Servers, folder: Path, kind: str, noted: Noted, rng: random.Random) -> None:
    pid, url = servers.start(folder)

    async def evening() -> None:
        people = Evening(url, noted, rng)
        try:
            await _evening(people, folder, pid, kind, rng, lambda: servers.kill(pid))
        finally:
            # Kill while all players are in the middle of something.
            servers.kill(pid)
            await people.end()

    asyncio.run(evening())


@contextmanager
def _timed(spent: Counter[str], part: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    spent[part] += int(1000 * (time.monotonic() - began))


async def _evening(
    people: Evening, folder: Path, pid: int, kind: str, rng: random.Random, kill: Callable[[], None]
) -> None:
    await people.begin()
    await people.must_go_on("the end of the last round")
    await people.go_on(rng.uniform(*BEFORE))
    if kind == "killed":
        return
    with _trouble(folder, pid, kind):
        await people.go_on(rng.uniform(*LASTS))
        if rng.random() < 0.5:
            kill()  # in the middle of it
            return
    await people.must_go_on(kind)
    await people.go_on(rng.uniform(*BEFORE))


@contextmanager
def _trouble(folder: Path, pid: int, kind: str) -> Iterator[None]:
    if kind == "locked":
        with _locked(folder / NAME):
            yield
    elif kind.startswith("clock"):
        os.kill(pid, signal.SIGUSR1 if kind == "clock set back" else signal.SIGUSR2)
        yield
    else:
        # No file grows beyond this: what the system answers then is what a disk answers that is full, or cannot be written at all.
        largest = max(file.stat().st_size for file in folder.iterdir() if file.is_file())
        with _bounded(pid, largest + ROOM if kind == "full disk" else 0):
            yield


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Hold the lock of the database."""
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
        with suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (before, most))
