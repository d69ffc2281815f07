"""Clocks: when time is up, whose clock runs, and clocks for the whole game."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from helpers.serving import (
    Live,
    Message,
    join,
    later,
    serving,
    set_ready,
    set_table,
    sitting,
    table_of,
)
from tischlein.server.clock import ticks


def test_a_move_by_the_clock_is_told_to_all_and_also_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def late(live: Live) -> tuple[Message, Message]:
        made = await set_table(live, seats=2, options={"starter": 0}, timer=60)
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await ada.say("start")
            await asyncio.gather(ada.until("welcome"), guest.until("welcome"))
            later(live, live.table(made["code"]), 61)
            while not guest.last["actions"]:
                await guest.hear()
            await ada.say("back")
            while ada.table["seats"][0]["standing_in"]:
                await ada.hear()
        return made, ben

    async def told(live: Live, made: Message, ben: Message) -> None:
        said = {
            made["token"]: "Your time is up: a bot decides. You ",
            ben["token"]: "Ada's time is up: a bot decides. Ada ",
        }
        for token, beginning in said.items():
            async with sitting(live, made["code"], token) as guest:
                await guest.say("sync", since=0, lang="en")
                texts = [event["text"] for event in (await guest.until("welcome"))["events"]]
            assert [text.startswith(beginning) for text in texts if "time is up" in text] == [True]
        async with live.client() as client:
            replay = (await client.get(f"/api/tables/{made['code']}/replay?lang=de")).json()
        texts = [event["text"] for frame in replay["frames"] for event in frame["events"]]
        beginning = "Die Zeit von Ada ist um: Ein Bot entscheidet. Ada "
        assert [text.startswith(beginning) for text in texts if "Zeit" in text] == [True]

    with serving(file) as live:
        made, ben = asyncio.run(late(live))
        asyncio.run(told(live, made, ben))
    with serving(file) as live:
        asyncio.run(told(live, made, ben))


def test_who_plays_is_back(live: Live) -> None:
    """A bot stands in, but before it has decided the person does."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (ada, guest), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0}, timer=60)
            live_table = live.table(code)
            set_ready(live, live_table, ticks() + 10**9)
            later(live, live_table, 61)
            while not guest.table["seats"][0]["standing_in"]:
                await guest.hear()
            card = ada.choices[0]
            assert (await ada.play(card))["type"] == "accepted"
            while [event["card"] for event in guest.last["events"] if event["kind"] == "play"] != [card]:
                await guest.hear()
            assert not guest.table["seats"][0]["standing_in"]

    asyncio.run(scene())


def test_time_that_was_thought_stays_used_when_a_server_is_replaced(data: Path | str) -> None:
    async def thinking(live: Live) -> str:
        async with AsyncExitStack() as stack:
            code, _, _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0}, bank=300)
            later(live, live.table(code), 100)
        return code

    with serving(data) as live:
        code = asyncio.run(thinking(live))
    with serving(data) as live:
        left = live.table(code).state.left_at(ticks())
        assert 180_000 < left[0] <= 200_000
        assert left[1] == 300_000


async def turns(live: Live, tokens: list[str]) -> list[bool]:
    """For each of these seats: does the list of its tables say that it is its turn?"""
    async with live.client() as client:
        mine = (await client.post("/api/mine", json={"tokens": tokens})).json()
    return [entry["your_turn"] for entry in sorted(mine, key=lambda entry: int(entry["token"]))]


def test_X8_where_all_decide_at_once_everybody_s_clock_runs(live: Live) -> None:
    """And everybody's list of tables says so, until they have decided."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, guests, tokens = await table_of(stack, live, "qwixx", 3, timer=60)
            active = guests[0].last["view"]["turn"]
            assert await turns(live, tokens) == [seat == active for seat in range(3)]
            while guests[0].last["view"]["step"] != 2:
                await guests[active].play(guests[active].choices[0])
                while guests[0].last["seq"] != guests[active].last["seq"]:
                    await guests[0].hear()
            assert all(40_000 < left <= 60_000 for left in guests[0].last["clock"])
            assert await turns(live, tokens) == [True, True, True]
            for guest in guests[1:]:
                while not guest.choices:
                    await guest.hear()
            await guests[1].play("skip")
            first, second, third = guests[1].last["clock"]
            assert (first is None, second is None, third is None) == (False, True, False)
            assert await turns(live, tokens) == [True, False, True]

    asyncio.run(scene())
