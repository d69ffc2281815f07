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
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bench.server.crash.judge import judge
from bench.server.crash.people import Evening, Noted
from bench.server.crash.stores import CrashStore, database_store, file_store
from bench.server.traffic import served_by, serving

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
    with database_store(folder) if postgresql else file_store(folder) as store:
        for number in range(rounds):
            if not go_on():
                break
            kind = store.kinds[number % len(store.kinds)]
            kinds[kind] += 1
            with _timed(spent, "playing"):
                _round(store, kind, noted, rng)
            with _timed(spent, "checking"):
                judge(store.file(), noted)
            with _timed(spent, "damaging copies"):
                damages.update(store.damaged(rng))
    return Tally(dict(kinds), noted.counts, dict(damages), dict(spent))


def _round(store: CrashStore, kind: str, noted: Noted, rng: random.Random) -> None:
    """Play on a server until it is killed; a full disk fills its stderr."""

    async def evening() -> None:
        people = Evening(url, noted, rng, pid)
        try:
            await _evening(people, store, pid, kind, rng)
        finally:
            # Kill while all players are in the middle of something.
            os.kill(pid, signal.SIGKILL)
            await people.end()

    with serving(served_by(store.data), stderr=subprocess.DEVNULL) as (url, pid):
        asyncio.run(evening())


@contextmanager
def _timed(spent: Counter[str], part: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    spent[part] += int(1000 * (time.monotonic() - began))


async def _evening(people: Evening, store: CrashStore, pid: int, kind: str, rng: random.Random) -> None:
    await people.begin()
    await people.must_go_on("the end of the last round")
    await people.go_on(rng.uniform(*BEFORE))
    if kind == "killed":
        return
    with store.trouble(pid, kind):
        await people.go_on(rng.uniform(*LASTS))
        if rng.random() < 0.5:
            os.kill(pid, signal.SIGKILL)  # in the middle of it
            return
    await people.must_go_on(kind)
    await people.go_on(rng.uniform(*BEFORE))
