"""Transactions of a SQLite file, begun and ended by the driver: SQLAlchemy, which jobs may use in them, never takes one for open."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from helpers.server.stores import added, loaded, moves, sql, step
from tischlein.server.errors import NotStored, StoreError
from tischlein.server.store import apply
from tischlein.server.store.engines import engine_for
from tischlein.server.store.store import Store
from tischlein.server.store.writer import driver_of, transaction

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


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = engine_for(f"sqlite:///{tmp_path / 'file.sqlite3'}")
    yield engine
    engine.dispose()


each_job = pytest.mark.parametrize("job", [plainly, through_sqlalchemy, with_a_savepoint])


@each_job
@pytest.mark.parametrize("how", ["to the end", "taken back", "failed"])
def test_it_is_done_or_not_and_everybody_knows_that_it_is_over(job: object, how: str, engine: Engine) -> None:
    assert callable(job)
    with engine.connect() as connection:
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


@each_job
def test_what_could_not_be_committed_is_not_stored_by_the_next_one(job: object, engine: Engine) -> None:
    """SQLite leaves a transaction open whose COMMIT it has refused."""
    assert callable(job)

    def refuses(action: int, what: str | None, *_: object) -> int:
        refused = action == sqlite3.SQLITE_TRANSACTION and what == "COMMIT"
        return sqlite3.SQLITE_DENY if refused else sqlite3.SQLITE_OK

    with engine.connect() as connection:
        driver = driver_of(connection)
        driver.execute("CREATE TABLE things (n INTEGER)")
        driver.set_authorizer(refuses)
        with pytest.raises((sqlite3.Error, SQLAlchemyError)), transaction(connection):
            job(connection)
        driver.set_authorizer(None)
        assert not driver.in_transaction
        assert not connection.in_transaction()
    with engine.connect() as connection:
        with transaction(connection):
            plainly(connection)
        assert count(connection) == 1


# A COMMIT that a database refuses, and a connection that ends meanwhile.
DIES = (
    "CREATE FUNCTION dies() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$",
    "CREATE CONSTRAINT TRIGGER dies AFTER INSERT ON log DEFERRABLE {when} FOR EACH ROW EXECUTE FUNCTION dies()",
)


@pytest.mark.parametrize("where", ["INSERT", "COMMIT"])
async def test_only_a_failed_commit_is_in_doubt(store: Store, where: str) -> None:
    """What fails before that is not stored, for certain."""

    def refuses(action: int, what: str | None, *_: object) -> int:
        refused = (action, what) in ((sqlite3.SQLITE_INSERT, "log"), (sqlite3.SQLITE_TRANSACTION, "COMMIT"))
        at = "INSERT" if action == sqlite3.SQLITE_INSERT else "COMMIT"
        return sqlite3.SQLITE_DENY if refused and at == where else sqlite3.SQLITE_OK

    def refused(connection: Connection) -> None:
        if "sqlite" in store.url:
            driver_of(connection).set_authorizer(refuses)  # of this connection, which is closed when it fails
        apply.apply(connection, step(1, entries=moves(1, 1)), None)

    assert await added(store) == 1
    if "sqlite" not in store.url:
        for statement in DIES:
            await sql(store, statement.format(when="INITIALLY DEFERRED" if where == "COMMIT" else ""))
    with pytest.raises(StoreError) as failed:
        await store.run(refused)
    assert isinstance(failed.value, NotStored) == (where == "INSERT")
    if "sqlite" in store.url:
        await store.run(lambda c: driver_of(c).set_authorizer(None))
    else:
        await sql(store, "DROP TRIGGER dies ON log")
    await store.apply(step(1, entries=moves(1, 1)))
    assert len((await loaded(store)).log) == 1
