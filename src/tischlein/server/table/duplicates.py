"""Compares tables that have the same deal, when all of them are over."""

from __future__ import annotations

import asyncio

from tischlein.engine.errors import TischleinError
from tischlein.games import GAMES
from tischlein.room.opening.deals import is_daily
from tischlein.room.opening.restore import restored
from tischlein.room.play.outcome import standings_of
from tischlein.room.rows import Stored
from tischlein.server.protocol.guests import GuestPlace
from tischlein.server.protocol.rest import Duplicate, Duplicates
from tischlein.server.store.deals import DealTable
from tischlein.server.table.deals import all_over
from tischlein.server.table.host import TableHost
from tischlein.server.table.registry import Registry
from tischlein.server.table.services import EndedGame

KEPT = 1_000  # outcomes of games: to find one out, a whole game is read


async def compared(registry: Registry, live: TableHost, seat: int) -> Duplicates:
    """Return the tables with the same deal, as far as this seat may know them. The caller holds the table's lock."""
    row = live.state.row
    known = [] if is_daily(row) else await registry.store.deal_tables(row.deal_name)
    open_now = bool(known) and all_over(known)
    if row.of_evening:
        return Duplicates(open_now, [])  # the evening tells the results, of all tables at once
    played = row.state == "over"
    tables = []
    for one in known:
        # A table in the lobby has no cards yet: the host passes its link on.
        shown = one.code == row.code or open_now or (one.state == "lobby" and row.host == seat)
        duplicate = Duplicate(one.code if shown else None, one.state, one.code == row.code, [], [], [])  # type: ignore[arg-type]  # the store holds what was put into it
        tables.append(
            await _with_result(registry, one, duplicate) if played and one.state == "over" else duplicate
        )
    return Duplicates(open_now, tables)


async def _with_result(registry: Registry, known: DealTable, duplicate: Duplicate) -> Duplicate:
    kept = registry.services.outcomes
    found = kept.get(known.code)
    if found is None:
        stored = await registry.stored(known.code)
        if stored is None:
            return duplicate
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(registry.services.replays, _ended, stored)
        except TischleinError:
            return duplicate  # by rules that are no longer ours
        if len(kept) >= KEPT:
            kept.clear()
        kept[known.code] = found  # a game that is over stays as it is
    return Duplicate(duplicate.code, duplicate.state, duplicate.own, *found)


def _ended(stored: Stored) -> EndedGame:
    table = restored(stored, GAMES)
    names = [seat.name or "" for seat in stored.seats]
    bots = [seat.kind == "bot" for seat in stored.seats]
    found = [] if table is None else standings_of(table)
    return EndedGame(names, bots, [GuestPlace(**one) for one in found])
