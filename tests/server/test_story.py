"""Records and replays: everything when a game is over, before that only what the asker has seen."""

import asyncio
from random import Random
from typing import Any

import pytest

from helpers.serving import Live, join, play_on, set_table, sitting
from tischlein.games import GAMES
from tischlein.server.story import frames


async def get(live: Live, path: str, token: str | None = None) -> tuple[int, Any]:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    async with live.client() as client:
        answer = await client.get(path, headers=headers)
    return answer.status_code, answer.json()


@pytest.mark.parametrize("spectators", ["public", "none"])
def test_a_finished_game_can_be_told_from_any_eyes(live: Live, spectators: str) -> None:
    async def scene() -> None:
        made = await set_table(live, "lobo77", 3, bots=[None, "random", "random"], spectators=spectators)
        path, token = f"/api/tables/{made['code']}", made["token"]
        status, answer = await get(live, f"{path}/record", token)
        assert (status, answer["error"]["code"]) == (409, "not_shown_yet")
        async with sitting(live, made["code"], token) as ada:
            await play_on(ada, Random(5))
        status, record = await get(live, f"{path}/record", token)
        assert status == 200
        table = GAMES["lobo77"].replay(record)
        assert table.winners == ada.last["winners"]
        for seat in (None, 0, 2):
            wish = "" if seat is None else f"?seat={seat}"
            status, replay = await get(live, f"{path}/replay{wish}", token)
            assert (status, replay["seat"], replay["complete"]) == (200, seat, True)
            told = [event for frame in replay["frames"] for event in frame["events"]]
            assert told == table.events(seat)
            assert replay["frames"][-1]["view"] == table.view(seat)
            status, answer = await get(live, f"{path}/replay{wish}")
            assert status == (200 if spectators == "public" else 403)
        assert (await get(live, f"{path}/replay?seat=3", token))[0] == 404
        assert (await get(live, f"{path}/replay?seat=-1", token))[0] == 400

    asyncio.run(scene())


def test_while_playing_a_seat_sees_its_own_past_and_no_other(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, "lobo77", 2, options={"starter": 0})
        path = f"/api/tables/{made['code']}/replay"
        assert (await get(live, path))[1]["error"]["code"] == "not_shown_yet"
        ben = await join(live, made["code"], "Ben")
        async with sitting(live, made["code"], made["token"]) as ada:
            await ada.say("start")
            await ada.until("welcome")
            await ada.play(ada.choices[0])
            status, own = await get(live, f"{path}?seat=0", made["token"])
            assert (status, own["complete"]) == (200, False)
            assert own["frames"][-1]["view"] == ada.last["view"]
            assert (await get(live, f"{path}?seat=0", ben["token"]))[0] == 409
            assert (await get(live, f"{path}?seat=0"))[0] == 409
            status, public = await get(live, path)
            assert status == 200
            assert public["frames"][-1]["view"]["hand"] is None

    asyncio.run(scene())


def test_finished_rounds_are_open_where_the_table_says_so_and_nothing_of_the_running_one(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, "lobo77", 2, bots=[None, "random"], spectators="rounds")
        path = f"/api/tables/{made['code']}/replay?seat=1"
        async with sitting(live, made["code"], made["token"]) as ada:
            assert (await get(live, path))[1]["frames"] == []
            rng, ended = Random(1), 0
            while not ended:
                await play_on(ada, rng, most=1)
                await ada.say("sync")
                await ada.until("welcome")
                ended = sum(event["kind"] == "round_end" for event in ada.last["events"])
            if ada.last["over"]:
                return
            told = [event for frame in (await get(live, path))[1]["frames"] for event in frame["events"]]
            assert told[-1]["kind"] == "round_end"
            assert sum(event["kind"] == "round_end" for event in told) == ended
            # What has been laid open cannot be taken back to before it was.
            await ada.say("undo", id="u")
            answer = await ada.until("refused", "accepted")
            assert answer.get("code", "undo_rounds") in ("undo_rounds", "nothing_to_undo")

    asyncio.run(scene())


def test_a_story_with_an_undo_is_told_with_it() -> None:
    table = GAMES["lobo77"].new(2, seed=3, starter=0)
    first = table.actions(0)[0].text
    table.play(0, first)
    table.undo(0, consent=True)
    table.play(0, first)
    found = frames(GAMES["lobo77"], table.record(), 0)
    assert [event["kind"] for event in found[2].events] == ["undo"]
    assert found[2].view == found[0].view
    assert found[3].view == table.view(0)
    assert [event for frame in found for event in frame.events] == table.events(0)
