"""A store that fails, or rules that do: what cannot be stored has not happened."""

import asyncio
import sqlite3
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from helpers.serving import (
    Live,
    join,
    later,
    play_on,
    serving,
    set_table,
    sitting,
    table_of,
)
from tischlein.room.events import Joins
from tischlein.room.rows import Entry, Writes
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.store import apply, queries


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


def test_a_sequence_number_exists_once(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3") as live:
        made = asyncio.run(set_table(live, seats=2, bots=[None, "random"]))
        live_table = live.table(made["code"])
        row = Entry(1, 0, "7", None, 0)
        with pytest.raises(StoreError, match="UNIQUE"):
            live.within(
                lambda: live.registry.store.run(lambda c: apply.append(c, live_table.state.row.id, [row], {}))
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


@pytest.mark.parametrize("clock", [{"timer": 60}, {"bank": 60}], ids=lambda clock: next(iter(clock)))
def test_a_line_that_cannot_be_stored_gives_nobody_time(tmp_path: Path, clock: dict[str, int]) -> None:
    async def scene(live: Live) -> None:
        async with AsyncExitStack() as stack:
            code, (ada, _), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0}, **clock)
            later(live, live.table(code), 30)
            with closing(sqlite3.connect(live.file)) as connection:
                connection.execute(NO_CHAT)
            await ada.say("chat", text="hello")
            assert (await ada.until("refused"))["code"] == "store"
            await ada.say("sync")
            assert (await ada.until("welcome"))["clock"][0] <= 30_000

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))


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


def leave_in_doubt(live: Live) -> None:
    """The next write is stored, and whoever asked for it hears that it failed: a database that goes away during COMMIT."""
    store = live.registry.store
    apply = store.apply

    async def unsure(writes: Writes) -> None:
        store.apply = apply  # type: ignore[method-assign]  # only once
        await apply(writes)
        raise StoreError("the connection broke at COMMIT")

    store.apply = unsure  # type: ignore[method-assign]  # as if the database had done it


def test_a_start_that_was_stored_after_all_is_found(tmp_path: Path) -> None:
    """Else the table would wait in its lobby for ever: the numbers of its log are taken."""

    async def scene(live: Live) -> None:
        made = await set_table(live, seats=3)
        ben = await join(live, made["code"], "Ben", seat=2)
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            leave_in_doubt(live)
            await ada.say("start", empty="close")
            assert (await ada.until("refused"))["code"] == "store"
            await guest.until("welcome")
            assert [one.table["state"] for one in (ada, guest)] == ["playing", "playing"]
            assert [one.last["you"] for one in (ada, guest)] == [0, 1]
            await asyncio.gather(play_on(ada, Random(1)), play_on(guest, Random(2)))

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))


def test_a_seat_and_a_line_that_were_stored_after_all_are_found(tmp_path: Path) -> None:
    async def scene(live: Live) -> None:
        made = await set_table(live, seats=3)
        async with sitting(live, made["code"], made["token"]) as ada:
            leave_in_doubt(live)
            await ada.say("set_seat", seat=1, bot="random")
            assert (await ada.until("refused"))["code"] == "store"
            assert ada.table["seats"][1]["kind"] == "bot"
            await ada.say("set_seat", seat=2, bot="random")
            while ada.table["seats"][2]["kind"] != "bot":
                await ada.hear()
            leave_in_doubt(live)
            await ada.say("chat", text="once")
            assert [line["text"] for line in (await ada.until("welcome"))["chat"]] == ["once"]
            await ada.say("chat", text="twice")
            assert (await ada.until("chat"))["line"]["n"] == 2
            leave_in_doubt(live)
            await ada.say("list", on=True)
            assert (await ada.until("refused"))["code"] == "store"
            assert ada.table["listed"]

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))


def test_a_seat_that_was_taken_after_all_is_given(tmp_path: Path) -> None:
    """Else it would be taken by a token that nobody has."""

    async def scene(live: Live) -> None:
        made = await set_table(live, seats=2)
        leave_in_doubt(live)
        ben = await join(live, made["code"], "Ben")
        async with sitting(live, made["code"], ben["token"]) as guest:
            assert (guest.last["you"], guest.table["seats"][1]["name"]) == (ben["seat"], "Ben")

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))


def test_a_rematch_in_doubt_is_set_once(tmp_path: Path) -> None:
    """The next table and what leads there are stored together."""

    async def scene(live: Live) -> None:
        async with AsyncExitStack() as stack:
            code, (ada, guest), _ = await table_of(stack, live, "lobo77", 2)
            await asyncio.gather(play_on(ada, Random(1)), play_on(guest, Random(2)))
            leave_in_doubt(live)
            await ada.say("rematch")
            assert (await ada.until("refused"))["code"] == "store"
            await guest.say("rematch")
            following = (await guest.until("rematch"))["code"]
            with closing(sqlite3.connect(live.file)) as connection:
                codes = {one for (one,) in connection.execute("select code from tables")}
            assert codes == {code, following}

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))
