"""The same deal for several groups: a host sets further tables with it, and all of them are compared when they are over.

The first table gives its code and its secret to the deal, before anybody has seen a card. From then on no player adds a share, at
any of the tables: see ``deals``.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tischlein.engine.errors import TischleinError
from tischlein.room.rows import Row, Seat, Stored
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.protocol.guests import GuestPlace
from tischlein.server.protocol.rest import Duplicate, Duplicates
from tischlein.server.store.deals import DealTable
from tischlein.server.table.deals import all_over, is_daily
from tischlein.server.table.live import LiveTable
from tischlein.server.table.outcome import EndedGame
from tischlein.server.table.people import check_host, check_lobby
from tischlein.server.table.registry import Registry
from tischlein.server.table.restore import restored
from tischlein.server.table.tokens import new_code

MOST = 8  # tables with the same deal
KEPT = 1_000  # outcomes of games: to find one out, a whole game is read


async def add(registry: Registry, live: LiveTable, by: int) -> str:
    """Set a table with the same deal for another group, and return its code. The caller holds the table's lock."""
    check_host(live, by)
    row = live.state.row
    if is_daily(row):
        raise Refusal("same_deal", 409)
    if row.deal is None:
        check_lobby(live)
        await _give_away(live)
    known = await registry.store.deal_tables(row.deal_name)
    if all_over(known) or row.version != live.game.version or row.start is not None:
        raise Refusal("deal_open", 409)
    if len(known) >= MOST:
        raise Refusal("deal_full", 409, most=MOST)
    other = await registry.add_stored(Stored(_row_of(row), [_seat_of(seat) for seat in live.state.seats]))
    other.payer = live.payer
    return other.code


async def _give_away(live: LiveTable) -> None:
    """From now on it is the deal of several tables: nobody cuts, and nobody looks on."""
    live.state.promises = {}
    for listener in list(live.broadcast.listeners):
        listener.promise = None
    await live.save({"deal": live.code})
    for listener in list(live.broadcast.listeners):
        if listener.seat is None:
            listener.dismiss("shared")


def _row_of(row: Row) -> Row:
    at = now()
    return replace(
        row,
        id=0,
        code=new_code(),
        state="lobby",
        host=None,  # whoever sits down first
        created=at,
        touched=at,
        archived=False,
        rematch=None,
        start=None,
        base=0,
        position=None,
        shuffle=None,
        clocks=None,
        listed=False,
        attended=False,
        watching=0,
    )


def _seat_of(seat: Seat) -> Seat:
    """The same bots; whoever plays there takes the other seats."""
    if seat.kind != "bot":
        return Seat(seat.seat)
    return Seat(seat.seat, kind="bot", name=seat.name, level=seat.level, avatar=seat.avatar)


async def compared(registry: Registry, live: LiveTable, seat: int) -> Duplicates:
    """The tables with the deal of this one, as somebody who sits here may know them. The caller holds the table's lock."""
    row = live.state.row
    known = [] if is_daily(row) else await registry.store.deal_tables(row.deal_name)
    open_now = bool(known) and all_over(known)
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
    table = restored(stored)
    names = [seat.name or "" for seat in stored.seats]
    bots = [seat.kind == "bot" for seat in stored.seats]
    found = [] if table is None else table.standings()
    return EndedGame(
        names, bots, [GuestPlace(one["place"], one["seats"], one["score"], one["won"]) for one in found]
    )
