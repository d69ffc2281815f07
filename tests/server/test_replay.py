"""Records and replays: everything when a game is over, before that only what the asker has seen."""

import asyncio
from random import Random
from typing import Any

import pytest

from helpers.serving import Live, bare, join, placed, play_on, set_table, sitting
from tischlein.games import GAMES
from tischlein.server.http.replay import frames
from tischlein.server.table.wording import Wording


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
            told = [bare(event) for frame in replay["frames"] for event in frame["events"]]
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
    """LOBO 77, one card before a round ends: whoever asks sees that round from any seat, and nothing after it."""
    position = {
        "game": "lobo77",
        "seats": 2,
        "options": {},
        "turn": 0,
        "total": 70,
        "chips": [3, 3],
        "hands": [["7", "2", "3", "4", "5"], ["10", "9", "8", "6", "5"]],
        "draw": ["11", "22", "33", "44", "55"],
        "draw_ordered": True,
        "discard": ["10"],
    }

    async def scene() -> None:
        code, tokens = await placed(live, position, spectators="rounds")
        path = f"/api/tables/{code}/replay"
        async with sitting(live, code, tokens[0]) as ada:
            for seat in (0, 1):
                assert (await get(live, f"{path}?seat={seat}"))[1]["frames"] == []
            await ada.play("7")
            kinds = [event["kind"] for event in ada.last["events"]]
            assert "round_end" in kinds
            assert kinds[-1] == "deal"  # the next round lies on the table
            table = live.table(code).state.table
            assert table is not None
            for seat in (0, 1):
                status, replay = await get(live, f"{path}?seat={seat}")
                assert (status, replay["complete"]) == (200, False)
                shown = [bare(event) for frame in replay["frames"] for event in frame["events"]]
                events = table.events(seat)
                end = max(k for k, event in enumerate(events) if event["kind"] == "round_end")
                assert shown == events[: end + 1]
                # The hand of the round that is over, not the one that has been dealt since.
                assert sorted(replay["frames"][-1]["view"]["hand"]) == sorted(position["hands"][seat])  # type: ignore[index]
            # What has been laid open cannot be taken back to before it was.
            await ada.say("undo", id="u")
            assert (await ada.until("refused", "accepted"))["code"] == "undo_rounds"
            # Within the round that is being played everything is as elsewhere.
            async with sitting(live, code, tokens[1]) as ben:
                starts = live.table(code).state.waiting[0]
                (first, second) = (ada, ben) if starts == 0 else (ben, ada)
                await first.play(next(card for card in first.choices if card not in ("x2", "reverse")))
                await first.say("undo", id="v")
                assert (await second.until("undo_asked"))["undo"] == {"seat": starts, "open": [1 - starts]}

    asyncio.run(scene())


@pytest.mark.parametrize("game", ["quanto", "qwixx"])
def test_games_of_one_round_are_open_at_the_end_only(live: Live, game: str) -> None:
    async def scene() -> None:
        made = await set_table(live, game, 2, bots=[None, "random"], spectators="rounds")
        path = f"/api/tables/{made['code']}/replay?seat="
        async with sitting(live, made["code"], made["token"]) as ada:
            await play_on(ada, Random(1), most=4)
            for seat in (0, 1):
                assert (await get(live, f"{path}{seat}"))[1]["frames"] == []
            own = (await get(live, f"{path}0", made["token"]))[1]["frames"]
            assert len(own) > 1

    asyncio.run(scene())


def test_a_story_with_an_undo_is_told_with_it() -> None:
    table = GAMES["lobo77"].new(2, seed=3, starter=0)
    first = table.actions(0)[0].text
    table.play(0, first)
    table.undo(0, consent=True)
    table.play(0, first)
    found = frames(GAMES["lobo77"], table.record(), 0, Wording(GAMES["lobo77"], ["Ada", "Ben"], 0, "en"))
    assert [event["kind"] for event in found[2].events] == ["undo"]
    assert found[2].view == found[0].view
    assert found[3].view == table.view(0)
    assert [bare(event) for frame in found for event in frame.events] == table.events(0)
