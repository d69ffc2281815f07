"""A table as everybody with the link sees it."""

from tischlein.engine.play import fair
from tischlein.engine.types import Json
from tischlein.room.refusal import note
from tischlein.room.rows import Seat
from tischlein.room.state import State

# What everybody with the link may know of what is stored of a table, and of a seat.
OF_TABLE = (
    "code", "game", "version", "state", "host", "timer", "stand_in", "spectators", "pace", "chat", "lang", "created", "touched",
    "rematch", "listed", "bank", "increment", "deal",
)  # fmt: skip
OF_SEAT = ("seat", "kind", "name", "level", "standing_in", "preferences", "avatar")


def table_info(state: State, away: int, at: int) -> Json:
    """Return what everybody with the link may know."""
    row = state.row
    return {
        **{name: getattr(row, name) for name in OF_TABLE},
        "options": state.options,
        "seats": [_seat_info(state, seat, away, at) for seat in state.seats],
        "watching": state.watching,
        "note": note("trouble") if state.trouble else state.note,
        "fair": _fair_info(state),
        "answers": list(state.game.answers_with(row.options)),
        "starting": state.starting is not None,
        "advice": state.advised.allowed,
    }


def _fair_info(state: State) -> Json | None:
    row = state.row
    if not row.secret:
        return None
    if row.shuffle is not None:
        promises = row.shuffle["promises"]
    else:
        promises = [state.promises.get(seat.token_hash or "") for seat in state.seats]
    return {
        "construction": fair.CONSTRUCTION,
        "commitment": fair.commitment(row.deal_name, row.secret),
        "promises": promises,
    }


def _seat_info(state: State, seat: Seat, away: int, at: int) -> Json:
    return {
        **{name: getattr(seat, name) for name in OF_SEAT},
        "online": seat.kind == "bot" or state.is_here(seat.seat),
        "may_stand_in": state.until_stand_in(seat.seat, away, at),
    }
