"""How a game has ended, for the guests who played it."""

from collections.abc import Collection, Iterable

from tischlein.engine.play.table import Table
from tischlein.room.rows import BY_CLOCK, Result
from tischlein.room.state import State


def results_of(state: State, table: Table, wall: int) -> list[Result]:
    """Return one result for each guest who has played a finished game to its end."""
    ends = table.standings()
    bots = [seat.kind == "bot" for seat in state.seats]
    levels = [seat.level if seat.kind == "bot" else None for seat in state.seats]
    return [
        Result(
            seat.seat,
            seat.guest,
            wall,
            {
                "code": state.row.code,
                "game": state.row.game,
                "at": wall,
                "names": state.names,
                "bots": bots,
                "levels": levels,
                "deal": state.row.deal,
                "you": seat.seat,
                "standings": ends,
            },
        )
        for seat in state.seats
        if seat.guest is not None and not seat.left
    ]


def played_by_people(log: Iterable[tuple[int, str, str | None]], answers: Collection[str]) -> dict[int, bool]:
    """Return the seats for which a person has decided, each with whether that was at least half of the seat's decisions.

    An entry is a seat, a text and the id of the message that it came with. What a clock decides counts for neither side, and so do
    ``answers``, which a person may have given by itself.
    """
    balance: dict[int, int] = {}
    people = set()
    for seat, text, message_id in log:
        if message_id:
            people.add(seat)
        if text not in answers and message_id != BY_CLOCK:
            balance[seat] = balance.get(seat, 0) + (1 if message_id else -1)
    return {seat: balance.get(seat, 0) >= 0 for seat in people}
