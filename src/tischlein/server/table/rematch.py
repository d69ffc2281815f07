"""Another game with the same people."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from tischlein.room.rows import EVERYBODY, Advice, Columns, Seat, Stored
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.protocol.server import NextTable
from tischlein.server.table import start
from tischlein.server.table.live import LiveTable
from tischlein.server.table.registry import Registry
from tischlein.server.table.shuffle import new_secret
from tischlein.server.table.state import TableState
from tischlein.server.table.tokens import new_code


async def open_next(
    registry: Registry, live: LiveTable, by: int, may_set_a_table: Callable[[], bool]
) -> None:
    """Another game with the same people; their tokens open it too. The caller holds the lock."""
    if live.state.row.state != "over":
        raise Refusal("not_over", 409)
    if live.state.row.rematch is None:
        if not may_set_a_table():
            raise Refusal("too_many_tables", 429)
        await _again(registry, live, by)
    live.broadcast.all(NextTable(live.state.row.rematch or ""))


async def _again(registry: Registry, live: LiveTable, by: int) -> None:
    """Set the next table of the same people; it is stored together with the mark that leads there, so that there is but one."""
    state = live.state
    seats = state.copy_of_seats()
    for seat in seats:
        # Nobody waits for somebody who has gone; who has a day need not be there from the beginning.
        absent = seat.kind == "person" and not _stays(state, seat)
        seat.standing_in = absent and (seat.standing_in or not state.row.unhurried)
    host = state.row.host
    row = replace(
        state.row,
        id=0,
        code=new_code(),
        state="lobby",
        host=by if host is None or seats[host].standing_in else host,
        version=live.game.version,
        options=state.row.options if state.table is None else state.table.next_options,
        seed=secrets.randbits(62),
        created=now(),
        touched=now(),
        rematch=None,
        start=None,
        base=0,
        position=None,
        secret=new_secret(),
        shuffle=None,
        clocks=None,
        deal=None,
    )
    changes: Columns = {"rematch": row.code, "touched": row.created}
    allowed = [Advice(0, EVERYBODY)] if state.advice.allowed else []
    following = await registry.add_following(live, changes, Stored(row, seats, advice=allowed))
    following.payer = live.payer
    state.set(changes)
    live.broadcast.people()
    async with following.lock:
        await start.soon(following, _sharing(state))


def _stays(state: TableState, seat: Seat) -> bool:
    """Is somebody here, and not about to go? Who has left is connected for a moment longer."""
    return state.is_here(seat.seat) and not seat.left


def _sharing(state: TableState) -> set[str]:
    """Who is here and has added a share to the last shuffle: they are waited for at the next one."""
    shares = [] if state.row.shuffle is None else state.row.shuffle["shares"]
    return {
        seat.token_hash
        for seat, share in zip(state.seats, shares, strict=False)
        if share is not None and seat.token_hash is not None and _stays(state, seat)
    }
