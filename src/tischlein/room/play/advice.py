"""Advice of the coach at the table, from what the seat knows.

Everybody is told when a player asks, before the coach thinks: so the time that it takes tells the others nothing. The coach gets the
concealed record only: so it tells the player nothing either.
"""

from typing import Any

from tischlein.engine.types import Json
from tischlein.room.events import CoachAnswered
from tischlein.room.play.moves import running
from tischlein.room.refusal import Refusal
from tischlein.room.rows import Advice
from tischlein.room.step import CoachRequest, Step

# Messages that one answer is told to: a client may ask again while the coach thinks.
WAITING = 32


def ask(step: Step, seat: int, message: Json) -> None:
    """Ask the coach; the answer comes later. The same question again gets the same answer."""
    state = step.state
    table = running(step)
    if not state.may_ask(seat):
        raise Refusal("no_advice", 403)
    actions = [(action.id, action.text) for action in state.actions.get(seat, [])]
    if not actions or step.listener is None:
        raise Refusal("no_advice_now", 409)
    known = state.game.layout.pack(table.conceal_for(seat))
    number, asked = state.questions.get(seat, (0, None))
    if asked != (known, actions):
        number = _new_question(step, seat, (known, actions))
    if number in state.advice:
        _tell(step, step.listener, message["id"], state.advice[number])
        return
    waiting = state.asking.get(number, [])
    if len(waiting) >= WAITING:
        raise Refusal("coach_busy", 503)
    state.asking[number] = [*waiting, (step.listener, message["id"])]


def _new_question(step: Step, seat: int, question: tuple[bytes, Any]) -> int:
    state, known = step.state, question[0]
    step.limit("coach")
    row = Advice(state.seq, seat)
    if not state.advised.has(row):
        step.ensure_writes().advice = [row]
        state.advised = state.advised.with_row(row)
    before = state.questions.get(seat)
    if before is not None:
        state.advice = {number: one for number, one in state.advice.items() if number != before[0]}
    number = state.coach_requests = state.coach_requests + 1
    state.questions[seat] = (number, question)
    listener = state.listeners.get(-1 if step.listener is None else step.listener)
    payer = "" if listener is None else listener.address
    step.coach_request = CoachRequest(number, state.game.id, known, seat, question[1], payer)
    step.all({"type": "advised", "seat": seat})
    return number


def send_advice(step: Step, event: CoachAnswered) -> None:
    """Pass the coach's answer on to the clients that wait for it."""
    state, number = step.state, event.number
    waiting = state.asking.pop(number, [])
    current = state.questions.get(event.seat, (0, None))[0] == number
    if event.advice is None:
        if current:
            del state.questions[event.seat]
        busy = Refusal("coach_busy", 503)
        for listener, message_id in waiting:
            step.to(listener, refusal_message(message_id, busy))
        return
    if current:
        state.advice = {**state.advice, number: event.advice}
    for listener, message_id in waiting:
        _tell(step, listener, message_id, event.advice)


def _tell(step: Step, listener: int, message_id: str, advice: Json) -> None:
    one = step.state.listeners.get(listener)
    if one is not None:
        step.to(listener, {"type": "advice", "id": message_id, **advice[one.lang]})


def refusal_message(message_id: str | None, refusal: Refusal) -> Json:
    """Return the message that something is not carried out."""
    return {
        "type": "refused",
        "id": message_id,
        "code": refusal.code,
        "clause": refusal.clause,
        "text": refusal.text,
    }
