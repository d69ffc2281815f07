"""The next game with the same people, through sockets; tests/room has the rest."""

import asyncio
from random import Random

from helpers.serving import Live, join, play_on, set_table, sitting


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
