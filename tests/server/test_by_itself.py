"""What happens by itself: bots that wait, answers that stand, and games that rest."""

import asyncio
import logging
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.serving import (
    GENEROUS,
    Guest,
    Live,
    Message,
    comes_to,
    join,
    later,
    placed,
    serving,
    set_table,
    sitting,
    table_of,
)
from tischlein.engine.play.pace import RACE
from tischlein.server.clock import ticks
from tischlein.server.table import driver, schedule
from tischlein.server.table.schedule import next_due
from tischlein.server.table.state import UndoQuestion
from tischlein.server.table.undo import ASKING


@pytest.mark.parametrize("draws", [True, False])
def test_L7_a_bot_waits_for_somebody_who_may_still_draw(
    live: Live, monkeypatch: pytest.MonkeyPatch, draws: bool
) -> None:
    """It plays when the draw is made, however little of the time is over, or else when the time is over."""
    assert RACE >= 2_000
    long = 10**8
    monkeypatch.setattr(schedule, "RACE", long)

    async def scene() -> None:
        options = {"starter": 0, "manual_draw": True}
        made = await set_table(live, seats=2, bots=[None, "random"], options=options)
        live_table = live.table(made["code"])
        async with sitting(live, made["code"], made["token"]) as ada:
            plain = next(card for card in ada.choices if card not in ("x2", "reverse"))
            await ada.play(plain)
            assert ada.choices == ["draw"]
            due = next_due(live_table.state, live_table.services.away)
            assert due is not None
            assert (due.what, due.seat, due.at) == ("bot", 1, live_table.state.asked_at[0] + long)
            # The bot has long made up its mind; nothing happens all the same.
            for _ in range(20):
                await ada.say("ping")
                assert (await ada.hear())["type"] == "pong"
            if draws:
                await ada.play("draw")
            else:
                later(live, live_table, long / 1000)
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
            await asked.say("prefer", name="no_offers", on=True)
            news = await asked.until("news")
            assert news["events"][0]["kind"] == "no_offer"
            seat = asked.last["view"]["you"]
            assert asked.table["seats"][seat]["preferences"] == {"no_offers": True}
            await asked.say("prefer", name="no_offers", on=False)
            while asked.table["seats"][seat]["preferences"]:
                await asked.hear()
            await asked.say("prefer", name="always_draw", on=True)
            assert (await asked.until("refused"))["code"] == "no_such_answer"

    asyncio.run(scene())


def test_N24_without_partners_there_is_no_offer_to_refuse_for_good(live: Live) -> None:
    async def scene() -> None:
        for teams in (True, False):
            made = await set_table(live, "quanto", seats=4, options={"teams": teams})
            async with sitting(live, made["code"], made["token"]) as ada:
                assert ada.table["answers"] == (["no_offers"] if teams else [])
                await ada.say("prefer", name="no_offers", on=True)
                if not teams:
                    assert (await ada.until("refused"))["code"] == "no_such_answer"

    asyncio.run(scene())


def test_N24_what_is_said_by_itself_does_not_answer_an_undo_that_was_just_asked_for(live: Live) -> None:
    """The question comes while the answer to an offer waits for the lock; so it is with a clock that has run out."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, _, _ = await table_of(stack, live, "quanto", 4, options={"teams": True}, timer=60)
            live_table = live.table(code)

            async def both_at_once() -> None:
                seat = next(
                    seat
                    for seat in live_table.state.waiting
                    if any(a.text == "no offer" for a in live_table.state.actions[seat])
                )
                seq = live_table.state.seq
                async with live_table.lock:
                    live_table.state.asked_at[seat] -= 60_000
                    waiting = [
                        asyncio.create_task(
                            driver._decide(
                                live_table, seat, live_table.state.unchanged_since[seat], "no offer"
                            )
                        ),
                        asyncio.create_task(driver._time_is_up(live_table, seat)),
                    ]
                    await asyncio.sleep(0)
                    asker, *others = [other for other in range(4) if other != seat]
                    live_table.state.undo = UndoQuestion(
                        asker, [*others, seat], "u", ticks(), ticks() + ASKING
                    )
                await asyncio.gather(*waiting)
                assert live_table.state.undo is not None
                assert live_table.state.seq == seq
                assert not live_table.state.seats[seat].standing_in

            live.within(both_at_once)

    asyncio.run(scene())


def test_bots_have_a_human_pace_unless_it_is_set_to_instant(live: Live) -> None:
    human = asyncio.run(set_table(live, seats=2, bots=[None, "random"], options={"starter": 1}, pace="human"))
    live_table = live.table(human["code"])
    assert 300 <= live_table.state.ready_at[1] - live_table.state.asked_at[1] <= 3_000
    instant = live.table(
        asyncio.run(set_table(live, seats=2, bots=[None, "random"], options={"starter": 1}))["code"]
    )
    assert 0 <= instant.state.ready_at[1] - instant.state.asked_at[1] < 300


def test_L14_bots_among_themselves_play_on_quickly_when_every_person_is_out(live: Live) -> None:
    """Whoever is out does not wait for minutes; the later somebody goes out, the better the place."""
    position = {
        "game": "lobo77",
        "seats": 3,
        "options": {},
        "turn": 0,
        "total": 60,
        "chips": [0, 0, 0],
        "hands": [["66"], ["10", "9", "8"], ["2", "3", "4"]],
        "draw": ["2", "3", "4", "5", "6", "8"],
        "draw_ordered": True,
        "discard": ["5"],
    }

    async def scene() -> Message:
        code, tokens = await placed(live, position, ("Ada", "Ben", "Eve"), bots=(1, 2), pace="human")
        state = live.table(code).state
        assert (state.played_out, state.pace(1, 0) >= 900) == (False, True)
        async with sitting(live, code, tokens[0]) as ada:
            await ada.play("66")
            assert (state.played_out, state.pace(1, 0) < 100) == (True, True)
            while not ada.last["over"]:
                await ada.hear()
            return ada.last

    last = asyncio.run(scene())
    assert [one["seats"] for one in last["standings"]][-1] == [0]


def test_L7_a_bot_does_not_forget_to_draw_because_somebody_is_quick(live: Live) -> None:
    options = {"starter": 0, "manual_draw": True}
    made = asyncio.run(set_table(live, seats=2, bots=[None, "random"], options=options, pace="human"))
    live_table = live.table(made["code"])
    assert live_table.state.pace(1, 1) >= 450
    # Seat 0 has to play, seat 1 may draw.
    live_table.state.waiting, live_table.state.obliged = (0, 1), {0}
    assert live_table.state.pace(1, 1) < 200
    assert live_table.state.pace(0, None) >= 450


def test_bots_rest_when_everybody_has_gone(live: Live) -> None:
    made = asyncio.run(set_table(live, "quando", seats=2, bots=["random", "random"]))
    live_table = live.table(made["code"])
    assert next_due(live_table.state, live_table.services.away) is None

    async def look() -> int:
        async with sitting(live, made["code"]) as guest:
            await guest.until("news")
            return int(guest.last["seq"])

    assert asyncio.run(look()) <= live_table.state.seq
    comes_to(lambda: len(live_table.broadcast.listeners), 0)
    assert next_due(live_table.state, live_table.services.away) is None


def test_a_game_that_has_gone_on_for_too_long_rests(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A bot would be due there forever: that is no failure, and nothing is tried again and again."""
    caplog.set_level(logging.INFO, "tischlein.server")

    async def scene(live: Live) -> None:
        made = await set_table(live, bots=[None, "random"], options={"starter": 0})
        said = f"table {made['code']} has reached its last move"
        async with sitting(live, made["code"], made["token"]) as ada:
            assert (await ada.play(ada.choices[0]))["type"] == "accepted"  # and draws: that is the last row
            while not any(record.getMessage() == said for record in caplog.records):
                assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
                await asyncio.sleep(0.01)

    with serving(tmp_path / "tables.sqlite3", replace(GENEROUS, rows=12)) as live:
        asyncio.run(scene(live))
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
