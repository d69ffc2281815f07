"""Files of earlier versions, which the server would bring up to date when it starts: checked and moved as copies that are."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tischlein.server.errors import StoreError
from tischlein.server.store import schema
from tischlein.server.store.engines import engine_for
from tischlein.server.store.migrations import prepare

PAGES = 1024  # copied at a time


def is_older(found: str) -> bool:
    """Is this the schema of an earlier version?"""
    return found.isdecimal() and 1 <= int(found) < schema.SCHEMA


@contextmanager
def upgraded(file: Path) -> Iterator[Path]:
    """A copy of a file, with the schema of now; the file itself stays as it is.

    Beside it where that can be: the folder for temporary files is often in memory.
    """
    beside = file.parent if os.access(file.parent, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="tischlein-", dir=beside) as folder:
        copy = Path(folder) / file.name
        copy_file(file, copy)
        engine = engine_for(f"sqlite:///{copy}")
        try:
            with engine.begin() as connection:
                prepare(connection)
        finally:
            engine.dispose()
        yield copy


def copy_file(source: Path, target: Path) -> None:
    """Copy a file as of one moment, into one file that is on the disk when this returns."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with (
            closing(sqlite3.connect(f"file:{source.absolute()}?mode=ro", uri=True)) as reading,
            closing(sqlite3.connect(target)) as writing,
        ):
            # All of it as of now: else a copy would begin again whenever the server has written something.
            reading.execute("BEGIN")
            reading.execute("SELECT 1 FROM sqlite_schema").fetchone()
            reading.backup(writing, pages=PAGES)
            # A backup is one file: nothing beside it that could be forgotten.
            writing.execute("PRAGMA journal_mode=DELETE")
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{source} could not be copied: {error}") from error
    with target.open("rb") as written:
        os.fsync(written.fileno())
