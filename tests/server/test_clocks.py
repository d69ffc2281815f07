"""Clocks: when time is up, whose clock runs, and clocks for the whole game."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from helpers.server.serving import (
    Live,
    Message,
    join,
    later,
    serving,
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
