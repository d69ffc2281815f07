"""The finished games of guests: kept for whoever holds the key that the guest's page made, of which only the hash is stored."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from tischlein.room.rows import Result
from tischlein.server.clock import now
from tischlein.server.store import schema

KEPT = 500  # of the latest, that a guest is told


def put(connection: Connection, table_id: int, rows: Sequence[Result]) -> None:
    """Keep how a game has ended, for each guest who played it, in place of what was kept before.

    Not for those who have deleted everything since the table was read: their seats are stored without a guest.
    """
    connection.execute(delete(schema.results).where(schema.results.c.table_id == table_id))
    guests = guests_at(connection, table_id) if rows else {}
    for row in rows:
        if guests.get(row.seat) == row.guest and not _is_forgotten(connection, row.guest):
            values = {
                "table_id": table_id,
                "seat": row.seat,
                "guest": row.guest,
                "at": row.at,
                "data": _json(row.game),
            }
            connection.execute(insert(schema.results).values(values))


def guests_at(connection: Connection, table_id: int) -> dict[int, str]:
    """The guests at a table, by their seats."""
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
    return list(connection.execute(chosen.limit(KEPT)).scalars())


def forget(connection: Connection, guest: str) -> int:
    """Delete a guest's games, also those that are still going on when they end; return how many there were."""
    gone = connection.execute(delete(schema.results).where(schema.results.c.guest == guest))
    seats = select(schema.seats.c.seat).where(schema.seats.c.guest == guest).limit(1)
    # Only keys that somebody has sat down with: nobody fills the store with others.
    if connection.execute(seats).first() is not None and not _is_forgotten(connection, guest):
        connection.execute(insert(schema.deleted_guests).values(guest=guest, at=now()))
    return int(gone.rowcount)


def forgotten(connection: Connection) -> set[str]:
    """Guests who have deleted everything, and whom a seat still names."""
    return set(connection.execute(select(schema.deleted_guests.c.guest)).scalars())


def clear_seats(connection: Connection, gone: Collection[str], elsewhere: Collection[int]) -> None:
    """Take these guests, who have deleted everything, from their seats; whoever has no seat any more is forgotten for good.

    Not at tables of other servers, by their ids in ``elsewhere``: these have them in memory, and clear them themselves.
    """
    seats, guest = schema.seats.c, schema.deleted_guests.c.guest
    named = update(schema.seats).where(seats.guest.in_(gone), seats.table_id.not_in(elsewhere))
    connection.execute(named.values(guest=None))
    sits = select(seats.seat).where(seats.guest == guest).exists()
    connection.execute(delete(schema.deleted_guests).where(guest.in_(gone), ~sits))


def tidy(connection: Connection, keep: int) -> None:
    """Keys that were given up before this time open no table any more."""
    connection.execute(delete(schema.deleted_guests).where(schema.deleted_guests.c.at < keep))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _is_forgotten(connection: Connection, guest: str) -> bool:
    found = select(schema.deleted_guests.c.at).where(schema.deleted_guests.c.guest == guest)
    return connection.execute(found).first() is not None
