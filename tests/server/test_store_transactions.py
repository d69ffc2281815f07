"""Transactions of a SQLite file, begun and ended by the driver: SQLAlchemy, which jobs may use in them, never takes one for open."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from tischlein.server.store.engines import engine_for
from tischlein.server.store.transactions import driver_of, transaction

INSERT = "INSERT INTO things VALUES (1)"


def count(connection: Connection) -> int:
    found: int = driver_of(connection).execute("SELECT count(*) FROM things").fetchone()[0]
    return found


def plainly(connection: Connection) -> None:
    driver_of(connection).execute(INSERT)


def through_sqlalchemy(connection: Connection) -> None:
    connection.execute(text(INSERT))


def with_a_savepoint(connection: Connection) -> None:
    with connection.begin_nested():
        connection.execute(text(INSERT))


@pytest.mark.parametrize("job", [plainly, through_sqlalchemy, with_a_savepoint])
@pytest.mark.parametrize("how", ["to the end", "taken back", "failed"])
def test_it_is_done_or_not_and_everybody_knows_that_it_is_over(job: object, how: str, tmp_path: Path) -> None:
    assert callable(job)
    with engine_for(f"sqlite:///{tmp_path / 'file.sqlite3'}").connect() as connection:
        driver_of(connection).execute("CREATE TABLE things (n INTEGER)")
        for _ in range(2):
            before = count(connection)
            try:
                with transaction(connection) as whole:
                    job(connection)
                    if how == "taken back":
                        whole.rollback()
                    if how == "failed":
                        raise RuntimeError("a mistake")
            except RuntimeError:
                assert how == "failed"
            assert not whole.is_active
            assert not driver_of(connection).in_transaction
            assert not connection.in_transaction()
            assert count(connection) == before + (how == "to the end")
