"""The table that follows from this one: another game of the same people."""

from tischlein.engine.types import Json
from tischlein.room.refusal import Refusal
from tischlein.room.rows import EVERYBODY, Advice, Row, Seat, Stored
from tischlein.room.state import State
from tischlein.room.step import Step

# Settings of a table that its rematch has too.
KEPT = (
    "game", "timer", "stand_in", "spectators", "pace", "chat", "lang", "listed", "bank", "increment", "creator", "group_code",
)  # fmt: skip


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
        step.ensure_writes().tables = [stored]
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
    """Return the settings of this table for a new one, with fresh luck."""
    state, rng, row = step.state, step.ports.rng, step.state.row
    away = row.host is None or _next_seats(state)[row.host].standing_in
    return Row(
        id=0,
        code=rng.code(),
        version=state.game.version,
        options=row.options if state.table is None else state.table.next_options,
        state="lobby",
        host=by if away else row.host,
        seed=rng.seed(),
        created=step.now.wall,
        touched=step.now.wall,
        secret=rng.secret(),
        **{name: getattr(row, name) for name in KEPT},
    )


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
