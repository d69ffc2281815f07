"""A table as everybody with the link sees it."""

from tischlein.engine.play import fair
from tischlein.engine.types import Json
from tischlein.room.refusal import note
from tischlein.room.rows import Seat
from tischlein.room.state import State


def table_info(state: State, away: int, at: int) -> Json:
    """Return what everybody with the link may know."""
    row = state.row
    return {
        "code": row.code,
        "game": row.game,
        "version": row.version,
        "options": state.options,
        "state": row.state,
        "host": row.host,
        "seats": [_seat_info(state, seat, away, at) for seat in state.seats],
        "timer": row.timer,
        "stand_in": row.stand_in,
        "spectators": row.spectators,
        "pace": row.pace,
        "chat": row.chat,
        "lang": row.lang,
        "watching": state.watching,
        "created": row.created,
        "touched": row.touched,
        "rematch": row.rematch,
        "note": note("trouble") if state.trouble else state.note,
        "fair": _fair_info(state),
        "answers": list(state.game.answers_with(row.options)),
        "starting": state.starting is not None,
        "listed": row.listed,
        "bank": row.bank,
        "increment": row.increment,
        "advice": state.advised.allowed,
        "deal": row.deal,
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
        "seat": seat.seat,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "online": seat.kind == "bot" or state.is_here(seat.seat),
        "standing_in": seat.standing_in,
        "may_stand_in": state.until_stand_in(seat.seat, away, at),
        "preferences": seat.preferences,
        "avatar": seat.avatar,
    }
