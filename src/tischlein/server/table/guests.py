"""Guests who have deleted everything: their seats do not say any more whose they are."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AsyncExitStack, suppress
from itertools import chain

from sqlalchemy import Connection

from tischlein.server.errors import Refusal
from tischlein.server.store import results
from tischlein.server.store.writer import Store
from tischlein.server.table.live import LiveTable


async def clear_seats(store: Store, tables: Iterable[LiveTable]) -> None:
    """Take such guests from all seats, in the store and at these tables, which are in memory; games go on as they were."""
    gone = await store.run(results.forgotten)
    if not gone:
        return
    cluster = store.cluster

    def job(connection: Connection) -> None:
        results.clear_seats(connection, set() if cluster is None else cluster.elsewhere(connection))

    async with AsyncExitStack() as held:
        here = []
        for live in [live for live in tables if any(seat.guest in gone for seat in live.state.seats)]:
            with suppress(Refusal):  # it has just been put away
                await held.enter_async_context(live.lock)
                here.append(live)
        await store.run(job)
        for seat in chain.from_iterable(live.state.seats for live in here):
            seat.guest = None if seat.guest in gone else seat.guest
