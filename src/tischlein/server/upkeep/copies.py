"""Backups: copied while people play, checked before anybody relies on them, and put back in one step."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

from tischlein.server.errors import StoreError
from tischlein.server.store.journal import beside
from tischlein.server.store.lock import FolderLock
from tischlein.server.store.writer import NAME
from tischlein.server.upkeep.check import CheckReport, check
from tischlein.server.upkeep.upgrade import copy_file

BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a file


def backup(folder: Path, target: Path) -> CheckReport:
    """Copy the tables of a folder into a new file, and check the copy."""
    source = folder / NAME
    if not source.is_file():
        raise StoreError(f"{source}: there is no such file")
    if target.exists():
        raise StoreError(f"{target}: there is such a file already")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        copy_file(source, part)
        report = check(part)
        os.replace(part, target)
        _sync(target.parent)
    finally:
        part.unlink(missing_ok=True)
    report.file = str(target)
    return report


def restore(copy: Path, folder: Path) -> tuple[CheckReport, Path | None]:
    """Put a backup in the place of the tables of a folder; what was there is kept beside it, and its new name returned.

    Nothing is changed when the backup is damaged, or while a server uses the folder. The server brings one of an earlier version up to
    date when it starts.
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
        copy_file(copy, fresh)
        aside = _kept_aside(folder / NAME)
        _sync(folder)
        # A log of the old file must not stand beside the new one; the old one never lacks more than what is in it.
        for ending in BESIDE:
            Path(f"{folder / NAME}{ending}").unlink(missing_ok=True)
        os.replace(fresh, folder / NAME)
        # What people were told since the backup was made is given up on purpose.
        beside(folder / NAME).unlink(missing_ok=True)
        _sync(folder)
    finally:
        lock.release()
    return report, aside


def _kept_aside(file: Path) -> Path | None:
    """Give what is there another name besides, with all that belongs to it: until it is replaced, it is still there."""
    if not file.exists():
        return None
    name = f"{file.name}.{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
    aside = file.with_name(name)
    while aside.exists():  # another one, that broke off
        name += "-"
        aside = file.with_name(name)
    for ending in ("", *BESIDE):
        part = Path(f"{file}{ending}")
        if part.exists():
            _link(part, Path(f"{aside}{ending}"))
    return aside


def _link(file: Path, name: Path) -> None:
    """A second name for a file; a copy, where a disk knows no such thing."""
    try:
        os.link(file, name)
    except OSError:
        shutil.copy2(file, name)
        with name.open("rb") as written:
            os.fsync(written.fileno())


def _sync(folder: Path) -> None:
    """Names are on the disk too; there is no such thing on Windows."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
