"""A checksum for every stored row. SQLite has none of its own: a bit that flips on the disk would change a game, and nobody would know.

The checksum of a row covers its columns as they are stored. A table's own row has two: one for what every move changes, and one for
the rest, so that a move need not read what it leaves alone. Whoever reads a table looks at all of them first.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from operator import itemgetter

import msgspec
from sqlalchemy import Column, Connection, RowMapping, Table, func, inspect, select

from tischlein.engine.types import Untyped
from tischlein.server.store import schema
from tischlein.server.store.rows import Changes

CHECKSUM, PROGRESS_CHECKSUM = "checksum", "progress_checksum"
Row = Changes | RowMapping
NAMES = (CHECKSUM, PROGRESS_CHECKSUM)
PROGRESS = ("id", "state", "touched", "position", "clocks")
# Who is connected at this moment: nothing that anybody was promised.
FLEETING = ("attended", "watching")
BITS = 32  # of a checksum are the row's, those above them the schema's
ROWS = 1000  # read, and written, at a time
TOLD = 100_000  # rows after which the log says how far an update is
# A checksum that does not fit: its table and name, and the key of its row.
Flaw = tuple[str, str, tuple[object, ...]]
Picker = Callable[[Sequence[object]], tuple[object, ...]]

logger = logging.getLogger("tischlein.server")

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
    for table in COVERED:
        there = {column["name"] for column in inspector.get_columns(table.name)}
        columns = [column for column in table.columns if column.name in there]
        key, parts = _key(table, columns), _parts(table, columns)
        if not parts:
            continue
        for row in connection.execute(select(*columns), execution_options={"yield_per": ROWS}):
            for name, place, covered in parts:
                stored = row[place]
                if unknown_is_fine and not is_of(found, stored):
                    continue
                if not isinstance(stored, int) or (stored ^ checksum_of(covered(row))) % (1 << BITS):
                    wrong.add((table.name, name, key(row)))
    return wrong


def fill(
    connection: Connection, wrong: Collection[Flaw] = (), after_log: Callable[[], None] | None = None
) -> None:
    """Write the checksums of all rows, as they are now: after the schema has changed. What was ``wrong`` before stays wrong.

    Servers of an older version go on writing meanwhile, and wait for what is locked. So the log comes first: it takes by far the
    longest, and they only add to it. What closes whole tables to them is done ``after_log``, but before rows that they change are
    locked, or both sides would wait for each other. Seats and tables come last.
    """
    total = sum(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in COVERED)
    done = told = 0
    first, last = (schema.log,), (schema.seats, schema.tables)
    for table in (*first, *(table for table in COVERED if table not in first + last), *last):
        for rows in _filled(connection, table, wrong):
            done += rows
            if done - told >= TOLD:
                told = done
                logger.warning("the store is brought up to date: %d of %d rows are done", done, total)
        if table is schema.log and after_log is not None:
            after_log()


def _filled(connection: Connection, table: Table, wrong: Collection[Flaw]) -> Iterator[int]:
    """Write the checksums of one table; says each time how many are done. No more rows than these are in memory."""
    columns = list(table.columns)
    key, parts = _key(table, columns), _parts(table, columns)
    marked = "{} = ?" if connection.dialect.paramstyle == "qmark" else "{} = %s"
    assigned = ", ".join(marked.format(name) for name, _, _ in parts)
    found = " AND ".join(marked.format(column.name) for column in table.primary_key)
    statement = f"UPDATE {table.name} SET {assigned} WHERE {found}"  # noqa: S608 — the names are the schema's
    # From here on nobody changes what was read. What a server of an older version changes at this moment keeps its own checksum.
    every = select(table).with_for_update(key_share=True, skip_locked=True)
    read = connection.execute(every, execution_options={"yield_per": ROWS})
    for rows in read.partitions():
        values = [
            (
                *(
                    checksum_of(covered(row)) ^ ((table.name, name, key(row)) in wrong)
                    for name, _, covered in parts
                ),
                *key(row),
            )
            for row in rows
        ]
        connection.exec_driver_sql(statement, values)
        yield len(rows)


def _parts(table: Table, columns: Sequence[Column[Untyped]]) -> list[tuple[str, int, Picker]]:
    """The checksums among these columns of a table: the name and place of each, and what picks from a row what it covers."""
    names = [column.name for column in columns]
    return [
        (name, names.index(name), _picker([names.index(column) for column in covered if column in names]))
        for name, covered in COVERED[table].items()
        if name in names
    ]


def _key(table: Table, columns: Sequence[Column[Untyped]]) -> Picker:
    """What picks the key from a row with these columns."""
    names = [column.name for column in columns]
    return _picker([names.index(column.name) for column in table.primary_key])


def _picker(places: Sequence[int]) -> Picker:
    if len(places) > 1:
        return itemgetter(*places)  # in a store there may be millions of rows, and nothing is faster
    return lambda row: (row[places[0]],)
