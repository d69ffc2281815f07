"""What the store is asked about deals that several tables have; each function is one job on a connection."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tischlein.server.store import schema

_COLUMNS = [schema.entries.c[name] for name in ("guest", "code", "name", "place", "score")]


class Entry(Struct):
    """Somebody who plays a deal; place and score are None until the game is over."""

    guest: str
    code: str
    name: str
    place: int | None
    score: int | None


class Result(NamedTuple):
    """How a game ended for the person who played it: the place at the table, and the score."""

    place: int
    score: int


def secret(connection: Connection, deal: str, fresh: str, at: int) -> str:
    """Return the secret of a deal: the first that anybody has stored, or else this one."""
    add = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    values = add(schema.deals).values(name=deal, secret=fresh, created=at)
    connection.execute(values.on_conflict_do_nothing(index_elements=["name"]))
    found = known_secret(connection, deal)
    assert found is not None  # noqa: S101 — for the type checker: it has just been stored
    return found


def known_secret(connection: Connection, deal: str) -> str | None:
    """Return the secret of a deal, None where nobody ever asked for it."""
    found: str | None = connection.execute(
        select(schema.deals.c.secret).where(schema.deals.c.name == deal)
    ).scalar()
    return found


def enter(connection: Connection, deal: str, entry: Entry, at: int) -> None:
    """Store that somebody plays a deal; a second time fails, and with it the whole job."""
    values = {"deal": deal, "guest": entry.guest, "code": entry.code, "name": entry.name, "created": at}
    connection.execute(insert(schema.entries).values(**values))


def entry(connection: Connection, deal: str, guest: str) -> Entry | None:
    """Return what is known of somebody who plays a deal."""
    columns = schema.entries.c
    chosen = select(*_COLUMNS).where(columns.deal == deal, columns.guest == guest)
    found = connection.execute(chosen).mappings().first()
    return None if found is None else Entry(**found)


def finish(connection: Connection, code: str, result: Result) -> None:
    """Store how the game at a table ended."""
    this = update(schema.entries).where(schema.entries.c.code == code)
    connection.execute(this.values(place=result.place, score=result.score))


def best(connection: Connection, deal: str, low_wins: bool, most: int) -> list[Entry]:
    """Return the best results of a deal, the first first; of equal ones the earlier first."""
    columns = schema.entries.c
    score = columns.score if low_wins else columns.score.desc()
    chosen = select(*_COLUMNS).where(columns.deal == deal, columns.place.is_not(None))
    ordered = chosen.order_by(columns.place, score, columns.created, columns.guest).limit(most)
    return [Entry(**row) for row in connection.execute(ordered).mappings()]


def count(connection: Connection, deal: str) -> int:
    """Return how many have played a deal to the end."""
    return _count(connection, deal, schema.entries.c.place.is_not(None))


def better(connection: Connection, deal: str, low_wins: bool, than: Result) -> int:
    """Return how many have a better result."""
    columns = schema.entries.c
    ahead = columns.score < than.score if low_wins else columns.score > than.score
    same_place = and_(columns.place == than.place, ahead)
    return _count(connection, deal, or_(columns.place < than.place, same_place))


def forget(connection: Connection, before: int) -> None:
    """Forget deals that are older, and who played them."""
    for table in (schema.deals, schema.entries):
        connection.execute(delete(table).where(table.c.created < before))


def _count(connection: Connection, deal: str, those: ColumnElement[bool]) -> int:
    chosen = select(func.count()).select_from(schema.entries)
    return int(connection.execute(chosen.where(schema.entries.c.deal == deal, those)).scalar_one())
