"""A store for a scene, and a table in it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, text

from helpers.contract import ROW, SEATS
from tischlein.server.store import queries
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


async def sql(store: Store, statement: str, **values: Any) -> list[Any]:
    def job(connection: Connection) -> list[Any]:
        found = connection.execute(text(statement), values)
        return list(found.scalars()) if found.returns_rows else []

    return await store.run(job)
