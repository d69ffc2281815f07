"""What is stored survives kill -9, a restart, and rules that change."""

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from helpers.server.process import Process
from helpers.server.serving import (
    Live,
    Reached,
    ask,
    bare,
    comes_to,
    error,
    play_on,
    seated,
    serving,
    set_table,
    sitting,
    turned_away,
)
from helpers.server.stores import change
from samples import SAMPLES
from tischlein.games import GAMES
from tischlein.server.table.host import TableHost
from tischlein.server.upkeep import command
from tischlein.server.upkeep.check import check
from tischlein.server.ws import endpoint

PRAGMAS = ("synchronous", "journal_mode")
# So that one game at least is not over before the server is killed, however long that takes.
LONG = {"quando": {"target": 999}}


async def test_kill_9_in_the_middle_of_bot_games_loses_nothing(tmp_path: Path) -> None:
    heard: dict[str, list[dict[str, Any]]] = {}
    logs: dict[str, list[tuple[Any, ...]]] = {}
    file = tmp_path / "tables.sqlite3"

    server = Process(tmp_path)
    for kills in (True, False) if not SAMPLES.every_path else (True, True, False):
        if kills:
            server.start()
            try:
                await watch(server, heard)
            finally:
                server.end()
        else:
            with serving(file) as live:
                await watch(live, heard)
        before, logs = logs, check_the_log(file, heard)
        # The next server has only added to what the last one left: the same rows, in the same order.
        assert all(logs[code][: len(rows)] == rows for code, rows in before.items())
        assert sum(map(len, logs.values())) > sum(map(len, before.values()))
    assert all(len(events) > 10 for events in heard.values())


async def watch(live: Reached, heard: dict[str, list[dict[str, Any]]]) -> None:
    """Watch bots at four tables for a moment; on the second visit everything that was told before must be told again."""
    if not heard:
        for game, info in GAMES.items():
            seats = info.seats[0]
            wish: Any = {"bots": ["random"] * seats, "options": LONG.get(game, {}), "name": "-0-"}
            heard[(await set_table(live, game, seats, **wish))["code"]] = []

    async def visit(code: str) -> None:
        before, heard[code] = heard[code], []
        async with sitting(live, code) as guest:
            heard[code] += guest.last["events"]
            assert heard[code][: len(before)] == before
            for _ in range(12):
                if guest.last["over"]:
                    break
                message = await guest.hear()
                heard[code] += message.get("events", []) if message["type"] == "news" else []

    await asyncio.gather(*(visit(code) for code in heard))


def check_the_log(file: Path, heard: dict[str, list[dict[str, Any]]]) -> dict[str, list[tuple[Any, ...]]]:
    """Whatever anybody was told is on the disk, without gaps, and is a game by the rules."""
    connection = sqlite3.connect(file)
    logs = {}
    for code, events in heard.items():
        found = connection.execute("select id, game, options from tables where code = ?", [code]).fetchone()
        rows = connection.execute(
            "select seq, seat, text, message_id, at from log where table_id = ? order by seq", [found[0]]
        ).fetchall()
        logs[code] = rows
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
        assert [row[4] for row in rows] == sorted(row[4] for row in rows)
        game = GAMES[found[1]]
        history = [list(row[1:3]) for row in rows]
        record = {
            "game": game.id,
            "version": game.version,
            "seats": game.seats[0],
            "options": json.loads(found[2]),
        }
        table = game.replay({**record, "start": None, "history": history})
        assert table.events(None)[: len(events)] == [bare(event) for event in events]
        assert [list(entry) for entry in table.history] == history
    connection.close()
    return logs


async def test_a_decision_is_on_the_disk_before_anybody_hears_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process that reads the file at the moment of telling finds everything that is told in it."""
    file = tmp_path / "tables.sqlite3"
    found: list[tuple[int, int]] = []
    send = endpoint.Connection.send

    def looking(self: endpoint.Connection, *messages: bytes) -> None:
        for message in map(json.loads, messages):
            if message["type"] in ("news", "welcome", "accepted"):
                with closing(sqlite3.connect(file)) as other:
                    found.append((message["seq"], other.execute("select count(*) from log").fetchone()[0]))
        send(self, *messages)

    monkeypatch.setattr(endpoint.Connection, "send", looking)
    with serving(file) as live:
        # A game that is not over after so few decisions, whatever is dealt: then nothing can be taken back any more.
        async with seated(live, "quanto", bots=[None, "random"]) as ada:
            await play_on(ada, Random(1), most=8)
            await ada.say("undo", id="u")
            await ada.until("accepted", id="u")
        pragmas = live.run(lambda c: [c.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS])
    # FULL in a write-ahead log: every commit is synced.
    assert pragmas == [2, "wal"]
    assert len(found) > 15
    assert all(told == stored for told, stored in found)


async def test_rules_of_another_version_go_on_from_the_last_position_and_say_so(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    with serving(file) as live:
        async with seated(live, "quanto", bots=[None, "random"]) as ada:
            await ada.asked()
            await ada.play(ada.choices[0])
            await ada.asked()
    code, seen = ada.code, ada.last
    change(file, "update tables set version = 0")
    # The first decision followed advice: it is before all that can be marked now.
    change(file, "insert into advice (table_id, seq, seat) values (1, 0, 0)")
    with serving(file) as live:
        async with sitting(live, code, ada.token, since=seen["told"]) as ada:
            assert ada.table["note"] is not None
            assert ada.last["view"]["hand"] == seen["view"]["hand"]
            assert ada.last["view"]["display"] == seen["view"]["display"]
            await play_on(ada, Random(1))
            assert ada.last["winners"]
    with serving(file) as live:  # now it is a table of this version that started from a position
        assert live.table(code).state.row.state == "over"


@pytest.mark.parametrize("position", ["null", '{"game": "quanto", "wolves": 3}'])
async def test_a_position_that_newer_rules_cannot_read_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, position: str
) -> None:
    file = tmp_path / "tables.sqlite3"

    with serving(file) as live:
        made = await set_table(live, "quanto", bots=[None, "random"])
    change(file, "update tables set version = 0, position = ?", position)
    report = check(file)
    ((code, problem),) = [(closed.table, closed.problem) for closed in report.closed]
    assert (report.sound, report.older, code) == (True, 1, made["code"])
    assert "cannot read its last position" in problem
    with serving(file) as live:
        for _ in range(2):
            answer = await ask(live, "GET", f"/api/tables/{made['code']}")
            assert error(answer) == (404, "game_gone")
            assert "Quanto" in answer.json()["error"]["text"]["de"]
        mine = await ask(live, "POST", "/api/mine", json={"tokens": [made["token"]]})
        assert mine.json() == []
        assert await turned_away(live, made["code"], made["token"]) == "game_gone"
    told = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(told) == 1
    assert f"table {made['code']} cannot be read by the present rules and stays closed: " in told[0]


async def test_a_table_whose_game_is_gone_stands_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One game has left the server, the rules of another fail in the replay: all other games go on, and are listed."""
    file = tmp_path / "tables.sqlite3"

    def fails(*_: Any) -> None:
        raise IndexError("a mistake in a draft")

    with serving(file) as live:
        made = [await set_table(live, one, bots=[None, "random"]) for one in ("qwixx", "quanto", "lobo77")]
    quanto = GAMES["quanto"]
    monkeypatch.delitem(GAMES, "qwixx")
    assert command.check.main(["--data", str(tmp_path)], standalone_mode=False) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"table {made[0]['code']}: this version has no game 'qwixx'"
    assert "stay closed" in said[1]
    broken = replace(quanto, rules=SimpleNamespace(**vars(quanto.rules) | {"apply": fails}))
    monkeypatch.setitem(GAMES, "quanto", broken)
    with serving(file) as live:
        comes_to(lambda: list(live.registry.tables), [made[2]["code"]])
        answer = await ask(live, "GET", f"/api/tables/{made[0]['code']}")
        assert error(answer) == (404, "game_gone")
        assert "qwixx" in answer.json()["error"]["text"]["de"]
        mine = await ask(live, "POST", "/api/mine", json={"tokens": [one["token"] for one in made]})
        # The one whose rules fail is listed too, as it stood last; only a client that opens it is told what is wrong.
        assert sorted(one["table"]["game"] for one in mine.json()) == ["lobo77", "quanto"]
        assert await turned_away(live, made[0]["code"], made[0]["token"]) == "game_gone"


async def test_two_who_open_a_table_at_once_get_the_same_one(
    own: Live,
) -> None:
    code = (await set_table(own))["code"]
    registry = own.registry

    async def open_twice() -> list[TableHost]:
        registry._put_away(code)
        both = [await registry.load_stored(code) for _ in range(2)]
        return await asyncio.gather(*(registry._admit(stored) for stored in both if stored is not None))

    one, other = own.within(open_twice)
    assert one is other is own.table(code)
