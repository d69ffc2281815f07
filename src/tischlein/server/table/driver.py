"""What happens at a table without anybody saying so: bots decide, clocks run out, questions expire.

Each live table has one driver. It sleeps until something is due or something has changed, and never holds the lock while a bot thinks.
"""

from __future__ import annotations

import asyncio
import logging
import random

from tischlein.bots import LEVELS, Bot, Situation, bot, situation
from tischlein.bots.base import SECONDS
from tischlein.bots.learned import glance_at, has_net
from tischlein.engine.errors import TischleinError
from tischlein.engine.play.pace import AMONG_BOTS_SECONDS
from tischlein.room.rows import BY_CLOCK
from tischlein.server.bots import USUAL_LEVEL
from tischlein.server.clock import ticks
from tischlein.server.errors import Refusal
from tischlein.server.table import people, start
from tischlein.server.table.live import LiveTable
from tischlein.server.table.schedule import Due, absent_host, next_due
from tischlein.server.table.thinking import CHEAP
from tischlein.server.table.undo import not_agreed

logger = logging.getLogger("tischlein.server")

# By how many seconds a search may be late.
LATE = 0.1
# Seconds for a decision by rules of thumb: more than any of them needs, also on a machine that is busy.
QUICK = 0.025
# And for one by a net that is compiled.
BY_NET = 0.05
# And for one that glances ahead with a net.
WITH_A_GLANCE = 0.15
# Part of the time for a decision that is drawn by lot.
JITTER = 0.25
AFTER_FAILURE = 5.0


async def drive(live: LiveTable) -> None:
    """Run a table until it is closed; a failure is logged, and the table goes on."""
    while True:
        try:
            await _once(live)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if live.lock.shut:
                return  # another server goes on with it
            if isinstance(error, Refusal) and error.code == "too_long":
                # No move is taken any more: nothing is due until something else has changed.
                logger.info("table %s has reached its last move", live.code)
                await live.changed.wait()
            else:
                logger.exception("table %s", live.code)
                await asyncio.sleep(AFTER_FAILURE)


async def _once(live: LiveTable) -> None:
    live.changed.clear()
    due = next_due(live.state, live.services.away)
    if due is None:
        live.idle = True
        try:
            await live.changed.wait()
        finally:
            live.idle = False
    elif due.what == "bot":
        await _bot_decides(live, due)
    elif await _still(live, due.at):
        if due.what == "clock":
            await _time_is_up(live, due.seat)
        elif due.what == "answer":
            await _decide(live, due.seat, live.state.unchanged_since[due.seat], due.action)
        elif due.what == "start":
            await start.time_is_up(live)
        elif due.what == "back":
            async with live.lock:
                if due.seat in live.state.coming_back:  # not gone meanwhile
                    await people.come_back(live, due.seat)
        elif due.what == "host":
            async with live.lock:
                if absent_host(live.state, live.services.away) == due:  # not back meanwhile
                    await people.pass_host_on(live)
        else:
            async with live.lock:
                if live.state.undo is not None and live.state.undo.until <= ticks():
                    not_agreed(live, None)


async def _still(live: LiveTable, at: int) -> bool:
    """Wait until then; False when something changes before."""
    delay = (at - ticks()) / 1000
    if delay <= 0:
        return True
    try:
        await asyncio.wait_for(live.changed.wait(), delay)
    except TimeoutError:
        return True
    return False


async def _bot_decides(live: LiveTable, due: Due) -> None:
    """Ask the bot in a thread, and let it say what it has chosen when it is time."""
    async with live.lock:
        if live.state.table is None or due.seat not in live.state.waiting:
            return
        asked_since = live.state.unchanged_since[due.seat]
        known = situation(live.state.table, due.seat, live.state.row.seed, _seconds(live))
        known.events.settled()  # now, while nothing changes; nothing in it leads to the table then
    level = live.state.seats[due.seat].level or live.state.row.stand_in
    takes = _time_for(live, due.seat, level)
    action, began = await _choose(live, due.seat, level, known)
    earliest = began + takes
    # What changes meanwhile may concern somebody else; whether the question is still the same shows below.
    while (
        live.state.unchanged_since[due.seat] == asked_since
        and live.state.undo is None
        and not await _still(live, max(earliest, _time(live, due)))
    ):
        live.changed.clear()
    await _decide(live, due.seat, asked_since, action, as_bot=True)
    await asyncio.sleep(0)


def _time(live: LiveTable, due: Due) -> int:
    """When a bot may speak: a draw that has been made meanwhile need not be waited for any longer."""
    following = next_due(live.state, live.services.away)
    return following.at if following is not None and following.what == "bot" else due.at


def _seconds(live: LiveTable) -> float:
    if live.state.played_out:
        return AMONG_BOTS_SECONDS
    return SECONDS if live.state.row.pace != "instant" else live.services.limits.instant_seconds


def _time_for(live: LiveTable, seat: int, level: str) -> int:
    """Milliseconds that a decision takes from when the bot begins to think.

    They depend on what plays here and on nothing that the bot knows: a bot that has no choice waits as long as one that has to search.
    """
    if seat in live.state.waiting and seat not in live.state.obliged:
        return 0  # a race for something that everybody sees
    if level in CHEAP or live.state.played_out:
        seconds = QUICK
    elif level == "hard" and has_net(live.game, len(live.state.seats)):
        seconds = BY_NET
    elif level == "hard" and glance_at(live.game, len(live.state.seats)):
        seconds = WITH_A_GLANCE
    else:
        seconds = _seconds(live) + LATE
    return int(1000 * seconds * random.uniform(1.0, 1.0 + JITTER))


async def _choose(live: LiveTable, seat: int, level: str, known: Situation) -> tuple[int, int]:
    """What the bot chooses, and when it began to think; also where it has no choice, so that it waits its turn as always."""
    if seat not in live.minds:
        live.minds[seat] = _player(live, seat, level)
    mind = live.minds[seat]
    began = since = ticks()

    def started() -> None:
        nonlocal began
        began = ticks()

    try:
        # Bots think in a thread of their own; nothing that they are told leads to the table.
        thinkers = live.services.thinkers_of(level)
        chosen = await thinkers.ask(live.payer or live.code, level, mind, known, started)
        live.services.metrics.bot_seconds.observe((ticks() - since) / 1000)
        return chosen, began
    except Exception:
        logger.exception("a bot of level %s at table %s", level, live.code)
    # A bot that fails must not stop the table.
    return next(iter(LEVELS.values()))().choose(known), began


def _player(live: LiveTable, seat: int, level: str) -> Bot:
    if level in live.services.bots:
        return live.services.own_bot(level, f"{live.code}/{seat}")
    try:
        return bot(level)
    except TischleinError as error:
        # One of the operator's own that is no longer there, or broken: the table goes on with a usual one.
        logger.warning("no bot %s for table %s: %s", level, live.code, error)
        return bot(USUAL_LEVEL)


async def _decide(
    live: LiveTable, seat: int, asked_since: int, action: int | str, as_bot: bool = False
) -> None:
    async with live.lock:
        # Looked at under the lock: somebody may have come back, or asked for an undo, while this waited for it.
        if live.state.undo is not None or (as_bot and not live.state.is_bot(seat)):
            return
        if (
            seat in live.state.waiting
            and live.state.unchanged_since[seat] == asked_since
            and live.state.row.state == "playing"
        ):
            late = as_bot and live.state.is_out_of_time(seat)
            await live.carry_out(lambda table: table.play(seat, action), seat, BY_CLOCK if late else None)


async def _time_is_up(live: LiveTable, seat: int) -> None:
    async with live.lock:
        question = live.state.undo
        if live.state.time_left(seat, ticks()) != 0 or (question is not None and question.seat != seat):
            return
        not_agreed(live, None)  # if this seat has asked for something: it does not gain time so
        seats = live.state.copy_of_seats()
        seats[seat].standing_in = True
        await live.save({}, seats)
        live.state.out_of_time[seat] = live.state.unchanged_since[seat]
