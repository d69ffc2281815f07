"""Check, backup and restore: while people play, and with files that are damaged in every way that disks know."""

import asyncio
import json
import os
import sqlite3
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import create_engine

from bench.server.crash.judge import contents
from helpers.command import called
from helpers.server.serving import (
    PATIENCE,
    Guest,
    Live,
    Message,
    play_on,
    serving,
    set_table,
    sitting,
    table_of,
)
from helpers.server.stores import change, rechain
from samples import SAMPLES
from tischlein.server.errors import StoreError
from tischlein.server.store.store import Store
from tischlein.server.upkeep import copies
from tischlein.server.upkeep.check import check

FILE = "tables.sqlite3"
GONE = "delete from log where table_id = 3 and seq = 5"


async def play_some(live: Live) -> Message:
    """A lobby, a game that goes on, and one of each kind that is over."""
    await set_table(live, seats=3)
    # Never over so soon; one game in 600 of LOBO 77 is.
    going = await set_table(live, "qwixx", bots=[None, "random"])
    async with sitting(live, going) as ada:
        await play_on(ada, Random(1), 3)
    for game in ("lobo77", "qwixx"):
        made = await set_table(live, game, bots=[None, "random"])
        async with sitting(live, made) as ada:
            await play_on(ada, Random(1))
    return going


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A sound file with tables in it."""
    folder = tmp_path_factory.mktemp("kept")
    with serving(folder) as live:
        asyncio.run(play_some(live))
    copies.backup(folder, folder / "copy")
    return (folder / "copy").read_bytes()


@pytest.fixture
def folder(tmp_path: Path, kept: bytes) -> Path:
    (tmp_path / FILE).write_bytes(kept)
    return tmp_path


def test_a_sound_store(folder: Path) -> None:
    report = check(folder / FILE)
    assert report.damages == []
    assert (report.tables, report.games) == (4, 3)
    assert report.entries > 50


async def test_all_three_while_people_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The copy holds every move that was acknowledged before it was made, and the game goes on."""
    with serving(tmp_path) as live:
        going = await play_some(live)
        seq = live.table(going["code"]).state.seq
        assert called("check", "--data", str(tmp_path)) == 0
        assert "is in order" in capsys.readouterr().out
        copy = tmp_path / "copy.sqlite3"
        assert called("backup", str(copy), "--data", str(tmp_path)) == 0

        async def go_on() -> None:
            async with sitting(live, going) as ada:
                await play_on(ada, Random(2))

        await go_on()
        capsys.readouterr()
        assert called("restore", str(copy), "--data", str(tmp_path)) == 2
        assert "another server" in capsys.readouterr().err
    assert called("restore", str(copy), "--data", str(tmp_path)) == 0
    assert "What was there before is now" in capsys.readouterr().out
    with serving(tmp_path) as live:
        hosted = live.table(going["code"])
        assert hosted.state.row.state == "playing"
        assert hosted.state.seq >= seq
    assert [path for path in tmp_path.iterdir() if path.name.startswith(f"{FILE}.2")]


@pytest.mark.parametrize("what", ["backup", "check"])
def test_people_move_all_the_time_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A move before every few pages of a copy, or every statement of a check: both come to their end and see one moment."""
    answered = 0

    class Interrupted(sqlite3.Connection):
        """A reader here is overtaken by people who move."""

        def backup(self, target: sqlite3.Connection, **how: Any) -> None:
            super().backup(target, progress=lambda *_: move(), **how)

        def cursor(self, *_: Any, **__: Any) -> Any:
            move()
            return super().cursor()

    def move() -> None:
        nonlocal answered
        assert answered < 500, "as long as people move it comes to no end"
        asyncio.run_coroutine_threadsafe(moved(), loop).result(PATIENCE)
        answered += 1

    async def moved() -> None:
        mover = next(guest for guest in guests if guest.choices)
        answer = await mover.play(mover.choices[answered % len(mover.choices)])
        for guest in guests:
            while guest.last["seq"] < answer["seq"]:
                await guest.hear()

    async def scene(live: Live) -> None:
        async with table_of(live, "quando", options={"target": 999}) as (code, guests[:], _):
            await moved()
            seq = live.table(code).state.seq
            with monkeypatch.context() as patched:
                patched.setattr(copies, "PAGES", 4)
                patched.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Interrupted))
                if what == "check":
                    report = await asyncio.to_thread(check, tmp_path / FILE)
                else:
                    report = await asyncio.to_thread(copies.backup, tmp_path, tmp_path / "copy")
            assert report.damages == []
            assert answered > 5
            assert seq <= report.entries < live.table(code).state.seq
        assert check(tmp_path / FILE).damages == []

    with serving(tmp_path) as live, asyncio.Runner() as runner:
        loop = runner.get_loop()
        guests: list[Guest] = []
        runner.run(scene(live))


def test_a_copy_is_one_file_that_nobody_else_can_read(folder: Path) -> None:
    copies.backup(folder, folder / "copy")
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith("copy")) == ["copy"]
    assert (folder / "copy").stat().st_mode & 0o077 == 0


def test_nothing_is_overwritten(folder: Path) -> None:
    (folder / "copy").write_text("something else")
    with pytest.raises(StoreError, match="there is such a file already"):
        copies.backup(folder, folder / "copy")
    assert (folder / "copy").read_text() == "something else"
    with pytest.raises(StoreError, match="is a folder: name a file in it"):
        copies.backup(folder, folder)
    with pytest.raises(StoreError, match="missing: there is no such folder"):
        copies.backup(folder, folder / "missing" / "copy")


def fit_chain(folder: Path) -> None:
    """As if what is there now had been written on purpose."""
    engine = create_engine(f"sqlite:///{folder / FILE}")
    with engine.begin() as connection:
        rechain(connection)
    engine.dispose()


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        (
            "update log set text = iif(text = '10', '9', '10') where table_id = 3 and seq = 2",
            "history",
        ),
        ("update log set seat = 1 - seat where table_id = 3 and seat >= 0", "history"),
        ("delete from log where table_id = 3 and seq > 20", ""),
        (
            "update tables set position = json_set(position, '$.total', json_extract(position, '$.total') + 1) where id = 2",
            "position",
        ),
        ("delete from seats where table_id = 2 and seat = 1", "seats"),
        ("update tables set options = '{' where id = 2", "this is not JSON"),
        ("update tables set shuffle = '{}' where id = 2", "what is stored (KeyError: 'promises')"),
        ("update tables set shuffle = '[]' where id = 2", "what is stored (TypeError: list indices"),
        ("update seats set name = cast(x'41ff' as text) where table_id = 2 and seat = 0", "this is not text"),
        ("update tables set state = 'over' where id = 2", "does not lead to the state 'over'"),
    ],
)
def test_what_is_damaged_is_named_with_its_table(folder: Path, statement: str, problem: str) -> None:
    """Also a chance outcome that was changed: it no longer follows from the shuffle."""
    change(folder / FILE, statement)
    if "cast" not in statement:  # what is no text cannot be read at all
        fit_chain(folder)
    report = check(folder / FILE)
    damages = report.damages
    assert len(damages) == 1
    assert damages[0].table is not None
    assert problem in damages[0].problem
    assert report.tables == 4  # whatever is wrong with one table, all are looked at


def test_a_chance_outcome_that_was_changed_is_found_by_the_shuffle(folder: Path) -> None:
    """By the rules the other card could have been dealt as well."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        (one, first), (other, second) = connection.execute(
            "select min(seq), text from log where table_id = 3 and seat = -1 and text not like 'seat%' group by text limit 2"
        ).fetchall()
    for text, seq in ((second, one), (first, other)):
        change(folder / FILE, "update log set text = ? where table_id = 3 and seq = ?", text, seq)
    (damage,) = check(folder / FILE).damages
    assert f"entry {min(one, other)} of its log is not what was written" in damage.problem
    fit_chain(folder)
    (damage,) = check(folder / FILE).damages
    assert "history" in damage.problem


def flip(file: Path, at: int, bits: int = 0xFF) -> None:
    data = bytearray(file.read_bytes())
    data[at] ^= bits
    file.write_bytes(data)


def test_a_file_that_was_cut_off_is_found_and_no_server_starts_on_it(folder: Path) -> None:
    data = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(data[: len(data) // 2])
    assert not check(folder / FILE).sound
    with pytest.raises(StoreError, match=r"is damaged .* `tischlein check` lists"):
        Store.file(folder / FILE).lock()
    assert (folder / FILE).stat().st_size == len(data) // 2


@pytest.mark.parametrize("at", [3, 30, 4096, 3 * 4096])
def test_flipped_bits_in_headers_are_found(folder: Path, at: int) -> None:
    flip(folder / FILE, at)
    report = check(folder / FILE)
    assert not report.sound
    assert report.damages[0].table is None


async def test_wherever_a_bit_flips_a_server_starts_soundly_or_says_why_not(
    folder: Path, kept: bytes
) -> None:
    """Never a traceback, never something else than an answer; and whatever has changed, the check says so."""
    rng = Random(5)
    found = 0
    before = contents(folder / FILE)
    written = [at for at, byte in enumerate(kept) if byte]  # most of so small a file is empty
    flips = 1000 if SAMPLES.every_path else 12
    for k in range(flips):
        at = rng.choice(written) if k % 2 else rng.randrange(len(kept))
        (folder / FILE).write_bytes(kept)
        flip(folder / FILE, at, 1 << rng.randrange(8))
        if check(folder / FILE).sound:
            assert contents(folder / FILE) == before
        else:
            found += 1
        store = Store.file(folder / FILE)
        with suppress(StoreError):
            store.lock()
        await store.close()
    assert found > flips // 4


def test_a_damaged_backup_is_not_restored(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copies.backup(folder, folder / "copy")
    before = (folder / FILE).read_bytes()
    change(folder / "copy", GONE)
    assert called("restore", str(folder / "copy"), "--data", str(folder)) == 1
    said = capsys.readouterr().out
    assert "Nothing was changed" in said
    assert "entry 5 of its log is missing" in said
    assert (folder / FILE).read_bytes() == before


def test_a_restore_that_breaks_off_leaves_the_tables_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At no moment is there no file: a server would start with an empty one."""
    copies.backup(folder, folder / "copy")
    before = (folder / FILE).read_bytes()
    replace = os.replace

    def power_cut(source: Path, target: Path) -> None:
        if Path(target) == folder / FILE:
            raise OSError("power cut")
        replace(source, target)

    with monkeypatch.context() as cut:
        cut.setattr(os, "replace", power_cut)
        with pytest.raises(OSError, match="power cut"):
            copies.restore(folder / "copy", folder)
    assert (folder / FILE).read_bytes() == before
    assert copies.restore(folder / "copy", folder)[0].sound


@pytest.mark.parametrize("links", [True, False])
def test_a_restore_keeps_all_of_what_was_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """Also what SQLite had not moved into the file yet, and on a disk that knows no links."""

    def no_link(source: Path, target: Path) -> None:
        raise OSError("no links here")

    if not links:
        monkeypatch.setattr(os, "link", no_link)
    copies.backup(folder, folder / "copy")
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute("pragma journal_mode=wal")
        connection.execute("delete from log")
        connection.commit()
        report, aside = copies.restore(folder / "copy", folder)
        assert report.sound
        assert aside is not None
        assert not Path(f"{folder / FILE}-wal").exists()
        with closing(sqlite3.connect(aside)) as old:
            assert old.execute("select count(*) from log").fetchone() == (0,)
    assert check(folder / FILE).entries == report.entries > 0


def test_the_server_says_in_one_sentence_why_it_does_not_start(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / FILE).write_bytes(b"no database at all" * 1000)
    assert called("serve", "--port", "0", "--data", str(folder)) == 2
    assert "is damaged (file is not a database)" in capsys.readouterr().err


def test_the_commands_for_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("check", "--data", str(folder), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["sound"], told["tables"], told["damages"]) == (True, 4, [])
    change(folder / FILE, GONE)
    assert called("check", str(folder / FILE), "--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["sound"], len(told["damages"])) == (False, 1)


def test_where_there_is_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("check", "--data", str(tmp_path)) == 2
    assert called("backup", str(tmp_path / "copy"), "--data", str(tmp_path)) == 2
    assert "there is no such file" in capsys.readouterr().err


def test_what_is_no_store_is_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "noise").write_bytes(Random(1).randbytes(5000))
    assert called("check", str(tmp_path / "noise")) == 1
    assert capsys.readouterr().out.count("file is not a database") == 1
