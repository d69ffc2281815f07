"""Decisions: a player's, a bot's, one that is given by itself; and the question why an action is not legal."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.engine.play.legality import Action, Reason, obliged
from tischlein.engine.play.table import Table
from tischlein.engine.play.wording import own_text, reason_texts
from tischlein.engine.types import Json
from tischlein.room.opening.deals import result_of
from tischlein.room.people.stand_in import come_back
from tischlein.room.play.asked import Moved, hesitations, moved_on, next_clocks, settle_undo
from tischlein.room.play.outcome import results_of
from tischlein.room.refusal import TEXTS, Refusal
from tischlein.room.rows import BY_CLOCK, Entry
from tischlein.room.state import State, TakenBack
from tischlein.room.step import Step


def running(step: Step) -> Table:
    """Return the game while it is going on."""
    state = step.state
    over = state.row.state == "over" and not step.ports.bounds.reopens
    if state.table is None or over:
        raise Refusal("not_playing", 409)
    return state.table


def accepted(message_id: str, seq: int) -> Json:
    """Return the answer to a message that was carried out."""
    return {"type": "accepted", "id": message_id, "seq": seq}


def play(step: Step, seat: int, message: Json) -> None:
    """Carry out a player's decision; the same message again changes nothing."""
    state, message_id = step.state, message["id"]
    known = state.answered[seat].get(message_id)
    if known is not None:
        step.reply(accepted(message_id, known))
        return
    table, text = running(step), message["action"]
    if not state.unchanged_since[seat] <= message["seq"] <= state.seq:
        raise Refusal("stale", 409)
    action: Action | str = text
    for one in state.actions.get(seat, []):
        if one.text == text:
            action = one
    if action is text:
        against = table.why(seat, text)
        if against is not None:
            raise Refusal(
                against.code, 422, against.clause, _why(state, table, seat, message["action"], against)
            )
    if state.has_used_up(seat, step.now.ticks):
        raise Refusal("undo_first", 409)
    if state.seats[seat].standing_in:
        come_back(step, seat, to_decide=True)
    carry_out(step, lambda game: game.play(seat, action), seat, None, message_id)


def why(step: Step, seat: int, message: Json) -> None:
    """Tell a player why an action is not legal."""
    state, message_id, action = step.state, message["id"], message["action"]
    if state.table is None:
        raise Refusal("not_playing", 409)
    against = state.table.why(seat, action)
    code, clause, text = "legal", "", own_text(TEXTS, "because.legal")
    if against is not None:
        code, clause = against.code, against.clause
        text = _why(state, state.table, seat, action, against)
    step.reply({"type": "because", "id": message_id, "code": code, "clause": clause, "text": text})


def _why(state: State, table: Table, seat: int, action: str, against: Reason) -> dict[str, str]:
    return reason_texts(TEXTS, table, seat, action, against, state.names)


def decide(step: Step, seat: int, action: int | str, late: bool = False) -> None:
    """Carry out a decision that no player has just sent; ``late``: a bot decides because the player's time was up."""
    carry_out(step, lambda game: game.play(seat, action), seat, None, BY_CLOCK if late else None)


def carry_out(
    step: Step,
    act: Callable[[Table], None],
    decided: int | None,
    undone: TakenBack | None,
    message_id: str | None = None,
    answers: bool = True,
) -> None:
    """Try a step of the game, and collect what must be stored of it and what is said about it.

    ``decided`` is the seat that decides; otherwise ``undone`` says what an undo takes back. ``answers``: the message came from the sender
    of this step, who gets its answer.
    """
    state, now = step.state, step.now
    table = running(step)
    seq, row = state.seq, state.row
    if seq >= step.ports.bounds.rows:
        raise Refusal("too_long", 409)
    undone_entries = [] if undone is None else [_entry_at(table, row.base, k) for k in undone.steps]
    step.mark = table.mark()
    act(table)
    steps = table.past.steps[seq - row.base :]
    entries = [Entry(seq + k + 1, one.seat, one.text, None, now.wall) for k, one in enumerate(steps)]
    entries[0].message_id = message_id
    actions = table.all_actions()
    owing = obliged(state.game, actions)
    left, charged = next_clocks(state, decided, undone, now.ticks, owing)
    moved = Moved(
        decided,
        undone,
        entries,
        undone_entries,
        actions,
        owing,
        charged,
        hesitations(state, actions, owing, decided, step.ports.luck),
    )
    over = table.over
    step.writing().entries = entries
    step.set(
        {
            "state": "over" if over else "playing",
            "touched": now.wall,
            "position": table.position(),
            "clocks": row.clocks if state.clocks is None else left,
        }
    )
    if over:
        step.writing().results = results_of(state, table, now.wall)
        step.writing().deal = result_of(state, table, now.wall)
    _end_question(step, decided, undone)
    step.after(moved_on, moved)
    if decided is not None and message_id:
        step.remembered.append((decided, message_id, None))
    answered = message_id if answers and step.listener is not None else None
    step.news(accepted(answered, state.seq) if answered else None)
    if over:
        step.people()


def _entry_at(table: Table, base: int, k: int) -> Entry:
    one = table.past.steps[k]
    return Entry(base + k + 1, one.seat, one.text, None, 0)


def _end_question(step: Step, decided: int | None, undone: TakenBack | None) -> None:
    """End a pending undo request by a step of the game, and say how."""
    question = step.state.undo
    if question is None:
        return
    agreed = undone is not None and undone.agreed
    how, by = ("agreed", None) if agreed else ("moved", decided)
    step.all(undo_answered(question.seat, how, by))
    step.after(settle_undo, decided, agreed)


def undo_answered(seat: int, how: str, by: int | None) -> Json:
    """Return the message that an undo request is over.

    ``how``: agreed, refused or away (by whom), moved (the game went on), expired.
    """
    return {"type": "undo_answered", "seat": seat, "agreed": how == "agreed", "how": how, "by": by}
