"""A store for a scene, and a table in it."""

import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from helpers.server.contract import ROW, SEATS
from tischlein.room.rows import Columns, Entry, Stored, Writes, columns_of
from tischlein.server.store.apply import chain_hashes, chain_start
from tischlein.server.store.store import Store


@asynccontextmanager
async def opened(data: Path | str) -> AsyncIterator[Store]:
    """Open the store in this file, or at this address of a database."""
    store = Store.file(data) if isinstance(data, Path) else Store.on_postgres(data, "http://127.0.0.1:1")
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def change(file: Path, statement: str, *values: object) -> None:
    """Change a file of tables from outside."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement, values)


FULL = "create trigger no_room_{0}_{1} before {1} on {0} begin select raise(abort, 'database or disk is full'); end"


@contextmanager
def full_disk(file: Path, *tables: str) -> Iterator[None]:
    """Let nothing be written to these tables meanwhile."""
    places = [(table, how) for table in tables for how in ("insert", "update")]
    for place in places:
        change(file, FULL.format(*place))
    yield
    for table, how in places:
        change(file, f"drop trigger no_room_{table}_{how}")


async def added(store: Store, **changes: Any) -> int:
    """Store a table and return its id."""
    row = replace(ROW, **changes)
    await store.add(Stored(row, SEATS))
    return row.id


def step(table_id: int, **what: Any) -> Writes:
    """Return a step of a table; an entry of a shared deal is found by the code."""
    return Writes(table_id, what.pop("code", ROW.code), **what)


def fields(records: Iterable[object]) -> list[Columns]:
    """Return the fields of records, which are equal only to themselves."""
    return [columns_of(record) for record in records]


async def loaded(store: Store, code: str = ROW.code) -> Stored:
    stored = await store.load(code)
    assert stored is not None
    return stored


def moves(first: int, n: int) -> list[Entry]:
    return [Entry(first + k, k % 3 - 1, f"act {k}", "id" if k == 0 else None, 5 + k) for k in range(n)]


def rechain(connection: Connection) -> None:
    """Write the hashes of all logs as they are now, as if that had been written."""
    for table_id, code, secret in connection.exec_driver_sql("SELECT id, code, secret FROM tables").all():
        head = chain_start(code, secret)
        entries = "SELECT seq, seat, text, message_id, at FROM log WHERE table_id = ? ORDER BY seq"
        for entry in connection.exec_driver_sql(entries, (table_id,)).all():
            (head,) = chain_hashes(secret, head, [tuple(entry)])
            own = (head, table_id, entry.seq)
            connection.exec_driver_sql("UPDATE log SET chain = ? WHERE table_id = ? AND seq = ?", own)
        connection.exec_driver_sql("UPDATE tables SET head = ? WHERE id = ?", (head, table_id))


async def sql(store: Store, statement: str, **values: Any) -> list[Any]:
    def job(connection: Connection) -> list[Any]:
        found = connection.execute(text(statement), values)
        return list(found.scalars()) if found.returns_rows else []

    return await store.run(job)
