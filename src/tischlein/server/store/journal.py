"""What was acknowledged, told once more beside the database: SQLite drops the end of a write-ahead log that was cut, and says nothing.

A file of lines stands beside the database. Each batch that changes tables has a number, which is in the database too, in the same
transaction. After the commit, and before anybody is answered, a line says which tables have come how far. If the database is behind
the last line when a server opens it, something that people were told of is missing, and the lines say what. The lines are written with
each batch and synced once a second: a killed process loses none of them, and a power cut at most those of the last second. They begin
again when all of the write-ahead log is in the database.
"""

from __future__ import annotations

import logging
import math
import os
import secrets
import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, delete, func, insert, select

from tischlein.server.clock import now, seconds
from tischlein.server.errors import Damaged
from tischlein.server.store import schema
from tischlein.server.store.transactions import driver_of

logger = logging.getLogger("tischlein.server")

NAME = "written.log"
NOTED = "noted"  # in a connection's info, where somebody listens
STORE, WRITES, LOST = "store", "writes", "lost "  # keys in the database
FULL = 1 << 19  # bytes after which the lines begin again
SYNC = 1.0  # seconds
NOTICE_FOR = 86_400_000  # milliseconds for which people at a table hear of a loss

Note = tuple[int, str, int | str]  # a table's id, what of it has changed, and how far it has come


class JournalLine(msgspec.Struct, array_like=True):
    """The tables that a batch has changed."""

    number: int
    store: str
    notes: list[Note] = []


class Loss(msgspec.Struct):
    """What is missing of a table; ``kept`` is the number of its last log entry that is left, None where all of it is gone."""

    code: str  # empty where it is not known any more
    kept: int | None
    entries: int = 0
    lines: int = 0  # of the chat
    changes: int = 0  # of seats and settings
    at: int = 0

    def __str__(self) -> str:
        if not self.code:
            return f"the last {self.changes} writes are lost; of which tables they were is not known any more"
        if self.kept is None:
            return f"the whole table is lost, with {self.entries} entries of its log"
        more = f"{self.lines} lines of its chat, {self.changes} changes of its seats or settings"
        return f"lost: {self.entries} entries of its log, {more}; it goes on from entry {self.kept}"


def note(connection: Connection, table_id: int, what: str, reached: int | str = 1) -> None:
    """A job has changed a table: its ``log`` or ``chat`` has come so far, it is ``new`` under a code, or something ``else`` is other."""
    noted = connection.info.get(NOTED)
    if noted is not None:
        noted.append((table_id, what, reached))


class Journal:
    """The lines beside one database."""

    def __init__(self, database: Path) -> None:
        self.path = beside(database)
        self._database = database
        self._file = -1
        self._size = 0
        self._synced = -math.inf
        self._number = 0
        self._store = ""

    # Jobs on a connection of the store

    def compare(self, connection: Connection) -> list[Loss]:
        """Find what is missing in the database, note it there for those who come to the tables, and begin to write."""
        about = schema.about
        self._store, self._number = _known(connection)
        found = losses(connection, read(self.path))
        for loss in found:
            loss.at = now()
            connection.execute(delete(about).where(about.c.key == LOST + loss.code))
            connection.execute(insert(about).values(key=LOST + loss.code, value=_written(loss)))
        if not self._store:
            self._store = secrets.token_hex(8)
            connection.execute(insert(about).values(key=STORE, value=self._store))
            connection.execute(insert(about).values(key=WRITES, value="0"))
        return found

    def count(self, connection: Connection) -> None:
        """Give the batch of this transaction its number."""
        written = str(self._number + 1), WRITES
        driver_of(connection).execute("UPDATE about SET value = ? WHERE key = ?", written)

    # Beside the database

    def begin(self) -> None:
        """Write from here on; what was written before is in the database."""
        self.close()
        fresh = self.path.with_name(f"{NAME}.part")
        self._file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
        self._size = os.write(self._file, _line(JournalLine(self._number, self._store)))
        os.fsync(self._file)
        os.replace(fresh, self.path)

    def add(self, notes: Iterable[Note]) -> None:
        """The batch that was counted is on the disk: say so, before anybody is answered."""
        self._number += 1
        furthest: dict[tuple[int, str], Any] = {}  # a number, or the text of a new table
        for table_id, what, reached in notes:
            key = table_id, what
            furthest[key] = furthest.get(key, 0) + 1 if what == "else" else reached
        line = JournalLine(self._number, self._store, [(*key, reached) for key, reached in furthest.items()])
        try:
            self._size += os.write(self._file, _line(line))
            if seconds() - self._synced > SYNC:
                os.fsync(self._file)
                self._synced = seconds()
        except OSError as error:
            # The database itself is written: what is missing here is only a witness.
            logger.warning("%s cannot be written: %s", self.path, error)

    def shorten(self) -> None:
        """Begin again, when the file is long and all of the write-ahead log is in the database."""
        if self._size > FULL:
            with suppress(sqlite3.Error, OSError):
                with closing(sqlite3.connect(self._database)) as connection:
                    busy, frames, copied = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                if not busy and frames == copied:
                    self.begin()
                else:
                    self._size = FULL // 2  # somebody reads: later

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def beside(database: Path) -> Path:
    """Where the lines about a database are."""
    return database.with_name(NAME)


def read(path: Path) -> list[JournalLine]:
    """The lines that are whole; a file that is not there has none."""
    lines = []
    with suppress(FileNotFoundError):
        for data in path.read_bytes().splitlines():
            with suppress(msgspec.MsgspecError, ValueError):
                check, _, text = data.partition(b" ")
                if int(check, 16) == zlib.crc32(text):
                    lines.append(msgspec.json.decode(text, type=JournalLine))
    return lines


def losses(connection: Connection, lines: list[JournalLine]) -> list[Loss]:
    """What the lines tell of and the database does not have, by table."""
    store, number = _known(connection)
    if store or _holds_tables(connection):
        # Lines beside another database, or one that no server with a journal has written, say nothing about this one.
        lines = [line for line in lines if line.store == store]
    missing = [note for line in lines if line.number > number for note in line.notes]
    new = {table_id: str(code) for table_id, what, code in missing if what == "new"}
    found: dict[int, Loss] = {}
    for table_id, what, reached in missing:
        if table_id not in found:
            found[table_id] = _left(connection, table_id, new.get(table_id))
        loss = found[table_id]
        if what == "log":
            loss.entries = max(loss.entries, int(reached) - (loss.kept or 0))
        elif what == "chat":
            loss.lines = max(loss.lines, int(reached) - _last(connection, schema.chat.c.n, table_id))
        elif what == "else":
            loss.changes += int(reached)
    # Where the lines have begun again since, how much is missing before them is known, but not what.
    untold = lines[0].number - number if lines else 0
    return [*([Loss("", None, changes=untold)] if untold > 0 else []), *found.values()]


def recorded(connection: Connection) -> tuple[list[Loss], list[Damaged]]:
    """The losses that servers have noticed when they opened this database, and what of their notes cannot be read."""
    about = schema.about.c
    losses, unreadable = [], []
    for key, value in connection.execute(select(about.key, about.value).where(about.key.startswith(LOST))):
        try:
            losses.append(_read_loss(key.removeprefix(LOST), value))
        except Damaged as error:
            unreadable.append(error)
    return losses, unreadable


def refuse_wrong_number(connection: sqlite3.Connection) -> None:
    """Damaged if the number of the last write cannot be read: without it nobody knows what is missing."""
    row = connection.execute("SELECT value FROM about WHERE key = ?", (WRITES,)).fetchone()
    _last_number(row[0] if row else "0")


def _known(connection: Connection) -> tuple[str, int]:
    about = schema.about.c
    rows = connection.execute(select(about.key, about.value).where(about.key.in_([STORE, WRITES])))
    found = {row.key: row.value for row in rows}
    return found.get(STORE, ""), _last_number(found.get(WRITES, "0"))


def _last_number(value: str) -> int:
    return _numbers("the number of the last write", value, 1)[0]


def _numbers(what: str, value: str, many: int) -> list[int]:
    """So many numbers that somebody has written; no checksum covers these rows."""
    parts = value.split()
    if len(parts) != many or not all(part.removeprefix("-").isdecimal() for part in parts):
        raise Damaged(f"{what} cannot be what was written: {value!r}")
    return [int(part) for part in parts]


def _holds_tables(connection: Connection) -> bool:
    return connection.execute(select(schema.tables.c.id).limit(1)).first() is not None


def _left(connection: Connection, table_id: int, new: str | None) -> Loss:
    code = connection.execute(select(schema.tables.c.code).where(schema.tables.c.id == table_id)).scalar()
    if new is not None or code is None:
        return Loss(new or f"{table_id}", None)
    return Loss(code, _last(connection, schema.log.c.seq, table_id))


def _last(connection: Connection, column: Column[int], table_id: int) -> int:
    rows = select(func.max(column)).where(column.table.c.table_id == table_id)
    return connection.execute(rows).scalar() or 0


def _line(line: JournalLine) -> bytes:
    text = msgspec.json.encode(line)
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _written(loss: Loss) -> str:
    kept = -1 if loss.kept is None else loss.kept
    return f"{kept} {loss.entries} {loss.lines} {loss.changes} {loss.at}"


def _read_loss(code: str, value: str) -> Loss:
    kept, entries, lines, changes, at = _numbers(f"what is noted about a loss at table {code}", value, 5)
    return Loss(code, None if kept < 0 else kept, entries, lines, changes, at)
