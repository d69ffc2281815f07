"""A store that fails, or rules that do: what cannot be stored has not happened."""

import asyncio
import threading
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from helpers.server.serving import PATIENCE, Live, ask, error, join, set_table, sitting, table_of
from helpers.server.stores import full_disk
from tischlein.room.events import SeatRequested
from tischlein.room.room import Room
from tischlein.room.step import Outbox
from tischlein.server.errors import Refusal, StoreError
from tischlein.server.store import queries


def unreadable(*_: object) -> None:
    raise StoreError("unreadable")


async def test_rules_that_fail_after_a_move_leave_nothing_behind(own: Live) -> None:
    """The move stands in the history already when its position cannot be written: it must not be stored with the next one."""

    def fails(*_: Any) -> None:
        raise IndexError("a mistake in a draft")

    async with table_of(own, options={"starter": 0}) as (code, (ada, guest), _):
        table, seq, card = own.table(code).state.table, ada.last["seq"], ada.choices[0]
        assert table is not None
        face = table.game.face
        face = replace(face, positions=SimpleNamespace(**vars(face.positions) | {"dump": fails}))
        table.game = replace(table.game, face=face)
        assert (await ada.play(card))["code"] == "broken"
        assert (await ada.play(card, seq))["type"] == "accepted"
        assert (await guest.until("news"))["seq"] > seq
        stored = own.within(lambda: own.registry.store.load(code))
        assert stored is not None
        assert [entry.text for entry in stored.log if entry.seat >= 0] == [card]


async def test_a_table_that_may_be_ahead_of_its_log_is_opened_again(
    own: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not known whether the move is stored, and the table cannot be read: everybody is sent back to what is."""
    async with table_of(own, options={"starter": 0}) as (code, (ada, guest), tokens):
        live_table, seq, card = own.table(code), ada.last["seq"], ada.choices[0]
        with monkeypatch.context() as patch:
            patch.setattr(queries, "load", unreadable)
            patch.setattr(own.registry.store, "apply", unreadable)
            await ada.say("play", id="m", seq=seq, action=card)
            assert (await ada.until("goodbye"))["code"] == "moved"
            assert (await guest.until("goodbye"))["code"] == "moved"
        assert code not in own.registry.tables
        # Nothing goes through the old own table any more.
        with pytest.raises(Refusal, match="store"):
            own.within(lambda: live_table.join(SeatRequested("Eve", "key")))
        async with sitting(own, code, tokens[0]) as again:
            assert (again.last["seq"], again.choices[0]) == (seq, card)
            assert (await again.play(card, seq, "m"))["type"] == "accepted"


async def test_nobody_at_another_table_waits_while_a_long_game_is_read_again(
    own: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That takes seconds: what is in doubt is played again from its log, and everybody is told all of it."""
    began, free = threading.Event(), threading.Event()
    again = Room.reread

    def slowly(*given: Any) -> Outbox:
        began.set()
        assert free.wait(PATIENCE)
        return again(*given)

    begins = {"starter": 0}
    async with (
        table_of(own, options=begins) as (code, (ada, guest), _),
        table_of(own, options=begins) as (_, (eve, _), _),
    ):
        monkeypatch.setattr(Room, "reread", slowly)
        with monkeypatch.context() as patch:
            patch.setattr(own.registry.store, "apply", unreadable)
            await ada.say("play", id="m", seq=ada.last["seq"], action=ada.choices[0])
            assert await asyncio.to_thread(began.wait, PATIENCE)
        async with asyncio.timeout(PATIENCE / 2):
            assert (await eve.play(eve.choices[0]))["type"] == "accepted"
        free.set()
        assert (await ada.until("refused"))["code"] == "store"
        assert (await ada.play(ada.choices[0]))["type"] == "accepted"
        assert (await guest.until("news"))["seq"] > 0
        assert own.table(code).state.seq == ada.last["seq"]


async def test_whatever_fails_in_the_store_is_said_so(own: Live) -> None:
    made = await set_table(own)
    with full_disk(own.file, "seats"):
        async with sitting(own, made) as ada:
            await ada.say("set_seat", seat=1, bot="random")
            assert (await ada.until("refused"))["code"] == "store"
            joined = await ask(own, "POST", f"/api/tables/{made['code']}/join", json={"name": "Ben"})
            assert error(joined) == (503, "store")
    await join(own, made["code"], "Ben")


async def test_a_line_that_cannot_be_stored_sends_nobody_away(
    own: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the table cannot be read meanwhile: nothing has changed."""
    async with table_of(own, options={"starter": 0}) as (_, (ada, guest), _):
        with full_disk(own.file, "chat"), monkeypatch.context() as patch:
            patch.setattr(queries, "load", unreadable)
            await ada.say("chat", text="hello")
            assert (await ada.until("refused"))["code"] == "store"
        await ada.say("chat", text="hello again")
        assert (await guest.until("chat", "goodbye"))["type"] == "chat"
