"""Taking a decision back, at once or when everybody has agreed."""

from tischlein.engine.errors import UndoError
from tischlein.engine.play.table import Table
from tischlein.engine.types import Json
from tischlein.room.people.stand_in import come_back
from tischlein.room.play.moves import acceptance, carry_out, is_repeated, running, settle_undo, undo_answered
from tischlein.room.refusal import Refusal
from tischlein.room.state import State, UndoPlan, UndoRequest
from tischlein.room.step import Step

# How long the others may think about an undo where they play on time, in milliseconds.
ASKING = 30_000
# Undos of one seat that need nobody's consent, until another person has decided.
FREELY = 60


def undo(step: Step, seat: int, message: Json) -> None:
    """Take the seat's last decision back, or ask the others; the same message again changes nothing."""
    state, message_id = step.state, message["id"]
    if is_repeated(step, seat, message_id):
        return
    table = running(step)  # after the end everything has been laid open
    place = _place(step, table, seat)
    come_back(step, seat)
    if state.is_out_of_time(seat):  # the bot decides first: an undo must not give more time for that
        step.refused = Refusal("stale", 409)
        return
    others = who_must_agree(state, seat)
    asks = others and state.undos_in_a_row[seat] >= FREELY
    if not asks:
        resumed = seat if others and state.earlier[seat] else None
        # With others at the table, every decision since may have shown a card, a bot's too.
        undone = _plan_undo(table, place, resumed=resumed)
        try:
            carry_out(step, lambda game: game.undo(seat, consent=not others), None, undone, message_id)
        except UndoError:
            asks = True
    if asks:
        _ask(step, seat, others, message_id)
    if step.refused is None:
        step.remembered.append((seat, message_id, None))


def _place(step: Step, table: Table, seat: int) -> int:
    """Return the place of the seat's last decision; raise Refusal if it cannot be taken back."""
    state = step.state
    if state.undo is not None:
        raise Refusal("undo_pending", 409)
    if state.undos >= step.ports.bounds.undos:
        raise Refusal("too_many_undos", 409)
    place = table.last_decision(seat)
    if place is None:
        raise Refusal("nothing_to_undo", 409)
    if not state.may_take_back(seat):
        raise Refusal("same_deal", 409)
    # Where finished rounds are laid open, nobody goes back to before one.
    laid_open = state.row.spectators == "rounds" and state.game.secrets.open_rounds
    if laid_open and state.game.turns.rounds in table.event_kinds_since(place):
        raise Refusal("undo_rounds", 409)
    return place


def who_must_agree(state: State, seat: int) -> list[int]:
    """Return the seats whose consent an undo takes: people at other devices who have not left for good."""
    return [
        other.seat
        for other in state.seats
        if other.kind == "person" and not other.left and not state.together(other.seat, seat)
    ]


def _ask(step: Step, seat: int, others: list[int], message_id: str) -> None:
    """Ask the others; a refusal leaves what the player has done by coming back."""
    state, at = step.state, step.now.ticks
    seq, how = state.undo_refused.get(seat, (-1, ""))
    away = [other for other in others if state.seats[other].standing_in and not state.is_here(other)]
    if seq == state.seq and how != "away":
        step.refused = Refusal("undo_expired" if how == "expired" else "undo_refused", 409)
    elif away:
        names = ", ".join([state.marked_names[other] for other in away])
        step.refused = Refusal("undo_away", 409, names=names)
    else:
        state.count_clocks(at)
        until = at + ASKING if state.row.clocked else None
        state.undo = UndoRequest(seat, others, message_id, at, until)
        step.all(undo_asked(state.undo))
        step.reply(acceptance(message_id, state.seq))


def undo_asked(question: UndoRequest) -> Json:
    """Return the message that a player asks for an undo, or that one more has agreed."""
    return {"type": "undo_asked", "undo": undo_ask(question)}


def undo_ask(question: UndoRequest) -> Json:
    """Return an undo request as clients see it."""
    return {"seat": question.seat, "open": list(question.open)}


def answer(step: Step, seat: int, message: Json) -> None:
    """Agree to an undo, or refuse it; with the last yes it happens."""
    question = step.state.undo
    if question is None or seat not in question.open:
        raise Refusal("no_undo", 409)
    if message["agree"]:
        _agree(step, seat)
    else:
        not_agreed(step, "refused", seat)


def _agree(step: Step, seat: int) -> None:
    state, question = step.state, step.state.undo
    if question is None:
        return
    asks = question.seat
    still_open = [other for other in question.open if not state.together(other, seat)]
    if still_open:
        state.undo = UndoRequest(asks, still_open, question.message_id, question.since, question.until)
        step.all(undo_asked(state.undo))
        return
    table = running(step)
    place = table.last_decision(asks)
    if place is None:
        raise Refusal("nothing_to_undo", 409)
    undone = _plan_undo(table, place, agreed=True)
    step.remembered.append((asks, question.message_id, None))
    # The player who asked has an answer already.
    carry_out(
        step, lambda game: game.undo(asks, consent=True), None, undone, question.message_id, answers=False
    )


def _plan_undo(table: Table, place: int, agreed: bool = False, resumed: int | None = None) -> UndoPlan:
    """Return what is taken back by going back to this place: the seats that decided since decide again."""
    past = table.past
    steps = past.line[place:]
    return UndoPlan({past.steps[k].seat for k in steps}, steps, agreed, resumed)


def end_undo_when_away(step: Step, seat: int) -> None:
    """End an undo request where a bot stands in for the asker, or for a player who cannot answer now."""
    question = step.state.undo
    if question is not None and (seat == question.seat or seat in question.open):
        not_agreed(step, "away", seat)


def stop_waiting_for(step: Step, seat: int) -> None:
    """Stop waiting for a player who has left for good, and for an undo that no player wants any more."""
    question = step.state.undo
    if question is not None and seat == question.seat:
        not_agreed(step, "away", seat)
    elif question is not None and seat in question.open:
        _agree(step, seat)


def not_agreed(step: Step, how: str, by: int | None) -> None:
    """End an undo request without an undo: until the table has moved on, the same seat does not ask again."""
    state, question = step.state, step.state.undo
    if question is not None:
        state.undo_refused[question.seat] = (state.seq, how)
        settle_undo(state, step.now.ticks)
        step.all(undo_answered(question.seat, how, by))
        step.news()  # the clocks go on from where they were
