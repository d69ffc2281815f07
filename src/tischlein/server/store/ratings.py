"""Queries for ratings: the results of a game, and guests who want no rating."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from tischlein.server.store import schema

MOST = 8_000  # results from which the ratings of a game are computed


class RatedRow(NamedTuple):
    """A stored result, with the deal that its table shared with others."""

    table: int
    deal: str | None
    seat: int
    guest: str
    data: str  # JSON


def rated_results(connection: Connection, game: str) -> list[RatedRow]:
    """Return the latest results of guests who have played themselves and want a rating, the oldest first."""
    results, tables = schema.results.c, schema.tables.c
    chosen = (
        select(results.table_id, tables.deal, results.seat, results.guest, results.data)
        .join(schema.tables)
        .where(tables.game == game, results.own, results.guest.not_in(select(schema.unrated.c.guest)))
        .order_by(results.at.desc(), results.table_id.desc(), results.seat.desc())
        .limit(MOST)
    )
    return [RatedRow(*row) for row in reversed(connection.execute(chosen).all())]


def set_rated(connection: Connection, guest: str, on: bool) -> None:
    """Note whether a guest wants a rating; only for guests with a result, so that made-up keys cannot fill the store."""
    connection.execute(delete(schema.unrated).where(schema.unrated.c.guest == guest))
    known = select(schema.results.c.guest).where(schema.results.c.guest == guest).limit(1)
    if not on and connection.execute(known).first() is not None:
        connection.execute(insert(schema.unrated).values(guest=guest))


def is_rated(connection: Connection, guest: str) -> bool:
    """Return False if a guest wants no rating."""
    unrated = schema.unrated.c.guest
    return connection.execute(select(unrated).where(unrated == guest)).first() is None
