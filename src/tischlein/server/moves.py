"""What a seated person can do in a game: decide, ask why, take back. The caller holds the room's lock."""

from __future__ import annotations

from tischlein.engine.errors import UndoError
from tischlein.engine.table import Table
from tischlein.engine.undo import last_decision
from tischlein.server import people
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.protocol.server import Because, UndoAsk, UndoAsked
from tischlein.server.room import Room
from tischlein.server.words import reason, said

# How long the others may think about an undo, in milliseconds.
ASKING = 30_000


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


async def undo(room: Room, seat: int, said_id: str) -> int | None:
    """Take the seat's last decision back, or ask the others; None: they have been asked."""
    if said_id in room.said[seat]:
        return room.said[seat][said_id]
    table = running(room)  # after the end everything has been laid open
    if room.undo is not None:
        raise Refusal("undo_pending", 409)
    if last_decision(table, seat) is None:
        raise Refusal("nothing_to_undo", 409)
    others = [other for other in room.persons() if other != seat]
    # Where finished rounds are laid open, nobody goes back to before one.
    open_rounds = room.row.spectators == "rounds"
    try:
        consent = not others and not open_rounds
        await room.carry_out(lambda game: game.undo(seat, consent=consent), None, said_id)
    except UndoError:
        if open_rounds:
            raise Refusal("undo_rounds", 409) from None
        room.undo = UndoAsk(seat, others)
        room.undo_until = now() + ASKING
        room.tell_all(UndoAsked(room.undo))
        room.changed.set()
        return None
    room.remember(seat, said_id, room.seq)
    return room.seq


async def answer(room: Room, seat: int, agree: bool) -> None:
    """Somebody agrees to an undo, or not; with the last yes it happens."""
    asked = room.undo
    if asked is None or seat not in asked.open:
        raise Refusal("no_undo", 409)
    if not agree:
        room.settle_undo(by=seat)
        room.changed.set()
        return
    still = [other for other in asked.open if other != seat]
    if still:
        room.undo = UndoAsk(asked.seat, still)
        room.tell_all(UndoAsked(room.undo))
        return
    # That it was agreed to is told when it is stored, like everything else.
    await room.carry_out(lambda game: game.undo(asked.seat, consent=True), None, agreed=True)
