"""What happens by itself: clocks that run out, bots that wait, partners who never offer."""

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
from tischlein.server.clock import ticks
from tischlein.server.table import driver, schedule
from tischlein.server.table.schedule import next_due
from tischlein.server.table.state import UndoQuestion
from tischlein.server.table.undo import ASKING


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
            assert 40_000 < ada.last["clock"][0] <= 60_000
            assert ada.last["clock"][1] is None
            live_table = live.table(made["code"])
            later(live, live_table, 30)
            await ada.say("sync")
            assert (await ada.until("welcome"))["clock"][0] <= 30_000
            assert not ada.table["seats"][0]["standing_in"]
            later(live, live_table, 31)
            while not guest.last["actions"]:
                await guest.hear()
            while not ada.table["seats"][0]["standing_in"]:
                await ada.hear()
            await ada.say("back")
            while ada.table["seats"][0]["standing_in"]:
                await ada.hear()

    asyncio.run(scene())


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


def test_without_a_timer_nobody_is_hurried(live: Live) -> None:
    made = asyncio.run(set_table(live, seats=2, bots=[None, "random"], options={"starter": 0}))
    live_table = live.table(made["code"])
    later(live, live_table, 1e6)
    assert next_due(live_table.state, live_table.services.away) is None
    assert live_table.state.time_left(0, ticks()) is None


def test_who_plays_is_back(live: Live) -> None:
    """A bot stands in, but before it has decided the person does."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (ada, guest), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0}, timer=60)
            live_table = live.table(code)

            async def slowly() -> None:
                live_table.state.ready_at = [ticks() + 10**9] * 2

            live.within(slowly)
            later(live, live_table, 61)
            while not guest.table["seats"][0]["standing_in"]:
                await guest.hear()
            card = ada.choices[0]
            assert (await ada.play(card))["type"] == "accepted"
            while [event["card"] for event in guest.last["events"] if event["kind"] == "play"] != [card]:
                await guest.hear()
            assert not guest.table["seats"][0]["standing_in"]

    asyncio.run(scene())


@pytest.mark.parametrize("draws", [True, False])
def test_L7_a_bot_waits_for_somebody_who_may_still_draw(
    live: Live, monkeypatch: pytest.MonkeyPatch, draws: bool
) -> None:
    """It plays when the draw is made, however little of the time is over, or else when the time is over."""
    assert schedule.RACE >= 2_000
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
                    others = [other for other in range(4) if other != seat]
                    live_table.state.undo = UndoQuestion(seat, others, "u", ticks(), ticks() + ASKING)
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


def test_X8_where_all_decide_at_once_everybody_s_clock_runs(live: Live) -> None:
    """And everybody's list of tables says so, until they have decided."""

    async def turns(tokens: list[str]) -> list[bool]:
        async with live.client() as client:
            mine = (await client.post("/api/mine", json={"tokens": tokens})).json()
        return [entry["your_turn"] for entry in sorted(mine, key=lambda entry: int(entry["token"]))]

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, guests, tokens = await table_of(stack, live, "qwixx", 3, timer=60)
            active = guests[0].last["view"]["turn"]
            assert await turns(tokens) == [seat == active for seat in range(3)]
            while guests[0].last["view"]["step"] != 2:
                await guests[active].play(guests[active].choices[0])
                while guests[0].last["seq"] != guests[active].last["seq"]:
                    await guests[0].hear()
            assert all(40_000 < left <= 60_000 for left in guests[0].last["clock"])
            assert await turns(tokens) == [True, True, True]
            for guest in guests[1:]:
                while not guest.choices:
                    await guest.hear()
            await guests[1].play("skip")
            first, second, third = guests[1].last["clock"]
            assert (first is None, second is None, third is None) == (False, True, False)
            assert await turns(tokens) == [True, False, True]

    asyncio.run(scene())


def test_L7_who_only_may_draw_is_not_hurried(live: Live) -> None:
    """The clock runs for who must play, also where the other one could still act."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            options = {"starter": 0, "manual_draw": True}
            _, (ada, _), _ = await table_of(stack, live, "lobo77", 2, options=options, timer=60)
            await ada.play(next(card for card in ada.choices if card not in ("x2", "reverse")))
            assert ada.choices == ["draw"]
            drawer, player = ada.last["clock"]
            assert (drawer is None, player is None) == (True, False)
            await ada.play("draw")
            assert ada.last["clock"][0] is None

    asyncio.run(scene())


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


def test_a_clock_for_the_whole_game_runs_in_turns_and_earns_an_increment(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            options = {"starter": 0}
            code, (ada, ben), _ = await table_of(
                stack, live, "lobo77", 2, options=options, bank=300, increment=10
            )
            assert (ada.table["bank"], ada.table["increment"], ada.table["timer"]) == (300, 10, None)
            live_table = live.table(code)
            later(live, live_table, 100)
            plain = next(card for card in ada.choices if card not in ("x2", "reverse"))
            await ada.play(plain)
            assert 200_000 < ada.last["clock"][0] <= 210_000  # 100 s used, 10 s earned; it rests now
            assert 280_000 < ada.last["clock"][1] <= 300_000
            later(live, live_table, 50)
            await ada.say("sync")
            left = (await ada.until("welcome"))["clock"]
            assert left[0] > 200_000
            assert left[1] <= 250_000
            # The time is up: a bot plays on, and whoever comes back has only a moment.
            later(live, live_table, 251)
            while not ben.table["seats"][1]["standing_in"]:
                await ben.hear()
            while not ada.last["actions"]:
                await ada.hear()
            await ben.say("sync", lang="en")
            told = (await ben.until("welcome"))["events"]
            assert any(event["text"].startswith("Your time is up: a bot decides.") for event in told)
            await ben.say("back")
            while ben.table["seats"][1]["standing_in"]:
                await ben.hear()
            assert live_table.state.left_at(ticks())[1] == 15_000

    asyncio.run(scene())


def test_an_undo_gives_no_time_and_takes_none_from_the_others(live: Live) -> None:
    """Who plays quickly, thinks, and takes back has thought on an own clock; nothing that was earned stays."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            position = {
                "game": "quanto", "seats": 2, "options": {"teams": False, "discard": "forced"}, "turn": 0, "hands": [["7", "10"], ["12", "9"]],
                "display": ["3", "4", "10"], "draw": ["1", "2"], "draw_ordered": True,
            }  # fmt: skip
            code, tokens = await placed(live, position, bank=300, increment=10)
            ada = await stack.enter_async_context(sitting(live, code, tokens[0]))
            ben = await stack.enter_async_context(sitting(live, code, tokens[1]))
            live_table = live.table(code)
            await ada.play("card 7")
            later(live, live_table, 40)
            await ada.say("undo", id="u1")
            await ada.until("accepted")
            assert 245_000 < ada.last["clock"][0] <= 260_000
            # With consent: what the turn has earned goes, and so does nothing of Ben's.
            for action in ("card 10", "take", "pick 10", "done"):
                await ada.play(action)
            while not ben.last["actions"]:
                await ben.hear()
            later(live, live_table, 20)
            before = live_table.state.left_at(ticks())
            assert 260_000 < before[0] <= 270_000
            await ada.say("undo", id="u2")
            await ben.until("undo_asked")
            later(live, live_table, 25)
            await ben.say("undo_answer", agree=True)
            await ada.until("accepted")
            while not ada.last["actions"]:
                await ada.hear()
            after = live_table.state.left_at(ticks())
            assert before[0] - 20_000 < after[0] <= before[0] - 10_000
            assert before[1] - 15_000 < after[1] <= before[1]

    asyncio.run(scene())


def test_clocks_of_a_game_rest_while_no_server_runs(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def begun(live: Live) -> str:
        async with AsyncExitStack() as stack:
            options = {"starter": 0}
            code, (ada, _), _ = await table_of(stack, live, "lobo77", 2, options=options, bank=300)
            later(live, live.table(code), 100)
            await ada.play(ada.choices[0])
        return code

    with serving(file) as live:
        code = asyncio.run(begun(live))
    with serving(file) as live:
        state = live.table(code).state
        assert 180_000 < state.left_at(ticks())[0] <= 200_000


@pytest.mark.parametrize("wish", [{"bank": 300, "timer": 60}, {"increment": 5}, {"bank": 5}])
def test_clocks_that_make_no_sense_are_refused(live: Live, wish: Message) -> None:
    async def scene() -> int:
        async with live.client() as client:
            body = {"game": "lobo77", "seats": 2, "name": "Ada", **wish}
            return (await client.post("/api/tables", json=body)).status_code

    assert asyncio.run(scene()) in (400, 422)
