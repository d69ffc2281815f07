"""A lock on the data folder: two servers would overwrite each other's tables."""

import logging
import os
import sys
from io import TextIOWrapper
from pathlib import Path

from tischlein.server.errors import StoreError

logger = logging.getLogger("tischlein.server")

NAME = "server.lock"


def make_private(file: Path) -> None:
    """Let only the server's user read a database, which holds secrets and cards; warn about an open folder."""
    if sys.platform == "win32":
        return
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite gives its other files the same mode
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}") from error
    for path in file.parent.glob(f"{file.name}*"):
        try:
            path.chmod(0o600)
        except PermissionError:
            logger.warning("%s belongs to another user, who can read all tables", path)
    if file.parent.stat().st_mode & 0o077:
        folder = file.parent
        logger.warning(
            "other users of this machine may enter %s: `chmod 700 %s` keeps them out", folder, folder
        )


class FolderLock:
    """A lock on a folder, held until it is released or the process ends in any way."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file: TextIOWrapper | None = None

    @property
    def held(self) -> bool:
        return self._file is not None

    def acquire(self) -> None:
        """Take the lock; StoreError names the process that has it."""
        if self._file is not None:
            return
        path = self.folder / NAME
        # Opened without being emptied: it holds the process id of the other server.
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
        if sys.platform != "win32":
            os.fchmod(file.fileno(), 0o600)
        try:
            _lock(file)
        except BlockingIOError:
            other = file.read(20).strip()
            file.close()
            who = f" (process {other})" if other.isdecimal() else ""
            raise StoreError(
                f"another server{who} uses the folder {self.folder}: stop it first, or choose another folder with --data"
            ) from None
        except OSError as error:
            # Some network file systems have no locks.
            logger.warning("%s cannot be locked (%s): make sure that no other server uses it", path, error)
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        self._file = file

    def release(self) -> None:
        if self._file is not None:
            # Closing releases the lock; the file stays, since another server may already have opened it.
            self._file.close()
            self._file = None


def _lock(file: TextIOWrapper) -> None:
    """Lock an open file, or raise BlockingIOError if another process has locked it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            # Far behind the text, which others must be able to read.
            file.seek(1 << 20)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise BlockingIOError from None
        finally:
            file.seek(0)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
