"""Guests who have deleted everything: their seats do not say any more whose they are."""

from collections.abc import Collection
from contextlib import AsyncExitStack, suppress

from tischlein.room.events import Cleared
from tischlein.server.errors import Refusal
from tischlein.server.store.store import Store
from tischlein.server.table.host import TableHost


async def clear_seats(store: Store, tables: Collection[TableHost]) -> None:
    """Take such guests from all seats, in the store and at the tables in memory; games go on as they were.

    ``tables`` shows at any time which tables are in memory: while others finish, a rematch may set one more.
    """
    gone = await store.deleted_guests()
    while gone:
        async with AsyncExitStack() as held:
            known = _tables_of(gone, tables)
            here = []
            for live in known:
                with suppress(Refusal):  # it has just been put away
                    await held.enter_async_context(live.lock)
                    here.append(live)
            # Letting go and waiting for all again: two of these never wait for each other, since both take tables in one order.
            if any(live not in known for live in _tables_of(gone, tables)):
                continue
            await _clear(store, gone, here)
            return


def _tables_of(guests: Collection[str], tables: Collection[TableHost]) -> list[TableHost]:
    return [live for live in tables if any(seat.guest in guests for seat in live.state.seats)]


async def _clear(store: Store, gone: Collection[str], here: Collection[TableHost]) -> None:
    """Clear the seats of tables whose turn we have; guests who delete everything later clear theirs themselves."""
    await store.clear_guests(gone)
    for live in here:
        await live.step(Cleared(gone))
