"""A checksum for every stored row. SQLite has none of its own: a bit that flips on the disk would change a game, and nobody would know.

The checksum of a row covers its columns as they are stored. A table's own row has two: one for what every move changes, and one for
the rest, so that a move need not read what it leaves alone. Whoever reads a table looks at all of them first.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from functools import cache

import msgspec
from sqlalchemy import ColumnElement, Connection, RowMapping, Table, bindparam, inspect, select, true, update

from tischlein.server.store import schema
from tischlein.server.store.rows import Changes

CHECKSUM, PROGRESS_CHECKSUM = "checksum", "progress_checksum"
Row = Changes | RowMapping
NAMES = (CHECKSUM, PROGRESS_CHECKSUM)
PROGRESS = ("id", "state", "touched", "position", "clocks")
# Who is connected at this moment: nothing that anybody was promised.
FLEETING = ("attended", "watching")
BITS = 32  # of a checksum are the row's, those above them the schema's
ROWS = 1000  # looked at, at a time
# A checksum that does not fit: its table and name, and the key of its row.
Flaw = tuple[str, str, tuple[object, ...]]

_encode = msgspec.json.Encoder().encode


def _other_columns(table: Table, *left_out: str) -> tuple[str, ...]:
    return tuple(column.name for column in table.columns if column.name not in (*NAMES, *left_out))


# By table: the columns that each of its checksums covers.
COVERED: dict[Table, dict[str, tuple[str, ...]]] = {
    schema.tables: {
        CHECKSUM: _other_columns(schema.tables, *PROGRESS[1:], *FLEETING),
        PROGRESS_CHECKSUM: PROGRESS,
    },
    **{
        table: {CHECKSUM: _other_columns(table)}
        for table in (
            schema.seats,
            schema.log,
            schema.chat,
            schema.advice,
            schema.reviews,
            schema.results,
            schema.deals,
            schema.entries,
        )
    },
}
# Rows that belong to no table.
APART = (schema.deals, schema.entries)


def checksum(values: Row, columns: Sequence[str]) -> int:
    """One number for these columns of a row."""
    return checksum_of([values[column] for column in columns])


def checksum_of(values: Sequence[object]) -> int:
    """One number for what is stored, in the order of the columns; it names the schema, which says what the columns are."""
    return schema.SCHEMA << BITS | zlib.crc32(_encode(values))


def with_checksums(table: Table, values: Row) -> Changes:
    """A whole row as it is stored, with its checksums."""
    return {**values, **{name: checksum(values, columns) for name, columns in COVERED[table].items()}}


@cache
def changed_parts(table: Table, changed: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The checksums that are others after changes of these columns, and what they cover."""
    return {name: columns for name, columns in COVERED[table].items() if not set(changed).isdisjoint(columns)}


def is_of(number: int, stored: int | None) -> bool:
    """Has a server of this schema written a checksum? One of an older version writes none, or its own."""
    return stored is not None and stored >> BITS == number


def is_sound(connection: Connection, table: Table, row: Row) -> bool:
    """Is a row as it was written? In a database that several servers share, nothing is known about rows of one of an older version."""
    unknown_is_fine = connection.dialect.name == "postgresql"
    return all(
        row[name] == checksum(row, columns) or (unknown_is_fine and not is_of(schema.SCHEMA, row[name]))
        for name, columns in COVERED[table].items()
    )


def add_columns(connection: Connection) -> None:
    """Make the columns where an older server has made the tables."""
    inspector = inspect(connection)
    for table, covered in COVERED.items():
        there = {column["name"] for column in inspector.get_columns(table.name)}
        for name in covered.keys() - there:
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {name} BIGINT")


def flaws(connection: Connection, found: int) -> set[Flaw]:
    """The checksums that do not fit in a store of an older schema, before anything of it is changed.

    They cover the columns that the tables had then: every schema has put its new columns behind the others.
    """
    unknown_is_fine = connection.dialect.name == "postgresql"  # as in ``is_sound``
    inspector = inspect(connection)
    wrong: set[Flaw] = set()
    for table, covered in COVERED.items():
        there = {column["name"] for column in inspector.get_columns(table.name)}
        older = {
            name: [column for column in columns if column in there]
            for name, columns in covered.items()
            if name in there
        }
        if not older:
            continue
        every = select(*(column for column in table.columns if column.name in there))
        for row in connection.execute(every, execution_options={"yield_per": ROWS}).mappings():
            for name, columns in older.items():
                stored = row[name]
                if unknown_is_fine and not is_of(found, stored):
                    continue
                if not isinstance(stored, int) or (stored ^ checksum(row, columns)) % (1 << BITS):
                    wrong.add((table.name, name, _key(table, row)))
    return wrong


def fill(connection: Connection, wrong: Collection[Flaw] = ()) -> None:
    """Write the checksums of all rows, as they are now: after the schema has changed. What was ``wrong`` before stays wrong."""
    for table_id in list(connection.execute(select(schema.tables.c.id)).scalars()):
        for table in COVERED:
            if table not in APART:
                own = table.c.id if table is schema.tables else table.c.table_id
                _fill(connection, table, own == table_id, wrong)
    for table in APART:
        _fill(connection, table, true(), wrong)


def _fill(connection: Connection, table: Table, those: ColumnElement[bool], wrong: Collection[Flaw]) -> None:
    rows = connection.execute(select(table).where(those)).mappings().all()
    if rows:
        keys = [column.name for column in table.primary_key]
        these = [table.c[key] == bindparam(f"key_{key}") for key in keys]
        values = [
            {
                **{f"key_{key}": row[key] for key in keys},
                **{
                    name: checksum(row, columns) ^ ((table.name, name, _key(table, row)) in wrong)
                    for name, columns in COVERED[table].items()
                },
            }
            for row in rows
        ]
        connection.execute(update(table).where(*these), values)


def _key(table: Table, row: Row) -> tuple[object, ...]:
    return tuple(row[column.name] for column in table.primary_key)
