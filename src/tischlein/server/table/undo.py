"""Taking a decision back, at once or when everybody has agreed. The caller holds the table's lock."""

from __future__ import annotations

from tischlein.engine.errors import UndoError
from tischlein.engine.play.history import UNDO
from tischlein.engine.play.table import Table
from tischlein.server.clock import ticks
from tischlein.server.errors import Refusal
from tischlein.server.protocol.server import UndoAsked
from tischlein.server.table import people
from tischlein.server.table.broadcast import undo_ask
from tischlein.server.table.deals import may_take_back
from tischlein.server.table.live import LiveTable
from tischlein.server.table.moves import running
from tischlein.server.table.state import TableState, TakenBack, UndoQuestion

# How long the others may think about an undo, in milliseconds.
ASKING = 30_000
# Undos of one seat that need nobody's consent, until another person has decided: more than anybody needs who changes their mind.
FREELY = 60


async def undo(live: LiveTable, seat: int, message_id: str) -> int:
    """Take the seat's last decision back, or ask the others; the same id again changes nothing."""
    state = live.state
    if message_id in state.answered[seat]:
        return state.answered[seat][message_id]
    table = running(live)  # after the end everything has been laid open
    if state.undo is not None:
        raise Refusal("undo_pending", 409)
    if sum(row.text == UNDO for row in state.log) >= live.services.limits.undos:
        raise Refusal("too_many_undos", 409)
    place = table.last_decision(seat)
    if place is None:
        raise Refusal("nothing_to_undo", 409)
    if not may_take_back(state.row, table, seat):
        raise Refusal("same_deal", 409)
    # Where finished rounds are laid open, nobody goes back to before one.
    laid_open = state.row.spectators == "rounds" and state.game.secrets.open_rounds
    if laid_open and state.game.turns.rounds in table.happened_since(place):
        raise Refusal("undo_rounds", 409)
    await people.come_back(live, seat)
    if state.is_out_of_time(seat):  # the bot decides first: an undo must not give more time for that
        raise Refusal("stale", 409)
    others = who_must_agree(state, seat)
    try:
        if others and undos_in_a_row(state, seat) >= FREELY:
            raise UndoError("that often the others have to agree")
        resumed = state.asked_before(seat) if others else None
        # With others at the table, whatever anybody has decided since may have shown a card, a bot's decision too.
        undone = _taken_back(table, place, resumed=resumed)
        await live.carry_out(lambda game: game.undo(seat, consent=not others), undone, message_id)
    except UndoError:
        _ask(live, seat, others, message_id)
    state.remember(seat, message_id, state.seq)
    return state.seq


def who_must_agree(state: TableState, seat: int) -> list[int]:
    """Whose consent it takes: people elsewhere who have not left for good. A bot that stands in consents for nobody."""
    return [
        other.seat
        for other in state.seats
        if other.kind == "person" and not other.left and not state.together(other.seat, seat)
    ]


def cannot_answer(state: TableState, others: list[int]) -> list[int]:
    """Those who are away, so that a bot plays for them."""
    return [other for other in others if state.seats[other].standing_in and not state.is_here(other)]


def undos_in_a_row(state: TableState, seat: int) -> int:
    """How often a seat has taken back since another person decided: each time makes the log longer."""
    count = 0
    for row in reversed(state.log):
        if row.seat >= 0 and row.seat != seat and state.seats[row.seat].kind == "person":
            break
        count += row.seat == seat and row.text == UNDO
    return count


def _ask(live: LiveTable, seat: int, others: list[int], message_id: str) -> None:
    state = live.state
    if state.undo_refused.get(seat) == state.seq:
        raise Refusal("undo_refused", 409)
    away = cannot_answer(state, others)
    if away:
        raise Refusal("undo_away", 409, names=", ".join(state.names[other] for other in away))
    at = ticks()
    state.undo = UndoQuestion(seat, others, message_id, at, at + ASKING)
    live.broadcast.all(UndoAsked(undo_ask(state.undo)))
    live.changed.set()


async def answer(live: LiveTable, seat: int, agree: bool) -> None:
    """Somebody agrees to an undo, or not; with the last yes it happens."""
    question = live.state.undo
    if question is None or seat not in question.open:
        raise Refusal("no_undo", 409)
    if not agree:
        not_agreed(live, seat)
        return
    asks = question.seat
    still_open = [other for other in question.open if not live.state.together(other, seat)]
    if still_open:
        question.open = still_open
        live.broadcast.all(UndoAsked(undo_ask(question)))
        return
    # That it was agreed to is told when it is stored, like everything else.
    table = running(live)
    place = table.last_decision(asks)
    assert place is not None  # noqa: S101 — for the type checker: whoever asks has decided something
    undone = _taken_back(table, place, agreed=True)
    await live.carry_out(lambda game: game.undo(asks, consent=True), undone, question.message_id)


def _taken_back(
    table: Table, place: int, agreed: bool = False, resumed: tuple[int, int] | None = None
) -> TakenBack:
    """What is taken back by going back to this place: the seats that decided since have to decide again, nobody else has."""
    past = table.past
    return TakenBack({past.steps[k].seat for k in past.line[place:]}, past.line[place], agreed, resumed)


def away(live: LiveTable, seat: int) -> None:
    """A bot stands in for somebody who cannot answer: nothing is taken back without that person."""
    question = live.state.undo
    if question is not None and (seat == question.seat or seat in question.open):
        not_agreed(live, None)


async def left(live: LiveTable, seat: int) -> None:
    """Nobody waits for the answer of somebody who has left for good, nor for an undo that nobody wants any more."""
    question = live.state.undo
    if question is not None and seat == question.seat:
        not_agreed(live, None)
    elif question is not None and seat in question.open:
        await answer(live, seat, agree=True)


def not_agreed(live: LiveTable, by: int | None) -> None:
    """Somebody said no, or not all have answered in time: until the table has moved on the same seat does not ask again."""
    question = live.state.undo
    if question is not None:
        live.state.undo_refused[question.seat] = live.state.seq
        live.settle_undo(by=by)
        live.broadcast.news()  # the clocks go on from where they were
        live.changed.set()
