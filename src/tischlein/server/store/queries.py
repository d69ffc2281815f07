"""Queries about tables; each function runs inside one transaction."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, RowMapping, Select, Table, and_, delete, insert, select, update
from sqlalchemy.exc import OperationalError

from tischlein.room.rows import (
    BY_CLOCK,
    Advice,
    ChatLine,
    Columns,
    Entry,
    Row,
    Seat,
    Stored,
)
from tischlein.server.errors import Damaged
from tischlein.server.store import schema
from tischlein.server.store.apply import verify
from tischlein.server.store.stock import Quota, count, first_to_go

tables, seats, log, reviews = schema.tables.c, schema.seats.c, schema.log.c, schema.reviews.c

STORE_ONLY = ("table_id", "chain", "head")
CHOSEN = 5_000  # tables of a full store that are removed in one sweep
PORTION = 100  # tables that one transaction changes, so that moves do not wait long


def load(connection: Connection, code: str, glance: bool = False) -> Stored | None:
    """Return everything about a table, at a glance without its log and chat; Damaged if its log is not what was written."""
    try:
        return _load_table(connection, code, glance)
    except OperationalError as error:
        if "decode" in str(error.orig):  # SQLite's driver, for bytes that are not UTF-8
            raise Damaged(f"this is not text: {error.orig}") from error
        raise
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Damaged(f"this is not JSON: {error}") from error


def _load_table(connection: Connection, code: str, glance: bool) -> Stored | None:
    found = connection.execute(select(schema.tables).where(tables.code == code)).mappings().first()
    if found is None:
        return None
    table = Row(**_values(found))
    log = [] if glance else _log(connection, table, found["head"])
    chat = [] if glance else _rows(connection, schema.chat, table.id, "n")
    return Stored(
        table,
        [Seat(**row) for row in _rows(connection, schema.seats, table.id, "seat")],
        log,
        [ChatLine(**row) for row in chat],
        [Advice(**row) for row in _rows(connection, schema.advice, table.id, "seq")],
    )


def _log(connection: Connection, table: Row, head: bytes) -> list[Entry]:
    """Return a table's log; Damaged if it is not the one that was written."""
    columns = (log.seq, log.seat, log.text, log.message_id, log.at, log.chain)
    rows = connection.execute(select(*columns).where(log.table_id == table.id).order_by(log.seq)).all()
    entries = [tuple(row[:-1]) for row in rows]
    verify(table.code, table.secret, head, entries, [row[-1] for row in rows])
    return [Entry(*entry) for entry in entries]


def tables_with_seats(connection: Connection, ids: Select[tuple[int]]) -> list[tuple[Row, list[Seat]]]:
    """Return the tables that ``ids`` selects with their seats, oldest first, without log and chat."""
    rows = connection.execute(select(schema.tables).where(tables.id.in_(ids)).order_by(tables.id))
    found = {row["id"]: (Row(**_values(row)), list[Seat]()) for row in rows.mappings()}
    # By the ids that were found: on PostgreSQL other tables may be selected by now.
    chairs = connection.execute(
        select(schema.seats).where(seats.table_id.in_(found)).order_by(seats.table_id, seats.seat)
    )
    for row in chairs.mappings():
        found[row["table_id"]][1].append(Seat(**_values(row)))
    return list(found.values())


def playing(connection: Connection) -> list[str]:
    """Return the codes of running games, the one touched last first."""
    chosen = select(tables.code).where(schema.is_running)
    return list(connection.scalars(chosen.order_by(tables.touched.desc())))


def of_tokens(connection: Connection, hashes: Sequence[str]) -> list[tuple[str, str]]:
    """Return pairs of token hash and code, for the tables that these tokens open."""
    chosen = (
        select(seats.token_hash, tables.code)
        .join(schema.tables)
        .where(seats.token_hash.in_(hashes))
        .order_by(tables.touched.desc())
        .limit(200)
    )
    return [(token_hash, code) for token_hash, code in connection.execute(chosen)]


def archive(connection: Connection, idle_lobby: int, idle_game: int, keep: int, busy: Sequence[int]) -> int:
    """Archive games not touched since ``idle_game``; remove lobbies not touched since ``idle_lobby``, and all tables since ``keep``.

    Tables whose ids are in ``busy`` stay as they are. Return how many tables were changed: fewer than a portion if these were the last.
    """
    some = select(tables.id).where(tables.id.not_in(busy)).limit(PORTION)
    unused = (tables.state == "lobby") & (tables.touched < idle_lobby)
    old = some.where(unused | (tables.touched < keep))
    idle = some.where(tables.archived.is_(False), tables.touched < idle_game)
    gone = connection.execute(delete(schema.tables).where(tables.id.in_(old)))
    if gone.rowcount == PORTION:
        return PORTION
    archived = connection.execute(update(schema.tables).where(tables.id.in_(idle)).values(archived=True))
    return int(gone.rowcount) + int(archived.rowcount)


def surplus(
    connection: Connection, most: int, unused_before: int, idle_before: int, share: int, busy: Sequence[int]
) -> list[int]:
    """Return the ids of tables that go while there are more than ``most``.

    Unused are those in which no person has decided; they have waited if they were not touched since ``unused_before``, and those of
    creators with more than ``share`` are idle if they were not touched since ``idle_before``. Last go archived ones, unfinished ones first.
    """
    too_many = min(count_tables(connection) - most, CHOSEN)
    if too_many <= 0:
        return []
    # What a person decides has the id of a message; what a bot decides has none, and for a clock it is empty.
    played = select(log.seq).where(log.table_id == tables.id, log.message_id > BY_CLOCK).exists()
    archived = tables.archived.is_(True)
    stock = Quota(
        tables.id,
        tables.creator,
        tables.touched,
        unused=~played,
        waited=tables.touched < unused_before,
        idle=tables.touched < idle_before,
        rested=[and_(archived, tables.state != "over"), archived],
    )
    return first_to_go(connection, stock, too_many, share, busy)


def ids_with_owner(connection: Connection) -> list[int]:
    """Return the ids of tables that any server has claimed."""
    return list(connection.scalars(select(schema.owners.c.table_id)))


def count_tables(connection: Connection) -> int:
    """Return the number of tables."""
    return count(connection, schema.tables)


def review(connection: Connection, table_id: int, seq: int, version: int) -> str | None:
    """Return the review of a game of this length, as JSON."""
    own = (reviews.table_id == table_id) & (reviews.seq == seq) & (reviews.version == version)
    found = connection.execute(select(schema.reviews).where(own)).mappings().first()
    return None if found is None else str(found["data"])


def put_review(connection: Connection, table_id: int, seq: int, version: int, data: str) -> None:
    """Store a review in place of an earlier one."""
    connection.execute(delete(schema.reviews).where(reviews.table_id == table_id))
    values = {"table_id": table_id, "seq": seq, "version": version, "data": data}
    connection.execute(insert(schema.reviews).values(values))


def remove(connection: Connection, *ids: int) -> None:
    """Delete tables with everything that belongs to them."""
    connection.execute(delete(schema.tables).where(tables.id.in_(ids)))


def _rows(connection: Connection, table: Table, table_id: int, order: str) -> list[Columns]:
    """Return the rows of a table in one of the schema's tables, in order."""
    found = connection.execute(select(table).where(table.c.table_id == table_id).order_by(table.c[order]))
    names = tuple(found.keys())
    # A log may be long, and SQLAlchemy's own mappings are slow.
    return [_values(dict(zip(names, values, strict=True))) for values in found]


def _values(found: Columns | RowMapping) -> Columns:
    """Return a stored row with its JSON decoded, without its foreign key."""
    return {
        name: msgspec.json.decode(value) if name in schema.JSON_COLUMNS and value is not None else value
        for name, value in found.items()
        if name not in STORE_ONLY
    }


def opens(connection: Connection, table_id: int, key: str) -> bool:
    """Return True if a key opens a seat at a table."""
    chosen = select(seats.seat).where(seats.table_id == table_id, seats.token_hash == key).limit(1)
    return connection.execute(chosen).first() is not None


def knows_guest(connection: Connection, guest: str) -> bool:
    """Return True if a guest has a seat, a finished game, or a group."""
    for kept in (schema.seats, schema.results, schema.members):
        if connection.execute(select(kept.c.guest).where(kept.c.guest == guest).limit(1)).first() is not None:
            return True
    return False
