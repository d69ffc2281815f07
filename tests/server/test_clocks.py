"""What happens by itself: clocks that run out, bots that wait, partners who never offer."""

import asyncio
import time
from contextlib import AsyncExitStack

from helpers.serving import Guest, Live, join, set_table, sitting
from tischlein.server.clock import now
from tischlein.server.driver import RACE, next_due
from tischlein.server.room import Room


def later(live: Live, room: Room, seconds: float) -> None:
    """Let time pass at a table, without waiting for it."""

    async def pass_by() -> None:
        async with room.lock:
            room.asked = [at - int(1000 * seconds) for at in room.asked]
            room.changed.set()

    live.within(pass_by)


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
            # Coming back by playing works too.
            later(live, room, 61)
            while not guest.table["seats"][1]["standing_in"]:
                await guest.hear()
            await guest.say("leave")
            await guest.until("goodbye")

    asyncio.run(scene())


def test_without_a_timer_nobody_is_hurried(live: Live) -> None:
    made = asyncio.run(set_table(live, seats=2, bots=[None, "random"], options={"starter": 0}))
    room = live.room(made["code"])
    later(live, room, 1e6)
    assert next_due(room) is None
    assert room.time_left(0) is None


def test_L7_a_bot_waits_for_somebody_who_may_still_draw(live: Live) -> None:
    async def scene() -> None:
        options = {"starter": 0, "manual_draw": True}
        made = await set_table(live, seats=2, bots=[None, "random"], options=options)
        async with sitting(live, made["code"], made["token"]) as ada:
            plain = next(card for card in ada.choices if card not in ("x2", "reverse"))
            began = time.monotonic()
            await ada.play(plain)
            assert ada.choices == ["draw"]
            await bot_plays(ada)
            assert time.monotonic() - began >= RACE / 1000 - 0.1

    asyncio.run(scene())


async def bot_plays(guest: Guest) -> None:
    while not any(event["kind"] == "play" and event["seat"] == 1 for event in guest.last["events"]):
        await guest.until("news")


def test_L7_after_the_draw_a_bot_waits_no_longer(live: Live) -> None:
    async def scene() -> None:
        options = {"starter": 0, "manual_draw": True}
        made = await set_table(live, seats=2, bots=[None, "random"], options=options)
        async with sitting(live, made["code"], made["token"]) as ada:
            plain = next(card for card in ada.choices if card not in ("x2", "reverse"))
            await ada.play(plain)
            await ada.play("draw")
            due = next_due(live.room(made["code"]))
            assert due is None or due.at <= now()
            await bot_plays(ada)

    asyncio.run(scene())


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


def test_bots_have_a_human_pace_unless_it_is_set_to_instant(live: Live) -> None:
    human = asyncio.run(set_table(live, seats=2, bots=[None, "random"], options={"starter": 1}, pace="human"))
    room = live.room(human["code"])
    assert 300 <= room.ready[1] - room.asked[1] <= 3_000
    instant = live.room(
        asyncio.run(set_table(live, seats=2, bots=[None, "random"], options={"starter": 1}))["code"]
    )
    assert instant.ready[1] - instant.asked[1] == 0


def test_bots_rest_when_everybody_has_gone(live: Live) -> None:
    made = asyncio.run(set_table(live, "quando", seats=2, bots=["random", "random"]))
    room = live.room(made["code"])
    assert next_due(room) is None

    async def look() -> int:
        async with sitting(live, made["code"]) as guest:
            await guest.until("news")
            return int(guest.last["seq"])

    assert asyncio.run(look()) <= room.seq
    while room.listeners:
        time.sleep(0.01)
    assert next_due(room) is None


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
            room = live.room(made["code"])

            async def hurry() -> None:
                room.undo_until = now()
                room.changed.set()

            live.within(hurry)
            answered = await guest.until("undo_answered")
            assert (answered["agreed"], answered["by"]) == (False, None)

    asyncio.run(scene())
