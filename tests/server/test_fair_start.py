"""The shuffle while a game starts: who comes, leaves, comes back or says nothing meanwhile."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from helpers.serving import Live, Message, comes_to, join, later, serving, set_table, sitting
from helpers.sharing import HURRIED, PATIENT, Player, party, played, record_of, started
from tischlein.engine.play import fair
from tischlein.verify import verify


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite3", PATIENT) as live:
        yield live


def test_a_late_joiner_takes_part(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3)
        async with AsyncExitStack() as stack:
            first = Player(await stack.enter_async_context(sitting(live, made["code"], made["token"])))
            await first.promise()
            late = (await join(live, made["code"], "Late"))["token"]
            second = Player(await stack.enter_async_context(sitting(live, made["code"], late)))
            await second.promise()
            await first.guest.say("start", empty="close")
            await asyncio.gather(first.reveal(), second.reveal())
            await first.guest.until("welcome")
            await second.guest.until("welcome")
            await played([first, second])
            assert verify(second.saved(await record_of(live, made["code"]))).kind == "good"

    asyncio.run(scene())


def test_seats_that_are_closed_move_the_promises_with_their_people(live: Live) -> None:
    """Seat 1 of four stays empty and is taken away: whoever sat on seat 3 promised for what is seat 2 then."""

    async def scene() -> None:
        made = await set_table(live, seats=4)
        await join(live, made["code"], "Two", seat=2)
        far = (await join(live, made["code"], "Three", seat=3))["token"]
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], far) as guest,
        ):
            player = Player(guest)
            await player.promise()
            await ada.say("start", empty="close")
            await player.reveal()
            await guest.until("welcome")
            assert player.receipt["seat"] == guest.last["you"] == 2

    asyncio.run(scene())


def test_a_leaver_whose_share_is_in_stays_in_the_shuffle(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, players = await party(stack, live, 3)
            await started(players)
            await players[2].guest.say("leave")
            await players[2].guest.until("goodbye")
            await played(players[:2])
            record = await record_of(live, code)
            assert all(record["fair"]["shares"])
            assert verify(players[0].saved(record)).kind == "good"

    asyncio.run(scene())


def test_somebody_who_leaves_during_the_start_takes_everybody_back_to_the_lobby(live: Live) -> None:
    """Shares that may be known are not used again: everybody promises another one."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, players = await party(stack, live, 3)
            await players[0].guest.say("start")
            await players[0].reveal()
            await players[1].reveal()
            await players[2].guest.say("leave")
            await players[0].guest.until("people")
            while players[0].guest.table["starting"]:
                await players[0].guest.until("people")
            assert players[0].guest.table["state"] == "lobby"
            assert players[0].guest.table["fair"]["promises"] == [None, None, None]
            await players[0].guest.say("reveal", share=players[0].share)
            assert (await players[0].guest.until("refused"))["code"] == "not_in_lobby"
            assert live.table(code).state.table is None

    asyncio.run(scene())


def test_who_does_not_reveal_is_not_waited_for_long_and_is_named(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, players = await party(stack, live)
            await players[0].guest.say("start")
            await players[0].reveal()
            starting = live.table(code).state.starting
            assert starting is not None
            comes_to(lambda: starting.shares, [players[0].share, None])
            later(live, live.table(code), PATIENT.share_seconds)
            await players[0].guest.until("welcome")
            await players[1].guest.until("welcome")
            await played(players)
            record = await record_of(live, code)
            verdict = verify(players[0].saved(record))
            assert (verdict.kind, verdict.choices) == ("note", 2)
            assert [(one.code, one.values) for one in verdict.findings if one.kind == "note"] == [
                ("withheld", {"seat": 1}),
                ("choices", {"choices": 2}),
            ]

    asyncio.run(scene())


def test_who_does_not_come_is_not_waited_for_long(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", HURRIED) as live:
        made = asyncio.run(set_table(live, bots=[None, "random"], shares=True))
        comes_to(lambda: live.table(made["code"]).state.row.state, "playing")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "share", "promise": "xyz"}, "bad_message"),
        ({"type": "share", "promise": "AB" * 32}, "bad_message"),
        ({"type": "reveal", "share": "ab" * 31}, "bad_message"),
        ({"type": "reveal", "share": "ab" * 32}, "not_in_lobby"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(live: Live, message: Message, code: str) -> None:
    async def scene() -> None:
        made = await set_table(live)
        async with sitting(live, made["code"], made["token"]) as ada:
            await ada.say(**message)
            assert (await ada.until("refused"))["code"] == code

    asyncio.run(scene())


def test_who_comes_back_during_the_start_can_still_reveal(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live)
        other = await join(live, made["code"], "Ben")
        async with sitting(live, made["code"], made["token"]) as ada:
            async with sitting(live, made["code"], other["token"]) as ben:
                player = Player(ben)
                await player.promise()
                await ada.say("start")
                await ben.until("promises")
            async with sitting(live, made["code"], other["token"]) as ben:
                player.guest = ben
                await player.reveal()
                await ben.until("welcome")
                assert ben.table["state"] == "playing"

    asyncio.run(scene())


def test_who_becomes_the_host_during_the_start_stays_it(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, players = await party(stack, live, 4)
            ada, ben, cem, dora = players
            await ada.guest.say("kick", seat=1)
            await ben.guest.until("goodbye")
            for player in (ada, cem, dora):  # who is not there any more has taken the promises along
                while player.guest.table["seats"][1]["kind"] != "open":
                    await player.guest.hear()
            await ada.guest.say("start", empty="close")
            told = await ada.guest.until("promises")
            assert len(told["promises"]) == 3
            await ada.guest.say("hand_over", seat=2)
            await ada.guest.until("people")
            for player in (ada, cem, dora):
                await player.guest.say("reveal", share=player.share)
            await cem.guest.until("welcome")
            assert (cem.guest.last["you"], cem.guest.table["host"]) == (1, 1)

    asyncio.run(scene())


def test_a_deal_that_fails_takes_everybody_back_to_the_lobby(live: Live) -> None:
    """And they hear of it: else their pages would wait for cards."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, (ada, ben) = await party(stack, live)
            await ada.guest.say("start")
            with closing(sqlite3.connect(live.file)) as connection:
                connection.execute(
                    "create trigger no_room before insert on log begin select raise(abort, 'full'); end"
                )
                await asyncio.gather(ada.reveal(), ben.reveal())
                for player in (ada, ben):
                    assert player.guest.table["starting"]
                    while player.guest.table["starting"]:
                        await player.guest.hear()
                    assert player.guest.table["state"] == "lobby"
                connection.execute("drop trigger no_room")
            await ada.guest.say("start")
            await ben.guest.until("welcome")
            assert ben.guest.table["state"] == "playing"

    asyncio.run(scene())


def test_a_share_that_was_not_promised_is_refused(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, (ada, ben) = await party(stack, live)
            await ada.guest.say("start")
            await ada.guest.until("promises")
            await ada.guest.say("reveal", share=ben.share)
            assert (await ada.guest.until("refused"))["code"] == "bad_share"
            await ada.guest.say("share", promise="ab" * 32)  # too late
            await ada.guest.until("people")
            assert ada.guest.table["fair"]["promises"][0] == fair.promise(ada.share)
            await ada.guest.say("start")
            assert (await ada.guest.until("refused"))["code"] == "starting"

    asyncio.run(scene())


def test_nobody_replaces_the_promise_of_another_connection(live: Live) -> None:
    """Two windows of one seat do not take turns for ever; when the first goes, the second may promise."""

    async def scene() -> None:
        made = await set_table(live)
        async with sitting(live, made["code"], made["token"]) as second:
            async with sitting(live, made["code"], made["token"]) as first:
                await Player(first).promise()
                standing = first.table["fair"]["promises"][0]
                await second.say("share", promise="ab" * 32)
                await second.until("people")
                await second.say("ping")
                await second.until("pong")
                assert second.table["fair"]["promises"][0] == standing
            while second.table["fair"]["promises"][0] is not None:
                await second.until("people")
            await Player(second).promise()

    asyncio.run(scene())


def test_who_comes_before_the_deal_plays_the_rematch(live: Live) -> None:
    """Ben was away when the next game was asked for, and is there when it is dealt: no bot plays for him."""

    async def scene() -> None:
        made = await set_table(live)
        tokens = [made["token"], (await join(live, made["code"], "Ben"))["token"]]
        async with sitting(live, made["code"], tokens[0]) as ada:
            async with sitting(live, made["code"], tokens[1]) as ben:
                players = [Player(ada), Player(ben)]
                for player in players:
                    await player.promise()
                await started(players)
                await played(players)
            while ada.table["seats"][1]["online"]:
                await ada.hear()
            await ada.say("rematch")
            code = (await ada.until("rematch"))["code"]
        following = live.table(code)
        assert following.state.seats[1].standing_in
        async with sitting(live, code, tokens[1]) as ben, sitting(live, code, tokens[0]) as ada:
            assert following.state.starting is not None
            player = Player(ada)
            await player.promise()
            await player.reveal()
            await ben.until("welcome")
            assert (ben.table["state"], following.state.persons()) == ("playing", [0, 1])

    asyncio.run(scene())


async def gathered(
    stack: AsyncExitStack, live: Live, guests: dict[str, int], **wish: Any
) -> tuple[str, list[Player]]:
    """A lobby with open seats: Ada and others, who have promised their shares."""
    made = await set_table(live, **wish)
    tokens = [made["token"]]
    tokens += [(await join(live, made["code"], name, seat=seat))["token"] for name, seat in guests.items()]
    players = [
        Player(await stack.enter_async_context(sitting(live, made["code"], token))) for token in tokens
    ]
    for player in players:
        await player.promise()
    return made["code"], players


def test_what_is_set_during_the_start_counts(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, (ada, ben) = await gathered(
                stack,
                live,
                {"Ben": 1},
                game="quanto",
                seats=4,
                bots=[None, None, "easy"],
                options={"teams": True},
            )
            await ada.guest.say("start", empty="bots")
            for player in (ada, ben):
                await player.guest.until("promises")
            await ada.guest.say("tune", pace="instant", level="hard")
            await ben.guest.say("prefer", name="no_offers", on=True)
            while not ben.guest.table["seats"][1]["preferences"]:
                await ben.guest.hear()
            for player in (ada, ben):
                await player.guest.say("reveal", share=player.share)
            await ada.guest.until("welcome")
            seats = ada.guest.table["seats"]
            assert [seat["level"] for seat in seats[2:]] == ["hard", ada.guest.table["stand_in"]]
            assert seats[1]["preferences"] == {"no_offers": True}

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("starter", "begins"),
    [
        (1, "Cem"),
        *(
            pytest.param(*chosen, marks=pytest.mark.long)
            for chosen in ((0, "Ada"), (2, "Cem"), (3, "Dora"), (4, "Ada"))
        ),
    ],
)
def test_the_seat_that_was_chosen_begins_when_others_are_closed(
    live: Live, starter: int, begins: str
) -> None:
    """Or the next in turn, where it is closed itself; all know that before they reveal their shares."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            code, players = await gathered(
                stack, live, {"Cem": 2, "Dora": 3}, seats=5, options={"starter": starter}
            )
            ada = players[0].guest
            await ada.say("start", empty="close")
            await asyncio.gather(*(player.reveal() for player in players))
            for player in players:
                await player.guest.until("welcome")
            assert ada.table["seats"][ada.last["view"]["turn"]]["name"] == begins
            await played(players)
            record = await record_of(live, code)
            assert [verify(player.saved(record)).kind for player in players] == ["good"] * 3

    asyncio.run(scene())


def test_options_that_do_not_go_with_closed_seats_are_refused_before_any_share_is_known(live: Live) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            _, (ada, _) = await gathered(
                stack, live, {"Ben": 1}, game="quanto", seats=4, options={"teams": True}
            )
            await ada.guest.say("start", empty="close")
            assert (await ada.guest.until("refused", "promises")).get("code") == "bad_options"

    asyncio.run(scene())
