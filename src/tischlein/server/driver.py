"""What happens at a table without anybody saying so: bots decide, clocks run out, questions expire.

Each live table has one driver. It sleeps until something is due or something has changed, and never holds the lock while a bot thinks.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tischlein.bots import LEVELS, Bot, ask, situation
from tischlein.bots.base import SECONDS
from tischlein.bots.standby import at_once
from tischlein.engine.errors import TischleinError
from tischlein.engine.table import Table
from tischlein.server import people, presence
from tischlein.server.catalogue import USUAL_LEVEL
from tischlein.server.clock import now
from tischlein.server.moves import not_agreed
from tischlein.server.room import Room

if TYPE_CHECKING:
    from tischlein.bots import Situation

logger = logging.getLogger("tischlein.server")

# Somebody who may still draw by hand gets at least this long before a bot plays on. L7
RACE = 2_000
INSTANT_SECONDS = 0.3
NO_OFFER = "no offer"
AFTER_FAILURE = 5.0


@dataclass(frozen=True)
class Due:
    """Something to do, and when."""

    at: int
    what: str
    seat: int


def next_due(room: Room) -> Due | None:
    """What comes next by itself."""
    table = room.table
    if room.row.state == "lobby":
        return _absent_host(room)
    if table is None or room.row.state != "playing":
        return None
    if room.undo is not None:
        return Due(room.undo.until, "undo", room.undo.ask.seat)  # the game rests until that is settled
    found = [*_bots(room, table), *_never_offering(room), *_clocks(room)]
    return min(found, key=lambda due: due.at, default=None)


def _absent_host(room: Room) -> Due | None:
    """Somebody who is here becomes the host of a lobby when the host has been away for long."""
    host = room.row.host
    if host is None or not any(presence.is_here(room, seat) for seat in room.persons()):
        return None
    at = presence.long_away(room, host)
    return None if at is None else Due(at, "host", host)


def _bots(room: Room, table: Table) -> list[Due]:
    """The bot that decides next; bots do not play when everybody has gone."""
    bots = [seat for seat in room.waiting if room.is_bot(seat)]
    if not bots or not (room.persons() or room.listeners):
        return []
    seat = table.actor if table.actor in bots else bots[0]
    at = room.ready[seat]
    for other in room.waiting:
        if other not in room.obliged and not room.is_bot(other) and other != seat:
            at = max(at, room.asked[other] + RACE)
    return [Due(at, "bot", seat)]


def _never_offering(room: Room) -> list[Due]:
    """Partners who never offer a card say so by themselves. N24"""
    return [
        Due(room.asked[seat] + 300, "no_offer", seat)
        for seat in room.waiting
        if room.seats[seat].no_offers and any(action.text == NO_OFFER for action in room.actions[seat])
    ]


def _clocks(room: Room) -> list[Due]:
    if room.row.timer is None:
        return []
    allowed = 1000 * room.row.timer
    return [Due(room.asked[seat] + allowed, "clock", seat) for seat in room.obliged if not room.is_bot(seat)]


async def drive(room: Room) -> None:
    """Run a table until it is closed; a failure is logged, and the table goes on."""
    while True:
        try:
            await _once(room)
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("table %s", room.row.code)
            await asyncio.sleep(AFTER_FAILURE)


async def _once(room: Room) -> None:
    room.changed.clear()
    due = next_due(room)
    if due is None:
        await room.changed.wait()
    elif due.what == "bot":
        await _bot_decides(room, due)
    elif await _still(room, due.at):
        if due.what == "clock":
            await _time_is_up(room, due.seat)
        elif due.what == "no_offer":
            await _decide(room, due.seat, room.fresh[due.seat], NO_OFFER)
        elif due.what == "host":
            async with room.lock:
                if _absent_host(room) == due:  # not back meanwhile
                    await people.pass_host_on(room)
        else:
            async with room.lock:
                if room.undo is not None and room.undo.until <= now():
                    not_agreed(room, None)


async def _still(room: Room, at: int) -> bool:
    """Wait until then; False when something changes before."""
    delay = (at - now()) / 1000
    if delay <= 0:
        return True
    try:
        await asyncio.wait_for(room.changed.wait(), delay)
    except TimeoutError:
        return True
    return False


async def _bot_decides(room: Room, due: Due) -> None:
    """Ask the bot in a thread, and let it say what it has chosen when it is time."""
    async with room.lock:
        if room.table is None or due.seat not in room.waiting:
            return
        fresh = room.fresh[due.seat]
        told = situation(room.table, due.seat, room.row.seed, _seconds(room))
    level = room.seats[due.seat].level or room.row.stand_in
    action = await _choose(room, due.seat, level, told)
    # What changes meanwhile may concern somebody else; whether the question is still the same shows below.
    while room.fresh[due.seat] == fresh and room.undo is None and not await _still(room, _time(room, due)):
        room.changed.clear()
    await _decide(room, due.seat, fresh, action, as_bot=True)
    await asyncio.sleep(0)


def _time(room: Room, due: Due) -> int:
    """When a bot may speak: a draw that has been made meanwhile need not be waited for any longer."""
    following = next_due(room)
    return following.at if following is not None and following.what == "bot" else due.at


def _seconds(room: Room) -> float:
    return SECONDS if room.row.pace == "human" else INSTANT_SECONDS


async def _choose(room: Room, seat: int, level: str, told: Situation) -> int:
    if len(told.actions) == 1:
        return told.actions[0]
    if seat not in room.minds:
        room.minds[seat] = _player(room, level)
    mind = room.minds[seat]
    try:
        # Bots think in a thread of their own; nothing that they are told leads to the table.
        return await asyncio.get_running_loop().run_in_executor(room.house.thinkers, ask, mind, told)
    except Exception:
        logger.exception("a bot of level %s at table %s", level, room.row.code)
    # A bot that fails must not stop the table.
    return next(iter(LEVELS.values()))().choose(told)


def _player(room: Room, level: str) -> Bot:
    try:
        return at_once(room.house.bots.get(level, level))
    except TischleinError as error:
        # One of the operator's own that is no longer there, or broken: the table goes on with a usual one.
        logger.warning("no bot %s for table %s: %s", level, room.row.code, error)
        return at_once(USUAL_LEVEL)


async def _decide(room: Room, seat: int, fresh: int, action: int | str, as_bot: bool = False) -> None:
    async with room.lock:
        # Looked at under the lock: somebody may have come back, or asked for an undo, while this waited for it.
        if room.undo is not None or (as_bot and not room.is_bot(seat)):
            return
        if seat in room.waiting and room.fresh[seat] == fresh and room.row.state == "playing":
            await room.carry_out(lambda table: table.play(seat, action), seat)


async def _time_is_up(room: Room, seat: int) -> None:
    async with room.lock:
        if room.undo is not None or room.time_left(seat) != 0:
            return
        seats = room.copy_of_seats()
        seats[seat].standing_in = True
        await room.save({}, seats)
