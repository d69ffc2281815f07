"""Queries about the finished games of guests, who are known by the hash of a key that their page has made."""

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from tischlein.games import GAMES
from tischlein.room.play.outcome import played_by_people
from tischlein.room.rows import Result
from tischlein.server.clock import now
from tischlein.server.store import schema

KEPT = 500  # games that a guest gets to see
SHARED = 1_000  # games with others, each counted once for each of them


def put(connection: Connection, table_id: int, rows: Sequence[Result]) -> None:
    """Store the results of a finished game in place of earlier ones.

    Guests who have deleted their data since the table was read get none: their seats are stored without a guest.
    """
    connection.execute(delete(schema.results).where(schema.results.c.table_id == table_id))
    if not rows:
        return
    guests, log = guests_at(connection, table_id), schema.log.c
    entries = connection.execute(select(log.seat, log.text, log.message_id).where(log.table_id == table_id))
    game = GAMES.get(rows[0].game.get("game", ""))
    own = played_by_people((tuple(entry) for entry in entries), game.turns.answers.values() if game else ())
    for row in rows:
        if guests.get(row.seat) == row.guest and not _is_forgotten(connection, row.guest):
            values = {
                "table_id": table_id,
                "seat": row.seat,
                "guest": row.guest,
                "at": row.at,
                "own": own.get(row.seat, False),
                "data": _json(row.game),
            }
            connection.execute(insert(schema.results).values(values))


def guests_at(connection: Connection, table_id: int) -> dict[int, str]:
    """Return the guests at a table by seat."""
    seats = schema.seats.c
    stored = select(seats.seat, seats.guest).where(seats.table_id == table_id, seats.guest.is_not(None))
    return {row.seat: row.guest for row in connection.execute(stored)}


def of_guest(connection: Connection, guest: str) -> list[str]:
    """Return a guest's finished games as JSON, the latest first."""
    columns = schema.results.c
    chosen = (
        select(columns.data)
        .where(columns.guest == guest)
        .order_by(columns.at.desc(), columns.table_id.desc())
    )
    return list(connection.scalars(chosen.limit(KEPT)))


def played_with(connection: Connection, guest: str) -> list[tuple[str, int, str]]:
    """Return other guests, their seats, and the game (as JSON) of this guest's latest games with them, the latest first."""
    mine, theirs = schema.results.alias(), schema.results.alias()
    chosen = (
        select(theirs.c.guest, theirs.c.seat, mine.c.data)
        .join(theirs, theirs.c.table_id == mine.c.table_id)
        .where(mine.c.guest == guest, theirs.c.guest != guest)
        .order_by(mine.c.at.desc(), mine.c.table_id.desc(), theirs.c.seat)
        .limit(SHARED)
    )
    return [(other, seat, data) for other, seat, data in connection.execute(chosen)]


def game_in_lobby(connection: Connection, code: str, guest: str) -> str | None:
    """Return the game of a table that has not begun; None if the guest does not sit there."""
    tables, seats = schema.tables.c, schema.seats.c
    chosen = (
        select(tables.game)
        .join(schema.seats)
        .where(tables.code == code, tables.state == "lobby", seats.guest == guest)
    )
    return connection.scalars(chosen).first()


def forget(connection: Connection, guest: str) -> int:
    """Delete a guest's games, and those still running once they end; return how many were deleted."""
    gone = connection.execute(delete(schema.results).where(schema.results.c.guest == guest))
    seats = select(schema.seats.c.seat).where(schema.seats.c.guest == guest).limit(1)
    # Only keys that have a seat, so that made-up keys cannot fill the store.
    if connection.execute(seats).first() is not None and not _is_forgotten(connection, guest):
        connection.execute(insert(schema.deleted_guests).values(guest=guest, at=now()))
    return int(gone.rowcount)


def forgotten(connection: Connection) -> set[str]:
    """Return the guests who have deleted their data while a seat still names them."""
    return set(connection.scalars(select(schema.deleted_guests.c.guest)))


def clear_seats(connection: Connection, gone: Collection[str], elsewhere: Collection[int]) -> None:
    """Remove these guests from their seats, and forget them once no seat names them.

    Seats at tables of other servers, whose ids are in ``elsewhere``, stay: those servers have them in memory and clear them.
    """
    seats, guest = schema.seats.c, schema.deleted_guests.c.guest
    named = update(schema.seats).where(seats.guest.in_(gone), seats.table_id.not_in(elsewhere))
    connection.execute(named.values(guest=None))
    sits = select(seats.seat).where(seats.guest == guest).exists()
    connection.execute(delete(schema.deleted_guests).where(guest.in_(gone), ~sits))


def tidy(connection: Connection, keep: int) -> None:
    """Delete notes about guests who deleted their data before this time."""
    connection.execute(delete(schema.deleted_guests).where(schema.deleted_guests.c.at < keep))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _is_forgotten(connection: Connection, guest: str) -> bool:
    found = select(schema.deleted_guests.c.at).where(schema.deleted_guests.c.guest == guest)
    return connection.execute(found).first() is not None
