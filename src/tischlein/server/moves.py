"""What a seated person can do in a game: decide, ask why, take back. The caller holds the room's lock."""

from __future__ import annotations

from tischlein.engine.errors import UndoError
from tischlein.engine.table import Table
from tischlein.engine.undo import happened_since, last_decision
from tischlein.server import people
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.presence import is_here
from tischlein.server.protocol.server import Because, UndoAsk, UndoAsked
from tischlein.server.room import Question, Room
from tischlein.server.words import reason, said

# How long the others may think about an undo, in milliseconds.
ASKING = 30_000
# Undos of one seat that need nobody's consent, until another person has decided: more than anybody needs who changes their mind.
FREELY = 60
ROUND_END = "round_end"


def running(room: Room) -> Table:
    if room.table is None or room.row.state != "playing":
        raise Refusal("not_playing", 409)
    return room.table


async def play(room: Room, seat: int, said_id: str, seq: int, action: str) -> int:
    """Carry out a decision, and return the table's sequence number after it; the same id again changes nothing."""
    if said_id in room.said[seat]:
        return room.said[seat][said_id]
    table = running(room)
    if not room.fresh[seat] <= seq <= room.seq:
        raise Refusal("stale", 409)
    against = table.why(seat, action)
    if against is not None:
        words = reason(table, seat, action, against, room.names)
        raise Refusal(against.code, 422, clause=against.clause, words=words)
    if room.seats[seat].standing_in:
        await people.come_back(room, seat)
    await room.carry_out(lambda game: game.play(seat, action), seat, said_id)
    return room.seq


def why(room: Room, seat: int, said_id: str, action: str) -> Because:
    """Say what stands against an action; nothing changes."""
    table = room.table
    if table is None:
        raise Refusal("not_playing", 409)
    against = table.why(seat, action)
    if against is None:
        return Because(said_id, "legal", "", said("because.legal"))
    return Because(said_id, against.code, against.clause, reason(table, seat, action, against, room.names))


async def undo(room: Room, seat: int, said_id: str) -> int:
    """Take the seat's last decision back, or ask the others; the same id again changes nothing."""
    if said_id in room.said[seat]:
        return room.said[seat][said_id]
    table = running(room)  # after the end everything has been laid open
    if room.undo is not None:
        raise Refusal("undo_pending", 409)
    place = last_decision(table, seat)
    if place is None:
        raise Refusal("nothing_to_undo", 409)
    # Where finished rounds are laid open, nobody goes back to before one.
    if room.row.spectators == "rounds" and ROUND_END in happened_since(table, place):
        raise Refusal("undo_rounds", 409)
    await people.come_back(room, seat)
    others = _others(room, seat)
    try:
        if others and _in_a_row(room, seat) >= FREELY:
            raise UndoError("that often the others have to agree")
        resumed = room.asked_before(seat) if others else None
        await room.carry_out(lambda game: game.undo(seat, consent=not others), None, said_id, resumed=resumed)
    except UndoError:
        _ask(room, seat, others, said_id)
    room.remember(seat, said_id, room.seq)
    return room.seq


def _others(room: Room, seat: int) -> list[int]:
    """Whose consent it takes: people elsewhere, also those for whom a bot plays because their time was up."""
    return [
        other.seat
        for other in room.seats
        if other.kind == "person"
        and not room.together(other.seat, seat)
        and (not other.standing_in or is_here(room, other.seat))
    ]


def _in_a_row(room: Room, seat: int) -> int:
    """How often a seat has taken back since another person decided: each time makes the log longer."""
    count = 0
    for row in reversed(room.log):
        if row.seat >= 0 and row.seat != seat and room.seats[row.seat].kind == "person":
            break
        count += row.seat == seat and row.text == "undo"
    return count


def _ask(room: Room, seat: int, others: list[int], said_id: str) -> None:
    if room.said_no.get(seat) == room.seq:
        raise Refusal("undo_refused", 409)
    at = now()
    room.undo = Question(UndoAsk(seat, others), said_id, at, at + ASKING)
    room.tell_all(UndoAsked(room.undo.ask))
    room.changed.set()


async def answer(room: Room, seat: int, agree: bool) -> None:
    """Somebody agrees to an undo, or not; with the last yes it happens."""
    question = room.undo
    if question is None or seat not in question.ask.open:
        raise Refusal("no_undo", 409)
    if not agree:
        not_agreed(room, seat)
        return
    asks = question.ask.seat
    still = [other for other in question.ask.open if not room.together(other, seat)]
    if still:
        question.ask = UndoAsk(asks, still)
        room.tell_all(UndoAsked(question.ask))
        return
    # That it was agreed to is told when it is stored, like everything else.
    await room.carry_out(lambda game: game.undo(asks, consent=True), None, question.said, agreed=True)


async def left(room: Room, seat: int) -> None:
    """Nobody waits for the answer of somebody who has gone, nor for an undo that nobody wants any more."""
    if room.undo is not None and seat == room.undo.ask.seat:
        not_agreed(room, None)
    elif room.undo is not None and seat in room.undo.ask.open:
        await answer(room, seat, agree=True)


def not_agreed(room: Room, by: int | None) -> None:
    """Somebody said no, or not all have answered in time: until the table has moved on the same seat does not ask again."""
    if room.undo is not None:
        room.said_no[room.undo.ask.seat] = room.seq
        room.settle_undo(by=by)
        room.tell_news()  # the clocks go on from where they were
        room.changed.set()
