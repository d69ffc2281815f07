"""Queries about deals that several tables share; each function runs inside one transaction."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, Table, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tischlein.room.rows import Columns, DealEntry, columns_of
from tischlein.server.errors import AlreadyEntered
from tischlein.server.store import schema

entries, tables = schema.deal_entries.c, schema.tables.c


class Ranked(NamedTuple):
    """A result in the ranking of a deal; equal results share a rank."""

    rank: int
    guest: str
    name: str
    place: int
    score: int


class Standing(NamedTuple):
    """A stored deal: its secret, the best results with the guest's own below them, and the guest's entry."""

    secret: str | None
    players: int
    ranking: list[Ranked]
    own: DealEntry | None


def secret(connection: Connection, deal: str, fresh: str, at: int) -> str:
    """Return the secret of a deal: the first that was stored, or else ``fresh``, which is stored."""
    _add_once(connection, schema.deals, {"name": deal, "secret": fresh, "created": at})
    return secret_of(connection, deal) or fresh


def _add_once(connection: Connection, table: Table, values: Columns) -> bool:
    """Store a row; return False if one with the same key exists, also if another server is just storing it."""
    add = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = add(table).values(**values).on_conflict_do_nothing()
    return connection.execute(row.returning(*table.primary_key)).first() is not None


def secret_of(connection: Connection, deal: str) -> str | None:
    """Return the secret of a deal, None if it was never asked for."""
    known: str | None = connection.scalar(select(schema.deals.c.secret).where(schema.deals.c.name == deal))
    return known


def enter(connection: Connection, deal: str, entry: DealEntry, at: int) -> None:
    """Store a guest's entry for a deal; AlreadyEntered if there is one."""
    if not _add_once(connection, schema.deal_entries, {"deal": deal, **columns_of(entry), "created": at}):
        raise AlreadyEntered(f"{entry.code} is not the first table for this deal")


def entry(connection: Connection, deal: str, guest: str) -> DealEntry | None:
    """Return the entry of a guest for a deal."""
    fields = (entries.guest, entries.code, entries.name, entries.place, entries.score)
    chosen = select(*fields).where(entries.deal == deal, entries.guest == guest)
    found = connection.execute(chosen).mappings().first()
    return None if found is None else DealEntry(**found)


def finish(connection: Connection, code: str, place: int, score: int) -> None:
    """Store the result of the game at a table: the place there, and the score."""
    own = update(schema.deal_entries).where(entries.code == code)
    connection.execute(own.values(place=place, score=score))


def standing(
    connection: Connection,
    deal: str,
    low_wins: bool,
    most: int,
    guest: str | None,
    fresh: str | None,
    at: int,
) -> Standing:
    """Return the standing of a deal: the best ``most`` results, of equal ones the earlier first, and the guest's own.

    With ``fresh`` the deal gets this secret if it has none.
    """
    order = (entries.place, entries.score if low_wins else entries.score.desc())
    ended = (entries.deal == deal) & entries.place.is_not(None)
    rank = func.rank().over(order_by=order).label("rank")
    line = func.row_number().over(order_by=(*order, entries.created, entries.guest)).label("line")
    columns = (rank, entries.guest, entries.name, entries.place, entries.score, line)
    ranked = select(*columns).where(ended).subquery().c
    shown = select(*list(ranked)[:-1]).where((ranked.line <= most) | (ranked.guest == guest))
    return Standing(
        secret_of(connection, deal) if fresh is None else secret(connection, deal, fresh, at),
        connection.execute(select(func.count()).select_from(schema.deal_entries).where(ended)).scalar_one(),
        [Ranked(*row) for row in connection.execute(shown.order_by(ranked.line))],
        None if guest is None else entry(connection, deal, guest),
    )


def names(connection: Connection) -> list[str]:
    """Return the names of all stored deals."""
    return list(connection.scalars(select(schema.deals.c.name)))


def withdraw(connection: Connection, guests: Collection[str]) -> None:
    """Delete the entries of these guests."""
    connection.execute(delete(schema.deal_entries).where(entries.guest.in_(guests)))


def forget(connection: Connection, before: int) -> None:
    """Delete older deals and their entries."""
    for table in (schema.deals, schema.deal_entries):
        connection.execute(delete(table).where(table.c.created < before))


def tables_of(connection: Connection, deal: str) -> dict[str, str]:
    """Return the states of the tables that share a deal by their codes, oldest first, without abandoned ones."""
    here = or_(tables.archived.is_(False), tables.state == "over")
    chosen = select(tables.code, tables.state).where(tables.deal == deal, here).order_by(tables.id)
    return {row.code: row.state for row in connection.execute(chosen)}
