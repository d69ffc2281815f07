"""The table that follows from this one: another game of the same people."""

from tischlein.engine.types import Json
from tischlein.room.refusal import Refusal
from tischlein.room.rows import EVERYBODY, Advice, Row, Seat, Stored, copy_of
from tischlein.room.state import State
from tischlein.room.step import Step


def rematch(step: Step, by: int, message: Json) -> None:
    """Set a table for another game of the same people; their tokens open it too.

    It is stored together with the mark that leads there, so that there is only one.
    """
    state = step.state
    if state.row.state != "over":
        raise Refusal("not_over", 409)
    if state.row.rematch is None:
        step.limit("table")
        stored = Stored(_next_row(step, by), _next_seats(state))
        if state.advised.allowed:
            stored.advice = [Advice(0, EVERYBODY)]
        step.set({"rematch": stored.row.code, "touched": step.now.wall})
        step.writing().tables = [stored]
        step.awaited = _sharing(state)
        step.people()
    step.all({"type": "rematch", "code": state.row.rematch})


def _next_seats(state: State) -> list[Seat]:
    """Return the same people; bots play for people who have left, unless each move has a day."""
    seats = state.copy_of_seats()
    for seat in seats:
        absent = seat.kind == "person" and not _stays(state, seat)
        seat.standing_in = absent and (seat.standing_in or not state.row.unhurried)
    return seats


def _next_row(step: Step, by: int) -> Row:
    state, luck = step.state, step.ports.luck
    host = state.row.host
    away = host is None or _next_seats(state)[host].standing_in
    row = _fresh(step)
    row.host = by if away else host
    row.version = state.game.version
    row.options = state.row.options if state.table is None else state.table.next_options
    row.seed, row.secret, row.deal = luck.seed(), luck.secret(), None
    return row


def _fresh(step: Step) -> Row:
    """Return the settings of this table for a new one."""
    row = copy_of(step.state.row)
    row.id, row.code, row.state = 0, step.ports.luck.code(), "lobby"
    row.created = row.touched = step.now.wall
    row.archived, row.rematch = False, None
    row.start, row.base, row.position = None, 0, None
    row.shuffle, row.clocks = None, None
    row.attended, row.watching = False, 0
    return row


def _stays(state: State, seat: Seat) -> bool:
    """Return True if a person is connected and has not left."""
    return state.is_here(seat.seat) and not seat.left


def _sharing(state: State) -> list[str]:
    """Return the keys of the connected people who added a share to the last shuffle: the next one waits for them."""
    shares = [] if state.row.shuffle is None else state.row.shuffle["shares"]
    return [
        seat.token_hash
        for seat, share in zip(state.seats, shares, strict=False)
        if share is not None and seat.token_hash is not None and _stays(state, seat)
    ]
