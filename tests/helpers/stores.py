"""A store for a scene, and a table in it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, text

from helpers.contract import ROW, SEATS
from tischlein.server.store import chain, queries
from tischlein.server.store.rows import LogRow, Stored
from tischlein.server.store.writer import Store

Scene = Callable[[Store], Awaitable[None]]


def acted(store: Store, scene: Scene) -> None:
    async def whole() -> None:
        await store.open()
        try:
            await scene(store)
        finally:
            await store.close()

    asyncio.run(whole())


async def added(store: Store, **changes: Any) -> int:
    row = msgspec.structs.replace(ROW, **changes)

    def job(connection: Connection) -> int:
        table_id = queries.add_table(connection, row, SEATS)
        if store.cluster is not None:
            store.cluster.add(connection, table_id)
        return table_id

    return await store.run(job)


async def loaded(store: Store, code: str = ROW.code) -> Stored:
    stored = await store.read(lambda c: queries.load(c, code))
    assert stored is not None
    return stored


def moves(first: int, n: int) -> list[LogRow]:
    return [LogRow(first + k, k % 3 - 1, f"act {k}", "id" if k == 0 else None, 5 + k) for k in range(n)]


def rechain(connection: Connection) -> None:
    """Write the hashes of all logs as they are now, as if that had been written."""
    for table_id, code, secret in connection.exec_driver_sql("SELECT id, code, secret FROM tables").all():
        head = None
        entries = "SELECT seq, seat, text, message_id, at FROM log WHERE table_id = ? ORDER BY seq"
        for entry in connection.exec_driver_sql(entries, (table_id,)).all():
            head = chain.link(secret, head or chain.start(code), tuple(entry))
            own = (head, table_id, entry.seq)
            connection.exec_driver_sql("UPDATE log SET chain = ? WHERE table_id = ? AND seq = ?", own)
        connection.exec_driver_sql("UPDATE tables SET head = ? WHERE id = ?", (head, table_id))


async def sql(store: Store, statement: str, **values: Any) -> list[Any]:
    def job(connection: Connection) -> list[Any]:
        found = connection.execute(text(statement), values)
        return list(found.scalars()) if found.returns_rows else []

    return await store.run(job)
