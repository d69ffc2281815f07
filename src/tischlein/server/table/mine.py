"""The tables that somebody's tokens open."""

from __future__ import annotations

import asyncio
import logging

from tischlein.server.errors import Refusal
from tischlein.server.protocol.rest import MyTable
from tischlein.server.store import queries
from tischlein.server.table.live import LiveTable
from tischlein.server.table.registry import Registry
from tischlein.server.table.restore import restored
from tischlein.server.table.tokens import hashed

logger = logging.getLogger("tischlein.server")


async def tables_of(registry: Registry, tokens: list[str]) -> list[MyTable]:
    """The tables that these tokens open, the latest first."""
    places = {hashed(token): place for place, token in reversed(list(enumerate(tokens)))}
    found = await registry.store.run(lambda c: queries.of_tokens(c, list(places)))
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
    """The table, for a look at it: the game itself is opened only if it is going on."""
    if code not in registry.tables:
        stored = await registry.stored(code, glance=True)
        if stored is not None and stored.table.state != "playing":
            return LiveTable(registry.services, stored, None)
        if stored is not None and await registry.elsewhere(code) is not None:
            # As it is stored; who is connected there is not known here.
            return LiveTable(registry.services, stored, await asyncio.to_thread(restored, stored))
    return await registry.get(code)
