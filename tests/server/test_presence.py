"""Somebody closes the page without a word: the others play on, and a lobby finds another host."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from helpers.serving import Guest, Live, join, later, set_table, sitting, table_of
from tischlein.server.table.schedule import next_due

LONG = 61


async def refused(guest: Guest, seat: int) -> str:
    await guest.say("stand_in", seat=seat)
    return str((await guest.until("refused"))["code"])


async def sees(guest: Guest, seat: int, **fields: Any) -> None:
    """Wait until everybody knows this about a seat."""
    while not fields.items() <= guest.table["seats"][seat].items():
        await guest.hear()


async def hosted_by(guest: Guest, seat: int) -> None:
    while guest.table["host"] != seat:
        await guest.hear()


def test_a_bot_can_be_asked_to_play_for_somebody_who_has_closed_the_page(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (ada, ben, _), tokens = await table_of(stack, live, "lobo77", 3, options={"starter": 0})
            await ada.socket.close()
            await sees(ben, 0, online=False)
            assert 0 < ben.table["seats"][0]["may_stand_in"] <= 60_000
            assert await refused(ben, 0) == "just_away"
            later(live, live.table(code), LONG)
            await ben.say("sync")
            await sees(ben, 0, may_stand_in=0)
            assert [seat["may_stand_in"] for seat in ben.table["seats"]] == [0, None, None]
            await ben.say("stand_in", seat=0)
            await sees(ben, 0, standing_in=True, may_stand_in=None)
            await hosted_by(ben, 1)
            while not any(event["kind"] == "play" for event in ben.last["events"]):  # the bot decides
                await ben.hear()
            await ben.say("stand_in", seat=0)  # as if somebody else had been faster
            await stack.enter_async_context(sitting(live, code, tokens[0]))
            await sees(ben, 0, online=True, standing_in=False, may_stand_in=None)
            assert not [text for text in ben.frames if '"refused"' in text][1:]

    asyncio.run(scene())


def test_nobody_is_replaced_who_is_there_or_need_not_be(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3, bots=[None, None, "random"])
        ben = await join(live, made["code"], "Ben")
        live_table = live.table(made["code"])
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"]) as watching,
        ):
            async with sitting(live, made["code"], ben["token"]) as guest:
                assert await refused(ada, 1) == "not_playing"
                await ada.say("start")
                await asyncio.gather(ada.until("welcome"), guest.until("welcome"))
                later(live, live_table, LONG)
                assert await refused(ada, 1) == "still_here"
                assert await refused(ada, 0) == "still_here"
                assert await refused(ada, 2) == "not_a_person"
                assert await refused(ada, 3) == "no_such_seat"
            await sees(ada, 1, online=False)
            later(live, live_table, LONG)
            assert await refused(watching, 1) == "not_seated"
        days = await set_table(live, timer=86_400)
        await join(live, days["code"], "Ben")
        async with sitting(live, days["code"], days["token"]) as ada:
            await ada.say("start")
            await ada.until("welcome")
            later(live, live.table(days["code"]), LONG)
            assert ada.table["seats"][1]["may_stand_in"] is None
            assert await refused(ada, 1) == "has_days"

    asyncio.run(scene())


def test_a_lobby_passes_to_somebody_who_is_there(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3)
        code, live_table = made["code"], live.table(made["code"])
        await join(live, code, "Ben")  # but never comes
        cem = await join(live, code, "Cem")
        async with sitting(live, code, cem["token"]) as guest:
            async with sitting(live, code, made["token"]):
                await sees(guest, 0, online=True)
                later(live, live_table, LONG)
                assert next_due(live_table.state, live_table.services.away) is None
            await sees(guest, 0, online=False)
            due = next_due(live_table.state, live_table.services.away)
            assert due is not None
            assert (due.what, due.seat) == ("host", 0)
            assert guest.table["host"] == 0
            async with sitting(live, code, made["token"]) as ada:  # back in time
                await sees(guest, 0, online=True)
                assert next_due(live_table.state, live_table.services.away) is None
                assert ada.table["host"] == 0
            await sees(guest, 0, online=False)
            later(live, live_table, LONG)
            await hosted_by(guest, 2)

    asyncio.run(scene())


def test_a_lobby_without_anybody_waits_for_the_first_who_comes(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3)
        code, live_table = made["code"], live.table(made["code"])
        ben = await join(live, code, "Ben")
        later(live, live_table, LONG)
        assert next_due(live_table.state, live_table.services.away) is None
        async with sitting(live, code):  # who only watches cannot be the host
            assert next_due(live_table.state, live_table.services.away) is None
        async with sitting(live, code, ben["token"]) as guest:
            await hosted_by(guest, 1)

    asyncio.run(scene())


def test_people_at_one_device_leave_together(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=4, hot_seat=["Ben"])
        code, keys = made["code"], [made["token"], made["others"][0]["token"]]
        await join(live, code, "Cem")  # not there
        dan = await join(live, code, "Dan")
        async with sitting(live, code, dan["token"]) as guest:
            async with sitting(live, code, keys[0]) as ada, sitting(live, code, keys[1]) as ben:
                await ben.say("leave")
                assert (await ada.until("goodbye"))["code"] == "left"
                assert (await ben.until("goodbye"))["code"] == "left"
            await hosted_by(guest, 3)
            assert [seat["kind"] for seat in guest.table["seats"]] == ["open", "open", "person", "person"]

    asyncio.run(scene())


def test_people_at_one_device_leave_a_game_together_and_each_comes_back(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3, hot_seat=["Ben"])
        code, keys = made["code"], [made["token"], made["others"][0]["token"]]
        cem = await join(live, code, "Cem")
        async with sitting(live, code, cem["token"]) as guest:
            async with sitting(live, code, keys[0]) as ada, sitting(live, code, keys[1]) as ben:
                await ada.say("start")
                await guest.until("welcome")
                await ben.say("leave")
                await asyncio.gather(ada.until("goodbye"), ben.until("goodbye"))
            await hosted_by(guest, 2)
            assert [seat["standing_in"] for seat in guest.table["seats"]] == [True, True, False]
            async with sitting(live, code, keys[1]) as ben:
                assert [seat["standing_in"] for seat in ben.table["seats"]] == [True, False, False]

    asyncio.run(scene())
