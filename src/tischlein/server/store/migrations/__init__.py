"""Stores of older servers, brought up to date when the server starts: ``N.sql`` leads from schema N - 1 to N.

Where PostgreSQL says it in other words than SQLite, ``N.postgresql.sql`` stands beside it.
"""

from __future__ import annotations

import logging
import time
from importlib.resources import files

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import OperationalError

from tischlein.server.errors import StoreError
from tischlein.server.store import checksums, schema
from tischlein.server.store.transactions import any_text

LOCK = 77_077  # an advisory lock of PostgreSQL
# How PostgreSQL says that a table did not become free in time, and that two wait for each other.
NOT_FREE = {"55P03", "40P01"}
# Everybody who wants to write queues behind a statement that waits for a whole table. Less than the second after which PostgreSQL
# looks for a deadlock: an older server that removes a table, whose log is locked, may wait for this one.
BRIEF = "500ms"
PAUSE = 1.0  # seconds, in which others have their turn
# In this transaction, instead of what a connection usually has: a store with many games takes minutes. Only a server that hangs ends.
PATIENT = {"lock_timeout": "0", "statement_timeout": "0", "idle_in_transaction_session_timeout": "1min"}

logger = logging.getLogger("tischlein.server")


def prepare(connection: Connection) -> int:
    """Make what is missing; all of it is done, or nothing. Return how many rows were damaged already, which stay so."""
    one_after_the_other(connection)
    schema.metadata.create_all(connection)
    about = schema.about.c
    found = connection.execute(select(about.value).where(about.key == "schema")).scalar()
    if found is None:
        connection.execute(schema.about.insert().values(key="schema", value=str(schema.SCHEMA)))
        return 0
    if not found.isdecimal() or int(found) < 1:
        raise StoreError(
            f"the stored tables have schema {found!r}, which no version has written: `tischlein restore FILE` puts a backup in its place"
        )
    if int(found) > schema.SCHEMA:
        raise StoreError(
            f"the stored tables have schema {found}; this server knows schema {schema.SCHEMA}. Use the version that wrote them"
        )
    if int(found) == schema.SCHEMA:
        return 0
    with any_text(connection):
        wrong = checksums.flaws(connection, int(found))
        checksums.add_columns(connection)
        indexes = []
        for newer in range(int(found) + 1, schema.SCHEMA + 1):
            for statement in statements(newer, connection.dialect.name):
                if statement.startswith("CREATE INDEX"):
                    indexes.append(statement)
                else:
                    connection.exec_driver_sql(statement)
        # Checksums cover all columns of this schema.
        checksums.fill(connection, wrong, lambda: make(connection, indexes))
    connection.execute(schema.about.update().where(about.key == "schema").values(value=str(schema.SCHEMA)))
    return len({(table, key) for table, _, key in wrong})


def one_after_the_other(connection: Connection) -> None:
    """Servers that start at the same time wait here for one another, to the end of the transaction, however long that takes."""
    if connection.dialect.name != "postgresql":
        return
    connection.execute(select(*(func.set_config(name, value, True) for name, value in PATIENT.items())))
    if not connection.execute(select(func.pg_try_advisory_xact_lock(LOCK))).scalar():
        logger.warning("another server makes the store ready: this one waits until it is")
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
    # Only for the other server: a transaction that somebody has left open may never end.
    connection.exec_driver_sql("SET LOCAL lock_timeout TO DEFAULT")


def make(connection: Connection, indexes: list[str]) -> None:
    """Make these indexes, however long it takes until nobody writes to their tables."""
    for statement in indexes:
        told = False
        while not _made(connection, statement):
            if not told:
                logger.warning("an index waits until no other transaction writes to its table: %s", statement)
            told = True
            time.sleep(PAUSE)


def _made(connection: Connection, statement: str) -> bool:
    """Not where somebody else has written to the table and is not done: they may wait for this one, or have been left open."""
    try:
        with connection.begin_nested():
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SET LOCAL lock_timeout TO '{BRIEF}'")
            connection.exec_driver_sql(statement)
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql("SET LOCAL lock_timeout TO DEFAULT")
    except OperationalError as error:
        if getattr(error.orig, "sqlstate", None) not in NOT_FREE:
            raise
        return False
    return True


def statements(newer: int, dialect: str) -> list[str]:
    """The statements that lead to this schema; each ends with a semicolon at the end of a line."""
    folder = files(__name__)
    own = folder.joinpath(f"{newer}.{dialect}.sql")
    text = (own if own.is_file() else folder.joinpath(f"{newer}.sql")).read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("--")]
    return [statement for statement in "\n".join(lines).split(";\n") if statement.strip()]
