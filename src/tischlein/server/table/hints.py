"""A hint at the table, from what the seat knows. The caller holds the table's lock.

All hear of it when it is asked for, before the coach thinks: so how long that takes tells the others nothing. The coach's process gets the
concealed record only: so it tells the asker nothing either.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from tischlein.coach.brief import Tried
from tischlein.coach.sentences import Teller, labels_of
from tischlein.server.coach.hints import HintQuestion
from tischlein.server.errors import Refusal
from tischlein.server.protocol.server import Advice, Advised, Hinted, Refused
from tischlein.server.store import queries
from tischlein.server.store.rows import HintRow
from tischlein.server.table.broadcast import Listener, encode
from tischlein.server.table.live import LiveTable
from tischlein.server.table.moves import running

logger = logging.getLogger("tischlein.server")


async def ask(live: LiveTable, listener: Listener, seat: int, id: str, may_ask: Callable[[], bool]) -> None:
    """Ask the coach; the answer comes later. The same question again is answered with the same answer."""
    table, state = running(live), live.state
    if not state.may_ask(seat):
        raise Refusal("no_hints", 403)
    actions = state.actions.get(seat, [])
    if not actions:
        raise Refusal("no_hint_now", 409)
    question = HintQuestion(live.game.id, live.game.layout.pack(table.concealed(seat)), seat, tuple(actions))
    found = live.hints.get(seat)
    if found is None or found[0] != question:
        if not may_ask():
            raise Refusal("coach_busy", 429)
        live.services.hints.check(listener.address)
        await _tell(live, HintRow(state.seq, seat))
        found = question, asyncio.ensure_future(live.services.hints.ask(question, listener.address))
        live.hints[seat] = found
    waiting = asyncio.ensure_future(_answer(live, listener, id, *found))
    live.answers.add(waiting)
    waiting.add_done_callback(live.answers.discard)


async def _tell(live: LiveTable, hint: HintRow) -> None:
    """Stored first, then told."""
    if hint not in live.state.hints:
        await live.write(lambda c: queries.add_hint(c, live.state.row.id, hint))
        live.state.take_hint(hint)
    live.broadcast.all(Hinted(hint.seat))


async def _answer(
    live: LiveTable, listener: Listener, id: str, question: HintQuestion, thought: asyncio.Future[list[Tried]]
) -> None:
    try:
        choices = await asyncio.shield(thought)
    except Exception:
        logger.exception("no hint at table %s", live.code)
        live.hints.pop(question.seat, None)
        refusal = Refusal("coach_busy", 503)
        listener.send(encode(Refused(id, refusal.code, refusal.clause, refusal.text)))
        return
    teller = Teller(live.game, live.state.names, question.seat, listener.lang)
    labels = labels_of(teller.decision(question.known, question.seat, question.actions)["actions"])
    advised = [Advised(one.text, labels[one.text], one.value, one.spread) for one in choices]
    listener.send(encode(Advice(id, advised, teller.hint(question.seat, choices, labels))))
