"""Nobody gets time by going away or taking back: not by leaving, not by asking first, not when the server is started again."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from helpers.serving import Live, later, set_ready, sitting, table_of
from tischlein.server.clock import ticks


def test_nobody_gets_more_time_by_leaving(live: Live) -> None:
    """Once for each decision whoever comes back has a moment to look; then the time is up as for everybody."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (_, guest), tokens = await table_of(
                stack, live, "lobo77", 2, options={"starter": 0}, timer=60
            )
            live_table = live.table(code)
            set_ready(live, live_table, ticks() + 10**9)
            for left in (15_000, 5_000):
                later(live, live_table, 55 if left == 15_000 else 10)
                async with sitting(live, code, tokens[0]) as ada:
                    await ada.say("leave")
                    await ada.until("goodbye")
                async with sitting(live, code, tokens[0]) as ada:
                    assert ada.last["clock"][0] <= left
            later(live, live_table, 6)
            while not guest.table["seats"][0]["standing_in"]:
                await guest.hear()

    asyncio.run(scene())


def test_nobody_winds_up_a_clock_for_the_game_by_leaving(live: Live) -> None:
    """Else 15 seconds for each move would be there for ever, however little is left."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            options = {"starter": 0}
            code, _, tokens = await table_of(stack, live, "lobo77", 2, options=options, bank=30)
            live_table = live.table(code)
            set_ready(live, live_table, ticks() + 10**9)
            later(live, live_table, 17)
            async with sitting(live, code, tokens[0]) as ada:
                await ada.say("leave")
                await ada.until("goodbye")
            async with sitting(live, code, tokens[0]) as ada:
                assert not live_table.state.seats[0].standing_in
                assert 0 < ada.last["clock"][0] <= 13_000

    asyncio.run(scene())


def test_nobody_gets_the_time_of_a_question_back_by_leaving(live: Live) -> None:
    """Whoever asks for an undo thinks meanwhile; that a bot plays on before the question is settled changes nothing."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            options = {"starter": 0}
            code, guests, tokens = await table_of(stack, live, "lobo77", 2, options=options, bank=120)
            live_table = live.table(code)
            for mover in guests:
                while not mover.choices:
                    await mover.hear()
                await mover.play(next(card for card in mover.choices if card not in ("x2", "reverse")))
            ada, ben = guests
            while not ada.choices:
                await ada.hear()
            set_ready(live, live_table, ticks() + 10**9)
            rested = live_table.state.left_at(ticks())[1]
            await ada.say("undo", id="u")
            await ada.until("undo_asked")
            later(live, live_table, 25)
            await ada.say("leave")
            await ben.until("undo_answered")
            async with sitting(live, code, tokens[0]) as ada:
                assert not live_table.state.seats[0].standing_in
                assert 60_000 < ada.last["clock"][0] <= 95_000
                assert ada.last["clock"][1] == rested

    asyncio.run(scene())


def test_taking_back_gives_no_more_time(live: Live) -> None:
    """The clock goes on from when the question was first asked, however often somebody answers it and takes that back."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            options = {"starter": 0, "manual_draw": True}
            code, (ada, _), _ = await table_of(stack, live, "lobo77", 2, options=options, timer=300)
            live_table = live.table(code)
            card = next(card for card in ada.choices if card not in ("x2", "reverse"))
            later(live, live_table, 100)
            for turn in range(2):
                await ada.play(card)
                await ada.say("undo", id=f"u{turn}")
                clock = (await ada.until("news"))["clock"]
                assert (await ada.until("accepted", "undo_asked"))["type"] == "accepted"
                assert 0 < clock[0] <= 200_000
            later(live, live_table, 201)
            await ada.until("people")
            assert live_table.state.seats[0].standing_in

    asyncio.run(scene())


@pytest.mark.parametrize("clock", [{"timer": 60}, {"bank": 60}], ids=lambda clock: next(iter(clock)))
def test_who_is_short_of_time_gets_none_by_asking(live: Live, clock: dict[str, int]) -> None:
    """The asker's own clock runs on; when it has run out the question is over, and a bot decides."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, guests, _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0}, **clock)
            live_table = live.table(code)
            for _ in range(2):
                seat = live_table.state.waiting[0]
                mover = guests[seat]
                plain = [card for card in mover.choices if card not in ("x2", "reverse")]
                seq = (await mover.play(plain[0]))["seq"]
                for guest in guests:
                    while guest.last["seq"] < seq:
                        await guest.hear()
            ada, ben = guests
            assert ada.choices
            await ada.say("undo", id="u")
            await ben.until("undo_asked")
            later(live, live_table, 61)
            answered = await ben.until("undo_answered")
            assert (answered["agreed"], answered["by"]) == (False, None)
            while ben.last["seq"] <= seq or not ben.last["actions"]:
                await ben.hear()
            assert live_table.state.seats[0].standing_in

    asyncio.run(scene())
