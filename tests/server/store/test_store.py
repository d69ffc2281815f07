"""The store: one server for one folder, seats that are stored one by one, and what is idle."""

import asyncio
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from helpers.command import called
from helpers.server.serving import (
    GENEROUS,
    PATIENCE,
    Live,
    ask,
    comes_to,
    error,
    join,
    serving,
    set_table,
    sitting,
    table_of,
    want_table,
)
from helpers.server.stores import opened
from tischlein.server.clock import now, ticks
from tischlein.server.errors import StoreError
from tischlein.server.store import apply, queries, schema, writer
from tischlein.server.store.lock import NAME
from tischlein.server.store.stock import IDLE
from tischlein.server.store.store import Store

DAY = 86_400_000


async def test_a_second_server_on_the_same_folder_is_refused_with_a_sentence(
    own: Live, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = await set_table(own)
    assert called("serve", "--port", "0", "--data", str(tmp_path)) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "another server (process " in said
    assert "stop it first, or choose another folder with --data" in said
    assert (await join(own, made["code"], "Ben"))["seat"] == 1


async def test_nobody_else_on_the_machine_reads_the_tables(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Also in a folder that was there before, with files of an earlier run."""
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    with serving(folder) as live:
        await set_table(live)
        kept = sorted(folder.iterdir())
        assert len(kept) == 4  # the database, its write-ahead log and index, the lock
        assert [path.name for path in kept if path.stat().st_mode & 0o077] == []
    (warning,) = [record.getMessage() for record in caplog.records if "chmod 700" in record.getMessage()]
    assert str(folder) in warning
    for path in folder.iterdir():
        path.chmod(0o644)
    folder.chmod(0o700)
    caplog.clear()
    with serving(folder):
        assert [path.name for path in folder.iterdir() if path.stat().st_mode & 0o077] == []
    assert not [record for record in caplog.records if "chmod" in record.getMessage()]


def test_the_folder_is_free_again_when_a_server_has_ended(tmp_path: Path) -> None:
    """Also one that was killed: the file that stays behind locks nothing by itself."""
    for _ in range(2):
        with serving(tmp_path), pytest.raises(StoreError, match="another server"):
            Store.file(tmp_path / "tables.sqlite3").lock()
    assert (tmp_path / NAME).is_file()


async def test_idle_tables_are_put_away_and_archived(own: Live) -> None:
    lobby = await set_table(own)
    # The bot is not the first: a move that it makes meanwhile would be a sign of life.
    game = await set_table(own, bots=[None, "random"], options={"starter": 0})
    for code in (lobby["code"], game["code"]):
        live_table = own.table(code)
        live_table.quiet_since = ticks() - IDLE
        row = live_table.state.row
        own.run(partial(apply.change_table, table_id=row.id, changes={"touched": row.touched - 40 * DAY}))
    own.within(own.registry.sweep)
    assert own.registry.tables == {}
    assert own.run(queries.playing) == []
    found = [await ask(own, "GET", f"/api/tables/{code}") for code in (lobby["code"], game["code"])]
    assert [answer.status_code for answer in found] == [404, 200]
    assert own.run(queries.playing) == []  # a look opens nothing
    async with sitting(own, game):
        pass
    assert own.run(queries.playing) == [game["code"]]


async def test_a_server_that_was_filled_with_games_that_nobody_plays_opens_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It looks for them at once when something was archived, and else from time to time: people wait meanwhile."""

    async def swept(live: Live, days: dict[int, int]) -> int:
        """Set how long ago tables were touched; return what a client that creates one more is told after a sweep."""

        def pass_by(connection: Connection) -> None:
            connection.execute(schema.tables.update().values(creator=None))  # each of another network
            for table_id, n in days.items():
                apply.change_table(connection, table_id, {"touched": now() - n * DAY})

        live.run(pass_by)
        live.within(live.registry.sweep)
        return (await want_table(live)).status_code

    with serving(tmp_path, replace(GENEROUS, tables=4)) as live:
        for _ in range(3):
            await set_table(live, bots=[None, "random"], options={"starter": 0})
        for table in live.registry.tables.values():
            table.quiet_since = ticks() - IDLE
        assert await swept(live, {}) == 503
        assert await swept(live, {1: 2}) == 503
        live.registry.capacity.look_again()
        assert await swept(live, {}) == 201
        assert await swept(live, {}) == 503
        assert await swept(live, {2: 40}) == 201
    told = [record.args for record in caplog.records if "nearly full" in record.getMessage()]
    assert told == [(0,), (1,), (0,), (1,)]


async def test_a_game_that_is_over_leaves_the_memory_soon(own: Live) -> None:
    """Else a busy server would grow and grow: nobody comes back to most of them."""
    codes = [(await set_table(own))["code"] for _ in range(3)]
    playing, over, just_over = map(own.table, codes)
    for table in (playing, over):
        table.quiet_since = ticks() - 120_000
    for table in (over, just_over):
        table.state.row.state = "over"
    own.within(own.registry.sweep)
    assert set(own.registry.tables) == {playing.code, just_over.code}


async def test_nobody_waits_while_a_table_is_read(own: Live) -> None:
    """The reader is busy: opening a table waits for that, and a move at another one does not."""
    began, free = threading.Event(), threading.Event()

    def long_read(connection: Connection) -> None:
        began.set()
        assert free.wait(PATIENCE)

    away = (await set_table(own))["code"]
    own.put_away(away)
    read = asyncio.to_thread(own.within, lambda: own.registry.store.read(long_read))
    reading = asyncio.create_task(read)
    assert await asyncio.to_thread(began.wait, PATIENCE)
    opening = asyncio.create_task(asyncio.to_thread(own.table, away))
    async with table_of(own, options={"starter": 0}) as (_, guests, _):
        assert (await guests[0].play(guests[0].choices[0]))["type"] == "accepted"
    assert not opening.done()
    free.set()
    await reading
    assert (await opening).code == away


@pytest.mark.limits(live=1)
async def test_where_no_table_can_be_opened_none_is_stored(own: Live) -> None:
    made = await set_table(own)
    async with sitting(own, made):
        answer = await want_table(own)
    assert error(answer) == (503, "house_full")
    assert own.run(queries.count_tables) == 1


@pytest.mark.limits(live=2)
async def test_where_memory_is_full_tables_without_a_clock_go_first(own: Live) -> None:
    # It is the person's turn: a table whose bot is just playing cannot be put away.
    clocked, _, last = [
        await set_table(own, bots=[None, "random"], options={"starter": 0}, timer=timer)
        for timer in (86_400, None, None)
    ]
    assert {*own.registry.tables} == {clocked["code"], last["code"]}


async def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = Store.file(tmp_path / "tables.sqlite3")
    await store.open()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.run(queries.count_tables)


async def test_a_thread_that_fails_answers_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where no job is to blame: memory may be short at any place."""
    handed_out, ahead = writer._answer, [SystemExit()]

    def once_wrong(answers: list[writer.Answer]) -> None:
        if ahead:
            raise ahead.pop()
        handed_out(answers)

    async with opened(tmp_path / "tables.sqlite3") as store, asyncio.timeout(60):
        with monkeypatch.context() as patched:
            patched.setattr(writer, "_answer", once_wrong)
            with pytest.raises(StoreError, match="SystemExit"):
                await store.run(queries.count_tables)
            assert await store.run(queries.count_tables) == 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
async def test_a_store_whose_thread_has_ended_says_so(own: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is not ready, so others are asked, or it is started again."""

    def ends() -> None:
        raise SystemExit

    store = own.registry.store
    assert store._thread is not None
    monkeypatch.setattr(store, "_take", ends)
    store._jobs.put([])
    await asyncio.to_thread(store._thread.join)
    comes_to(lambda: own.get("/readyz").status_code, 503)
    comes_to(lambda: own.get("/healthz").status_code, 503)


async def test_a_store_that_closes_refuses_reads(tmp_path: Path) -> None:
    """A read that has begun ends; a new one, while the writer still works, is refused."""
    store = Store.file(tmp_path / "tables.sqlite3")
    await store.open()
    begun, go_on = threading.Event(), threading.Event()

    def slow(connection: Connection) -> int:
        begun.set()
        assert go_on.wait(60)
        return queries.count_tables(connection)

    first = asyncio.create_task(store.read(slow))
    assert await asyncio.to_thread(begun.wait, 60)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    try:
        with pytest.raises(StoreError, match="closed"):
            await asyncio.wait_for(store.read(queries.count_tables), 60)
    finally:
        go_on.set()
    assert await first == 0
    await closing
