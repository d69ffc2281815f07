"""Transactions of a SQLite file through the driver itself: every move is one, and SQLAlchemy's overhead doubles its cost."""

from __future__ import annotations

from types import TracebackType

from sqlalchemy import Connection, Transaction

from tischlein.engine.types import Untyped

BEGIN = "BEGIN IMMEDIATE"


def transaction(connection: Connection) -> PlainTransaction | Transaction:
    """Return a context manager for a transaction."""
    return PlainTransaction(connection) if is_file(connection) else connection.begin()


def is_file(connection: Connection) -> bool:
    """Return True for a connection to a SQLite file."""
    return connection.dialect.name == "sqlite"


def driver_of(connection: Connection) -> Untyped:
    """Return the driver's own connection."""
    return connection.connection.driver_connection


def begin(connection: Connection) -> None:
    """Begin a transaction unless one is open: SQLAlchemy, too, begins with its first statement."""
    driver = driver_of(connection)
    if not driver.in_transaction:
        driver.execute(BEGIN)


class PlainTransaction:
    """A transaction of the driver in which jobs may also use SQLAlchemy, which is then told of its end."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.is_active = False

    def __enter__(self) -> PlainTransaction:
        driver_of(self._connection).execute(BEGIN)  # fails if one is open
        self.is_active = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.rollback()
        elif self.is_active:
            self.is_active = False
            try:
                self._ending().commit()
            except BaseException:
                # SQLAlchemy considers it ended, SQLite may not: the next transaction must not store what has failed here.
                driver_of(self._connection).rollback()
                raise

    def rollback(self) -> None:
        """Roll back; later statements are not part of the transaction."""
        if self.is_active:
            self.is_active = False
            self._ending().rollback()

    def _ending(self) -> Untyped:
        """Return the connection that has to end the transaction."""
        connection = self._connection
        return connection if connection.in_transaction() else driver_of(connection)
