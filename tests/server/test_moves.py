"""Decisions: legal, illegal, stale, repeated, and at the same time."""

import asyncio
import zlib
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest

from helpers.serving import Live, placed, serving, sitting, table_of
from tischlein.games import GAMES


def test_a_decision_is_told_to_all_and_only_with_what_they_may_know(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, (ada, ben), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            before = ada.last["seq"]
            answer = await ada.play(ada.choices[0])
            assert (answer["type"], answer["seq"] > before) == ("accepted", True)
            news = await ben.until("news")
            assert news["events"][0]["kind"] == "play"
            assert news["seq"] == answer["seq"]
            drawn = [
                event["card"] for event in news["events"] if event["kind"] == "draw" and event["seat"] == 0
            ]
            assert set(drawn) <= {"?"}

    asyncio.run(scene())


class Counted(list[Any]):
    """A list that counts how many of its items are read."""

    read = 0

    def __iter__(self) -> Iterator[Any]:
        self.read += len(self)
        return super().__iter__()

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        self.read += len(found) if isinstance(place, slice) else 1
        return found


def test_a_decision_late_in_a_game_takes_no_more_work_than_an_early_one(live: Live) -> None:
    """The history is not read from the beginning for every move: a long game would take the square of its length."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            # The same deal every time: others may be over before.
            position = GAMES["lobo77"].new(3, seed=4, starter=0).position()
            code, tokens = await placed(live, position, ("Ada", "Ben", "Cem"), timer=60)
            players = [await stack.enter_async_context(sitting(live, code, token)) for token in tokens]
            table = live.table(code).state.table
            assert table is not None
            steps = table.past.steps = Counted(table.past.steps)
            work = []
            for _ in range(30):
                player = next(player for player in players if player.last["actions"])
                steps.read = 0
                seq = (await player.play(player.choices[0]))["seq"]
                for other in players:
                    while other.last["seq"] < seq:
                        await other.until("news")
                work.append(steps.read)
            assert len(steps) > 50
            assert median(work[15:]) < median(work[:15]) + 8, work

    asyncio.run(scene())


def test_what_the_rules_forbid_is_refused_with_its_clause(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, (ada, ben), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            seq = ada.last["seq"]
            early = await ben.play(ben.last["view"]["hand"][0])
            assert (early["type"], early["code"], early["clause"]) == ("refused", "not_your_turn", "L5")
            assert "Ada" in early["text"]["de"]
            absent = next(card for card in ("2", "3", "4", "5", "6", "7") if card not in ada.choices)
            wrong = await ada.play(absent)
            assert (wrong["code"], wrong["clause"]) == ("not_in_hand", "L5")
            odd = await ada.play("dance")
            assert (odd["code"], odd["clause"]) == ("unknown_action", "")
            await ada.say("why", id="w", action=absent)
            because = await ada.until("because")
            assert (because["id"], because["code"], because["clause"]) == ("w", "not_in_hand", "L5")
            await ada.say("why", id="v", action=ada.choices[0])
            assert (await ada.until("because"))["code"] == "legal"
            await ada.say("sync", since=0)
            assert (await ada.until("welcome"))["seq"] == seq

    asyncio.run(scene())


def test_a_stale_move_is_refused_with_the_table_as_it_is(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, (ada, ben), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            old = ada.last["seq"]
            await ada.play(ada.choices[0])
            await ben.until("news")
            seat = ada if not ben.last["actions"] else ben
            assert (await seat.play(seat.choices[0], seq=old))["code"] == "stale"
            assert (await seat.until("welcome"))["seq"] == seat.last["seq"] > old
            assert (await seat.play(seat.choices[0], seq=seat.last["seq"] + 5))["code"] == "stale"

    asyncio.run(scene())


def test_a_repeated_move_changes_nothing_also_after_a_reconnect(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (ada, _), tokens = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            seq, card = ada.last["seq"], ada.choices[0]
            first = await ada.play(card, seq, "same")
            again = await ada.play(card, seq, "same")
            assert (again["type"], again["seq"]) == ("accepted", first["seq"])
            elsewhere = await stack.enter_async_context(sitting(live, code, tokens[0]))
            assert elsewhere.last["seq"] == first["seq"]
            assert (await elsewhere.play(card, seq, "same"))["type"] == "accepted"
            assert live.table(code).state.seq == first["seq"]

    asyncio.run(scene())


def test_reconnecting_resumes_after_the_last_event(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (ada, ben), tokens = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            told = ben.last["told"]
            await ada.play(ada.choices[0])
            await ben.until("news")
            again = await stack.enter_async_context(sitting(live, code, tokens[1], since=told))
            assert again.last["events"] == ben.last["events"]
            whole = await stack.enter_async_context(sitting(live, code, tokens[1]))
            assert [event["seq"] for event in whole.last["events"]] == list(range(1, whole.last["told"] + 1))
            bogus = await stack.enter_async_context(sitting(live, code, tokens[1], since=10_000))
            assert bogus.last["events"] == whole.last["events"]

    asyncio.run(scene())


def test_all_decide_at_once_in_any_order(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, guests, _ = await table_of(stack, live, "qwixx", 3)
            active = next(guest for guest in guests if guest.last["actions"])
            while active.last["view"]["phase"] == "take":
                await active.play(active.choices[0])
            seq = active.last["seq"]
            for guest in guests:
                while guest.last["seq"] < seq:
                    await guest.hear()
            # The last one decides with what it knew before the others did: that is not stale.
            for guest in reversed(guests):
                assert (await guest.play("skip", seq))["type"] == "accepted"
            assert [event["kind"] for event in guests[1].last["events"]] == ["decided"]
            assert guests[0].last["view"]["phase"] != "decide"

    asyncio.run(scene())


def test_what_a_move_tells_is_not_put_away_before_everybody_has_heard_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new deal is many steps: for each seat each of them would be unpacked again."""
    unpacked: list[int] = []
    really = zlib.decompress

    def counted(data: bytes) -> bytes:
        unpacked.append(len(data))
        return really(data)

    async def scene(live: Live) -> None:
        async with AsyncExitStack() as stack:
            _, guests, _ = await table_of(stack, live, "lobo77", 4)
            monkeypatch.setattr(zlib, "decompress", counted)
            rng, kinds = Random(3), set[str]()
            while "round_end" not in kinds:
                guest = next(one for one in guests if one.last["actions"])
                answer = await guest.play(rng.choice(guest.choices))
                for other in guests:
                    if other is not guest:
                        await other.until("news", seq=answer["seq"])
                kinds = {event["kind"] for event in guest.last["events"]}
            assert "deal" in kinds, "the next round has begun"
            assert unpacked == []

    with serving(tmp_path / "tables.sqlite3") as live:
        asyncio.run(scene(live))
