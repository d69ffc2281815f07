"""Results of a finished game, for the guests who played it."""

from tischlein.engine.play.table import Table
from tischlein.room.rows import Result
from tischlein.room.state import State


def results_of(state: State, table: Table, wall: int) -> list[Result]:
    """Return one result for each guest of a finished game, including guests who left it."""
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
            seat.left,
        )
        for seat in state.seats
        if seat.guest is not None
    ]
