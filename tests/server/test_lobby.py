"""Listed tables: who sees them and what of them, a quick seat, and what happens between servers."""

import asyncio
from contextlib import AsyncExitStack, closing
from typing import Any

import httpx
import psycopg
import pytest

from helpers.server.postgres import Postgres
from helpers.server.serving import PATIENCE, Live, ask, join, serving, set_table, sitting
from tischlein.server.config import Rate
from tischlein.server.table import listing

SHOWN = {
    "code",
    "game",
    "options",
    "host",
    "seats",
    "free",
    "joinable",
    "timer",
    "bank",
    "increment",
    "watching",
}


async def listed(live: Live) -> dict[str, dict[str, Any]]:
    """What everybody sees, by the code of the table."""
    answer = await ask(live, "GET", "/api/lobby")
    assert answer.status_code == 200, answer.text
    return {one["code"]: one for one in answer.json()}


async def shows(live: Live, code: str, **wanted: Any) -> None:
    """The list comes to show a table like this; nothing wanted: not at all."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = (await listed(live)).get(code)
            if (found is None) == (not wanted) and (found is None or wanted.items() <= found.items()):
                return
            await asyncio.sleep(0.02)


async def matched(live: Live, name: str, **wish: Any) -> httpx.Response:
    return await ask(live, "POST", "/api/match", json={"game": "lobo77", "name": name, **wish})


async def test_a_table_is_listed_while_its_host_wants_it_and_a_player_is_there(live: Live) -> None:
    quiet = await set_table(live, seats=3)
    made = await set_table(live, seats=3, listed=True, timer=30, options={"manual_draw": True})
    code = made["code"]
    assert code not in await listed(live)  # nobody is there yet
    async with sitting(live, quiet), sitting(live, code, made["token"]) as ada:
        await shows(live, code, host="Ada", seats=3, free=2, joinable=True, timer=30, watching=0)
        assert quiet["code"] not in await listed(live)
        # Nothing but this leaves: neither who else sits there nor anything of the shuffle.
        one = (await listed(live))[code]
        assert set(one) == SHOWN
        assert one["options"]["manual_draw"] is True
        joined = await join(live, code, "Ben")
        async with sitting(live, code, joined["token"]) as ben, sitting(live, code):
            await shows(live, code, free=1, watching=1)
            await ben.say("list", on=False)
            assert (await ben.until("refused"))["code"] == "not_host"
            await ada.say("list", on=False)
            await ada.until("people")
            await shows(live, code)
            await ada.say("list", on=True)
            await shows(live, code, joinable=True)
            await ada.say("start", empty="close")
            await shows(live, code, joinable=False, free=0)  # it has begun: one may watch
    await shows(live, code)  # abandoned


async def test_a_full_table_without_spectators_is_not_on_the_list(live: Live) -> None:
    made = await set_table(live, listed=True, spectators="none")
    async with sitting(live, made):
        await shows(live, made["code"], free=1)
        await join(live, made["code"], "Ben")
        await shows(live, made["code"])


async def test_a_quick_match_takes_the_seat_that_fits_best_and_else_waits_at_a_new_table(
    own: Live,
) -> None:
    async with AsyncExitStack() as stack:
        odd = await set_table(own, listed=True, options={"manual_draw": True})
        slow = await set_table(own, listed=True, timer=86_400)
        large = await set_table(own, seats=5, listed=True)
        small = await set_table(own, listed=True)
        other = await set_table(own, game="qwixx", listed=True)
        tables = (odd, slow, large, small, other)
        for made in tables:
            await stack.enter_async_context(sitting(own, made))
        found = [(await matched(own, f"Guest {n}", avoid=[slow["code"]])).json() for n in range(6)]
        # First the small one, then the large one until it is full, then the one with other rules.
        order = [small, large, large, large, large, odd]
        assert [one["code"] for one in found] == [made["code"] for made in order]
        assert not any(one["opened"] for one in found)
        assert (await matched(own, "Last")).json()["code"] == slow["code"]
        # None is left: two who ask at the same time meet at one new table.
        both = [answer.json() for answer in await asyncio.gather(*(matched(own, f"P{n}") for n in (1, 2)))]
        same, new = sorted(both, key=lambda one: bool(one["opened"]))
        assert (new["code"], new["opened"], same["opened"]) == (same["code"], True, False)
        async with sitting(own, new) as first:
            assert first.table["listed"]
            assert {seat["name"] for seat in first.table["seats"]} == {"P1", "P2", None}
        unknown = await matched(own, "Eve", game="chess")
        assert unknown.status_code == 404


@pytest.mark.limits(matches=Rate(0.0, 2))
async def test_nobody_takes_one_seat_after_the_other(
    own: Live,
) -> None:
    answers = [(await matched(own, f"Eve {n}")).status_code for n in range(3)]
    assert answers == [201, 201, 429]


@pytest.mark.needs("postgresql")
async def test_servers_share_their_lists(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "FRESH", 0)

    url = postgres.database()
    with serving(url) as one, serving(url) as other:
        made = await set_table(one, seats=3, listed=True)
        code = made["code"]
        async with sitting(one, code, made["token"]) as ada:
            async with sitting(other, code):
                await shows(other, code, host="Ada", free=2, watching=1)
            await shows(other, code, free=2, watching=0)
            found = (await matched(other, "Ben")).json()
            assert (found["code"], found["opened"]) == (code, False)
            await ada.until("people")
            assert other.registry.tables == {}
            async with sitting(other, code, found["token"]) as ben:
                assert ben.last["you"] == found["seat"]
        await shows(other, code)  # nobody is there any more
        # While one waits for a server that does not answer, another one is seated.
        asked, left = asyncio.Event(), asyncio.Event()

        async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            asked.set()
            await left.wait()
            writer.close()

        made = await set_table(one, seats=3, listed=True)
        async with (
            await asyncio.start_server(listen, "127.0.0.1") as server,
            sitting(one, made),
        ):
            await shows(other, made["code"], free=2)
            port = server.sockets[0].getsockname()[1]
            with closing(psycopg.connect(url, autocommit=True)) as line:
                line.execute("UPDATE servers SET url = %s", [f"http://127.0.0.1:{port}"])
            waiting = asyncio.create_task(matched(other, "Ben"))
            async with asyncio.timeout(PATIENCE):
                await asked.wait()
            async with asyncio.timeout(PATIENCE):
                cleo = (await matched(other, "Cleo", avoid=[made["code"]])).json()
            assert cleo["opened"]
            assert not waiting.done()
            left.set()
            # Who was not answered there sits down with the player who was quicker.
            assert (await waiting).json()["code"] == cleo["code"]
