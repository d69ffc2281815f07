"""Advice at the table, from what the seat knows. The caller holds the table's lock.

All hear of it when it is asked for, before the coach thinks: so how long that takes tells the others nothing. The coach's process gets the
concealed record only: so it tells the asker nothing either.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from tischlein.coach.brief import Tried
from tischlein.coach.sentences import Teller, labels_of
from tischlein.room.rows import Advice as AdviceTaken
from tischlein.room.rows import same
from tischlein.server.coach.advice import AdviceQuestion
from tischlein.server.errors import Refusal
from tischlein.server.protocol.server import Advice, AdviceChoice, Advised, Refused
from tischlein.server.table.broadcast import Listener, encode
from tischlein.server.table.live import LiveTable
from tischlein.server.table.moves import running

logger = logging.getLogger("tischlein.server")


async def ask(live: LiveTable, listener: Listener, seat: int, id: str, may_ask: Callable[[], bool]) -> None:
    """Ask the coach; the answer comes later. The same question again is answered with the same answer."""
    table, state = running(live), live.state
    if not state.may_ask(seat):
        raise Refusal("no_advice", 403)
    actions = state.actions.get(seat, [])
    if not actions:
        raise Refusal("no_advice_now", 409)
    question = AdviceQuestion(
        live.game.id, live.game.layout.pack(table.concealed(seat)), seat, tuple(actions)
    )
    found = live.advice.get(seat)
    if found is None or found[0] != question:
        if not may_ask():
            raise Refusal("coach_busy", 429)
        live.services.advice.check(listener.address)
        await _tell(live, AdviceTaken(state.seq, seat))
        found = question, asyncio.ensure_future(live.services.advice.ask(question, listener.address))
        live.advice[seat] = found
    waiting = asyncio.ensure_future(_answer(live, listener, id, *found))
    live.answers.add(waiting)
    waiting.add_done_callback(live.answers.discard)


async def _tell(live: LiveTable, row: AdviceTaken) -> None:
    """Stored first, then told."""
    if not any(same(row, known) for known in live.state.advice.rows):
        writes = live.writes()
        writes.advice = [row]
        await live.store(writes)
        live.state.advice.take(row)
    live.broadcast.all(Advised(row.seat))


async def _answer(
    live: LiveTable,
    listener: Listener,
    id: str,
    question: AdviceQuestion,
    thought: asyncio.Future[list[Tried]],
) -> None:
    try:
        choices = await asyncio.shield(thought)
    except Exception:
        logger.exception("no advice at table %s", live.code)
        live.advice.pop(question.seat, None)
        refusal = Refusal("coach_busy", 503)
        listener.send(encode(Refused(id, refusal.code, refusal.clause, refusal.text)))
        return
    teller = Teller(live.game, live.state.names, question.seat, listener.lang)
    labels = labels_of(teller.decision(question.known, question.seat, question.actions)["actions"])
    advised = [AdviceChoice(one.text, labels[one.text], one.value, one.spread) for one in choices]
    listener.send(encode(Advice(id, advised, teller.advice(question.seat, choices, labels))))
