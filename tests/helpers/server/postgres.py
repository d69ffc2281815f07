"""A real PostgreSQL for tests, one for all processes of a run, in a folder of its own, and gone when they are."""

import itertools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from bench.common.postgres import folder_of_programs

USER = "postgres"
# Nothing here outlives the tests: syncing would only cost time.
QUICK = "-c fsync=off -c full_page_writes=off -c max_connections=200 -c shared_buffers=16MB"
FOLDER = "TISCHLEIN_TEST_POSTGRES"  # in the environment, for all processes of a run
OWNER = pytest.StashKey[bool]()
_numbers = itertools.count(1)


class Postgres:
    """A running PostgreSQL, reached through a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def database(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        name = f"tables_{os.getpid()}_{next(_numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)


def pytest_configure(config: pytest.Config) -> None:
    """Choose a folder that all processes of this run know; it is made when the first test needs it."""
    config.stash[OWNER] = FOLDER not in os.environ
    os.environ.setdefault(FOLDER, f"{_home()}/tischlein-pg-{os.getpid()}")


def pytest_unconfigure(config: pytest.Config) -> None:
    """End what the processes of this run have started."""
    if config.stash.get(OWNER, False):
        folder = Path(os.environ.pop(FOLDER))
        if folder.exists():
            _stop(folder)


def running() -> Postgres:
    """PostgreSQL; the first test that asks starts it, and it stays for the others."""
    import fcntl

    folder = Path(os.environ[FOLDER])
    folder.mkdir(mode=0o755, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "started").exists():
            _start(folder)
            (folder / "started").touch()
    return Postgres(folder)


def _home() -> str:
    """Short: the path of a socket may not be long. In memory, where the tests' other files are."""
    return os.environ.get("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())


def _start(folder: Path) -> None:
    if os.geteuid() == 0:
        shutil.chown(folder, USER)
    data = str(folder / "data")
    how = ["-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
    _run(folder, "initdb", *how)
    options = f"-h '' -k {folder} {QUICK}"
    _run(folder, "pg_ctl", "-D", data, "-w", "-t", "60", "-l", str(folder / "log"), "-o", options, "start")


def _stop(folder: Path) -> None:
    try:
        _run(folder, "pg_ctl", "-D", str(folder / "data"), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(folder: Path, *command: str) -> None:
    programs = folder_of_programs()
    assert programs is not None
    # PostgreSQL refuses to run as root.
    as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    subprocess.run(
        [*as_user, str(programs / command[0]), *command[1:]],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=120,
    )
