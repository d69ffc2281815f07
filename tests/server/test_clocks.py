"""What happens by itself: clocks that run out, bots that wait, partners who never offer."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from helpers.serving import Guest, Live, comes_to, join, later, set_table, sitting, table_of
from tischlein.server import driver
from tischlein.server.clock import now
from tischlein.server.driver import next_due
from tischlein.server.moves import ASKING
from tischlein.server.protocol.server import UndoAsk
from tischlein.server.room import Question


def test_when_time_is_up_a_bot_plays_on_until_the_person_is_back(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2, options={"starter": 0}, timer=60)
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await ada.say("start")
            await asyncio.gather(ada.until("welcome"), guest.until("welcome"))
            assert 55_000 < ada.last["clock"][0] <= 60_000
            assert ada.last["clock"][1] is None
            room = live.room(made["code"])
            later(live, room, 30)
            await ada.say("sync")
            assert (await ada.until("welcome"))["clock"][0] <= 30_000
            assert not ada.table["seats"][0]["standing_in"]
            later(live, room, 31)
            while not guest.last["actions"]:
                await guest.hear()
            while not ada.table["seats"][0]["standing_in"]:
                await ada.hear()
            await ada.say("back")
            while ada.table["seats"][0]["standing_in"]:
                await ada.hear()

    asyncio.run(scene())


def test_without_a_timer_nobody_is_hurried(live: Live) -> None:
    made = asyncio.run(set_table(live, seats=2, bots=[None, "random"], options={"starter": 0}))
    room = live.room(made["code"])
    later(live, room, 1e6)
    assert next_due(room) is None
    assert room.time_left(0) is None


def test_who_plays_is_back(live: Live) -> None:
    """A bot stands in, but before it has decided the person does."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (ada, guest), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0}, timer=60)
            room = live.room(code)

            async def slowly() -> None:
                room.ready = [now() + 10**9] * 2

            live.within(slowly)
            later(live, room, 61)
            while not guest.table["seats"][0]["standing_in"]:
                await guest.hear()
            card = ada.choices[0]
            assert (await ada.play(card))["type"] == "accepted"
            while [event["card"] for event in guest.last["events"] if event["kind"] == "play"] != [card]:
                await guest.hear()
            assert not guest.table["seats"][0]["standing_in"]

    asyncio.run(scene())


@pytest.mark.parametrize("draws", [True, False])
def test_L7_a_bot_waits_for_somebody_who_may_still_draw(
    live: Live, monkeypatch: pytest.MonkeyPatch, draws: bool
) -> None:
    """It plays when the draw is made, however little of the time is over, or else when the time is over."""
    assert driver.RACE >= 2_000
    long = 10**8
    monkeypatch.setattr(driver, "RACE", long)

    async def scene() -> None:
        options = {"starter": 0, "manual_draw": True}
        made = await set_table(live, seats=2, bots=[None, "random"], options=options)
        room = live.room(made["code"])
        async with sitting(live, made["code"], made["token"]) as ada:
            plain = next(card for card in ada.choices if card not in ("x2", "reverse"))
            await ada.play(plain)
            assert ada.choices == ["draw"]
            due = next_due(room)
            assert due is not None
            assert (due.what, due.seat, due.at) == ("bot", 1, room.asked[0] + long)
            # The bot has long made up its mind; nothing happens all the same.
            for _ in range(20):
                await ada.say("ping")
                assert (await ada.hear())["type"] == "pong"
            if draws:
                await ada.play("draw")
            else:
                later(live, room, long / 1000)
            await bot_plays(ada)

    asyncio.run(scene())


async def bot_plays(guest: Guest) -> None:
    while not any(event["kind"] == "play" and event["seat"] == 1 for event in guest.last["events"]):
        await guest.until("news")


def test_N24_a_partner_can_stop_offering_for_good(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            made = await set_table(live, "quanto", seats=4, options={"teams": True})
            tokens = [made["token"]]
            tokens += [(await join(live, made["code"], f"Guest {seat}"))["token"] for seat in (1, 2, 3)]
            guests = [await stack.enter_async_context(sitting(live, made["code"], token)) for token in tokens]
            await guests[0].say("start")
            for guest in guests:
                await guest.until("welcome")
            asked = next(guest for guest in guests if "no offer" in guest.choices)
            await asked.say("prefer", no_offers=True)
            news = await asked.until("news")
            assert news["events"][0]["kind"] == "no_offer"
            seat = asked.last["view"]["you"]
            assert asked.table["seats"][seat]["no_offers"]

    asyncio.run(scene())


def test_N24_what_is_said_by_itself_does_not_answer_an_undo_that_was_just_asked_for(live: Live) -> None:
    """The question comes while the answer to an offer waits for the lock; so it is with a clock that has run out."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, _, _ = await table_of(stack, live, "quanto", 4, options={"teams": True}, timer=60)
            room = live.room(code)

            async def both_at_once() -> None:
                seat = next(
                    seat for seat in room.waiting if any(a.text == "no offer" for a in room.actions[seat])
                )
                seq = room.seq
                async with room.lock:
                    room.asked[seat] -= 60_000
                    waiting = [
                        asyncio.create_task(driver._decide(room, seat, room.fresh[seat], "no offer")),
                        asyncio.create_task(driver._time_is_up(room, seat)),
                    ]
                    await asyncio.sleep(0)
                    others = [other for other in range(4) if other != seat]
                    room.undo = Question(UndoAsk(seat, others), "u", now(), now() + ASKING)
                await asyncio.gather(*waiting)
                assert room.undo is not None
                assert room.seq == seq
                assert not room.seats[seat].standing_in

            live.within(both_at_once)

    asyncio.run(scene())


def test_bots_have_a_human_pace_unless_it_is_set_to_instant(live: Live) -> None:
    human = asyncio.run(set_table(live, seats=2, bots=[None, "random"], options={"starter": 1}, pace="human"))
    room = live.room(human["code"])
    assert 300 <= room.ready[1] - room.asked[1] <= 3_000
    instant = live.room(
        asyncio.run(set_table(live, seats=2, bots=[None, "random"], options={"starter": 1}))["code"]
    )
    assert 0 <= instant.ready[1] - instant.asked[1] < 300


def test_L7_a_bot_does_not_forget_to_draw_because_somebody_is_quick(live: Live) -> None:
    options = {"starter": 0, "manual_draw": True}
    made = asyncio.run(set_table(live, seats=2, bots=[None, "random"], options=options, pace="human"))
    room = live.room(made["code"])
    assert room._pace(1, 1) >= 450
    # Seat 0 has to play, seat 1 may draw.
    room.waiting, room.obliged = (0, 1), {0}
    assert room._pace(1, 1) < 200
    assert room._pace(0, None) >= 450


def test_bots_rest_when_everybody_has_gone(live: Live) -> None:
    made = asyncio.run(set_table(live, "quando", seats=2, bots=["random", "random"]))
    room = live.room(made["code"])
    assert next_due(room) is None

    async def look() -> int:
        async with sitting(live, made["code"]) as guest:
            await guest.until("news")
            return int(guest.last["seq"])

    assert asyncio.run(look()) <= room.seq
    comes_to(lambda: len(room.listeners), 0)
    assert next_due(room) is None
