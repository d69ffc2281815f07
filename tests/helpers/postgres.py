"""A real PostgreSQL for tests, in a folder of its own, and gone when they are."""

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from scripts.parts import postgresql

USER = "postgres"
# Nothing here outlives the tests: syncing would only cost time.
QUICK = "-c fsync=off -c full_page_writes=off -c max_connections=60 -c shared_buffers=16MB"
_numbers = itertools.count(1)


class Cluster:
    """A running PostgreSQL, reached through a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"tables_{next(_numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)


def _run(folder: Path, *command: str) -> None:
    programs = postgresql()
    assert programs is not None
    # PostgreSQL refuses to run as root.
    as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    subprocess.run(
        [*as_user, str(programs / command[0]), *command[1:]],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=60,
    )


@contextmanager
def running() -> Iterator[Cluster]:
    """PostgreSQL, for as long as the block runs."""
    folder = Path(tempfile.mkdtemp(prefix="tischlein-pg-"))  # short: the path of a socket may not be long
    if os.geteuid() == 0:
        shutil.chown(folder, USER)
    data = str(folder / "data")
    how = ["-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
    try:
        _run(folder, "initdb", *how)
        options = f"-h '' -k {folder} {QUICK}"
        _run(
            folder, "pg_ctl", "-D", data, "-w", "-t", "30", "-l", str(folder / "log"), "-o", options, "start"
        )
        try:
            yield Cluster(folder)
        finally:
            _run(folder, "pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
