"""A database is brought up to date while others use it: servers of an older version, another new one, somebody with a shell."""

import logging
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, Table, inspect, text

from helpers.contract import ROW
from helpers.postgres import Cluster, copied
from helpers.serving import PATIENCE, comes_to
from helpers.stores import acted, added, loaded
from tischlein.server.errors import Damaged
from tischlein.server.store import checksums, cluster, schema
from tischlein.server.store.engines import engine_for
from tischlein.server.store.migrations import prepare
from tischlein.server.store.writer import Store

DATA = Path(__file__).parent / "data"


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
    without_index(url)
    with connected(url) as connection:
        connection.execute(
            text("INSERT INTO log (table_id, seq, seat, text, at) SELECT id, 1, 0, 0, 0 FROM tables")
        )
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
            # The other side looked for a deadlock after a second: the next to look is the update.
            time.sleep(1.2)

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
    without_index(url)

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


def without_index(url: str) -> None:
    """Put the database back to schema 9, which lacks an index alone."""
    with connected(url) as connection:
        connection.execute(text("DROP INDEX seats_by_guest"))
        connection.execute(text("UPDATE about SET value = '9' WHERE key = 'schema'"))


async def table_there(store: Store) -> None:
    await added(store)


def waits(url: str) -> bool:
    """Does somebody wait for somebody else in this database?"""
    asked = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with psycopg.connect(url) as connection:
        return connection.execute(asked).fetchone() is not None
