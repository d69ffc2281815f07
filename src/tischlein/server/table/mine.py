"""The tables that somebody's tokens open."""

from __future__ import annotations

import logging

from tischlein.server.errors import Refusal
from tischlein.server.protocol.rest import MyTable
from tischlein.server.table.live import LiveTable
from tischlein.server.table.registry import Registry
from tischlein.server.table.restore import reopened
from tischlein.server.table.tokens import hashed

logger = logging.getLogger("tischlein.server")


async def tables_of(registry: Registry, tokens: list[str]) -> list[MyTable]:
    """The tables that these tokens open, the latest first."""
    places = {hashed(token): place for place, token in reversed(list(enumerate(tokens)))}
    found = await registry.store.tables_of_tokens(list(places))
    tables = []
    for token_hash, code in found:
        try:
            live = await _glance(registry, code)
            seat = live.state.seat_of(token_hash)
            if seat is not None:
                your_turn = seat in live.state.obliged and live.state.row.state == "playing"
                tables.append(MyTable(places[token_hash], seat, your_turn, live.broadcast.info()))
        except Refusal:
            continue  # one table that does not open hides no other
        except Exception:
            logger.exception("table %s does not open", code)
    return tables


async def _glance(registry: Registry, code: str) -> LiveTable:
    """The table, for a look at it: one that is not open is read, not opened, and its game as it stood last, not from the beginning.

    Where it is open at another server, who is connected there is not known here.
    """
    if code in registry.tables:
        return registry.tables[code]
    stored = await registry.stored(code, glance=True)
    if stored is None:
        raise Refusal("no_table", 404, table=code)
    playing = stored.row.state == "playing"
    return LiveTable(registry.services, stored, reopened(stored) if playing else None)
