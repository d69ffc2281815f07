"""What people say at a table."""

import asyncio
from typing import Any

from helpers.serving import Live, join, set_table, sitting

Message = dict[str, Any]


def test_chat_stays_with_those_who_said_it(live: Live) -> None:
    """Seats get new numbers when empty ones are closed; whoever has left keeps the name but has no seat."""

    async def scene() -> None:
        made = await set_table(live, seats=4)
        eve, zoe = [
            await join(live, made["code"], name, seat=seat) for name, seat in (("Eve", 1), ("Zoe", 3))
        ]
        async with sitting(live, made["code"], made["token"]) as ada:
            for token, text in ((eve["token"], "ciao"), (zoe["token"], "hallo")):
                async with sitting(live, made["code"], token) as guest:
                    await guest.say("chat", text=text)
                    await guest.until("chat")
                    if token == eve["token"]:
                        await guest.say("leave")
                        await guest.until("goodbye")
            await ada.say("start", empty="close")
            welcome = await ada.until("welcome")
            expected = [(-1, "Eve", "ciao"), (1, "Zoe", "hallo")]
            assert [(line["seat"], line["name"], line["text"]) for line in welcome["chat"]] == expected
        stored = live.within(lambda: live.registry.stored(made["code"]))
        assert stored is not None
        assert [(line.seat, line.name, line.text) for line in stored.chat] == expected

    asyncio.run(scene())


def test_chat_and_reactions_reach_all_and_the_host_can_switch_them_off(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2)
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await guest.say("chat", text="  Hallo\n\u0007 Tisch! ")
            line = (await ada.until("chat"))["line"]
            assert (line["seat"], line["name"], line["text"]) == (1, "Ben", "Hallo Tisch!")
            await ada.say("react", reaction="clap")
            assert (await guest.until("reaction"))["seat"] == 0
            await guest.say("chat_switch", on=False)
            assert (await guest.until("refused"))["code"] == "not_host"
            await ada.say("chat_switch", on=False)
            while guest.table["chat"]:
                await guest.until("people")
            await guest.say("chat", text="?")
            assert (await guest.until("refused"))["code"] == "chat_off"
        async with sitting(live, made["code"], ben["token"]) as guest:
            assert [line["text"] for line in guest.last["chat"]] == ["Hallo Tisch!"]

    asyncio.run(scene())
