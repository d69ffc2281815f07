"""What a host may do, and who becomes the host."""

import asyncio
import json
from contextlib import AsyncExitStack
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from helpers.serving import Guest, Live, join, knock, play_on, set_table, sitting

Message = dict[str, Any]


def test_the_host_sets_bots_frees_seats_and_hands_over(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3)
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await ada.say("set_seat", seat=2, bot="random")
            while ada.table["seats"][2]["kind"] != "bot":
                await ada.until("people")
            await ada.say("set_seat", seat=1, bot="random")
            assert (await ada.until("refused"))["code"] == "seat_taken"
            await ada.say("hand_over", seat=2)
            assert (await ada.until("refused"))["code"] == "not_a_person"
            await ada.say("hand_over", seat=1)
            while ada.table["host"] != 1:
                await ada.until("people")
            await ada.say("kick", seat=1)
            assert (await ada.until("refused"))["code"] == "not_host"
            await guest.say("kick", seat=0)
            assert (await ada.until("goodbye"))["code"] == "kicked"
            while guest.table["seats"][0]["kind"] != "open":
                await guest.until("people")
            # The freed seat's key is worth nothing any more.
            assert await token_is_refused(live, made["code"], made["token"])

    asyncio.run(scene())


def test_nobody_becomes_the_host_where_a_bot_plays(live: Live) -> None:
    """Somebody who has left cannot hand it back."""

    async def scene() -> None:
        made = await set_table(live, seats=3)
        code, tokens = (
            made["code"],
            [(await join(live, made["code"], name))["token"] for name in ("Ben", "Cem")],
        )
        async with sitting(live, code, made["token"]) as ada, sitting(live, code, tokens[0]):
            async with sitting(live, code, tokens[1]) as cem:
                await ada.say("start")
                await cem.until("welcome")
                await cem.say("leave")
                assert (await cem.until("goodbye"))["code"] == "left"
            await ada.say("hand_over", seat=2)
            await ada.say("hand_over", seat=1)
            while ada.table["host"] == 0:
                await ada.hear()
            assert ada.table["host"] == 1
            assert [frame["code"] for frame in map(json.loads, ada.frames) if frame["type"] == "refused"] == [
                "not_a_person"
            ]

    asyncio.run(scene())


async def token_is_refused(live: Live, code: str, token: str) -> bool:
    async with await knock(live, code) as socket:
        guest = Guest(socket)
        await guest.say("hello", token=token)
        return bool((await guest.hear())["code"] == "bad_token")


def test_the_host_tunes_the_bots_while_they_play(live: Live) -> None:
    """How well and how quickly, for all of them; nobody else may, and the next table keeps it."""

    async def scene() -> None:
        made = await set_table(live, seats=3, bots=[None, None, "random"], pace="human")
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await ada.say("start")
            await ada.until("welcome")
            await guest.say("tune", level="easy")
            assert (await guest.until("refused"))["code"] == "not_host"
            await ada.say("tune", level="nobody")
            assert (await ada.until("refused"))["code"] == "no_level"
            await ada.say("tune", level="easy", pace="slow")
            while ada.table["pace"] != "slow":
                await ada.until("people")
            assert [seat["level"] for seat in ada.table["seats"]] == [None, None, "easy"]
            await ada.say("tune", pace="instant")
            while ada.table["pace"] != "instant":
                await ada.until("people")
            assert ada.table["seats"][2]["level"] == "easy"
            await asyncio.gather(play_on(ada, Random(1)), play_on(guest, Random(2)))

    asyncio.run(scene())


@pytest.mark.parametrize(("host", "following"), [(1, [2, 3, 0]), (2, [3, 0, 1]), (3, [0, 1, 2])])
def test_the_next_in_turn_becomes_the_host(live: Live, host: int, following: list[int]) -> None:
    """From whoever was the host, around the table."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            made = await set_table(live, seats=4)
            tokens = [made["token"]]
            tokens += [(await join(live, made["code"], name))["token"] for name in ("Ben", "Cem", "Dan")]
            guests = [await stack.enter_async_context(sitting(live, made["code"], token)) for token in tokens]
            last = guests[following[-1]]
            await guests[0].say("hand_over", seat=host)
            while last.table["host"] != host:
                await last.until("people")
            for leaving, heir in pairwise([host, *following]):
                await guests[leaving].say("leave")
                while last.table["host"] == leaving:
                    await last.until("people")
                assert last.table["host"] == heir

    asyncio.run(scene())


def test_the_host_lets_people_change_places_before_the_start(live: Live) -> None:
    """Everybody keeps the key, the chat and the host's chair; bots and free seats move too."""

    async def scene() -> None:
        made = await set_table(live, seats=4, bots=[None, None, "easy"])
        joined = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], joined["token"]) as ben,
        ):
            await ben.say("swap", seat=0, other=1)
            assert (await ben.until("refused"))["code"] == "not_host"
            await ben.say("chat", text="Beside the window, please")
            await ada.until("chat")
            bot = ada.table["seats"][2]["name"]
            for one, other in ((0, 1), (1, 3), (2, 1)):
                await ada.say("swap", seat=one, other=other)
                await ada.until("welcome")
            assert [seat["name"] for seat in ada.table["seats"]] == ["Ben", bot, None, "Ada"]
            assert (ada.last["you"], ada.table["host"]) == (3, 3)
            while ben.last["you"] != 0:
                await ben.hear()
            assert ada.last["chat"][0]["seat"] == 0
            await ada.say("swap", seat=0, other=4)
            assert (await ada.until("refused"))["code"] == "no_such_seat"
            await ada.say("start", empty="close")
            while not ada.last["view"]:
                await ada.hear()
            assert ada.last["you"] == 2
            await ada.say("swap", seat=0, other=1)
            assert (await ada.until("refused"))["code"] == "not_in_lobby"
        hosted = live.table(made["code"])
        assert [seat.name for seat in hosted.state.seats] == ["Ben", bot, "Ada"]
        assert [seat.seat for seat in hosted.state.seats] == [0, 1, 2]

    asyncio.run(scene())
