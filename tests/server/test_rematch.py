"""The next game with the same people."""

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any

from helpers.serving import Live, join, play_on, set_table, sitting, table_of
from tischlein.server.table import people
from tischlein.server.table.rematch import open_next
from tischlein.server.table.undo import who_must_agree

Message = dict[str, Any]


def test_a_rematch_is_opened_by_the_same_keys(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2)
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await guest.say("rematch")
            assert (await guest.until("refused"))["code"] == "not_over"
            await ada.say("start")
            await asyncio.gather(ada.until("welcome"), guest.until("welcome"))
            await asyncio.gather(play_on(ada, Random(1)), play_on(guest, Random(2)))
            await guest.say("rematch")
            code = (await ada.until("rematch"))["code"]
            await ada.say("rematch")
            assert (await guest.until("rematch"))["code"] == code
            assert (await guest.until("rematch"))["code"] == code
            first, second = (live.table(one).state.table for one in (made["code"], code))
            assert first is not None
            assert second is not None
            assert (first.starter, second.starter) in ((0, 1), (1, 0))  # the start moves on
        async with sitting(live, code, ben["token"]) as guest:
            assert guest.last["you"] == 1
            assert guest.table["state"] == "playing"
            assert [seat["name"] for seat in guest.table["seats"]] == ["Ada", "Ben"]
        async with live.client() as client:
            answer = await client.post("/api/mine", json={"tokens": ["nothing", ben["token"]]})
        assert answer.status_code == 200
        mine = answer.json()
        assert {entry["table"]["code"]: entry["token"] for entry in mine} == {
            made["code"]: 1,
            code: 1,
        }
        old = next(entry for entry in mine if entry["table"]["code"] == made["code"])
        assert (old["table"]["state"], old["table"]["rematch"], old["your_turn"]) == ("over", code, False)

    asyncio.run(scene())


def test_a_rematch_waits_for_nobody_who_has_gone(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3, options={"starter": 0})
        ben = await join(live, made["code"], "Ben")
        cem = await join(live, made["code"], "Cem")
        async with sitting(live, made["code"], ben["token"]) as guest:
            async with (
                sitting(live, made["code"], made["token"]) as ada,
                sitting(live, made["code"], cem["token"]) as third,
            ):
                await ada.say("start")
                for one in (ada, guest, third):
                    await one.until("welcome")
                await ada.say("leave")  # says so
                await ada.until("goodbye")
                await asyncio.gather(play_on(guest, Random(4)), play_on(third, Random(5)))
                await third.socket.close()  # says nothing
            while guest.table["seats"][2]["online"]:
                await guest.hear()
            assert [seat["standing_in"] for seat in guest.table["seats"]] == [True, False, False]
            await guest.say("rematch")
            code = (await guest.until("rematch"))["code"]
        async with sitting(live, code, ben["token"]) as guest:
            assert [seat["standing_in"] for seat in guest.table["seats"]] == [True, False, True]
            assert guest.table["host"] == 1
            # Bots play for both: the first and the third have been round when it is this seat's turn again.
            while not guest.last["actions"]:
                await guest.hear()
            before = guest.last["told"]
            await guest.play(guest.choices[0])
            while not guest.last["actions"]:
                await guest.hear()
            assert guest.last["told"] > before
            async with sitting(live, code, made["token"]) as ada:
                assert not ada.table["seats"][0]["standing_in"]

    asyncio.run(scene())


def test_who_has_a_day_need_not_be_there_when_the_rematch_starts(live: Live) -> None:
    async def scene() -> list[bool]:
        made = await set_table(live, seats=2, timer=86_400)
        ben = await join(live, made["code"], "Ben")
        async with sitting(live, made["code"], made["token"]) as ada:
            await ada.say("start")
            await ada.until("welcome")
            live_table = live.table(made["code"])
            live.within(lambda: live_table.save({"state": "over"}))
            await ada.say("rematch")
            code = (await ada.until("rematch"))["code"]
        async with sitting(live, code) as watching:
            assert ben["seat"] == 1
            return [seat["standing_in"] for seat in watching.table["seats"]]

    assert asyncio.run(scene()) == [False, False]


def test_who_has_just_left_is_not_at_the_rematch_until_they_come_back(live: Live) -> None:
    """Ben has left, and his line is not down yet: a bot plays, and hands the seat over to him when he comes."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, _, tokens = await table_of(stack, live, "lobo77", 3)
            before = live.table(code)

            async def left_and_again() -> bool:
                async with before.lock:
                    await before.save({"state": "over"})
                    await people.leave(before, 1)
                    still_connected = before.state.is_here(1)
                    await open_next(live.registry, before, 0, lambda: True)
                    return still_connected

            assert live.within(left_and_again)
            following = live.table(before.state.row.rematch or "").state
            assert [seat.standing_in for seat in following.seats] == [False, True, False]
            assert who_must_agree(following, 0) == [2]
            async with sitting(live, following.row.code, tokens[1]):
                assert following.persons() == [0, 1, 2]
                assert who_must_agree(following, 0) == [1, 2]

    asyncio.run(scene())
