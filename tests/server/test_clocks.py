"""Clocks: when time is up, whose clock runs, and clocks for the whole game."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from helpers.serving import (
    Live,
    Message,
    join,
    later,
    placed,
    serving,
    set_ready,
    set_table,
    sitting,
    table_of,
)
from tischlein.server.clock import ticks
from tischlein.server.table.schedule import next_due


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


def test_nobody_gets_more_time_by_coming_back(live: Live) -> None:
    """Whose time is up and who says at once that they are there again is let in when the bot has decided."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, guests, _ = await table_of(stack, live, "lobo77", 2, timer=5)
            live_table = live.table(code)
            for _ in range(3):
                seat, seq = live_table.state.waiting[0], live_table.state.seq
                late = guests[seat]
                later(live, live_table, 6)
                while not late.table["seats"][seat]["standing_in"]:
                    await late.hear()
                await late.say("back")
                while late.table["seats"][seat]["standing_in"]:
                    await late.hear()
                assert live_table.state.seq > seq
                while live_table.state.waiting[0] not in live_table.state.persons():
                    await late.hear()

    asyncio.run(scene())


def test_nobody_gets_more_time_by_taking_back_when_time_is_up(live: Live) -> None:
    """The others are not even asked while the bot has still to decide; the person has the seat after that."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (ada, ben), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0}, timer=60)
            state = live.table(code).state
            for mover in (ada, ben):
                while not mover.choices:
                    await mover.hear()
                await mover.play(next(card for card in mover.choices if card not in ("x2", "reverse")))
            while not ada.choices:
                await ada.hear()
            seq = state.seq
            set_ready(live, live.table(code), ticks() + 10**9)
            later(live, live.table(code), 61)
            while not ada.table["seats"][0]["standing_in"]:
                await ada.hear()
            await ada.say("undo", id="u")
            assert (await ada.until("refused", "accepted", id="u")).get("code") == "stale"
            assert (state.undo, state.seq) == (None, seq)
            set_ready(live, live.table(code), 0)
            while ada.table["seats"][0]["standing_in"]:
                await ada.hear()
            assert list(state.by_clock.values()) == [0]

    asyncio.run(scene())


@pytest.mark.parametrize("says", ["back", "ping"])
def test_time_that_was_up_for_a_question_is_up_for_no_other(live: Live, says: str) -> None:
    """The question goes away by an undo before the bot has answered: who is back has the seat, else the bot is no longer late."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, (ada, ben), _ = await table_of(stack, live, "lobo77", 2, options={"starter": 0}, timer=60)
            state = live.table(code).state
            plain = next(card for card in ada.choices if card not in ("x2", "reverse"))
            await ada.play(plain)
            set_ready(live, live.table(code), ticks() + 10**9)
            later(live, live.table(code), 61)
            while not ben.table["seats"][1]["standing_in"]:
                await ben.hear()
            await ben.say(says)
            await ben.say("ping")
            await ben.until("pong")
            assert state.seats[1].standing_in
            await ada.say("undo", id="u")
            await ben.until("undo_asked")
            await ben.say("undo_answer", agree=True)
            while says == "back" and ben.table["seats"][1]["standing_in"]:
                await ben.hear()
            while not ada.choices:
                await ada.hear()
            seq = (await ada.play(plain))["seq"]
            if says == "back":
                while not ben.choices:
                    await ben.hear()
                assert (await ben.play(ben.choices[0]))["type"] == "accepted"
            else:
                while ada.last["seq"] <= seq:
                    await ada.hear()
                assert state.log[seq].seat == 1
            assert state.by_clock == {}

    asyncio.run(scene())


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


def test_L7_who_only_may_draw_is_not_hurried(live: Live) -> None:
    """The clock runs for who must play, also where the other one could still act."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            options = {"starter": 0, "manual_draw": True}
            _, (ada, _), tokens = await table_of(stack, live, "lobo77", 2, options=options, timer=60)
            await ada.play(next(card for card in ada.choices if card not in ("x2", "reverse")))
            assert ada.choices == ["draw"]
            assert await turns(live, tokens) == [False, True]
            drawer, player = ada.last["clock"]
            assert (drawer is None, player is None) == (True, False)
            await ada.play("draw")
            assert ada.last["clock"][0] is None

    asyncio.run(scene())


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


@pytest.mark.parametrize("wish", [{"bank": 300, "timer": 60}, {"increment": 5}, {"bank": 5}])
def test_clocks_that_make_no_sense_are_refused(live: Live, wish: Message) -> None:
    async def scene() -> int:
        async with live.client() as client:
            body = {"game": "lobo77", "seats": 2, "name": "Ada", **wish}
            return (await client.post("/api/tables", json=body)).status_code

    assert asyncio.run(scene()) in (400, 422)
