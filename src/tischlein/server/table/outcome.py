"""How a game has ended, for the guests who played it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tischlein.engine.play.table import Table
from tischlein.room.rows import Result
from tischlein.server.clock import now
from tischlein.server.protocol.guests import GuestGame, GuestPlace
from tischlein.server.table.state import TableState


class EndedGame(NamedTuple):
    """How a game has ended, for those who compare it with theirs; by seat, who they are and whether they are bots."""

    names: list[str]
    bots: list[bool]
    standings: list[GuestPlace]


def results_of(state: TableState, table: Table) -> list[Result]:
    """One row for each seat with a guest's key, of a game that is over; none for somebody who has left it."""
    at = now()
    standings = [
        GuestPlace(one["place"], one["seats"], one["score"], one["won"]) for one in table.standings()
    ]
    bots = [seat.kind == "bot" for seat in state.seats]
    games = {
        seat.seat: GuestGame(state.row.code, state.row.game, at, state.names, bots, seat.seat, standings)
        for seat in state.seats
        if seat.guest is not None and not seat.left
    }
    return [
        Result(seat, state.seats[seat].guest or "", at, msgspec.to_builtins(game))
        for seat, game in games.items()
    ]
