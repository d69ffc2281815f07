"""Schemas of the store: an empty database gets the newest one, an unknown one is refused, and migrations run once."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from helpers.server.stores import opened, sql
from tischlein.server.errors import StoreError
from tischlein.server.store.engines import engine_for
from tischlein.server.store.migrations import Migration, prepare
from tischlein.server.store.schema import SCHEMA
from tischlein.server.store.store import Store
from tischlein.server.upkeep.check import check


@pytest.mark.parametrize("found", ["99", "0", "-1", "one", ""])
async def test_a_database_of_another_schema_is_refused_in_one_sentence(data: Path | str, found: str) -> None:
    async with opened(data) as store:
        await sql(store, "UPDATE about SET value = :found WHERE key = 'schema'", found=found)
    sentence = f"the database has schema {found or '?'}, but this version needs schema {SCHEMA}"
    with pytest.raises(StoreError, match=f"^{sentence.replace('?', '.')}$"):
        async with opened(data):
            pass
    if isinstance(data, Path):
        assert [damage.problem for damage in check(data).damages] == [sentence]


def test_a_refused_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT)")
        connection.execute("INSERT INTO about VALUES ('schema', '10')")
        connection.commit()
        before = connection.execute("SELECT name FROM sqlite_master").fetchall()
        engine = engine_for(f"sqlite:///{file}")
        with pytest.raises(StoreError), engine.begin() as writing:
            prepare(writing)
        engine.dispose()
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == before


async def test_migrations_run_once_in_order_and_all_or_none(store: Store) -> None:
    """As a later release would add them."""
    ran: list[int] = []

    def step(number: int) -> Migration:
        def migrate(connection: Connection) -> None:
            ran.append(number)
            connection.execute(text(f"CREATE TABLE step_{number} (id INTEGER)"))

        return migrate

    def fails(connection: Connection) -> None:
        raise StoreError("power cut")

    two, three = SCHEMA + 1, SCHEMA + 2
    steps = {two: step(two), three: step(three)}
    with pytest.raises(StoreError, match=f"has schema {SCHEMA}, but this version needs schema {three}"):
        await store.run(lambda c: prepare(c, three, {three: steps[three]}))
    with pytest.raises(StoreError, match="power cut"):
        await store.run(lambda c: prepare(c, three, {**steps, three: fails}))
    ran.clear()
    for _ in range(2):
        await store.run(lambda c: prepare(c, three, steps))
    assert ran == [two, three]
    assert await store.run(
        lambda c: c.execute(text("SELECT value FROM about WHERE key = 'schema'")).scalar()
    ) == str(three)
