"""Engines for a SQLite file or a PostgreSQL database. Errors are logged, so they hide the values of statements."""

import sqlite3
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event

from tischlein.engine.types import Untyped
from tischlein.server.config import POSTGRESQL
from tischlein.server.errors import StoreError
from tischlein.server.store.membership import connect

FILE = "sqlite:///"  # before the path of a file
BEGIN = "BEGIN IMMEDIATE"
PATIENCE = 10.0  # seconds that one connection to a file waits for another


def engine_for(url: str) -> Engine:
    """Return an engine that reads and writes."""
    if url.startswith(POSTGRESQL):
        # The driver parses the address itself; a lost connection is noticed before it is used again.
        return create_engine(
            "postgresql+psycopg://",
            creator=lambda: connect(url),
            paramstyle="format",
            pool_pre_ping=True,
            hide_parameters=True,
        )
    engine = create_engine(file_address(url), connect_args={"timeout": PATIENCE}, hide_parameters=True)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", begin)
    return engine


def reading_engine_for(url: str) -> Engine:
    """Return an engine that cannot write; each transaction sees the data as of one moment."""
    if url.startswith(POSTGRESQL):
        engine = engine_for(url)
        event.listen(engine, "connect", _set_up_reading_postgresql)
        return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    file = Path(url.removeprefix(FILE))
    engine = create_engine(file_address(url), creator=lambda: open_read_only(file), hide_parameters=True)
    event.listen(engine, "begin", _begin_reading_sqlite)
    return engine


def file_address(url: str) -> URL:
    """Return the address of a file, whatever its name: parsing it from a string would cut it at ``?`` and decode ``%20``."""
    return URL.create("sqlite", database=url.removeprefix(FILE))


def open_read_only(file: Path) -> sqlite3.Connection:
    """Return a connection that only reads a file, whatever its name; it begins no transaction by itself."""
    name = f"{file.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(name, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True)


def failure(error: BaseException, kind: type[StoreError]) -> StoreError:
    """Return an error of this kind that stands for an error of the database."""
    original: Untyped = getattr(error, "orig", None)
    told = getattr(getattr(original, "diag", None), "message_primary", None)
    if told is not None:
        # The details of PostgreSQL's error contain the values.
        statement = getattr(error, "statement", None)
        problem = kind(f"the store could not do this: {told} ({original.sqlstate}) in {statement}")
        return problem.with_traceback(error.__traceback__)
    problem = kind(f"the store could not do this: {original or str(error) or repr(error)}")
    problem.__cause__ = error
    return problem


def error_for_caller(error: BaseException, kind: type[StoreError]) -> Exception:
    """Return an error of a job for its caller; neither futures nor the event loop take those that end a thread or a generator."""
    if isinstance(error, StopIteration) or not isinstance(error, Exception):
        return failure(error, kind)
    return error


def _set_up_sqlite(connection: Untyped, record: object) -> None:
    # The driver's own transaction handling would break savepoints.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _set_up_reading_postgresql(connection: Untyped, record: object) -> None:
    # A reader blocks nobody, and may check a long game between two statements.
    connection.execute("SET idle_in_transaction_session_timeout = '10min'")
    connection.commit()


def _begin_reading_sqlite(connection: Connection) -> None:
    connection.connection.cursor().execute("BEGIN")


def begin(connection: Connection) -> None:
    """Begin a transaction unless one is open: SQLAlchemy, too, begins with its first statement."""
    driver: Untyped = connection.connection.driver_connection
    if not driver.in_transaction:
        driver.execute(BEGIN)
