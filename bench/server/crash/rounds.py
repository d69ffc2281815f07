"""Rounds of trouble: a server is killed with ``kill -9`` in the middle of people's play, after whatever else has happened to it.

Two people and a bot at each of four tables move, take back, talk, join and play again. What the server has acknowledged is noted; after
each kill all of it must be in the store, once, and every game must be sound. After a trouble that passes, the tables must go on in
the same process. Besides, a copy of a file is truncated, or a bit in it is flipped: a log that reads differently must be noticed.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
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
from bench.server.crash.judge import judge
from bench.server.crash.people import PATIENCE, Evening, Noted
from bench.server.crash.served import FAILED, STARTED
from bench.server.crash.stores import CrashStore, database_store, file_store

LASTS = (0.02, 0.2)  # seconds of a trouble
BEFORE = (0.01, 0.15)  # seconds of play before it, and after it


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


def evening(
    folder: Path, rounds: int, seed: str, go_on: Callable[[], bool], postgresql: bool = False
) -> Tally:
    """Run rounds on one store while there is time; raise BenchError at the first loss."""
    rng, noted = random.Random(seed), Noted()
    kinds, damages, spent = Counter[str](), Counter[str](), Counter[str]()
    with database_store(folder) if postgresql else file_store(folder) as store, Servers() as servers:
        for number in range(rounds):
            if not go_on():
                break
            kind = store.kinds[number % len(store.kinds)]
            kinds[kind] += 1
            with _timed(spent, "playing"):
                _round(servers, store, kind, noted, rng)
            with _timed(spent, "checking"):
                judge(store.file(), noted)
            with _timed(spent, "damaging copies"):
                damages.update(store.damaged(rng))
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

    def start(self, data: str) -> tuple[int, str]:
        """Start a server on a folder or a database, and return its process and address."""
        # Reading a line cannot be interrupted, but it returns when the writer ends.
        too_late = threading.Timer(self._patience, self._end)
        too_late.start()
        try:
            return self._started(data)
        finally:
            too_late.cancel()

    def _started(self, data: str) -> tuple[int, str]:
        assert self._process.stdin is not None  # noqa: S101 — for the type checker
        self._process.stdin.write(f"{data}\n")
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


def _round(servers: Servers, store: CrashStore, kind: str, noted: Noted, rng: random.Random) -> None:
    pid, url = servers.start(store.data)

    async def evening() -> None:
        people = Evening(url, noted, rng, pid)
        try:
            await _evening(people, store, pid, kind, rng, lambda: servers.kill(pid))
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
    people: Evening, store: CrashStore, pid: int, kind: str, rng: random.Random, kill: Callable[[], None]
) -> None:
    await people.begin()
    await people.must_go_on("the end of the last round")
    await people.go_on(rng.uniform(*BEFORE))
    if kind == "killed":
        return
    with store.trouble(pid, kind):
        await people.go_on(rng.uniform(*LASTS))
        if rng.random() < 0.5:
            kill()  # in the middle of it
            return
    await people.must_go_on(kind)
    await people.go_on(rng.uniform(*BEFORE))
