"""Decisions: legal, illegal, stale, repeated, at the same time, and taken back."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from helpers.serving import Guest, Live, join, set_table, sitting


async def table_of(
    stack: AsyncExitStack, live: Live, game: str, seats: int, **wish: Any
) -> tuple[str, list[Guest], list[str]]:
    """A started table with people on all seats."""
    made = await set_table(live, game, seats, **wish)
    tokens = [made["token"]]
    tokens += [(await join(live, made["code"], f"Guest {seat}"))["token"] for seat in range(1, seats)]
    guests = [await stack.enter_async_context(sitting(live, made["code"], token)) for token in tokens]
    await guests[0].say("start")
    for guest in guests:
        await guest.until("welcome")
    return made["code"], guests, tokens


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


def test_what_the_rules_forbid_is_refused_with_its_clause(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, (ada, ben), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            seq = ada.last["seq"]
            early = await ben.play(ben.last["view"]["hand"][0])
            assert (early["type"], early["code"], early["clause"]) == ("refused", "not_your_turn", "L5")
            assert "Ada" in early["text"]["de"]
            absent = next(card for card in ("2", "3", "4", "5", "6") if card not in ada.choices)
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
            assert live.room(code).seq == first["seq"]

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


def test_undo_is_free_while_nothing_was_revealed(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, (ada, ben), _ = await table_of(
                stack, live, "lobo77", 2, options={"starter": 0, "manual_draw": True}
            )
            view, card = ada.last["view"], ada.choices[0]
            await ada.play(card)
            assert ada.last["can_undo"]
            await ada.say("undo", id="u")
            news = await ada.until("news")
            assert [event["kind"] for event in news["events"]] == ["undo"]
            assert news["view"] == view
            assert (await ada.until("accepted"))["id"] == "u"
            await ada.say("undo", id="u")
            assert (await ada.until("accepted"))["seq"] == news["seq"]
            await ben.say("undo", id="u")
            assert (await ben.until("refused"))["code"] == "nothing_to_undo"

    asyncio.run(scene())


def test_undo_by_consent_of_everybody_and_luck_stays_the_same(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, (ada, ben, cem), _ = await table_of(stack, live, "lobo77", 3, options={"starter": 0})
            view, card = ada.last["view"], ada.choices[0]
            await ada.play(card)
            after = ada.last
            await ada.say("undo", id="u")
            asked = await ben.until("undo_asked")
            assert asked["undo"] == {"seat": 0, "open": [1, 2]}
            await ada.say("undo_answer", agree=True)
            assert (await ada.until("refused"))["code"] == "no_undo"
            await ben.say("undo_answer", agree=True)
            assert (await cem.until("undo_asked", undo={"seat": 0, "open": [2]}))["undo"]["open"] == [2]
            await cem.say("undo_answer", agree=True)
            assert (await ada.until("undo_answered"))["agreed"]
            assert (await ada.until("news"))["view"] == view
            await ada.play(card)
            assert ada.last["view"] == after["view"]

    asyncio.run(scene())


def test_one_no_is_enough_and_a_move_settles_the_question(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, (ada, ben), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            await ada.play(ada.choices[0])
            await ada.say("undo", id="u")
            await ben.until("undo_asked")
            await ada.say("undo", id="v")
            assert (await ada.until("refused"))["code"] == "undo_pending"
            await ben.say("undo_answer", agree=False)
            answered = await ada.until("undo_answered")
            assert (answered["agreed"], answered["by"]) == (False, 1)
            await ada.say("undo", id="w")
            await ben.until("undo_asked")
            mover = ben if ben.last["actions"] else ada
            other = ada if mover is ben else ben
            await mover.play(mover.choices[0])
            answered = await other.until("undo_answered")
            assert (answered["agreed"], answered["by"]) == (False, None)

    asyncio.run(scene())


def test_alone_with_bots_everybody_agrees(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2, bots=[None, "random"], options={"starter": 0})
        async with sitting(live, made["code"], made["token"]) as ada:
            view = ada.last["view"]
            await ada.play(ada.choices[0])
            while not ada.last["actions"]:
                await ada.hear()
            await ada.say("undo", id="u")
            news = await ada.until("news")
            while news["events"][-1]["kind"] != "undo":
                news = await ada.until("news")
            assert news["view"]["hand"] == view["hand"]

    asyncio.run(scene())
