"""A write-ahead log that was cut: SQLite drops its end in silence, so the server says itself what of which table is missing."""

import asyncio
import logging
import shutil
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import httpx
import pytest

from helpers.serving import PATIENCE, Live, serving, sitting, table_of
from samples import SAMPLES
from tischlein.server.errors import StoreError
from tischlein.server.store import journal
from tischlein.server.store.writer import refuse_damaged
from tischlein.server.upkeep import copies
from tischlein.server.upkeep.check import check
from tischlein.server.upkeep.command import run_check

FILE = "tables.sqlite3"
WAL = f"{FILE}-wal"
HEADER, FRAME = 32, 4096 + 24  # bytes, of SQLite's write-ahead log
Acknowledged = dict[str, tuple[int, int]]  # by code: the last entry of the log, and the last line of the chat


async def evening(live: Live, left: Path) -> tuple[Acknowledged, dict[str, list[str]]]:
    """Two tables, moves and a chat; then all files as a process leaves them that is killed."""
    told: Acknowledged = {}
    keys: dict[str, list[str]] = {}
    async with AsyncExitStack() as stack:
        for game in ("lobo77", "qwixx"):
            code, guests, keys[code] = await table_of(stack, live, game, 2, chat=True)
            for turn in range(6):
                mover = next(guest for guest in guests if guest.last["actions"])
                assert (await mover.play(mover.choices[0]))["type"] == "accepted"
                for guest in guests:
                    await guest.say("sync")
                    await guest.until("welcome")
                if turn % 3 == 0:
                    await mover.say("chat", text=f"Line {turn}")
                    await mover.until("chat")
            told[code] = guests[0].last["seq"], 2
        left.mkdir()
        for file in (FILE, WAL, journal.NAME):
            shutil.copy(live.file.with_name(file), left / file)
    return told, keys


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Acknowledged, dict[str, list[str]]]:
    folder = tmp_path_factory.mktemp("evening")
    with serving(folder / FILE) as live:
        told, keys = asyncio.run(evening(live, folder / "left"))
    return folder / "left", told, keys


Left = tuple[Path, Acknowledged, dict[str, list[str]]]


def cut(left: Path, folder: Path, frames: float) -> Path:
    """The files again, with so many frames of the write-ahead log."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(left, folder)
    with (folder / WAL).open("r+b") as wal:
        wal.truncate(HEADER + int(frames * FRAME))
    return folder / FILE


def frames_of(left: Path) -> int:
    return ((left / WAL).stat().st_size - HEADER) // FRAME


def kept(file: Path) -> Acknowledged:
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute(
            "select code, (select coalesce(max(seq), 0) from log where table_id = id), "
            "(select coalesce(max(n), 0) from chat where table_id = id) from tables"
        )
        return {code: (seq, n) for code, seq, n in rows}


def expected(told: Acknowledged, found: Acknowledged) -> dict[str, tuple[int, int]]:
    """How many entries and lines each table lacks; all that were told of where it is gone."""
    return {
        code: (seq - found[code][0], n - found[code][1]) if code in found else (seq, n)
        for code, (seq, n) in told.items()
    }


def test_wherever_it_is_cut_the_check_says_exactly_what_is_missing(left: Left, tmp_path: Path) -> None:
    """Entries that are left and those that are said to be lost are together all that were acknowledged."""
    folder, told, _ = left
    frames = frames_of(folder)
    places = range(frames) if SAMPLES.every_path else sorted({1, *range(40, frames, frames // 9)})
    seen = set()
    for place in places:
        file = cut(folder, tmp_path / "cut", place + (0.5 if place % 2 else 0))
        try:
            found = kept(file)
        except sqlite3.OperationalError:
            continue  # not even its tables are left: the server says so by starting with everything lost, see below
        damages = {damage.table: damage.problem for damage in check(file).damages}
        for code, (entries, _) in expected(told, found).items():
            if code not in found:
                assert "the whole table is lost" in damages[code]
            elif entries:
                assert f"lost: {entries} entries of its log" in damages[code]
                assert f"it goes on from entry {found[code][0]}" in damages[code]
            seen.add(entries)
        assert damages or found == told
    assert len(seen) > 3


def test_what_was_not_cut_is_sound(left: Left, tmp_path: Path) -> None:
    folder, told, _ = left
    file = cut(folder, tmp_path / "whole", frames_of(folder))
    assert kept(file) == told
    assert check(file).damages == []


def test_operators_and_people_hear_of_it_and_the_game_goes_on(
    left: Left, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder, told, keys = left
    file = cut(folder, tmp_path / "cut", frames_of(folder) - 4)
    missing = expected(told, kept(cut(folder, tmp_path / "look", frames_of(folder) - 4)))
    (code,) = [code for code, lacks in missing.items() if lacks != (0, 0)]

    async def scene(live: Live) -> None:
        async with sitting(live, code, keys[code][0]) as ada, sitting(live, code, keys[code][1]) as ben:
            assert f"{missing[code][0]} entr" in ada.table["note"]["en"]
            assert f"{missing[code][0]} Eintr" in ada.table["note"]["de"]
            mover = ada if ada.last["actions"] else ben
            assert (await mover.play(mover.choices[0]))["type"] == "accepted"
        (other,) = told.keys() - {code}
        async with sitting(live, other, keys[other][0]) as ada:
            assert ada.table["note"] is None

    with caplog.at_level(logging.ERROR), serving(file) as live:
        asyncio.run(scene(live))
        metrics = httpx.get(f"{live.url}/metrics", timeout=PATIENCE).text
    assert [f"table {code}: lost: " in record.getMessage() for record in caplog.records] == [True]
    assert f"\ntischlein_lost {sum(missing[code])}\n" in metrics
    report = check(file)
    assert report.damages == []
    assert [loss.table for loss in report.losses] == [code]
    said: list[str] = []
    assert run_check(str(file.parent), None, "en", False, said.append) == 0
    assert any(f"table {code}: lost: " in line for line in said)
    # A day later nobody needs to hear of it.
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("update about set value = '1 1 0 0 1' where key like 'lost %'")
        connection.commit()
    caplog.clear()

    async def later(live: Live) -> None:
        async with sitting(live, code, keys[code][0]) as ada:
            assert ada.table["note"] is None

    with serving(file) as live:
        asyncio.run(later(live))
    assert caplog.records == []


def test_a_damaged_note_about_a_loss_is_told_and_stops_no_table(
    left: Left, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """No checksum covers these rows: one bit makes another sign of a number, or of the space between two."""
    folder, _, _ = left
    file = cut(folder, tmp_path / "cut", frames_of(folder) - 4)
    with serving(file):
        pass  # it notes what is missing

    def written(key: str, value: str) -> None:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("update about set value = ? where key like ?", (value, key))
            connection.commit()

    for value in ("1 1 00 1", '1 1 " 0 1'):
        written("lost %", value)
        assert [repr(value) in damage.problem for damage in check(file).damages] == [True]
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("insert into about values ('lost ABCDEF', '1 1 0 0 1')")
        connection.commit()
    assert [loss.table for loss in check(file).losses] == ["ABCDEF"]  # what can be read is told all the same
    caplog.clear()
    with caplog.at_level(logging.ERROR), serving(file) as live:
        assert httpx.get(f"{live.url}/readyz", timeout=PATIENCE).status_code == 200
    assert ["noted about a loss" in record.getMessage() for record in caplog.records] == [True]
    written("lost %", "1 1 0 0 1")
    written(journal.WRITES, "p2")
    assert ["number of the last write" in damage.problem for damage in check(file).damages] == [True]
    with pytest.raises(
        StoreError, match=r"is damaged \(the number of the last write .*'p2'\): `tischlein check`"
    ):
        refuse_damaged(file)


def test_a_table_that_is_gone_is_not_taken_for_a_mistake(
    left: Left, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The whole write-ahead log is gone, and with it everything."""
    folder, told, _ = left
    file = cut(folder, tmp_path / "cut", 0)
    with serving(file) as live:
        for code in told:
            answer = httpx.get(f"{live.url}/api/tables/{code}", timeout=PATIENCE)
            assert answer.status_code == 404
            assert "has lost the table" in answer.json()["error"]["text"]["en"]
        assert "mistyped" in httpx.get(f"{live.url}/api/tables/ABC234", timeout=PATIENCE).text
    assert sum("the whole table is lost" in record.getMessage() for record in caplog.records) == len(told)


def test_lines_begin_again_when_all_is_in_the_database(
    left: Left, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then a database that is older than they are lacks something, but nobody knows any more what."""
    monkeypatch.setattr(journal, "FULL", 300)
    with serving(tmp_path / FILE) as live:
        copies.backup(tmp_path, tmp_path / "early")
        asyncio.run(evening(live, tmp_path / "left"))
        lines = journal.read(tmp_path / "left" / journal.NAME)
        assert lines[0].number > 5
        assert len(lines) < 10
    assert check(tmp_path / "left" / FILE).damages == []
    (tmp_path / "left" / WAL).unlink()
    shutil.copy(tmp_path / "early", tmp_path / "left" / FILE)
    first, *_ = check(tmp_path / "left" / FILE).damages
    assert (first.table, first.problem.split(";")[0]) == (None, f"the last {lines[0].number} writes are lost")


def test_what_says_nothing_about_this_database(left: Left, tmp_path: Path) -> None:
    """Lines of another database, broken ones, and those from before a backup was put back are no losses."""
    folder, _, _ = left
    file = cut(folder, tmp_path / "other", frames_of(folder))
    with serving(tmp_path / "new" / FILE):
        pass
    shutil.copy(file.with_name(journal.NAME), tmp_path / "new" / journal.NAME)
    assert check(tmp_path / "new" / FILE).damages == []
    copies.backup(file.parent, file.with_name("copy"))
    with file.with_name(journal.NAME).open("ab") as lines:
        lines.write(b"0000dead [999,\nhalf a li")
    assert check(file).damages == []
    with serving(file) as live:
        asyncio.run(evening(live, tmp_path / "more"))
    copies.restore(file.with_name("copy"), file.parent)
    assert check(file).damages == []
