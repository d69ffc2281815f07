"""Transactions of a SQLite file, by the driver itself: every move is one, and SQLAlchemy's care costs as much as the move's statements."""

from __future__ import annotations

from types import TracebackType

from sqlalchemy import Connection, Transaction

from tischlein.engine.types import Untyped

BEGIN = "BEGIN IMMEDIATE"


def transaction(connection: Connection) -> PlainTransaction | Transaction:
    """What is done in it is done as a whole, or not at all."""
    return PlainTransaction(connection) if is_file(connection) else connection.begin()


def is_file(connection: Connection) -> bool:
    """Is this a connection to a SQLite file?"""
    return connection.dialect.name == "sqlite"


def driver_of(connection: Connection) -> Untyped:
    """The driver's own connection."""
    return connection.connection.driver_connection


def begin(connection: Connection) -> None:
    """Begin to write, if that has not been done: SQLAlchemy, too, begins when it is first asked for something."""
    driver = driver_of(connection)
    if not driver.in_transaction:
        driver.execute(BEGIN)


class PlainTransaction:
    """A transaction in which jobs may also speak through SQLAlchemy, which then has to hear of its end."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.is_active = False

    def __enter__(self) -> PlainTransaction:
        driver_of(self._connection).execute(BEGIN)  # fails where one is open: nobody goes on in another's
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
                # SQLAlchemy takes it for ended, SQLite may not: the next one must not store what has failed here.
                driver_of(self._connection).rollback()
                raise

    def rollback(self) -> None:
        """Take everything back; what is done afterwards is not part of it."""
        if self.is_active:
            self.is_active = False
            self._ending().rollback()

    def _ending(self) -> Untyped:
        """Who ends it."""
        connection = self._connection
        return connection if connection.in_transaction() else driver_of(connection)
