"""The same deal for several groups: equal cards, compared afterwards; and nobody learns cards that they are still to play."""

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import httpx
import pytest

from helpers.server.serving import Guest, Live, Message, join, knock, play_on, set_table, sitting
from tischlein.engine.play.fair import commitment
from tischlein.room.opening.following import MOST
from tischlein.server.store import apply
from tischlein.verify.check import verify

ADA, BEN, EVE = ("a" * 43, "b" * 43, "e" * 43)


async def asked(
    live: Live, code: str, what: str = "duplicates", token: str | None = None, method: str = "GET", **how: Any
) -> httpx.Response:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with live.client() as client:
        return await client.request(method, f"/api/tables/{code}/{what}", headers=headers, **how)


async def duplicate(live: Live, made: Message) -> str:
    answer = await asked(live, made["code"], token=made["token"], method="POST")
    assert answer.status_code == 201, answer.text
    code: str = answer.json()["code"]
    return code


async def compared(live: Live, code: str, token: str) -> Message:
    answer = await asked(live, code, token=token)
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


async def two_groups(live: Live) -> tuple[Message, Message]:
    """Ada at one table and Eve at another: both wait for the start, and bots will fill up."""
    made = await set_table(live, guest=ADA, stand_in="random", advice=True)
    return made, await join(live, await duplicate(live, made), "Eve", guest=EVE)


async def refusal(guest: Guest, type: str, **fields: Any) -> str:
    await guest.say(type, **fields)
    code: str = (await guest.until("refused"))["code"]
    return code


async def turned_away(live: Live, code: str) -> str:
    async with await knock(live, code) as socket:
        stranger = Guest(socket)
        await stranger.say("hello")
        said: str = (await stranger.until("goodbye", "refused"))["code"]
        return said


async def finished(live: Live, code: str, seats: list[str]) -> list[str]:
    """Play a table to its end, and return all that was heard."""
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(sitting(live, code, token)) for token in seats]
        await asyncio.gather(*(play_on(guest, Random(n)) for n, guest in enumerate(guests)))
        return [frame for guest in guests for frame in guest.frames]


async def started(live: Live, made: Message) -> None:
    async with sitting(live, made["code"], made["token"]) as host:
        assert await refusal(host, "share", promise="0" * 64) == "not_in_lobby"
        await host.say("start")
        await host.until("welcome")


def test_both_groups_get_the_same_cards_and_bots_and_compare_at_the_end(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3, guest=ADA, bots=[None, "easy"], stand_in="random")
        other = await duplicate(live, made)
        eve = await join(live, other, "Eve", guest=EVE)
        rows = [live.table(code).state.row for code in (made["code"], other)]
        assert rows[0].deal == rows[1].deal == made["code"]
        told = [(await live_info(live, code)) for code in (made["code"], other)]
        assert told[0]["fair"]["commitment"] == told[1]["fair"]["commitment"]
        assert told[0]["options"] == told[1]["options"]
        assert [(seat["kind"], seat["level"], seat["name"]) for seat in told[0]["seats"]][1] == [
            (seat["kind"], seat["level"], seat["name"]) for seat in told[1]["seats"]
        ][1]
        # A free seat is not taken away: the deal would be another one.
        async with sitting(live, made["code"], made["token"]) as ada:
            assert await refusal(ada, "start", empty="close") == "deal_seats"
        await started(live, made)
        await started(live, eve)
        dealt = []
        for code in (made["code"], other):
            table = live.table(code).state.table
            assert table is not None
            dealt.append([text for seat, text in table.history if seat < 0][:30])
        both = min(map(len, dealt))
        assert dealt[0][:both] == dealt[1][:both]
        await finished(live, made["code"], [made["token"]])
        waiting = await compared(live, made["code"], made["token"])
        assert (waiting["open"], [table["state"] for table in waiting["tables"]]) == (
            False,
            ["over", "playing"],
        )
        assert [bool(table["standings"]) for table in waiting["tables"]] == [True, False]
        await finished(live, other, [eve["token"]])
        for code, token, own in ((made["code"], made["token"], 0), (other, eve["token"], 1)):
            found = await compared(live, code, token)
            assert found["open"]
            assert [table["own"] for table in found["tables"]] == [own == 0, own == 1]
            assert [table["names"][0] for table in found["tables"]] == ["Ada", "Eve"]
            assert [table["bots"][1] for table in found["tables"]] == [True, True]
            for table in found["tables"]:
                assert sorted(seat for row in table["standings"] for seat in row["seats"]) == [0, 1, 2]
        # Now everybody may look, and the proof holds at both tables.
        records = [(await asked(live, code, "record")).json() for code in (made["code"], other)]
        for record in records:
            assert verify(record).exit_code == 0
            assert record["fair"]["table"] == made["code"]
            assert record["fair"]["shares"] == [None, None, None]
        assert records[0]["fair"]["secret"] == records[1]["fair"]["secret"]
        assert told[0]["fair"]["commitment"] == commitment(made["code"], records[0]["fair"]["secret"])
        late = await asked(live, made["code"], token=made["token"], method="POST")
        assert late.json()["error"]["code"] == "deal_open"

    asyncio.run(scene())


async def live_info(live: Live, code: str) -> Message:
    async with live.client() as client:
        found: Message = (await client.get(f"/api/tables/{code}")).json()
        return found


def test_a_player_who_has_not_finished_learns_nothing_from_the_other_table(live: Live) -> None:
    """Eve sits at the second table, and tries whatever there is while the first one plays, and when it is over."""

    async def scene() -> None:
        made, eve = await two_groups(live)
        first, second = made["code"], eve["code"]
        heard: list[str] = []

        async def tries(over: bool) -> None:
            for what in ("record", "replay", "replay?seat=0", "replay?seat=1", "review"):
                for token in (None, eve["token"]):
                    answer = await asked(live, first, what, token)
                    code = answer.json()["error"]["code"]
                    early = not over and what in ("record", "review")
                    assert code == ("not_shown_yet" if early else "deal_shared"), (what, code)
                    heard.append(answer.text)
            review = await asked(live, first, "review", eve["token"], "POST", json={"want": True})
            assert review.json()["error"]["code"] == ("deal_shared" if over else "not_shown_yet")
            # Neither as a guest who looks on, nor on another seat, nor with her own key.
            assert await turned_away(live, first) == "deal_shared"
            assert (await asked(live, first, token=eve["token"])).json()["error"]["code"] == "not_seated"
            assert (await asked(live, first)).status_code == 403
            found = await asked(live, second, token=eve["token"])
            heard.append(found.text)
            assert not any(table["standings"] or table["names"] for table in found.json()["tables"])
            assert [table["code"] for table in found.json()["tables"] if not table["own"]] == [None]
            heard.append(str(await live_info(live, first)))

        taken = await asked(live, first, "join", None, "POST", json={"name": "Evi", "guest": EVE})
        assert taken.json()["error"]["code"] == "deal_twice"
        await started(live, made)
        await tries(over=False)
        hosted = live.table(first)
        async with sitting(live, first, made["token"]) as ada:
            # The same for everybody: no advice, no other bots, no way back once something was shown.
            assert await refusal(ada, "advice", id="h") == "no_advice"
            assert await refusal(ada, "tune", level="random") == "same_deal"
        heard += await finished(live, first, [made["token"]])
        assert hosted.state.row.state == "over"
        await tries(over=True)
        # Ada's own eyes have seen what they have seen; other hands stay closed to her too, for she could pass them on.
        assert (await asked(live, first, "replay?seat=0", made["token"])).status_code == 200
        closed = await asked(live, first, "replay?seat=1", made["token"])
        assert closed.json()["error"]["code"] == "deal_shared"
        heard.append(closed.text)
        await started(live, eve)
        await tries(over=True)
        row = hosted.state.row
        assert row.secret is not None
        for text in heard:
            assert row.secret not in text
            assert str(row.seed) not in text

    asyncio.run(scene())


def test_only_the_host_gives_the_deal_away_before_the_start_and_nobody_watches_then(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3, guest=ADA)
        ben = await join(live, made["code"], "Ben", guest=BEN)
        for token in (ben["token"], None, "x" * 32):
            answer = await asked(live, made["code"], token=token, method="POST")
            assert answer.json()["error"]["code"] == ("not_host" if token == ben["token"] else "not_seated")
        assert await compared(live, made["code"], made["token"]) == {"open": False, "tables": []}
        async with (
            sitting(live, made["code"]) as stranger,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await guest.say("share", promise="1" * 64)
            await guest.until("people")
            other = await duplicate(live, made)
            assert (await stranger.until("goodbye"))["code"] == "shared"
            while guest.table["deal"] is None:
                await guest.hear()
            assert guest.table["fair"]["promises"] == [None, None, None]
        # The host finds the links of tables that wait; others do not need them.
        for token, shown in ((made["token"], other), (ben["token"], None)):
            found = await compared(live, made["code"], token)
            assert [table["code"] for table in found["tables"]] == [made["code"], shown]
        for _ in range(MOST - 2):
            await duplicate(live, made)
        full = await asked(live, made["code"], token=made["token"], method="POST")
        assert full.json()["error"]["code"] == "deal_full"
        # A game that has begun is nobody else's.
        begun = await set_table(live, bots=[None, "random"])
        late = await asked(live, begun["code"], token=begun["token"], method="POST")
        assert late.json()["error"]["code"] == "not_in_lobby"

    asyncio.run(scene())


async def given_up(live: Live, code: str) -> None:
    """Nobody has come for long: the table is archived."""
    table = live.table(code)

    async def archive() -> None:
        await live.registry.store.run(lambda c: apply.change_table(c, table.state.row.id, {"archived": True}))
        live.registry._put_away(code)

    await asyncio.to_thread(live.within, archive)


def test_a_game_that_was_given_up_does_not_go_on_once_everybody_may_see_its_cards(live: Live) -> None:
    """Until then it can: those at the other table do not know more than before."""

    async def scene() -> None:
        made, eve = await two_groups(live)
        await started(live, made)
        await started(live, eve)

        await given_up(live, eve["code"])
        assert (await live_info(live, eve["code"]))["state"] == "playing"
        await given_up(live, eve["code"])
        await finished(live, made["code"], [made["token"]])
        assert (await compared(live, made["code"], made["token"]))["open"]
        assert (await live_info(live, eve["code"]))["error"]["code"] == "deal_past"
        assert await turned_away(live, eve["code"]) == "deal_past"

    asyncio.run(scene())


def test_games_that_all_groups_have_given_up_go_on_as_long_as_nobody_may_see_their_cards(live: Live) -> None:
    async def scene() -> None:
        made, eve = await two_groups(live)
        for table in (made, eve):
            await started(live, table)
        for table in (made, eve):
            await given_up(live, table["code"])
        for table in (made, eve):
            assert (await live_info(live, table["code"]))["state"] == "playing"

    asyncio.run(scene())


def test_no_group_gets_other_bots_or_the_same_ones_on_other_seats(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=4, guest=ADA, bots=[None, "easy"], stand_in="random")
        eve = await join(live, await duplicate(live, made), "Eve", guest=EVE)
        for table in (made, eve):
            async with sitting(live, table["code"], table["token"]) as host:
                assert await refusal(host, "set_seat", seat=1, bot=None) == "same_deal"
                assert await refusal(host, "set_seat", seat=1, bot="random") == "same_deal"
                assert await refusal(host, "set_seat", seat=2, bot="expert") == "same_deal"
                assert await refusal(host, "swap", seat=0, other=1) == "same_deal"
                # Where people sit is their own affair.
                await host.say("swap", seat=0, other=2)
                await host.until("welcome", you=2)

    asyncio.run(scene())


def test_a_further_group_begins_at_the_beginning(live: Live) -> None:
    """Also where the first table goes on from a position, since its rules have changed: then there is no deal to share any more."""

    async def scene() -> None:
        made, _ = await two_groups(live)
        hosted = live.table(made["code"])
        hosted.state.row.start, hosted.state.row.base = {"seats": 2}, 57
        answer = await asked(live, made["code"], token=made["token"], method="POST")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "deal_open")
        hosted.state.row.start, hosted.state.row.base = None, 0

    asyncio.run(scene())


def test_the_outcome_of_a_finished_table_is_found_out_once(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole game is read for it: repeated requests must not keep the store busy."""
    read: list[str] = []
    really = live.registry.stored

    async def counted(code: str, glance: bool = False) -> Any:
        read.append(code)
        return await really(code, glance)

    async def scene() -> None:
        made, _ = await two_groups(live)
        await started(live, made)
        await finished(live, made["code"], [made["token"]])
        monkeypatch.setattr(live.registry, "stored", counted)
        answers = [await compared(live, made["code"], made["token"]) for _ in range(3)]
        assert answers[0]["tables"][0]["standings"]
        assert answers == answers[:1] * 3
        assert read == [made["code"]]

    asyncio.run(scene())
