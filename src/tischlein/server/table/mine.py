"""The tables of a client, found by tokens."""

from __future__ import annotations

import logging

from tischlein.room.room import Room
from tischlein.server.clock import moment
from tischlein.server.errors import Refusal
from tischlein.server.protocol.rest import MyTable, TableInfo
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hashed

logger = logging.getLogger("tischlein.server")


async def tables_of(registry: Registry, tokens: list[str]) -> list[MyTable]:
    """Return the tables that these tokens open, the latest first."""
    places = {hashed(token): place for place, token in reversed(list(enumerate(tokens)))}
    found = await registry.store.tables_of_tokens(list(places))
    tables = []
    for token_hash, code in found:
        try:
            room = await _glance(registry, code)
            state = room.state
            seat = state.seat_of(token_hash)
            if seat is not None:
                your_turn = seat in state.obliged and state.row.state == "playing"
                info = TableInfo(**room.info(moment()))
                tables.append(MyTable(places[token_hash], seat, your_turn, info))
        except Refusal:
            continue  # one table that does not open hides no other
        except Exception:
            logger.exception("table %s does not open", code)
    return tables


async def _glance(registry: Registry, code: str) -> Room:
    """Return the room for a look at it: a table that is not open is read, not opened, and without its log.

    Where it is open at another server, its connections are not known here.
    """
    if code in registry.tables:
        return registry.tables[code].room
    stored = await registry.stored(code, glance=True)
    if stored is None:
        raise Refusal("no_table", 404, table=code)
    return Room.opened(stored, registry.services.ports, moment(), glance=True)
