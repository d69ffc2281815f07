"""A table as everybody with the link sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tischlein.server import presence
from tischlein.server.protocol.rest import SeatInfo, TableInfo

if TYPE_CHECKING:
    from tischlein.server.room import Room
    from tischlein.server.rows import SeatRow


def table_info(room: Room) -> TableInfo:
    """What everybody with the link may know."""
    row = room.row
    return TableInfo(
        code=row.code,
        game=row.game,
        version=row.version,
        options=row.options,
        state=row.state,  # type: ignore[arg-type]  # the store holds what was put into it
        host=row.host,
        seats=[_seat_info(room, seat) for seat in room.seats],
        timer=row.timer,
        stand_in=row.stand_in,
        spectators=row.spectators,  # type: ignore[arg-type]  # likewise
        pace=row.pace,  # type: ignore[arg-type]  # likewise
        chat=row.chat,
        lang=row.lang,  # type: ignore[arg-type]  # likewise
        watching=sum(listener.seat is None for listener in room.listeners),
        created=row.created,
        touched=row.touched,
        rematch=row.rematch,
        note=room.note,
    )


def _seat_info(room: Room, row: SeatRow) -> SeatInfo:
    return SeatInfo(
        seat=row.seat,
        kind=row.kind,  # type: ignore[arg-type]  # likewise
        name=row.name,
        level=row.level,
        online=row.kind == "bot" or presence.is_here(room, row.seat),
        standing_in=row.standing_in,
        may_stand_in=presence.until_stand_in(room, row.seat),
        no_offers=row.no_offers,
    )
