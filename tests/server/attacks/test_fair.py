"""The shuffle over the wire: promises, shares, the deal, and the secret only after the end."""

import asyncio
import json
import secrets
from contextlib import AsyncExitStack
from random import Random

import pytest

from helpers.server.serving import Live, ask, join, play_on, set_table, sitting
from helpers.server.sharing import saved
from samples import with_long
from tischlein.engine.play import fair
from tischlein.games import GAMES
from tischlein.verify import verify


@pytest.mark.limits(share_seconds=60.0)
@pytest.mark.parametrize("game", with_long(GAMES, "lobo77"))  # tests/unit checks records of all games
async def test_nothing_of_the_secret_leaves_while_the_game_runs(own: Live, game: str) -> None:
    """Not the secret, not the key, no share of anybody, in no frame and in no answer. Then everybody can check the deal."""
    seats = max(2, GAMES[game].seats[0])
    made = await set_table(own, game, seats, spectators="rounds")
    code = made["code"]
    tokens = [made["token"], *[(await join(own, code, f"Guest {k}"))["token"] for k in range(1, seats)]]
    shares = [secrets.token_hex(32) for _ in tokens]
    async with AsyncExitStack() as stack:
        watcher, *guests = [
            await stack.enter_async_context(sitting(own, code, token)) for token in (None, *tokens)
        ]
        for guest, share in zip(guests, shares, strict=True):
            await guest.say("share", promise=fair.promise(share))
        while None in guests[0].table["fair"]["promises"]:
            await guests[0].hear()
        await guests[0].say("start")
        for guest, share in zip(guests, shares, strict=True):
            await guest.until("promises")
            await guest.say("reveal", share=share)
        for guest in guests:
            await guest.until("welcome")
        for _ in range(6):
            mover = next((guest for guest in guests if guest.last["actions"]), None)
            if mover is not None:
                await mover.play(mover.choices[0])
            for guest in guests:
                await guest.say("sync", since=0, facts=0)
                await guest.until("welcome")
        await watcher.say("ping")
        await watcher.until("pong")
        row = own.table(code).state.row
        assert row.secret is not None
        assert row.shuffle is not None
        assert row.state == "playing"
        key = fair.key(row.secret, code, game, **row.shuffle)
        seen = [frame for guest in (watcher, *guests) for frame in guest.frames]
        for path in ("", "/record", "/replay", "/replay?seat=0"):
            for headers in ({}, {"Authorization": "Bearer x"}):
                seen.append((await ask(own, "GET", f"/api/tables/{code}{path}", headers=headers)).text)
        assert any(code in text for text in seen)
        assert [one for one in (row.secret, key.hex(), *shares) if any(one in text for text in seen)] == []
        assert [text for text in seen if '"draws"' in text] == []
        await asyncio.gather(*(play_on(guest, Random(seat)) for seat, guest in enumerate(guests)))
        record = (await ask(own, "GET", f"/api/tables/{code}/record")).json()
        for guest, share in zip(guests, shares, strict=True):
            verdict = verify(saved(record, [json.loads(frame) for frame in guest.frames], share))
            assert verdict.kind == "good"
            assert [one.code for one in verdict.findings] == [
                *("commitment", "shares", "numbers", "deal", "own_word", "receipt", "rendered")
            ]
