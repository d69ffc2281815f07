"""The stores that ``bench crash`` makes trouble for: a SQLite file, or a PostgreSQL database."""

import os
import random
import shutil
import signal
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Protocol

from bench.common.postgres import OwnDatabase, own_database
from bench.server.crash.judge import damaged_copy
from tischlein.engine.types import Untyped
from tischlein.server.store.writer import NAME
from tischlein.server.upkeep.databases import backup_database

ROOM = 20_000  # bytes that a full disk still has
EVERYWHERE = ("killed", "locked", "clock set back", "killed", "clock set on")


class CrashStore(Protocol):
    """A store, what can happen to it, and how it is looked at afterwards."""

    kinds: Sequence[str]  # of trouble, in the order of the rounds
    data: str  # where a server finds it

    def trouble(self, pid: int, kind: str) -> AbstractContextManager[None]:
        """Make trouble of this kind for a server, and end it."""

    def file(self) -> Path:
        """Return a SQLite file with everything that is stored."""

    def damaged(self, rng: random.Random) -> Sequence[str]:
        """Damage a copy, and return what came of it; nothing where that is the database's own affair."""


@contextmanager
def file_store(folder: Path) -> Iterator[CrashStore]:
    """Make trouble for a file in a folder, which is removed afterwards unless something was lost."""
    yield _File(folder)
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def database_store(folder: Path) -> Iterator[CrashStore]:
    """Make trouble for a PostgreSQL server, which is started for this; the folder is for copies."""
    folder.mkdir(parents=True)
    with own_database() as database:
        yield _Database(folder, database)
    shutil.rmtree(folder, ignore_errors=True)


class _File:
    kinds: Sequence[str] = ("killed", "full disk", "killed", "read-only disk", *EVERYWHERE)

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.data = str(folder)

    @contextmanager
    def trouble(self, pid: int, kind: str) -> Iterator[None]:
        if kind == "locked":
            with _locked(self.file()):
                yield
        elif kind.startswith("clock"):
            _jump(pid, kind)
            yield
        else:
            # No file grows beyond this: what the system answers then is what a disk answers that is full, or cannot be written at all.
            largest = max(file.stat().st_size for file in self._folder.iterdir() if file.is_file())
            with _bounded(pid, largest + ROOM if kind == "full disk" else 0):
                yield

    def file(self) -> Path:
        return self._folder / NAME

    def damaged(self, rng: random.Random) -> Sequence[str]:
        return [damaged_copy(self._folder, rng)]


class _Database:
    kinds: Sequence[str] = ("killed", "database killed", "killed", "connections cut", *EVERYWHERE)

    def __init__(self, folder: Path, database: OwnDatabase) -> None:
        self._folder, self._database = folder, database
        self.data = database.url

    @contextmanager
    def trouble(self, pid: int, kind: str) -> Iterator[None]:
        if kind == "database killed":
            self._database.kill()
            try:
                yield
            finally:
                self._database.start()
        elif kind == "locked":
            with closing(self._connected()) as connection:
                connection.execute("BEGIN")
                connection.execute("LOCK TABLE tables, log IN ACCESS EXCLUSIVE MODE")
                yield
        elif kind == "connections cut":
            with closing(self._connected()) as connection:
                cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                connection.execute(cut)
            yield
        else:
            _jump(pid, kind)
            yield

    def _connected(self) -> Untyped:
        import psycopg

        return psycopg.connect(self.data, autocommit=True)

    def file(self) -> Path:
        """Return a backup, which must be complete, too."""
        copy = self._folder / NAME
        copy.unlink(missing_ok=True)
        backup_database(self.data, copy)
        return copy

    def damaged(self, rng: random.Random) -> Sequence[str]:
        return []


def _jump(pid: int, kind: str) -> None:
    os.kill(pid, signal.SIGUSR1 if kind == "clock set back" else signal.SIGUSR2)


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
