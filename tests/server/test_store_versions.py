"""Databases of older and newer servers: brought up to date, or refused."""

import logging
import re
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event, inspect, text

from helpers.postgres import Cluster, copied
from helpers.stores import acted, loaded
from tischlein.server.errors import Damaged, StoreError
from tischlein.server.store import checksums, schema
from tischlein.server.store.engines import engine_for
from tischlein.server.store.migrations import prepare
from tischlein.server.store.writer import Store
from tischlein.server.upkeep.check import check

DATA = Path(__file__).parent / "data"
GAME, LOBBY = "1", "2"  # the tables that every dump has, by their ids
FIRST = 6  # the schema that gave every row a checksum


def test_a_store_of_a_newer_server_is_refused(data: Path | str, store: Store) -> None:
    async def newer(store: Store) -> None:
        await store.run(lambda c: c.execute(text("UPDATE about SET value = '99' WHERE key = 'schema'")))

    acted(store, newer)
    with pytest.raises(StoreError, match="schema 99"):
        acted(
            Store.file(data) if isinstance(data, Path) else Store.shared(data, "http://127.0.0.1:1"),
            newer,
        )


@pytest.mark.parametrize(
    ("older", "changes"),
    [
        *((older, {GAME: "log set text = '7' where seq = 2"}) for older in range(FIRST, schema.SCHEMA)),
        (7, {LOBBY: "seats set name = 'Eve' where table_id = 2 and seat = 0"}),
        (
            9,
            {
                GAME: "chat set text = cast(x'41ff' as text)",  # no text at all
                LOBBY: "tables set touched = touched + 1 where id = 2",
                "": "deals set secret = replace(secret, '5', '7')",
            },
        ),
    ],
)
def test_what_is_damaged_stays_damaged_when_a_file_is_brought_up_to_date(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, older: int, changes: dict[str, str]
) -> None:
    """Else an update would sign it, and nobody could ever know."""
    file = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((DATA / f"schema-{older}.sql").read_text("utf-8"))
        codes = dict(connection.execute("select cast(id as text), code from tables").fetchall())
        for change in changes.values():
            connection.execute(f"update {change}")
        connection.commit()

    async def scene(store: Store) -> None:
        for table, code in codes.items():
            if table in changes:
                with pytest.raises(Damaged):
                    await loaded(store, code)
            else:
                await loaded(store, code)

    named = [damage.table for damage in check(file).damages]
    assert named == [codes.get(table) for table in changes]
    with caplog.at_level(logging.ERROR):
        acted(Store.file(file), scene)
    assert [damage.table for damage in check(file).damages] == named
    (told,) = [record.getMessage() for record in caplog.records]
    assert f"; {len(changes)} of its rows were damaged before" in told


def many_tables(file: Path, tables: int) -> None:
    """A file of an earlier server with so many copies of one game."""
    dump = (DATA / f"schema-{schema.SCHEMA - 1}.sql").read_text("utf-8")
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(dump)
        for name, own in (("tables", "id"), ("seats", "table_id"), ("log", "table_id"), ("chat", "table_id")):
            columns = [column[1] for column in connection.execute(f"PRAGMA table_info({name})")]
            new = {own: ":n", "code": "'T' || :n"}
            chosen = ", ".join(new.get(column, f'"{column}"') for column in columns)
            statement = f"INSERT INTO {name} SELECT {chosen} FROM {name} WHERE {own} = 1"  # noqa: S608 — our own names
            connection.executemany(statement, [{"n": n} for n in range(3, tables + 1)])
        connection.commit()
    engine = engine_for(f"sqlite:///{file}")
    with engine.begin() as filled:
        checksums.fill(filled)  # its columns are those of now
        earlier = str(schema.SCHEMA - 1)
        filled.exec_driver_sql("UPDATE about SET value = ? WHERE key = 'schema'", (earlier,))
    engine.dispose()


def dumped(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


def test_an_update_reads_many_rows_at_once_and_tells_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Table by table it took minutes where a server had many."""
    file, tables = tmp_path / "tables.sqlite3", 35
    many_tables(file, tables)
    monkeypatch.setattr(checksums, "ROWS", 100)
    monkeypatch.setattr(checksums, "TOLD", 500)
    statements = []
    engine = engine_for(f"sqlite:///{file}")
    event.listen(engine, "before_cursor_execute", lambda *about: statements.append(about[2]))
    with caplog.at_level(logging.WARNING), engine.begin() as connection:
        assert prepare(connection) == 0
        counts = [f"SELECT count(*) FROM {table.name}" for table in checksums.COVERED]  # noqa: S608 — our own names
        total = sum(connection.exec_driver_sql(count).scalar_one() for count in counts)
    engine.dispose()
    assert len(statements) < 3 * tables
    told = re.compile(rf"the store is brought up to date: (\d+) of {total} rows are done")
    done = [int(number) for message in caplog.messages for number in told.findall(message)]
    assert len(done) == len(caplog.messages) > total // 1000
    assert all(500 <= later - earlier < 600 for earlier, later in pairwise([0, *done]))
    report = check(file)
    assert (report.tables, report.damages) == (tables, [])


def test_an_update_that_is_interrupted_has_changed_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.sqlite3"
    many_tables(file, 12)
    before = dumped(file)
    monkeypatch.setattr(checksums, "ROWS", 20)
    engine = engine_for(f"sqlite:///{file}")

    def interrupt(connection: object, cursor: object, statement: str, *others: object) -> None:
        if statement.startswith("UPDATE tables"):  # the last of all
            raise KeyboardInterrupt

    event.listen(engine, "before_cursor_execute", interrupt)
    with pytest.raises(KeyboardInterrupt), engine.begin() as connection:
        prepare(connection)
    engine.dispose()
    assert dumped(file) == before
    assert check(file).damages == []


@pytest.mark.parametrize("found", ["0", "two"])
def test_a_schema_that_never_was_is_refused(tmp_path: Path, found: str) -> None:
    file = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((DATA / "schema-9.sql").read_text("utf-8"))
        connection.execute("update about set value = ? where key = 'schema'", [found])
        connection.commit()
    assert not check(file).sound

    async def scene(store: Store) -> None:
        raise AssertionError("it was opened")

    with pytest.raises(StoreError, match="which no version has written"):
        acted(Store.file(file), scene)


@pytest.mark.needs("postgresql")
def test_what_is_damaged_stays_damaged_when_a_database_is_brought_up_to_date(postgres: Cluster) -> None:
    """But nothing is known about rows that a server of a still older version has written."""
    dump = (DATA / "schema-9.sql").read_text("utf-8")
    codes = dump.split("Tokens: ", 1)[1].split()
    url = postgres.database()
    copied(dump, url)
    with psycopg.connect(url) as damaged:
        damaged.execute("UPDATE seats SET name = 'Eve' WHERE table_id = 1 AND seat = 0")
        damaged.execute("UPDATE seats SET name = 'Zoe', checksum = %s WHERE table_id = 2", [8 << 32])

    async def scene(store: Store) -> None:
        with pytest.raises(Damaged, match="seat 0"):
            await loaded(store, codes[0])
        assert (await loaded(store, codes[3])).seats[0].name == "Zoe"

    acted(Store.shared(url, "http://127.0.0.1:1"), scene)


@pytest.mark.needs("postgresql")
def test_a_database_of_an_older_schema_is_brought_up_to_date(postgres: Cluster) -> None:
    """The rows that a server of the first schema has left, as SQLite tells them, in a database."""
    dump = (DATA / "schema-1.sql").read_text("utf-8")
    url = postgres.database()
    code = dump.split("Tokens: ", 1)[1].split()[0]
    copied(dump, url)
    store = Store.shared(url, "http://127.0.0.1:1")

    async def scene(store: Store) -> None:
        stored = await loaded(store, code)
        assert [seat.preferences for seat in stored.seats] == [{}, {}, {"no_offers": True}, {}]
        assert stored.log
        found = await store.run(
            lambda c: c.execute(text("SELECT value FROM about WHERE key = 'schema'")).scalar()
        )
        assert found == str(schema.SCHEMA)

    acted(store, scene)
    fresh = Store.shared(postgres.database(), "http://127.0.0.1:1")
    shapes: list[Any] = []

    async def look(store: Store) -> None:
        asked = "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = 'public'"
        shapes.append(await store.run(lambda c: sorted(map(tuple, c.execute(text(asked))))))
        found = await store.run(lambda c: inspect(c).get_indexes("seats"))
        assert "seats_by_guest" in {index["name"] for index in found}

    acted(Store.shared(url, "http://127.0.0.1:1"), look)
    acted(fresh, look)
    assert shapes[0] == shapes[1]
