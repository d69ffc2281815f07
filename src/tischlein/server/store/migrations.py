"""Creates the schema in an empty database and migrates that of an earlier release.

A change of ``schema.py`` after the first release increases ``SCHEMA`` to N and adds a function to ``MIGRATIONS`` under N. It gets
a connection inside the transaction in which the database is opened, and changes schema N - 1 into N: with plain SQL, since
``schema.py`` describes only the newest schema. Its test starts from a dump of schema N - 1.
"""

import logging
from collections.abc import Callable, Mapping

from sqlalchemy import Connection, func, inspect, select

from tischlein.server.errors import StoreError
from tischlein.server.store import schema

Migration = Callable[[Connection], None]
MIGRATIONS: Mapping[int, Migration] = {}  # by the schema that each of them leads to

LOCK = 77_077  # PostgreSQL's advisory lock for servers that start at the same time
# A migration may take minutes. Only a server that hangs loses its transaction.
PATIENT = {"lock_timeout": "0", "statement_timeout": "0", "idle_in_transaction_session_timeout": "1min"}

logger = logging.getLogger("tischlein.server")


def prepare(
    connection: Connection, wanted: int = schema.SCHEMA, migrations: Mapping[int, Migration] = MIGRATIONS
) -> None:
    """Create or migrate the schema in the caller's transaction; StoreError if the database has an unknown schema."""
    one_at_a_time(connection)
    found = schema_number(connection)
    if found is None:
        schema.metadata.create_all(connection)
        connection.execute(schema.about.insert().values(key="schema", value=str(wanted)))
        return
    steps = range(int(found) + 1, wanted + 1) if found.isdecimal() else range(0)
    if found != str(wanted) and not (steps and all(step in migrations for step in steps)):
        raise StoreError(refusal(found, wanted))
    for step in steps:
        migrations[step](connection)
    if steps:
        about = schema.about
        connection.execute(about.update().where(about.c.key == "schema").values(value=str(wanted)))


def refusal(found: str, wanted: int = schema.SCHEMA) -> str:
    """Return the sentence that refuses a database of another schema."""
    return f"the database has schema {found}, but this version needs schema {wanted}"


def schema_number(connection: Connection) -> str | None:
    """Return the schema number that the database names, None if the database is empty."""
    if not inspect(connection).has_table(schema.about.name):
        return None
    about = schema.about.c
    found: str | None = connection.scalar(select(about.value).where(about.key == "schema"))
    return found or "?"


def one_at_a_time(connection: Connection) -> None:
    """Wait until no other server prepares the database, and keep others waiting until the transaction ends."""
    if connection.dialect.name != "postgresql":
        return
    connection.execute(select(*(func.set_config(name, value, True) for name, value in PATIENT.items())))
    if not connection.scalar(select(func.pg_try_advisory_xact_lock(LOCK))):
        logger.warning("waiting for another server that prepares the database")
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
    # The patience was for the other server: a transaction that is left open may never end.
    connection.exec_driver_sql("SET LOCAL lock_timeout TO DEFAULT")
