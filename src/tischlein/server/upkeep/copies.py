"""Backups of a file: copied while people play, checked, and restored in one step."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tischlein.server.errors import StoreError
from tischlein.server.store.engines import open_read_only
from tischlein.server.store.lock import FolderLock
from tischlein.server.store.writer import NAME
from tischlein.server.upkeep.check import CheckReport, check

BESIDE = ("-wal", "-shm")  # endings of the files that SQLite keeps beside a database
PAGES = 1024  # copied at a time


def backup(folder: Path, target: Path) -> CheckReport:
    """Copy the tables of a folder into a new file, and check the copy."""
    source = folder / NAME
    if not source.is_file():
        raise StoreError(f"{source}: there is no such file")
    return write_checked(target, lambda unfinished: _copy_file(source, unfinished))


def write_checked(target: Path, write: Callable[[Path], None]) -> CheckReport:
    """Let ``write`` fill a new file that nobody else can read, and check it; it gets its name once it is on the disk."""
    _check_new(target)
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.unlink(missing_ok=True)
    try:
        write(unfinished)
        report = check(unfinished)
        os.replace(unfinished, target)
        _sync(target.parent)
    finally:
        unfinished.unlink(missing_ok=True)
    report.file = str(target)
    return report


def _check_new(file: Path) -> None:
    """Raise StoreError if a new file cannot lie there."""
    if file.is_dir():
        raise StoreError(f"{file} is a folder: name a file in it")
    if file.exists():
        raise StoreError(f"{file}: there is such a file already")
    if not file.parent.is_dir():
        raise StoreError(f"{file.parent}: there is no such folder")


def make_private(file: Path) -> None:
    """Make a new file that only its user can read."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def sync_file(file: Path) -> None:
    """Sync the content of a file."""
    with file.open("rb") as written:
        os.fsync(written.fileno())


def restore(copy: Path, folder: Path) -> tuple[CheckReport, Path | None]:
    """Replace the tables of a folder by a backup; return the new name of what was there, which is kept.

    Nothing is changed when the backup is damaged, or while a server uses the folder.
    """
    report = check(copy)
    if not report.sound:
        return report, None
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = FolderLock(folder)
    lock.acquire()
    try:
        fresh = folder / f"{NAME}.part"
        fresh.unlink(missing_ok=True)
        _copy_file(copy, fresh)
        aside = _set_aside(folder / NAME)
        _sync(folder)
        # The write-ahead log of the old file must not be applied to the new one.
        for ending in BESIDE:
            Path(f"{folder / NAME}{ending}").unlink(missing_ok=True)
        os.replace(fresh, folder / NAME)
        _sync(folder)
    finally:
        lock.release()
    return report, aside


def _copy_file(source: Path, target: Path) -> None:
    """Copy a database as of one moment into one file that is on the disk when this returns."""
    try:
        make_private(target)
        with (
            closing(open_read_only(source)) as reading,
            closing(sqlite3.connect(target)) as writing,
        ):
            # In one transaction: otherwise the copy starts again whenever the server writes.
            reading.execute("BEGIN")
            reading.execute("SELECT 1 FROM sqlite_schema").fetchone()
            reading.backup(writing, pages=PAGES)
            # A backup is one file.
            writing.execute("PRAGMA journal_mode=DELETE")
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{source} could not be copied: {error}") from error
    sync_file(target)


def _set_aside(file: Path) -> Path | None:
    """Link a database and its other files under a second name, and return that; the first name stays until it is replaced."""
    if not file.exists():
        return None
    name = f"{file.name}.{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
    aside = file.with_name(name)
    while aside.exists():  # of a restore that was interrupted
        name += "-"
        aside = file.with_name(name)
    for ending in ("", *BESIDE):
        piece = Path(f"{file}{ending}")
        if piece.exists():
            _link(piece, Path(f"{aside}{ending}"))
    return aside


def _link(file: Path, name: Path) -> None:
    """Link a file, or copy it if the file system has no links."""
    try:
        os.link(file, name)
    except OSError:
        shutil.copy2(file, name)
        sync_file(name)


def _sync(folder: Path) -> None:
    """Sync the names in a folder, where the system can."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
