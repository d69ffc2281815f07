"""Queries about deals that several tables share; each function runs inside one transaction."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, RowMapping, Table, and_, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tischlein.room.rows import Columns, DealEntry, columns_of
from tischlein.server.errors import AlreadyEntered
from tischlein.server.store import schema


class DealResult(NamedTuple):
    """The result of the person who played a deal: the place at the table, and the score."""

    place: int
    score: int


class Standing(NamedTuple):
    """What is stored about a deal: its secret, the best results, and the entry of the guest who asks."""

    secret: str | None
    players: int
    best: list[DealEntry]
    own: DealEntry | None
    ahead: int  # results that are better than the guest's


def secret(connection: Connection, deal: str, fresh: str, at: int) -> str:
    """Return the secret of a deal: the first that was stored, or else ``fresh``, which is stored."""
    _add_once(connection, schema.deals, {"name": deal, "secret": fresh, "created": at})
    found = known_secret(connection, deal)
    assert found is not None  # noqa: S101 — for the type checker: it has just been stored
    return found


def _add_once(connection: Connection, table: Table, values: Columns) -> bool:
    """Store a row; return False if one with the same key exists, also if another server is just storing it."""
    add = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = add(table).values(**values).on_conflict_do_nothing()
    return connection.execute(row.returning(*table.primary_key)).first() is not None


def known_secret(connection: Connection, deal: str) -> str | None:
    """Return the secret of a deal, None if it was never asked for."""
    known: str | None = connection.execute(
        select(schema.deals.c.secret).where(schema.deals.c.name == deal)
    ).scalar()
    return known


def enter(connection: Connection, deal: str, entry: DealEntry, at: int) -> None:
    """Store a guest's entry for a deal; AlreadyEntered if there is one."""
    if not _add_once(connection, schema.deal_entries, {"deal": deal, **columns_of(entry), "created": at}):
        raise AlreadyEntered(f"{entry.code} is not the first table for this deal")


def entry(connection: Connection, deal: str, guest: str) -> DealEntry | None:
    """Return the entry of a guest for a deal."""
    columns = schema.deal_entries.c
    chosen = select(schema.deal_entries).where(columns.deal == deal, columns.guest == guest)
    found = connection.execute(chosen).mappings().first()
    return None if found is None else _entry(found)


def finish(connection: Connection, code: str, result: DealResult) -> None:
    """Store the result of the game at a table."""
    own = update(schema.deal_entries).where(schema.deal_entries.c.code == code)
    connection.execute(own.values(place=result.place, score=result.score))


def best(connection: Connection, deal: str, low_wins: bool, most: int) -> list[DealEntry]:
    """Return the best results of a deal, best first; of equal results the earlier one first."""
    columns = schema.deal_entries.c
    score = columns.score if low_wins else columns.score.desc()
    chosen = select(schema.deal_entries).where(columns.deal == deal, columns.place.is_not(None))
    ordered = chosen.order_by(columns.place, score, columns.created, columns.guest).limit(most)
    return [_entry(row) for row in connection.execute(ordered).mappings()]


def count(connection: Connection, deal: str) -> int:
    """Return how many guests have finished a deal."""
    return _count(connection, deal, schema.deal_entries.c.place.is_not(None))


def better(connection: Connection, deal: str, low_wins: bool, than: DealResult) -> int:
    """Return how many guests have a better result."""
    columns = schema.deal_entries.c
    ahead = columns.score < than.score if low_wins else columns.score > than.score
    same_place = and_(columns.place == than.place, ahead)
    return _count(connection, deal, or_(columns.place < than.place, same_place))


def standing(
    connection: Connection, deal: str, low_wins: bool, most: int, guest: str | None, secret: str | None
) -> Standing:
    """Return the standing of a deal, with at most ``most`` results."""
    own = None if guest is None else entry(connection, deal, guest)
    ahead = 0
    if own is not None and own.place is not None and own.score is not None:
        ahead = better(connection, deal, low_wins, DealResult(own.place, own.score))
    return Standing(secret, count(connection, deal), best(connection, deal, low_wins, most), own, ahead)


def names(connection: Connection) -> list[str]:
    """Return the names of all stored deals."""
    return list(connection.execute(select(schema.deals.c.name)).scalars())


def withdraw(connection: Connection, guests: Collection[str]) -> None:
    """Delete the entries of these guests."""
    connection.execute(delete(schema.deal_entries).where(schema.deal_entries.c.guest.in_(guests)))


def forget(connection: Connection, before: int) -> None:
    """Delete older deals and their entries."""
    for table in (schema.deals, schema.deal_entries):
        connection.execute(delete(table).where(table.c.created < before))


class DealTable(NamedTuple):
    """A table that has a deal, with its state."""

    code: str
    state: str


def tables_of(connection: Connection, deal: str) -> list[DealTable]:
    """Return the tables that share a deal, oldest first, without abandoned ones."""
    columns = schema.tables.c
    here = or_(columns.archived.is_(False), columns.state == "over")
    chosen = select(columns.code, columns.state).where(columns.deal == deal, here).order_by(columns.id)
    return [DealTable(code, state) for code, state in connection.execute(chosen)]


def _entry(row: RowMapping) -> DealEntry:
    return DealEntry(row["guest"], row["code"], row["name"], row["place"], row["score"])


def _count(connection: Connection, deal: str, those: ColumnElement[bool]) -> int:
    chosen = select(func.count()).select_from(schema.deal_entries)
    return int(connection.execute(chosen.where(schema.deal_entries.c.deal == deal, those)).scalar_one())
