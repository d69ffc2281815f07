"""Taking back: freely, by consent, never without end, and never twice."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.serving import GENEROUS, Live, comes_to, join, later, serving, set_table, sitting, table_of
from tischlein.server.clock import ticks
from tischlein.server.table.undo import FREELY


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


def test_an_undo_leaves_the_others_questions_as_they_were(live: Live) -> None:
    """Where everybody decides at once, a move that was on its way while somebody took back is not stale."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, guests, _ = await table_of(stack, live, "qwixx", 3)
            while len(guests[0].last["waiting"]) == 1:
                mover = next(guest for guest in guests if guest.last["actions"])
                seq = (await mover.play(mover.choices[0]))["seq"]
                for guest in guests:
                    if guest.last["seq"] < seq:
                        await guest.until("news", seq=seq)
            ada, ben, cem = guests
            asked = live.table(code).state.unchanged_since[:2]
            seq = ada.last["seq"]
            await cem.play("skip")
            await cem.say("undo", id="u")
            for other in (ada, ben):
                await other.until("undo_asked")
                await other.say("undo_answer", agree=True)
            assert (await cem.until("undo_answered"))["agreed"]
            await cem.until("news")
            assert "skip" in cem.choices
            assert live.table(code).state.unchanged_since[:2] == asked
            assert (await ada.play("skip", seq))["type"] == "accepted"

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
            # Asking again and again would hold the table up.
            await ada.say("undo", id="w")
            assert (await ada.until("refused"))["code"] == "undo_refused"
            mover = ben if ben.last["actions"] else ada
            await mover.play(mover.choices[0])
            await ada.say("undo", id="x")
            await ben.until("undo_asked")
            await ada.until("undo_asked")
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


def test_an_undo_that_nobody_answers_expires(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2, options={"starter": 0})
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await ada.say("start")
            await asyncio.gather(ada.until("welcome"), guest.until("welcome"))
            await ada.play(ada.choices[0])
            await ada.say("undo", id="u")
            await ada.until("undo_asked")
            live_table = live.table(made["code"])

            async def hurry() -> None:
                assert live_table.state.undo is not None
                live_table.state.undo.until = ticks()
                live_table.changed.set()

            live.within(hurry)
            answered = await guest.until("undo_answered")
            assert (answered["agreed"], answered["by"]) == (False, None)

    asyncio.run(scene())


def test_nobody_stalls_the_others_by_taking_back_for_ever(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            options = {"starter": 0, "manual_draw": True}
            _, (ada, ben), _ = await table_of(stack, live, "lobo77", 2, options=options)
            card = next(card for card in ada.choices if card not in ("x2", "reverse"))
            for turn in range(FREELY):
                await ada.play(card)
                await ada.say("undo", id=f"u{turn}")
                assert (await ada.until("accepted", "undo_asked"))["type"] == "accepted"
            await ada.play(card)
            await ada.say("undo", id="v")
            assert (await ben.until("undo_asked"))["undo"] == {"seat": 0, "open": [1]}
            # When somebody else has decided, it is free again.
            await ben.play(ben.choices[0])
            while not (ada.choices and "draw" not in ada.choices):
                await ada.hear()
            await ada.play(ada.choices[0])
            await ada.say("undo", id="w")
            assert (await ada.until("accepted", "undo_asked"))["type"] == "accepted"

    asyncio.run(scene())


def test_who_is_there_is_asked_even_when_a_bot_plays_on(live: Live) -> None:
    """Ben's time was up and a bot has moved for him; he still looks on, and has a say."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (ada, ben), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0}, timer=300)
            live_table = live.table(code)
            await ada.play(ada.choices[0])
            while 1 not in live_table.state.waiting:
                await ada.play(ada.choices[0])
            later(live, live_table, 301)
            while 0 not in live_table.state.waiting:
                await ada.hear()
            assert live_table.state.seats[1].standing_in
            await ada.say("undo", id="u")
            assert (await ben.until("undo_asked"))["undo"] == {"seat": 0, "open": [1]}
            await ben.say("undo_answer", agree=False)
            assert (await ada.until("undo_answered"))["agreed"] is False

    asyncio.run(scene())


def test_clocks_rest_while_the_others_think_about_an_undo(live: Live) -> None:
    long = 80_000

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (ada, ben), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0}, timer=long)
            await ada.play(ada.choices[0])
            await ada.say("undo", id="u")
            await ben.until("undo_asked")
            live_table = live.table(code)
            seat = live_table.state.waiting[0]
            left = live_table.state.time_left(seat, ticks())
            later(live, live_table, long + 1)
            assert live_table.state.time_left(seat, ticks()) == left
            await ben.say("undo_answer", agree=False)
            await ben.until("undo_answered")
            assert (await ben.until("news"))["clock"][seat] > 1000 * long / 2
            assert not live_table.state.seats[seat].standing_in

    asyncio.run(scene())


def test_an_undo_that_is_said_again_is_not_asked_again(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (ada, ben), tokens = await table_of(stack, live, "lobo77", 2, options={"starter": 0})
            await ada.play(ada.choices[0])
            await ada.say("undo", id="u")
            first = await ada.until("accepted", id="u")
            await ada.say("undo", id="u")
            assert (await ada.until("accepted", "refused")) == first
            await ben.say("undo_answer", agree=True)
            done = (await ada.until("news"))["seq"]
            await ada.say("undo", id="u")
            assert (await ada.until("accepted", "refused", "undo_asked"))["type"] == "accepted"

            async def forget() -> None:
                live.registry.tables[code].give_up()

            # Also from a table that was opened again.
            live.within(forget)
            again = await stack.enter_async_context(sitting(live, code, tokens[0]))
            await again.say("undo", id="u")
            assert (await again.until("accepted", "refused", "undo_asked"))["seq"] == done

    asyncio.run(scene())


def test_people_at_one_device_agree_among_themselves(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3, hot_seat=["Ben"], options={"starter": 0})
        cem = await join(live, made["code"], "Cem")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], made["others"][0]["token"]) as ben,
            sitting(live, made["code"], cem["token"]) as guest,
        ):
            await ada.say("start")
            for one in (ada, ben, guest):
                await one.until("welcome")
            await ada.play(ada.choices[0])
            await ada.say("undo", id="u")
            assert (await guest.until("undo_asked"))["undo"] == {"seat": 0, "open": [2]}
            await guest.say("leave")
            await guest.until("goodbye")
            await ada.until("undo_answered")  # nobody is left who has to be asked
            while ada.last["events"][-1]["kind"] != "undo":
                await ada.hear()

    asyncio.run(scene())


def test_a_bot_that_has_decided_since_is_not_taken_back_without_consent(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one could try card after card, and see what the bot plays to each. Nobody has drawn: only the bot's card is known."""

    async def scene() -> None:
        options = {"starter": 0, "manual_draw": True}
        made = await set_table(live, seats=3, bots=[None, "random", None], options=options)
        cem = await join(live, made["code"], "Cem")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], cem["token"]) as guest,
        ):
            state = live.table(made["code"]).state
            # The bot plays at once, and takes its time to draw.
            monkeypatch.setattr(state, "pace", lambda seat, decided: 0 if seat in state.obliged else 10**8)
            await ada.say("start")
            await asyncio.gather(ada.until("welcome"), guest.until("welcome"))
            await ada.play(next(card for card in ada.choices if card not in ("x2", "reverse")))
            later(live, live.table(made["code"]), 10)  # the bot need not wait for Ada's draw any longer
            while not any(event["kind"] == "play" and event["seat"] == 1 for event in ada.last["events"]):
                await ada.hear()
            await ada.say("undo", id="u")
            assert (await ada.until("undo_asked", "accepted", "refused"))["type"] == "undo_asked"
            await guest.until("undo_asked")
            await guest.say("undo_answer", agree=True)
            assert (await ada.until("undo_answered"))["agreed"]

    asyncio.run(scene())


def test_nothing_is_taken_back_past_somebody_who_is_away(live: Live) -> None:
    """A bot that stands in does not agree for the person; who has left for good is not asked."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            made = await set_table(live, seats=2, options={"starter": 0})
            ben_token = (await join(live, made["code"], "Ben"))["token"]
            ada = await stack.enter_async_context(sitting(live, made["code"], made["token"]))
            live_table = live.table(made["code"])
            async with sitting(live, made["code"], ben_token) as ben:
                await ada.say("start")
                await asyncio.gather(ada.until("welcome"), ben.until("welcome"))
                await ada.play(ada.choices[0])
            comes_to(lambda: live_table.state.is_here(1), False)
            later(live, live_table, 61)
            await ada.say("stand_in", seat=1)
            while not ada.table["seats"][1]["standing_in"]:
                await ada.hear()
            await ada.say("undo", id="u")
            assert (await ada.until("refused", "undo_asked", "accepted"))["code"] == "undo_away"
            async with sitting(live, made["code"], ben_token) as ben:
                await ben.say("leave")
                await ben.until("goodbye")
            await ada.say("undo", id="v")
            assert (await ada.until("accepted", "refused"))["type"] == "accepted"

    asyncio.run(scene())


def test_a_bot_that_comes_to_stand_in_does_not_agree_to_an_undo(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            made = await set_table(live, seats=3, options={"starter": 0})
            tokens = [(await join(live, made["code"], name))["token"] for name in ("Ben", "Cem")]
            ada = await stack.enter_async_context(sitting(live, made["code"], made["token"]))
            cem = await stack.enter_async_context(sitting(live, made["code"], tokens[1]))
            live_table = live.table(made["code"])
            async with sitting(live, made["code"], tokens[0]) as ben:
                await ada.say("start")
                for guest in (ada, ben, cem):
                    await guest.until("welcome")
                await ada.play(ada.choices[0])
            comes_to(lambda: live_table.state.is_here(1), False)
            await ada.say("undo", id="u")
            assert (await cem.until("undo_asked"))["undo"]["open"] == [1, 2]
            await cem.say("undo_answer", agree=True)
            await cem.until("undo_asked")
            later(live, live_table, 61)
            await ada.say("stand_in", seat=1)
            assert (await ada.until("undo_answered"))["agreed"] is False

    asyncio.run(scene())


def test_a_person_alone_with_bots_does_not_take_back_for_ever(tmp_path: Path) -> None:
    """Every undo makes the log longer, and so does what the bots decide again."""

    async def scene(live: Live) -> None:
        made = await set_table(live, seats=2, bots=[None, "random"], options={"starter": 0})
        async with sitting(live, made["code"], made["token"]) as ada:
            for turn in range(3):
                await ada.play(ada.choices[0])
                await ada.say("undo", id=f"u{turn}")
                answer = await ada.until("accepted", "refused", id=f"u{turn}")
                while not ada.choices:
                    await ada.hear()
            assert (answer["type"], answer["code"]) == ("refused", "too_many_undos")

    with serving(tmp_path / "tables.sqlite3", replace(GENEROUS, undos=2)) as live:
        asyncio.run(scene(live))
