"""A table as everybody with the link sees it."""

from __future__ import annotations

from tischlein.engine.play import fair
from tischlein.room.rows import Seat
from tischlein.server.protocol.rest import FairInfo, SeatInfo, TableInfo
from tischlein.server.protocol.shared import Bilingual
from tischlein.server.table.presence import until_stand_in
from tischlein.server.table.state import TableState


def table_info(state: TableState, away: int, at: int, note: Bilingual | None = None) -> TableInfo:
    """What everybody with the link may know."""
    row = state.row
    return TableInfo(
        code=row.code,
        game=row.game,
        version=row.version,
        options=state.options,
        state=row.state,  # type: ignore[arg-type]  # the store holds what was put into it
        host=row.host,
        seats=[_seat_info(state, seat, away, at) for seat in state.seats],
        timer=row.timer,
        stand_in=row.stand_in,
        spectators=row.spectators,  # type: ignore[arg-type]  # likewise
        pace=row.pace,  # type: ignore[arg-type]  # likewise
        chat=row.chat,
        lang=row.lang,  # type: ignore[arg-type]  # likewise
        watching=state.connected[None],
        created=row.created,
        touched=row.touched,
        rematch=row.rematch,
        note=note,
        fair=_fair_info(state),
        answers=list(state.game.answers_with(row.options)),
        starting=state.starting is not None,
        listed=row.listed,
        bank=row.bank,
        increment=row.increment,
        advice=state.advice.allowed,
        deal=row.deal,
    )


def _fair_info(state: TableState) -> FairInfo:
    row = state.row
    if row.shuffle is not None:
        promises = row.shuffle["promises"]
    else:
        promises = [state.promises.get(seat.token_hash or "") for seat in state.seats]
    return FairInfo(fair.CONSTRUCTION, fair.commitment(row.deal_name, row.secret or ""), promises)


def _seat_info(state: TableState, row: Seat, away: int, at: int) -> SeatInfo:
    return SeatInfo(
        seat=row.seat,
        kind=row.kind,  # type: ignore[arg-type]  # likewise
        name=row.name,
        level=row.level,
        online=row.kind == "bot" or state.is_here(row.seat),
        standing_in=row.standing_in,
        may_stand_in=until_stand_in(state, row.seat, away, at),
        preferences=row.preferences,
        avatar=row.avatar,  # type: ignore[arg-type]  # likewise
    )
