"""A store that fails, or rules that do: what cannot be stored has not happened."""

import asyncio
import sqlite3
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from helpers.server.serving import (
    Live,
    join,
    serving,
    set_table,
    sitting,
    table_of,
)
from tischlein.room.events import Joins
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.store import queries


def test_rules_that_fail_after_a_move_leave_nothing_behind(tmp_path: Path) -> None:
    """The move stands in the history already when its position cannot be written: it must not be stored with the next one."""

    def fails(*_: Any) -> None:
        raise IndexError("a mistake in a draft")

    async def scene(live: Live) -> None:
        async with AsyncExitStack() as stack:
            code, (ada, guest), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            table, seq, card = live.table(code).state.table, ada.last["seq"], ada.choices[0]
            assert table is not None
            face = table.game.face
            face = replace(face, positions=SimpleNamespace(**vars(face.positions) | {"dump": fails}))
            table.game = replace(table.game, face=face)
            assert (await ada.play(card))["code"] == "broken"
            assert (await ada.play(card, seq))["type"] == "accepted"
            assert (await guest.until("news"))["seq"] > seq
            stored = live.within(lambda: live.registry.store.load(code))
            assert stored is not None
            assert [entry.text for entry in stored.log if entry.seat >= 0] == [card]

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))


def test_a_table_that_may_be_ahead_of_its_log_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not known whether the move is stored, and the table cannot be read: everybody is sent back to what is."""

    async def scene(live: Live) -> None:
        async with AsyncExitStack() as stack:
            code, (ada, guest), tokens = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            live_table, seq, card = live.table(code), ada.last["seq"], ada.choices[0]
            with monkeypatch.context() as patch:
                patch.setattr(queries, "load", unreadable)
                patch.setattr(live.registry.store, "apply", unreadable)
                await ada.say("play", id="m", seq=seq, action=card)
                assert (await ada.until("goodbye"))["code"] == "moved"
                assert (await guest.until("goodbye"))["code"] == "moved"
            assert code not in live.registry.tables
            # Nothing goes through the old live table any more.
            with pytest.raises(Refusal, match="store"):
                live.within(lambda: live_table.join(Joins("Eve", "key")))
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


NO_CHAT = "create trigger no_room before insert on chat begin select raise(abort, 'full'); end"


def test_a_line_that_cannot_be_stored_sends_nobody_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the table cannot be read meanwhile: nothing has changed."""

    async def scene(live: Live) -> None:
        async with AsyncExitStack() as stack:
            _, (ada, guest), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            with closing(sqlite3.connect(live.file)) as connection:
                connection.execute(NO_CHAT)
                with monkeypatch.context() as patch:
                    patch.setattr(queries, "load", unreadable)
                    await ada.say("chat", text="hello")
                    assert (await ada.until("refused"))["code"] == "store"
                connection.execute("drop trigger no_room")
            await ada.say("chat", text="hello again")
            assert (await guest.until("chat", "goodbye"))["type"] == "chat"

    def unreadable(*_: object) -> None:
        raise StoreError("unreadable")

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))
