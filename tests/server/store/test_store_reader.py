"""Reading beside the thread that writes, in a SQLite file and in a PostgreSQL database: one moment, and nobody waits for it."""

import asyncio
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import Connection

from helpers.server.contract import ROW
from helpers.server.serving import PATIENCE
from helpers.server.stores import added, loaded, moves, opened, step
from tischlein.room.rows import Entry, columns_of
from tischlein.server.errors import StoreError
from tischlein.server.store import apply, membership, queries
from tischlein.server.store.store import Store
from tischlein.server.upkeep import copies
from tischlein.server.upkeep.check import check


async def test_a_long_read_holds_up_no_write_and_sees_one_moment(store: Store) -> None:
    table_id = await added(store)
    began, written = threading.Event(), threading.Event()

    def read(connection: Connection) -> tuple[int, int]:
        before = len(_log(connection))
        began.set()
        assert written.wait(PATIENCE)
        return before, len(_log(connection))

    def _log(connection: Connection) -> list[Entry]:
        stored = queries.load(connection, ROW.code)
        assert stored is not None
        return stored.log

    reading = asyncio.create_task(store.read(read))
    assert await asyncio.to_thread(began.wait, PATIENCE)
    async with asyncio.timeout(PATIENCE):
        await store.apply(step(table_id, entries=moves(1, 5)))
    written.set()
    assert await reading == (0, 0)
    assert len((await loaded(store)).log) == 5


async def test_a_read_sees_what_was_asked_for_before_it(store: Store) -> None:
    """Also where nobody waited for that."""
    table_id = await added(store)
    for touched in range(10):
        store.apply_soon(step(table_id, columns={"touched": touched}))
        assert (await loaded(store)).row.touched == touched


async def test_who_reads_may_take_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long game is checked between two questions; PostgreSQL ends what writes and says nothing for long."""
    short = membership.TIMEOUTS.replace("session_timeout=4000", "session_timeout=1000")
    assert short != membership.TIMEOUTS
    monkeypatch.setattr(membership, "TIMEOUTS", short)

    def slow(connection: Connection) -> bool:
        before = queries.load(connection, ROW.code)
        time.sleep(0 if store.membership is None else 1.5)
        after = queries.load(connection, ROW.code)
        return before is not None and after is not None and columns_of(before.row) == columns_of(after.row)

    await added(store)
    assert await store.read(slow)


async def test_reading_counts_as_the_time_of_the_store(store: Store) -> None:
    """Else a disk on which only reading is slow would look quick."""
    takes = 0.2

    await added(store)
    value = store.metrics.registry.get_sample_value
    jobs, seconds = value("tischlein_store_seconds_count"), value("tischlein_store_seconds_sum")
    assert jobs is not None
    assert seconds is not None
    await store.read(lambda connection: time.sleep(takes))
    assert value("tischlein_store_seconds_count") == jobs + 1
    assert (value("tischlein_store_seconds_sum") or 0) - seconds >= takes


async def test_who_reads_cannot_write(store: Store) -> None:
    table_id = await added(store)
    with pytest.raises(StoreError):
        await store.read(lambda c: apply.change_table(c, table_id, {"touched": 9}))
    assert (await loaded(store)).row.touched == ROW.touched


FOLDERS = ("a b#c", "a?b", "a?b=c", "a%20b", "a%")


@pytest.mark.parametrize("name", FOLDERS)
async def test_what_is_written_is_read_whatever_the_folder_is_called(name: str, tmp_path: Path) -> None:
    file = tmp_path / name / "tables.sqlite3"
    async with opened(file) as store:
        table_id = await added(store)
        assert (await loaded(store)).row.id == table_id
    assert [path.name for path in tmp_path.iterdir()] == [name]
    report = check(file)
    assert (report.sound, report.tables) == (True, 1)


@pytest.mark.parametrize("name", FOLDERS)
async def test_a_folder_is_backed_up_whatever_it_is_called(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    async with opened(folder / "tables.sqlite3") as store:
        await added(store)
        assert copies.backup(folder, folder / "copy").tables == 1
    report, _ = copies.restore(folder / "copy", folder)
    assert (report.sound, report.tables) == (True, 1)
