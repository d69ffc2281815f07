"""How a game has ended, for the guests who played it."""

from __future__ import annotations

from tischlein.engine.play.table import Table
from tischlein.engine.types import Json
from tischlein.room.rows import Result
from tischlein.room.state import State


def results_of(state: State, table: Table, wall: int) -> list[Result]:
    """Return one result for each guest who has played a finished game to its end."""
    ends = standings_of(table)
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


def standings_of(table: Table) -> list[Json]:
    """Return the places of all sides."""
    return [
        {"place": one["place"], "seats": one["seats"], "score": one["score"], "won": one["won"]}
        for one in table.standings()
    ]
