"""What a seated person can do in a game: decide, and ask why. The caller holds the table's lock."""

from __future__ import annotations

from tischlein.engine.play.table import Table
from tischlein.server.clock import ticks
from tischlein.server.errors import Refusal
from tischlein.server.protocol.server import Accepted, Because
from tischlein.server.table import people
from tischlein.server.table.broadcast import Listener, encode
from tischlein.server.table.live import LiveTable
from tischlein.server.texts import own_text, reason


def running(live: LiveTable) -> Table:
    """The game, while it is going on."""
    if live.state.table is None or live.state.row.state != "playing":
        raise Refusal("not_playing", 409)
    return live.state.table


async def play(live: LiveTable, asker: Listener, seat: int, message_id: str, seq: int, action: str) -> None:
    """Carry out a decision, and tell the asker the table's sequence number after it; the same id again changes nothing."""
    state = live.state
    if message_id in state.answered[seat]:
        asker.send(encode(Accepted(message_id, state.answered[seat][message_id])))
        return
    table = running(live)
    if not state.unchanged_since[seat] <= seq <= state.seq:
        raise Refusal("stale", 409)
    found = next((one for one in state.actions.get(seat, []) if one.text == action), None)
    if found is None:
        against = table.why(seat, action)
        if against is not None:
            text = reason(table, seat, action, against, state.names)
            raise Refusal(against.code, 422, clause=against.clause, text=text)
    if state.has_used_up(seat, ticks()):
        raise Refusal("undo_first", 409)
    if state.seats[seat].standing_in:
        await people.come_back(live, seat, to_decide=True)
    await live.carry_out(lambda game: game.play(seat, found or action), seat, message_id, asker=asker)


def why(live: LiveTable, seat: int, message_id: str, action: str) -> Because:
    """Say what stands against an action; nothing changes."""
    table = live.state.table
    if table is None:
        raise Refusal("not_playing", 409)
    against = table.why(seat, action)
    if against is None:
        return Because(message_id, "legal", "", own_text("because.legal"))
    text = reason(table, seat, action, against, live.state.names)
    return Because(message_id, against.code, against.clause, text)
