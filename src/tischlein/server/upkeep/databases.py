"""Check, backup and restore of a PostgreSQL database. A backup is a SQLite file, so tables can also be moved from one to the other."""

from pathlib import Path

from sqlalchemy import Connection, create_engine, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from tischlein.server.errors import StoreError
from tischlein.server.store import queries, schema
from tischlein.server.store.engines import FILE, engine_for, file_address, reading_engine_for
from tischlein.server.store.membership import ALIVE
from tischlein.server.store.migrations import prepare
from tischlein.server.upkeep.check import CheckReport, check, check_rows
from tischlein.server.upkeep.copies import make_private, sync_file, write_checked

ROWS = 1000  # copied at a time
# In the order of their references; what a new database says about itself is there already.
COPIED = tuple(table for table in schema.metadata.sorted_tables if table is not schema.about)


def check_database(url: str) -> CheckReport:
    """Check a database as of one moment, while people play."""
    report = CheckReport(_name(url))
    engine = reading_engine_for(url)
    try:
        with engine.begin() as connection:
            check_rows(connection, report)
    finally:
        engine.dispose()
    return report


def backup_database(url: str, target: Path) -> CheckReport:
    """Copy all tables of a database into a new file, as of one moment, and check the copy."""
    return write_checked(target, lambda unfinished: _take_out(url, unfinished))


def _take_out(url: str, file: Path) -> None:
    source, copy = reading_engine_for(url), create_engine(file_address(f"{FILE}{file}"))
    try:
        make_private(file)
        with source.begin() as reading, copy.begin() as writing:
            prepare(writing)
            _copy(reading, writing)
        copy.dispose()
        sync_file(file)
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(f"the database could not be copied: {error}") from error
    finally:
        source.dispose()


def restore_database(copy: Path, url: str) -> CheckReport:
    """Copy the tables of a backup into an empty database; a damaged backup changes nothing."""
    report = check(copy)
    if report.sound:
        _put_in(copy, url)
    return report


def _put_in(copy: Path, url: str) -> None:
    source, target = reading_engine_for(f"{FILE}{copy}"), engine_for(url)
    try:
        with source.begin() as reading, target.begin() as writing:
            prepare(writing)
            schema.shared.create_all(writing)
            if queries.count_tables(writing) or writing.execute(ALIVE).first():
                raise StoreError(
                    "the database has tables or servers already: make an empty one and name it with --data"
                )
            _copy(reading, writing)
            last = select(func.coalesce(func.max(schema.tables.c.id), 1)).scalar_subquery()
            sequence = func.pg_get_serial_sequence("tables", "id")
            writing.execute(select(func.setval(sequence, last)))
    except SQLAlchemyError as error:
        raise StoreError(f"the tables could not be copied: {error}") from error
    finally:
        source.dispose()
        target.dispose()


def _copy(reading: Connection, writing: Connection) -> None:
    for table in COPIED:
        read = reading.execute(select(table), execution_options={"yield_per": ROWS})
        for rows in read.mappings().partitions():
            writing.execute(insert(table), [dict(row) for row in rows])


def _name(url: str) -> str:
    """Return the address of a database without its password."""
    return url.partition("?")[0].rpartition("@")[2] or url.partition("://")[0]
