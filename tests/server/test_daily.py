"""The deal of the day: the same for everybody, once each, ranked; and nobody learns it from a game that is over."""

import asyncio
import json
import time
from dataclasses import asdict
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest

from helpers.server.serving import Guest, Live, Message, ask, error, play_on, sitting
from tischlein.bots.nicknames import BOT_AVATARS
from tischlein.coach.brief import VERSION, Brief, Lesson, Place, PlayerReview, RatedAction
from tischlein.engine.play.fair import commitment
from tischlein.games import GAMES
from tischlein.room.opening.deals import end_of_day, result_of
from tischlein.room.rows import DealEntry
from tischlein.server.clock import now
from tischlein.server.http.api.daily import _open_deal
from tischlein.server.protocol.rest import PlayDaily
from tischlein.server.store import deals as store
from tischlein.server.store.store import Store, transaction
from tischlein.server.table import deals
from tischlein.verify import verify

ADA, BEN, CEM = ("ad" * 32, "be" * 32, "ce" * 32)
SOON = 120_000  # milliseconds


@pytest.fixture(autouse=True)
def _one_day() -> None:
    """No test goes on past midnight."""
    while end_of_day(deals.daily(deals.day_at(now()), "")) - now() < SOON:
        time.sleep(1)


def today() -> date:
    return deals.day_at(now())


async def play_today(live: Live, key: str, name: str = "Ada", game: str = "lobo77") -> Message:
    answer = await ask(
        live,
        "POST",
        f"/api/daily/{game}",
        json={"name": name, "guest": key, "pace": "instant", "avatar": "otter"},
    )
    assert answer.status_code == 201, answer.text
    made: Message = answer.json()
    return made


async def of_day(live: Live, key: str | None = None, game: str = "lobo77", **query: str) -> Message:
    answer = await ask(live, "GET", "/api/daily", key, params=query)
    assert answer.status_code == 200, answer.text
    found: Message = next(one for one in answer.json()["games"] if one["game"] == game)
    return found


def entered(live: Live, deal: str, *results: tuple[str, int, int]) -> None:
    """Others have played before the present players, with these places and scores."""
    begun = now() - SOON

    def job(connection: Any) -> None:
        for k, (name, place, score) in enumerate(results):
            entry = DealEntry(f"{k:064x}", f"T{k}", name)
            store.enter(connection, deal, entry, begun + k)
            store.finish(connection, entry.code, place, score)

    live.run(job)
    live.within(live.registry.sweep)  # as once a minute: nothing of this is old


async def refused(guest: Guest, type: str, **fields: Any) -> str:
    await guest.say(type, **fields)
    code: str = (await guest.until("refused"))["code"]
    return code


def test_only_a_bot_of_ones_own_name_is_called_otherwise() -> None:
    usual = [seat.name or "" for seat in deals.deal_bots(4, "medium", 1, ["Ben"])]
    assert len({*usual}) == 4
    for k, taken in enumerate(usual):
        own = [seat.name or "" for seat in deals.deal_bots(4, "medium", 1, [taken.upper()])]
        assert len({name.lower() for name in (*own, taken)}) == 5
        assert [j for j, name in enumerate(own) if name != usual[j]] == [k]


async def test_everybody_gets_the_same_cards_bots_and_luck(live: Live) -> None:
    tables = []
    for key, name in ((ADA, "Anna"), (BEN, "Ben")):
        made = await play_today(live, key, name, "quando")
        async with sitting(live, made) as guest:
            own, *bots = guest.table["seats"]
            seats = [(bot["kind"], bot["level"], bot["name"], bot["avatar"]) for bot in bots]
            assert own["avatar"] == "otter"
            await play_on(guest, Random(7), most=6)
        table = live.game(made["code"])
        tables.append((seats, table.history[:40]))
    (seats, one), (others, another) = tables
    assert seats == others
    # Bots may have gone further at one of the tables.
    both = min(len(one), len(another))
    assert one[:both] == another[:both]
    assert {level for _, level, _, _ in seats} == {"medium"}
    assert {avatar for _, _, _, avatar in seats} <= set(BOT_AVATARS)


async def test_a_pick_that_has_shown_nothing_can_be_put_back(live: Live) -> None:
    made = await play_today(live, CEM, "Cem", "quando")
    async with sitting(live, made) as guest:
        while not any(text.startswith("pick") for text in guest.choices):
            # Cards differ from run to run: perhaps a penalty comes first.
            await (guest.play(guest.choices[0]) if guest.choices else guest.hear())
        hand = guest.last["view"]["hands"]
        pick = next(text for text in guest.choices if text.startswith("pick"))
        assert (await guest.play(pick))["type"] == "accepted"
        assert guest.last["can_undo"]
        await guest.say("undo", id="put back")
        await guest.until("accepted", id="put back")
        assert guest.last["view"]["hands"] == hand
        await guest.play(pick)
        while guest.last["can_undo"]:
            await guest.play(sorted(guest.choices, key=lambda text: text.startswith("pick"))[0])
        assert await refused(guest, "undo", id="look") == "same_deal"


async def test_there_is_one_try_and_a_player_who_comes_back_finds_it(live: Live) -> None:
    first = await asyncio.gather(*(play_today(live, CEM) for _ in range(3)))
    assert first[0] == first[1] == first[2] == await play_today(live, CEM, "Another name")
    assert (await play_today(live, CEM, game="quanto"))["code"] != first[0]["code"]
    mine = (await of_day(live, CEM))["mine"]
    assert mine == {"code": first[0]["code"], "place": None}
    assert (await of_day(live))["mine"] is None
    assert (await ask(live, "POST", "/api/daily/chess", json={"name": "A", "guest": CEM})).status_code == 404
    for day in ("2999-01-01", "1970-01-01"):
        assert (await ask(live, "GET", f"/api/daily?day={day}")).status_code == 404
    for day in ("yesterday", "20260101", "2026-02-30"):
        assert (await ask(live, "GET", f"/api/daily?day={day}")).status_code in (400, 404)


async def test_who_asks_two_servers_at_once_gets_one_table(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another server stores its table after this one has looked for one."""
    other = (await play_today(live, BEN, game="qwixx"))["code"]
    honest = store.secret

    def faster(connection: Any, deal: str, fresh: str, at: int) -> str:
        entry = DealEntry(deals.guest_of(deal, CEM), other, "Cem", None, None)
        store.enter(connection, deal, entry, at)
        return honest(connection, deal, fresh, at)

    monkeypatch.setattr(Store, "deal_secret", transaction(faster))
    assert (await play_today(live, CEM, game="qwixx"))["code"] == other


async def ranks(live: Live, code: str, standings: list[Message]) -> None:
    """Your own result counts, and equal results share a place."""
    own = next(one for one in standings if 0 in one["seats"])
    place, score = own["place"], own["score"]
    others = [("Zoe", place, score + 1), ("Kim", place, score), ("Lou", place + 1, score + 9)]
    entered(live, deals.daily(today(), "lobo77"), *others)
    found = await of_day(live, ADA)
    rows = [(one["place"], one["name"], one["you"]) for one in found["ranking"]]
    assert rows == [(1, "Zoe", False), (2, "Kim", False), (2, "Ada", True), (4, "Lou", False)]
    assert (found["mine"], found["players"]) == ({"code": code, "place": 2}, 4)
    assert not any(one["you"] for one in (await of_day(live, BEN))["ranking"])


async def sums_of_the_coach(live: Live, code: str, token: str) -> str:
    """What was luck and what was skill may be known at once; strangers may not ask, and nothing shows a card."""
    path, state = f"/api/tables/{code}/review", live.table(code).state
    assert (await ask(live, "GET", path)).status_code == 403
    share = PlayerReview(1.0, 0.25, 0.5, 0.2, 0.05, 9, 0.1, 1, 0.9)
    choices = [RatedAction(1, "10", 0.5, 0.01, 64), RatedAction(2, "9", 0.4, 0.01, 64)]
    whole = Brief([share] * 3, [Place(1, 0, [1.0, 0.0, 0.0])], [0], [Lesson(1, 0, "9", 0.1, 0.01, choices)])
    tables, data = live.registry.store, json.dumps(asdict(whole))
    live.within(lambda: tables.put_review(state.row.id, state.seq, VERSION, data))
    answer = await ask(live, "GET", f"{path}?seat=0", token)
    review = answer.json()["review"]
    assert (review["players"][0]["luck"], review["players"][0]["own"]) == (0.5, 0.2)
    assert review["places"] == review["turns"] == review["lessons"] == []
    return answer.text


async def test_nothing_of_the_deal_leaves_while_it_may_still_be_played(live: Live) -> None:
    heard: list[str] = []
    made = await play_today(live, ADA)
    path, token = f"/api/tables/{made['code']}", made["token"]
    async with sitting(live, made["code"], token) as guest:
        # Nobody gets another chance than the others: no undo, no advice, no other bots, no cut of one's own.
        await play_on(guest, Random(3), most=1)
        assert await refused(guest, "undo", id="u") == "same_deal"
        assert await refused(guest, "advice", id="h") == "no_advice"
        assert await refused(guest, "tune", level="random") == "same_deal"
        assert await refused(guest, "share", promise="0" * 64) == "not_in_lobby"
        assert await refused(guest, "start") == "not_in_lobby"
        await play_on(guest, Random(3))
        await guest.say("rematch")
        again = (await guest.until("rematch"))["code"]
        assert await refused(guest, "undo", id="u2") == "not_playing"
        heard += guest.frames
    await ranks(live, made["code"], guest.last["standings"])
    # The game is over, but not the day: nothing that shows other hands, and nothing to strangers.
    for where in ("record", "replay", "replay?seat=1"):
        answer = await ask(live, "GET", f"{path}/{where}", token)
        assert error(answer) == (409, "deal_closed")
        assert (await ask(live, "GET", f"{path}/{where}")).status_code == 403
        heard.append(answer.text)
    heard.append(await sums_of_the_coach(live, made["code"], token))
    heard.append((await ask(live, "GET", f"{path}/replay?seat=0", token)).text)
    answer = await ask(live, "GET", path)
    assert answer.json()["deal"] == deals.daily(today(), "lobo77")
    heard.append(answer.text)
    heard.append((await ask(live, "POST", "/api/mine", json={"tokens": [token]})).text)
    for key in (None, ADA, BEN):
        heard.append((await ask(live, "GET", "/api/daily", key)).text)
    # Among one's own games it is found as any other.
    kept = await ask(live, "GET", "/api/guest/games", ADA)
    assert made["code"] in [game["code"] for game in kept.json()]
    heard.append(kept.text)
    ben = await play_today(live, BEN, "Ben")
    async with sitting(live, ben) as other:
        assert (await ask(live, "GET", f"/api/tables/{ben['code']}/replay?seat=1", token)).status_code == 403
        heard += other.frames
    # A game again is a table as any other, with cards of its own.
    row, following = live.table(made["code"]).state.row, live.table(again).state.row
    assert (following.deal, following.secret == row.secret) == (None, False)
    assert row.secret is not None
    for text in heard:
        assert row.secret not in text
        assert str(row.seed) not in text
    shown = await of_day(live)
    assert (shown["commitment"], shown["secret"]) == (commitment(row.deal or "", row.secret), None)
    assert json.loads(heard[0])["table"]["fair"]["commitment"] == shown["commitment"]


async def test_fewest_points_come_first_where_they_win_and_ones_own_place_is_always_there(live: Live) -> None:
    yesterday = today() - timedelta(days=1)
    deal = deals.daily(yesterday, "quando")
    others = [(f"Guest {k}", 1, 10 + k) for k in range(55)]
    entered(live, deal, *others)

    def own(connection: Any) -> None:
        entry = DealEntry(deals.guest_of(deal, ADA), "MINE22", "Ada")
        store.enter(connection, deal, entry, now())
        store.finish(connection, entry.code, 1, 62)

    live.run(own)

    found = await of_day(live, ADA, "quando", day=yesterday.isoformat())
    ranking = found["ranking"]
    assert (ranking[0]["name"], ranking[0]["score"], len(ranking)) == ("Guest 0", 10, 51)
    assert (ranking[-1]["place"], ranking[-1]["name"], ranking[-1]["you"]) == (53, "Ada", True)
    assert found["players"] == 56


async def test_when_the_day_is_over_the_deal_is_open_and_can_be_checked(live: Live) -> None:
    yesterday = today() - timedelta(days=1)
    deal = deals.daily(yesterday, "lobo77")
    wish = PlayDaily("Ada", ADA, "instant")
    made = live.within(lambda: _open_deal(live.registry, GAMES["lobo77"], deal, wish, ""))

    async with sitting(live, made.code, made.token) as guest:
        await play_on(guest, Random(4))
    found = await of_day(live, ADA, day=yesterday.isoformat())
    assert found["commitment"] == commitment(deal, found["secret"])
    # It was over too late to count.
    assert (found["mine"], found["players"]) == ({"code": made.code, "place": None}, 0)
    answer = await ask(live, "GET", f"/api/tables/{made.code}/record", made.token)
    assert answer.json()["fair"]["secret"] == found["secret"]
    assert verify(answer.json()).exit_code == 0
    assert (await ask(live, "GET", f"/api/tables/{made.code}/replay?seat=1", made.token)).status_code == 200


async def test_who_deletes_everything_is_in_no_ranking_any_more(live: Live) -> None:
    yesterday = today() - timedelta(days=1)
    names = [deals.daily(day, "qwixx") for day in (today(), yesterday)]
    leaving, staying = "1e" * 32, "57" * 32

    def played(connection: Any) -> None:
        for deal in names:
            store.secret(connection, deal, "1" * 64, now())
            for key, name in ((leaving, "Lea"), (staying, "Sam")):
                entry = DealEntry(deals.guest_of(deal, key), f"{name}{deal[-8:]}"[:6], name)
                store.enter(connection, deal, entry, now())
                store.finish(connection, entry.code, 1, 5)

    live.run(played)

    async def ranked(day: date) -> set[str]:
        found = await of_day(live, None, "qwixx", day=day.isoformat())
        return {one["name"] for one in found["ranking"]} & {"Lea", "Sam"}

    assert await ranked(today()) == await ranked(yesterday) == {"Lea", "Sam"}
    assert (await ask(live, "POST", "/api/guest/forget", leaving)).status_code == 200
    assert await ranked(today()) == await ranked(yesterday) == {"Sam"}


async def test_a_game_that_a_stand_in_ended_does_not_count(live: Live) -> None:
    made = await play_today(live, "da" * 32)
    state = live.table(made["code"]).state
    table = GAMES["lobo77"].new(seats=len(state.seats), seed=1)
    while not table.over:
        table.play(table.actor, table.actions(table.actor)[0])
    assert result_of(state, table, now()) is not None
    state.seats[0].standing_in = True
    assert result_of(state, table, now()) is None
    state.seats[0].standing_in = False
