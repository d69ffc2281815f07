"""What is stored survives everything: kill -9, a restart, a store that fails, and rules that change."""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import websockets
from sqlalchemy import Connection

from helpers.serving import (
    PATIENCE,
    Guest,
    Live,
    bare,
    comes_to,
    join,
    knock,
    play_on,
    serving,
    set_table,
    sitting,
    table_of,
)
from tischlein.games import GAMES
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.store import queries
from tischlein.server.store.rows import LogRow
from tischlein.server.store.writer import Store
from tischlein.server.table import people
from tischlein.server.table.live import LiveTable
from tischlein.server.ws import connection as ws_connection


def start(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """The server as people start it, in a process of its own."""
    command = [sys.executable, "-m", "tischlein", "serve", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "http://" in line
    return process, line.split()[-1]


def test_kill_9_in_the_middle_of_bot_games_loses_nothing(tmp_path: Path) -> None:
    heard: dict[str, list[dict[str, Any]]] = {}
    logs: dict[str, list[tuple[Any, ...]]] = {}
    for _ in range(3):
        process, url = start(tmp_path)
        try:
            asyncio.run(watch(url, heard))
        finally:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
        before, logs = logs, check_the_log(tmp_path / "tables.sqlite3", heard)
        # The next server has only added to what the last one left: the same rows, in the same order.
        assert all(logs[code][: len(rows)] == rows for code, rows in before.items())
        assert sum(map(len, logs.values())) > sum(map(len, before.values()))
    assert all(len(events) > 10 for events in heard.values())


async def watch(url: str, heard: dict[str, list[dict[str, Any]]]) -> None:
    """Watch bots at four tables for a moment; on the second visit everything that was told before must be told again."""
    import httpx

    if not heard:
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as client:
            for game, info in GAMES.items():
                seats = info.seats[0]
                wish = {
                    "game": game,
                    "seats": seats,
                    "bots": ["random"] * seats,
                    "name": "-0-",
                    "pace": "instant",
                }
                heard[(await client.post("/api/tables", json=wish)).json()["code"]] = []

    async def visit(code: str) -> None:
        address = f"{url.replace('http', 'ws')}/api/tables/{code}/socket"
        before, heard[code] = heard[code], []
        async with websockets.connect(address, max_size=None, open_timeout=PATIENCE) as socket:
            guest = Guest(socket)
            await guest.say("hello")
            heard[code] += (await guest.until("welcome"))["events"]
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


def test_a_decision_is_on_the_disk_before_anybody_hears_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else who reads the file at the moment of telling finds everything that is told in it."""
    file = tmp_path / "tables.sqlite3"
    found: list[tuple[int, int]] = []
    send = ws_connection.Connection.send

    def looking(self: ws_connection.Connection, data: bytes) -> None:
        message = json.loads(data)
        if message["type"] in ("news", "welcome", "accepted"):
            with closing(sqlite3.connect(file)) as other:
                found.append((message["seq"], other.execute("select count(*) from log").fetchone()[0]))
        send(self, data)

    async def scene(live: Live) -> None:
        # A game that is not over after so few decisions, whatever is dealt: then nothing can be taken back any more.
        made = await set_table(live, "quanto", seats=2, bots=[None, "random"])
        async with sitting(live, made["code"], made["token"]) as ada:
            await play_on(ada, Random(1), most=8)
            await ada.say("undo", id="u")
            await ada.until("accepted", id="u")

    def synchronous(connection: Connection) -> Any:
        return connection.exec_driver_sql("PRAGMA synchronous").scalar()

    def journal(connection: Connection) -> Any:
        return connection.exec_driver_sql("PRAGMA journal_mode").scalar()

    monkeypatch.setattr(ws_connection.Connection, "send", looking)
    with serving(file) as live:
        asyncio.run(scene(live))
        pragmas = [live.within(partial(live.registry.store.run, pragma)) for pragma in (synchronous, journal)]
    # FULL in a write-ahead log: every commit is synced.
    assert pragmas == [2, "wal"]
    assert len(found) > 15
    assert all(told == stored for told, stored in found)


def test_a_table_goes_on_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def first(live: Live) -> tuple[str, list[str], dict[str, Any], dict[str, Any]]:
        made = await set_table(live, seats=2, options={"starter": 0}, name="Ada")
        ben = await join(live, made["code"], "Ben")
        tokens = [made["token"], ben["token"]]
        async with (
            sitting(live, made["code"], tokens[0]) as ada,
            sitting(live, made["code"], tokens[1]) as guest,
        ):
            await ada.say("start")
            await asyncio.gather(ada.until("welcome"), guest.until("welcome"))
            await ada.play(ada.choices[0], id="first")
            await guest.say("chat", text="Bis morgen!")
            await ada.until("chat")
        return made["code"], tokens, ada.last, guest.last

    async def second(live: Live, code: str, tokens: list[str], seen: dict[str, Any]) -> None:
        async with sitting(live, code, tokens[0]) as ada, sitting(live, code, tokens[1]) as guest:
            assert ada.last["view"] == seen["view"]
            assert ada.last["seq"] == seen["seq"]
            assert [line["text"] for line in ada.last["chat"]] == ["Bis morgen!"]
            # The move that was said before the restart is still known by its id.
            assert (await ada.play("7", seq=0, id="first"))["type"] == "accepted"
            await asyncio.gather(play_on(ada, Random(1)), play_on(guest, Random(2)))

    with serving(file) as live:
        code, tokens, seen, _ = asyncio.run(first(live))
    with serving(file) as live:
        asyncio.run(second(live, code, tokens, seen))


def test_rules_of_another_version_go_on_from_the_last_position_and_say_so(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def first(live: Live) -> tuple[str, str, dict[str, Any]]:
        made = await set_table(live, "quanto", seats=2, bots=[None, "random"])
        async with sitting(live, made["code"], made["token"]) as ada:
            while not ada.last["actions"]:
                await ada.hear()
        return made["code"], made["token"], ada.last

    async def second(live: Live, code: str, token: str, seen: dict[str, Any]) -> None:
        async with sitting(live, code, token, since=seen["told"]) as ada:
            assert ada.table["note"] is not None
            assert ada.last["view"]["hand"] == seen["view"]["hand"]
            assert ada.last["view"]["display"] == seen["view"]["display"]
            await play_on(ada, Random(1))
            assert ada.last["winners"]

    with serving(file) as live:
        code, token, seen = asyncio.run(first(live))
    connection = sqlite3.connect(file)
    connection.execute("update tables set version = 0")
    connection.commit()
    connection.close()
    with serving(file) as live:
        asyncio.run(second(live, code, token, seen))
    with serving(file) as live:  # now it is a table of this version that started from a position
        assert live.table(code).state.row.state == "over"


def test_a_table_whose_game_is_gone_stands_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One game has left the server, the rules of another fail in the replay: all other games go on, and are listed."""
    file = tmp_path / "tables.sqlite3"

    async def first(live: Live) -> list[dict[str, Any]]:
        return [
            await set_table(live, game, seats=2, bots=[None, "random"])
            for game in ("qwixx", "quanto", "lobo77")
        ]

    async def look(live: Live, made: list[dict[str, Any]]) -> None:
        async with live.client() as client:
            answer = await client.get(f"/api/tables/{made[0]['code']}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "game_gone")
            assert "qwixx" in answer.json()["error"]["text"]["de"]
            mine = await client.post("/api/mine", json={"tokens": [one["token"] for one in made]})
            assert [one["table"]["game"] for one in mine.json()] == ["lobo77"]
        async with await knock(live, made[0]["code"]) as socket:
            guest = Guest(socket)
            await guest.say("hello", token=made[0]["token"])
            assert (await guest.until("goodbye"))["code"] == "game_gone"

    def fails(*_: Any) -> None:
        raise IndexError("a mistake in a draft")

    with serving(file) as live:
        made = asyncio.run(first(live))
    quanto = GAMES["quanto"]
    monkeypatch.delitem(GAMES, "qwixx")
    broken = replace(quanto, rules=SimpleNamespace(**vars(quanto.rules) | {"apply": fails}))
    monkeypatch.setitem(GAMES, "quanto", broken)
    with serving(file) as live:
        comes_to(lambda: list(live.registry.tables), [made[2]["code"]])
        asyncio.run(look(live, made))


def test_two_who_open_a_table_at_once_get_the_same_one(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3") as live:
        code = asyncio.run(set_table(live, seats=2))["code"]
        registry = live.registry

        async def open_twice() -> list[LiveTable]:
            registry._put_away(code)
            both = [await registry.stored(code) for _ in range(2)]
            return await asyncio.gather(*(registry._admit(stored) for stored in both if stored is not None))

        one, other = live.within(open_twice)
        assert one is other is live.table(code)


def test_rules_that_fail_after_a_move_leave_nothing_behind(tmp_path: Path) -> None:
    """The move stands in the history already when its position cannot be written: it must not be stored with the next one."""

    def fails(*_: Any) -> None:
        raise IndexError("a mistake in a draft")

    async def scene(live: Live) -> None:
        async with AsyncExitStack() as stack:
            code, (ada, guest), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            table, seq, card = live.table(code).state.table, ada.last["seq"], ada.choices[0]
            assert table is not None
            table.game = replace(
                table.game, positions=SimpleNamespace(**vars(table.game.positions) | {"dump": fails})
            )
            assert (await ada.play(card))["code"] == "broken"
            assert (await ada.play(card, seq))["type"] == "accepted"
            assert (await guest.until("news"))["seq"] > seq
            decided = [entry.text for entry in live.table(code).state.log if entry.seat >= 0]
            assert decided == [card]

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))


def test_a_sequence_number_exists_once(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3") as live:
        made = asyncio.run(set_table(live, seats=2, bots=[None, "random"]))
        live_table = live.table(made["code"])
        row = LogRow(1, 0, "7", None, 0)
        with pytest.raises(StoreError, match="UNIQUE"):
            live.within(
                lambda: live.registry.store.run(
                    lambda c: queries.append(c, live_table.state.row.id, [row], {})
                )
            )


def test_what_cannot_be_stored_has_not_happened(tmp_path: Path) -> None:
    async def scene(live: Live) -> None:
        made = await set_table(live, seats=2, options={"starter": 0})
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await ada.say("start")
            await asyncio.gather(ada.until("welcome"), guest.until("welcome"))
            seq, view = ada.last["seq"], ada.last["view"]
            connection = sqlite3.connect(live.file)
            connection.execute(
                "create trigger no_room before insert on log begin select raise(abort, 'full'); end"
            )
            refused = await ada.play(ada.choices[0])
            connection.execute("drop trigger no_room")
            connection.close()
            assert refused["code"] == "store"
            await ada.say("sync")
            assert (await ada.until("welcome"))["seq"] == seq
            assert ada.last["view"] == view
            assert (await ada.play(ada.choices[0]))["type"] == "accepted"
            assert (await guest.until("news"))["seq"] > seq

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))


def test_a_table_that_may_be_ahead_of_its_log_is_opened_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither can the move be written, nor the table be read again: everybody is sent back to what is stored."""

    async def scene(live: Live) -> None:
        async with AsyncExitStack() as stack:
            code, (ada, guest), tokens = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            live_table, seq, card = live.table(code), ada.last["seq"], ada.choices[0]
            connection = stack.enter_context(closing(sqlite3.connect(live.file)))
            connection.execute(
                "create trigger no_room before insert on log begin select raise(abort, 'full'); end"
            )
            with monkeypatch.context() as patch:
                patch.setattr(queries, "load", unreadable)
                await ada.say("play", id="m", seq=seq, action=card)
                assert (await ada.until("goodbye"))["code"] == "moved"
                assert (await guest.until("goodbye"))["code"] == "moved"
            connection.execute("drop trigger no_room")
            assert code not in live.registry.tables
            # Nothing goes through the old live table any more.
            with pytest.raises(Refusal, match="store"):
                live.within(lambda: people.join(live_table, "Eve", None))
            again = await stack.enter_async_context(sitting(live, code, tokens[0]))
            assert (again.last["seq"], again.choices[0]) == (seq, card)
            assert (await again.play(card, seq, "m"))["type"] == "accepted"

    def unreadable(*_: object) -> None:
        raise StoreError("unreadable")

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))


def test_whatever_fails_in_the_store_is_said_so(tmp_path: Path) -> None:
    async def scene(live: Live) -> None:
        made = await set_table(live, seats=2)
        with closing(sqlite3.connect(live.file)) as connection:
            connection.execute(
                "create trigger no_room before update on seats begin select raise(abort, 'full'); end"
            )
            async with sitting(live, made["code"], made["token"]) as ada, live.client() as client:
                await ada.say("set_seat", seat=1, bot="random")
                assert (await ada.until("refused"))["code"] == "store"
                joined = await client.post(f"/api/tables/{made['code']}/join", json={"name": "Ben"})
                assert (joined.status_code, joined.json()["error"]["code"]) == (503, "store")
            connection.execute("drop trigger no_room")
        await join(live, made["code"], "Ben")

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))


def test_a_store_of_a_newer_server_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with serving(file):
        pass
    connection = sqlite3.connect(file)
    connection.execute("update about set value = '99'")
    connection.commit()
    connection.close()

    async def open_it() -> None:
        store = Store.file(file)
        try:
            await store.open()
        finally:
            await store.close()

    with pytest.raises(StoreError, match="schema 99"):
        asyncio.run(open_it())


def test_idle_tables_are_put_away_and_archived(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3") as live:
        lobby = asyncio.run(set_table(live, seats=2))
        # The bot is not the first: a move that it makes meanwhile would be a sign of life.
        game = asyncio.run(set_table(live, seats=2, bots=[None, "random"], options={"starter": 0}))
        for code in (lobby["code"], game["code"]):
            live_table = live.table(code)
            live_table.quiet_since = 0
            live.within(
                lambda live_table=live_table: live.registry.store.run(  # type: ignore[misc]  # a default, not an argument
                    lambda c: queries.change_table(
                        c,
                        live_table.state.row.id,
                        {"touched": live_table.state.row.touched - 40 * 86_400_000},
                    )
                )
            )
        live.within(live.registry.sweep)
        assert live.registry.tables == {}

        async def archived() -> list[str]:
            return await live.registry.store.run(queries.playing)

        assert live.within(archived) == []

        async def look() -> tuple[int, int]:
            async with live.client() as client:
                gone = await client.get(f"/api/tables/{lobby['code']}")
                back = await client.get(f"/api/tables/{game['code']}")
            return gone.status_code, back.status_code

        assert asyncio.run(look()) == (404, 200)
        assert live.within(archived) == [game["code"]]
