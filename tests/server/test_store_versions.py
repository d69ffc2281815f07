"""Databases of older and newer servers: brought up to date, still written by an older one, or refused."""

import logging
import re
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, Table, event, inspect, text

from helpers.contract import ROW
from helpers.postgres import Cluster
from helpers.serving import PATIENCE, comes_to
from helpers.stores import acted, added, loaded
from tischlein.server.errors import Damaged, StoreError
from tischlein.server.store import checksums, cluster, schema
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


@pytest.mark.needs("postgresql")
def test_a_server_of_an_older_version_may_still_write(postgres: Cluster) -> None:
    """It knows no checksums: about what it has written nothing is known, and nobody is told of a damage."""
    dump = (DATA / "schema-1.sql").read_text("utf-8")
    code = dump.split("Tokens: ", 1)[1].split()[0]
    url = postgres.database()
    copied(dump, url)

    async def scene(store: Store) -> None:
        stored = await loaded(store, code)
        with psycopg.connect(url) as older:
            older.execute(
                "UPDATE tables SET touched = touched + 1, position = position || ' ' WHERE code = %s", [code]
            )
            older.execute("UPDATE tables SET pace = 'slow' WHERE code = %s", [code])
            older.execute("UPDATE seats SET name = 'Zoe' WHERE table_id = %s AND seat = 0", [stored.table.id])
            older.execute("UPDATE chat SET seat = 1 WHERE table_id = %s", [stored.table.id])
            older.execute(
                "INSERT INTO log (table_id, seq, seat, text, at) VALUES (%s, %s, 0, 'x', 1)",
                [stored.table.id, len(stored.log) + 1],
            )
        after = await loaded(store, code)
        assert (after.table.pace, after.seats[0].name, after.log[-1].text) == ("slow", "Zoe", "x")
        with psycopg.connect(url) as older:
            older.execute("UPDATE tables SET pace = 'human', checksum = 1 WHERE code = %s", [code])
        assert (await loaded(store, code)).table.pace == "human"  # the checksum of another schema
        with psycopg.connect(url) as older:
            wrong = schema.SCHEMA << 32
            older.execute("UPDATE tables SET pace = 'slow', checksum = %s WHERE code = %s", [wrong, code])
        with pytest.raises(Damaged):
            await loaded(store, code)

    acted(Store.shared(url, "http://127.0.0.1:1"), scene)


# An update asks for more patience than this.
IMPATIENT = "-c idle_in_transaction_session_timeout=300 -c lock_timeout=300 -c statement_timeout=300"
PAUSE = 0.6


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """A transaction of a server."""
    engine = engine_for(url)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def meanwhile(happens: Callable[[], object]) -> Iterator[None]:
    """Something happens whenever the row of a lobby has been read, and its checksum is worked out."""
    checksum_of = checksums.checksum_of

    def late(values: Sequence[object]) -> int:
        if len(values) == len(checksums.PROGRESS) and values[1] == ROW.state:
            happens()
        return checksum_of(values)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checksums, "checksum_of", late)
        yield


@pytest.mark.needs("postgresql")
def test_an_update_has_time_between_two_statements(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checksums of long games take seconds, in which PostgreSQL would end a session that seems to hang."""
    monkeypatch.setattr(cluster, "TIMEOUTS", IMPATIENT)
    url = postgres.database()
    copied((DATA / "schema-9.sql").read_text("utf-8"), url)
    with connected(url) as connection, meanwhile(lambda: time.sleep(PAUSE)):
        assert prepare(connection) == 0


@pytest.mark.needs("postgresql")
def test_a_server_waits_while_another_brings_the_store_up_to_date(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cluster, "TIMEOUTS", IMPATIENT)
    url = postgres.database()
    said = "another server makes the store ready: this one waits until it is"

    def start() -> int:
        with connected(url) as connection:
            return prepare(connection)

    with caplog.at_level(logging.WARNING), ThreadPoolExecutor(1) as pool:
        with connected(url) as first:
            prepare(first)
            second = pool.submit(start)
            comes_to(lambda: said in caplog.messages or second.done(), True)
            time.sleep(PAUSE)
        assert second.result(PATIENCE) == 0


@pytest.mark.needs("postgresql")
@pytest.mark.parametrize("begun", [True, False])
def test_what_an_older_server_writes_during_an_update_is_no_damage(postgres: Cluster, begun: bool) -> None:
    """Its move must not get the checksum of the row as it was before; nor does an update wait for a move that has begun."""
    url = postgres.database()
    acted(Store.shared(url, "http://127.0.0.1:1"), table_there)
    moved: list[Future[object]] = []

    def move() -> None:
        values = [(schema.SCHEMA - 1) << 32]
        older.execute("UPDATE tables SET touched = touched + 1, progress_checksum = %s", values)
        if not begun:
            older.commit()

    def begin() -> None:
        if not begun:
            moved.append(pool.submit(move))
            comes_to(lambda: moved[0].done() or waits(url), True)

    with closing(psycopg.connect(url)) as older, ThreadPoolExecutor(1) as pool:
        if begun:
            move()
        with meanwhile(begin), connected(url) as connection:
            checksums.fill(connection)
        for one in moved:
            one.result(PATIENCE)
        older.commit()

    async def scene(store: Store) -> None:
        assert (await loaded(store)).table.touched == ROW.touched + 1

    acted(Store.shared(url, "http://127.0.0.1:1"), scene)


@pytest.mark.needs("postgresql")
def test_people_move_and_sit_down_at_an_older_server_while_the_log_is_brought_up_to_date(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With long games that takes minutes: neither a new index nor the checksums of seats may close anything for so long."""
    url = postgres.database()
    copied((DATA / "schema-9.sql").read_text("utf-8"), url)
    with connected(url) as connection:
        schema.metadata.create_all(connection)  # the tables of schema 9 that the dump leaves out
    done = []
    filled = checksums._filled

    def beside(connection: Connection, table: Table, wrong: Collection[checksums.Flaw]) -> Iterator[int]:
        yield from filled(connection, table, wrong)
        if table is schema.log:
            with psycopg.connect(url, options="-c lock_timeout=300") as older:
                older.execute("UPDATE seats SET name = 'Zoe'")
                older.execute("UPDATE tables SET touched = touched + 1")
            done.append(table)

    monkeypatch.setattr(checksums, "_filled", beside)
    with connected(url) as connection:
        prepare(connection)
    assert done
    with connected(url) as connection:
        assert "seats_by_guest" in {index["name"] for index in inspect(connection).get_indexes("seats")}


@pytest.mark.needs("postgresql")
def test_an_index_waits_for_an_older_server_that_waits_for_the_update(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It removes a table, has its seats, and waits for its log, until its patience ends: then the update must go on, not fail."""
    url = postgres.database()
    acted(Store.shared(url, "http://127.0.0.1:1"), table_there)
    with connected(url) as connection:
        connection.execute(
            text("INSERT INTO log (table_id, seq, seat, text, at) SELECT id, 1, 0, 0, 0 FROM tables")
        )
        connection.execute(text("DROP INDEX seats_by_guest"))
        connection.execute(text("UPDATE about SET value = '9' WHERE key = 'schema'"))
    removed: list[Future[object]] = []
    filled = checksums._filled

    def remove() -> None:
        with psycopg.connect(url, options="-c lock_timeout=2500") as older:
            older.execute("DELETE FROM tables")

    def beside(connection: Connection, table: Table, wrong: Collection[checksums.Flaw]) -> Iterator[int]:
        yield from filled(connection, table, wrong)
        if table is schema.log:
            removed.append(pool.submit(remove))
            comes_to(lambda: removed[0].done() or waits(url), True)
            time.sleep(
                1.2
            )  # the other side looked for a deadlock after a second: the next to look is the update

    monkeypatch.setattr(checksums, "_filled", beside)
    with ThreadPoolExecutor(1) as pool, connected(url) as connection:
        prepare(connection)
    assert isinstance(removed[0].exception(PATIENCE), psycopg.OperationalError)


@pytest.mark.needs("postgresql")
def test_a_transaction_that_is_left_open_holds_up_the_update_and_nobody_else(
    postgres: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever writes to the seats of another table does not queue behind the index that waits."""
    url = postgres.database()
    acted(Store.shared(url, "http://127.0.0.1:1"), table_there)
    with connected(url) as connection:
        connection.execute(text("DROP INDEX seats_by_guest"))
        connection.execute(text("UPDATE about SET value = '9' WHERE key = 'schema'"))

    def update() -> int:
        with connected(url) as connection:
            return prepare(connection)

    def index_waits() -> bool:
        return any(message.startswith("an index waits") for message in caplog.messages)

    with caplog.at_level(logging.WARNING), ThreadPoolExecutor(1) as pool:
        with closing(psycopg.connect(url)) as left_open:
            left_open.execute("UPDATE seats SET name = name WHERE seat = 0")
            updated = pool.submit(update)
            comes_to(lambda: waits(url) or updated.done(), True)
            with psycopg.connect(url, options="-c lock_timeout=10000") as older:
                older.execute("UPDATE seats SET name = name WHERE seat = 1")
            comes_to(lambda: index_waits() or updated.done(), True)
            assert not updated.done()
        assert updated.result(PATIENCE) == 0


async def table_there(store: Store) -> None:
    await added(store)


def waits(url: str) -> bool:
    """Does somebody wait for somebody else in this database?"""
    asked = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with psycopg.connect(url) as connection:
        return connection.execute(asked).fetchone() is not None


def copied(dump: str, url: str) -> None:
    """Put a dump of SQLite's into a PostgreSQL database, with the types that its columns name."""
    with closing(sqlite3.connect(":memory:")) as old, psycopg.connect(url) as new:
        old.executescript(dump)
        for name in ("about", "tables", "seats", "log", "chat"):
            (made,) = old.execute("SELECT sql FROM sqlite_master WHERE name = ?", [name]).fetchone()
            new.execute(made.replace("DEFAULT 0", "DEFAULT '0'"))  # PostgreSQL knows no number for false
            kinds = [column[2] for column in old.execute(f"PRAGMA table_info({name})")]
            rows = [
                [bool(cell) if kind == "BOOLEAN" else cell for cell, kind in zip(row, kinds, strict=True)]
                for row in old.execute(f"SELECT * FROM {name}")  # noqa: S608 — our own names
            ]
            places = ", ".join(["%s"] * len(kinds))
            new.cursor().executemany(f"INSERT INTO {name} VALUES ({places})", rows)  # noqa: S608 — likewise
