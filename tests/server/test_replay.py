"""Records and replays: everything when a game is over, before that only what the asker has seen."""

import asyncio
import threading
from random import Random
from typing import Any

import httpx
import pytest

from helpers.server.serving import (
    PATIENCE,
    Live,
    ask,
    bare,
    comes_to,
    join,
    placed,
    play_on,
    seated,
    set_table,
    sitting,
)
from tischlein.cards import SPECTATOR
from tischlein.engine.play.snapshot import Excerpt, frames
from tischlein.engine.play.wording import Wording
from tischlein.engine.rules.record import Layout
from tischlein.games import GAMES
from tischlein.room import replay
from tischlein.server.http.api import finished
from tischlein.server.http.api.finished import ClientGone, in_thread


async def get(live: Live, path: str, token: str | None = None) -> tuple[int, Any]:
    answer = await ask(live, "GET", path, token)
    return answer.status_code, answer.json()


@pytest.mark.parametrize("spectators", ["none", pytest.param("public", marks=pytest.mark.long)])
async def test_a_finished_game_can_be_told_from_any_eyes(live: Live, spectators: str) -> None:
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
        # "You" is the person who asks, not the seat whose view they look at.
        plays = [
            event["text"]
            for frame in replay["frames"]
            for event in frame["events"]
            if event["kind"] == "play"
        ]
        assert any(text.startswith(("Du ", "You ")) for text in plays) == (seat == 0)
        assert replay["frames"][-1]["view"] == table.view(seat)
        status, answer = await get(live, f"{path}/replay{wish}")
        assert status == (200 if spectators == "public" else 403)
    assert (await get(live, f"{path}/replay?seat=3", token))[0] == 404
    assert (await get(live, f"{path}/replay?seat=-1", token))[0] == 400


async def test_while_playing_a_seat_sees_its_own_past_and_no_other(live: Live) -> None:
    made = await set_table(live, options={"starter": 0})
    path = f"/api/tables/{made['code']}/replay"
    assert (await get(live, path))[1]["error"]["code"] == "not_shown_yet"
    ben = await join(live, made["code"], "Ben")
    async with sitting(live, made) as ada:
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


async def test_finished_rounds_are_open_where_the_table_says_so_and_nothing_of_the_running_one(
    live: Live,
) -> None:
    """LOBO 77, one card before a round ends: a request sees that round from any seat, and nothing after it."""
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

    code, tokens = await placed(live, position, spectators="rounds")
    path = f"/api/tables/{code}/replay"
    async with sitting(live, code, tokens[0]) as ada:
        for seat in (0, 1):
            assert (await get(live, f"{path}?seat={seat}"))[1]["frames"] == []
        await ada.play("7")
        kinds = [event["kind"] for event in ada.last["events"]]
        assert "round_end" in kinds
        assert kinds[-1] == "deal"  # the next round lies on the table
        table = live.game(code)
        for seat in (0, 1):
            status, replay = await get(live, f"{path}?seat={seat}")
            assert (status, replay["complete"]) == (200, False)
            shown = [bare(event) for frame in replay["frames"] for event in frame["events"]]
            events = table.events(seat)
            end = max(k for k, event in enumerate(events) if event["kind"] == "round_end")
            assert shown == events[: end + 1]
            # The hand of the round that is over, not the one that has been dealt since.
            assert sorted(replay["frames"][-1]["view"]["hand"]) == sorted(position["hands"][seat])  # type: ignore[index]


@pytest.mark.parametrize("game", ["quanto", "qwixx"])
async def test_games_of_one_round_are_open_at_the_end_only(live: Live, game: str) -> None:
    made = await set_table(live, game, bots=[None, "random"], spectators="rounds")
    path = f"/api/tables/{made['code']}/replay?seat="
    async with sitting(live, made) as ada:
        await play_on(ada, Random(1), most=4)
        for seat in (0, 1):
            assert (await get(live, f"{path}{seat}"))[1]["frames"] == []
        own = (await get(live, f"{path}0", made["token"]))[1]["frames"]
        assert len(own) > 1


def test_a_story_with_an_undo_is_told_with_it() -> None:
    table = GAMES["lobo77"].new(2, seed=3, starter=0)
    first = table.actions(0)[0].text
    table.play(0, first)
    table.undo(0, consent=True)
    table.play(0, first)
    wording = Wording(GAMES["lobo77"], ["Ada", "Ben"], 0, "en")
    found, following = frames(Excerpt(table, len(table.history)), 0, wording, 0, 100)
    assert following is None
    assert [event["kind"] for event in found[2]["events"]] == ["undo"]
    assert found[2]["view"] == found[0]["view"]
    assert found[3]["view"] == table.view(0)
    assert [bare(event) for frame in found for event in frame["events"]] == table.events(0)


async def pages(live: Live, path: str, limit: int) -> list[list[Any]]:
    """All pages of a replay."""
    found, after = [], ""
    while True:
        status, page = await get(live, f"{path}&limit={limit}{after}")
        assert status == 200
        assert len(page["frames"]) <= limit
        found.append(page["frames"])
        if page["next"] is None:
            return found
        after = f"&after={page['next']}"


@pytest.mark.parametrize("game", ["lobo77", pytest.param("qwixx", marks=pytest.mark.long)])
async def test_a_replay_comes_in_pages_that_make_up_the_whole(live: Live, game: str) -> None:
    async with seated(live, game, bots=[None, "random"]) as ada:
        for turn in range(3):
            await ada.asked()  # the lot may have let the other one begin
            await ada.play(ada.choices[0])
            await ada.say("undo", id=f"u{turn}")
            await ada.until("accepted", id=f"u{turn}")
            await ada.asked()
        await play_on(ada, Random(5))
    for seat in ("", "&seat=0"):
        path = f"/api/tables/{ada.code}/replay?lang=en{seat}"
        whole = [frame for page in await pages(live, path, 500) for frame in page]
        parts = await pages(live, path, 7)
        assert [frame for page in parts for frame in page] == whole
        assert [len(page) for page in parts[:-1]] == [7] * (len(parts) - 1)
        numbers = [event["seq"] for frame in whole for event in frame["events"]]
        assert numbers == list(range(1, len(numbers) + 1))
    for wrong in (
        "after=x",
        "after=-1",
        "after=1.2",
        f"after={'9' * 4_400}",
        "limit=0",
        "limit=501",
        "limit=x",
        "lang=fr",
    ):
        assert (await get(live, f"/api/tables/{ada.code}/replay?{wrong}"))[0] == 400


def records_read(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """A list that grows with every record that is read from now on."""
    read: list[bytes] = []
    unpack = Layout.unpack

    def counted(self: Layout, data: bytes) -> Any:
        read.append(data)
        return unpack(self, data)

    monkeypatch.setattr(Layout, "unpack", counted)
    return read


def test_a_page_costs_the_same_wherever_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is played again: a page reads the records of its own steps."""
    game = GAMES["quando"]
    table, rng = game.new(3, seed=1), Random(1)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, rng.choice(table.actions(seat)))
    read = records_read(monkeypatch)
    wording = Wording(game, ["Ada", "Ben", "Cem"], None, "en")
    part = Excerpt(table, len(table.history))
    costs: list[int] = []
    cursor: int | None = 0
    while cursor is not None:
        read.clear()
        begin = cursor
        found, cursor = frames(part, None, wording, cursor, 5)
        steps = found[-1]["seq"] - begin
        assert len(read) <= 2 * steps + len(found)
        costs.append(len(read))
    assert len(costs) > 3


def test_before_the_end_a_game_of_one_round_is_not_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to tell yet, however long it is."""
    game = GAMES["quanto"]
    table, rng = game.new(2, seed=1), Random(1)
    for _ in range(30):
        table.play(table.waiting[0], rng.choice(table.actions(table.waiting[0])))
    read = records_read(monkeypatch)
    part = Excerpt(table, len(table.history), rounds_only=True)
    assert frames(part, None, Wording(game, ["Ada", "Ben"], None, "en"), 0, 5) == ([], None)
    assert read == []


def test_undos_are_replayed_at_the_cost_of_their_own_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an undo took back is not read again for each undo: many in a row would cost the square of their number."""
    game = GAMES["quando"]
    table, rng = game.new(2, seed=1, target=999), Random(1)
    seat = table.waiting[0]
    for _ in range(40):
        table.play(table.waiting[0], rng.choice(table.actions(table.waiting[0])))
    while table.last_decision(seat) is not None:
        table.undo(seat, consent=True)
    told = table.past.events_for(game, SPECTATOR)
    wording = Wording(game, ["Ada", "Ben"], None, "en")
    part = Excerpt(table, len(table.history))
    read = records_read(monkeypatch)
    found: list[Any] = []
    cursor: int | None = 0
    while cursor is not None:
        page, cursor = frames(part, None, wording, cursor, 7)
        found += page
    since = [event["since"] for frame in found for event in frame["events"] if event["kind"] == "undo"]
    assert len(since) > 10
    assert since == [event["since"] for event in told if event["kind"] == "undo"]
    # Once to show a step, once to count its events, two records each; and a view for each frame.
    assert len(read) <= 4 * len(table.history) + len(found)


async def test_replays_keep_nobody_from_opening_a_table(live: Live) -> None:
    """Whatever is asked of them, they have threads of their own."""
    made = await set_table(live, bots=["random", "random"])
    async with sitting(live, made["code"]) as watching:
        await play_on(watching, Random(1))
    closed = await set_table(live, bots=[None, "random"])
    live_table = live.table(made["code"])
    busy = threading.Event()
    live_table.services.replays.submit(busy.wait, PATIENCE)
    asked = [asyncio.create_task(get(live, f"/api/tables/{made['code']}/replay")) for _ in range(20)]
    waiting = live_table.services.replays._work_queue
    await asyncio.to_thread(comes_to, waiting.qsize, len(asked))

    async def put_away() -> None:
        live.registry.tables[closed["code"]].give_up()

    live.within(put_away)
    async with sitting(live, closed) as ada:
        assert ada.last["view"] is not None
    assert not any(task.done() for task in asked)
    busy.set()
    assert {status for status, _ in await asyncio.gather(*asked)} == {200}


async def test_a_replay_that_nobody_waits_for_is_not_made(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_frames: list[int] = []

    def counting(*args: Any) -> Any:
        made_frames.append(1)
        return frames(*args)

    over: list[int] = []

    async def ending(*args: Any) -> Any:
        try:
            return await in_thread(*args)
        finally:
            over.append(1)

    monkeypatch.setattr(replay, "frames", counting)
    monkeypatch.setattr(finished, "in_thread", ending)

    made = await set_table(live, bots=["random", "random"])
    async with sitting(live, made["code"]) as watching:
        await play_on(watching, Random(1))
    services = live.table(made["code"]).services
    busy = threading.Event()
    services.replays.submit(busy.wait, PATIENCE)
    path = f"/api/tables/{made['code']}/replay"
    for _ in range(3):
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(f"{live.url}{path}", timeout=httpx.Timeout(PATIENCE, read=0.3))
    comes_to(lambda: len(over), 3)  # the server has heard of it
    busy.set()
    assert (await get(live, path))[0] == 200
    assert len(made_frames) == 1


def test_a_replay_stops_when_the_client_goes() -> None:
    table, rng = GAMES["lobo77"].new(2, seed=3), Random(1)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, rng.choice(table.actions(seat)))
    asked = 0

    def stop() -> None:
        nonlocal asked
        asked += 1
        if asked > 3:
            raise ClientGone

    with pytest.raises(ClientGone):
        frames(
            Excerpt(table, len(table.history)),
            None,
            Wording(table.game, ["A", "B"], None, "en"),
            0,
            500,
            stop,
        )
    assert asked == 4
