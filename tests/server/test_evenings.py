"""Evenings at a real server: joining, seats, rounds, secrecy, results; and what happens to late, slow and absent people."""

import asyncio
import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest
from sqlalchemy import Connection, select, update

from helpers.server.evenings import begun, one_decision_each, opened, plays
from helpers.server.serving import (
    PATIENCE,
    Live,
    ask,
    comes_to,
    dial,
    error,
    later,
    serving,
    sitting,
    turned_away,
)
from tischlein.evenings import evening as rules
from tischlein.server.config import Limits, Rate
from tischlein.server.store import apply, schema
from tischlein.server.table.deals import are_running
from tischlein.verify import verify


@pytest.fixture(autouse=True)
def few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables of bots are enough to compare with."""
    monkeypatch.setattr(rules, "TABLES", 3)


async def test_two_people_play_a_round_and_are_compared_with_tables_of_bots(live: Live) -> None:
    evening = await opened(live, rounds=1, seats=2)
    gathering = await evening.info()
    assert (gathering["state"], gathering["round"], gathering["people"]) == ("gathering", 0, [])
    tokens = [await evening.join(name) for name in ("Ada", "Ben")]
    await evening.lead("start")
    seats = [(await evening.info(token))["sits"] for token in tokens]
    assert {seat["seat"] for seat in seats} == {0, 1}
    assert seats[0]["code"] == seats[1]["code"]
    playing = await evening.info()
    assert playing["state"] == "playing"
    assert 0 < playing["left"] <= 120 * 60_000
    # Nobody is told where others play, or how it went, before all have finished.
    assert [table["code"] for table in playing["tables"]] == [None] * 3
    assert (await evening.get("rounds/1")).status_code == 409
    await asyncio.gather(*(plays(live, evening, token, Random(k)) for k, token in enumerate(tokens)))
    over = await evening.until(lambda info: info["state"] == "over")
    assert [one["deals"] for one in over["standings"]] == [1, 1]
    assert {one["person"] for one in over["standings"]} == {0, 1}
    found = (await evening.get("rounds/1")).json()
    assert [len(table["results"]) for table in found["tables"]] == [2] * 3
    assert sum(row["person"] is not None for table in found["tables"] for row in table["results"]) == 2
    # The same cards at all tables, and everybody may check them now.
    records = [
        (await ask(live, "GET", f"/api/tables/{table['code']}/record")).json() for table in found["tables"]
    ]
    assert len({record["fair"]["secret"] for record in records}) == 1
    # Bots with the same dice would play one game at two tables, and count it twice.
    assert len({str(record["history"]) for record in records}) == 3
    for record in records:
        assert verify(record).exit_code == 0


async def test_nobody_learns_anything_of_another_table_before_all_have_finished(live: Live) -> None:
    evening, tokens = await begun(live, "Ada", "Ben", "Eve", "Fay", rounds=1)
    seats = [(await evening.info(token))["sits"] for token in tokens]
    first, eve = seats[0]["code"], next(k for k in range(4) if seats[k]["code"] != seats[0]["code"])
    told: list[str] = []

    async def tries(early: str) -> None:
        for what in ("record", "replay", "replay?seat=0", "replay?seat=1", "review"):
            for key in (None, tokens[eve]):
                answer = await ask(live, "GET", f"/api/tables/{first}/{what}", key)
                expected = early if what in ("record", "review") else "deal_shared"
                assert answer.json()["error"]["code"] == expected, (what, answer.text)
                told.append(answer.text)
        told.append((await ask(live, "GET", f"/api/tables/{first}")).text)
        assert await turned_away(live, first) == "deal_shared"

    await tries("not_shown_yet")
    async with sitting(live, first, tokens[0]) as ada:
        # The same for all: no advice, no other bots.
        for type, fields, code in (
            ("advice", {"id": "h"}, "no_advice"),
            ("tune", {"level": "random"}, "not_host"),
        ):
            await ada.say(type, **fields)
            assert (await ada.until("refused"))["code"] == code
    for k in range(4):
        if seats[k]["code"] == first:  # then bots play there to the end
            await evening.post("attend", {"here": False}, tokens[k])
    comes_to(lambda: live.table(first).state.row.state, "over")
    await tries("deal_shared")
    row = live.table(first).state.row
    assert row.secret is not None
    for text in told:
        assert row.secret not in text
        assert str(row.seed) not in text
    # Ada sees again what she has seen; the other hand stays closed to her too, since she could pass it on.
    for seat, status in ((seats[0]["seat"], 200), (1 - seats[0]["seat"], 409)):
        found = await ask(live, "GET", f"/api/tables/{first}/replay?seat={seat}", tokens[0])
        assert found.status_code == status


async def test_a_game_that_was_given_up_does_not_go_on_once_everybody_may_see_its_cards(live: Live) -> None:
    evening, tokens = await begun(live, "Ada", "Ben", "Eve", "Fay", rounds=1)
    codes = [(await evening.info(token))["sits"]["code"] for token in tokens]
    given_up = next(code for code in codes if code != codes[0])
    async with sitting(live, given_up, tokens[codes.index(given_up)]) as eve:
        while eve.table["state"] != "playing":
            await eve.hear()
    number = live.table(given_up).state.row.id
    live.run(lambda c: apply.change_table(c, number, {"archived": True}))
    live.put_away(given_up)
    deal = live.table(codes[0]).state.row.deal or ""
    await evening.lead("time")
    comes_to(lambda: are_running(live.within(lambda: live.registry.store.deal_tables(deal))), False)
    assert (await ask(live, "GET", f"/api/tables/{given_up}")).json()["error"]["code"] == "deal_past"


async def test_an_evening_has_an_answer_to_everything_that_is_not_possible(live: Live) -> None:
    for wish, status, code in (
        ({"games": [{"game": "chess"}]}, 404, "no_game"),
        ({"seats": 8, "games": [{"game": "quanto"}]}, 422, "bad_options"),
        ({"games": [{"game": "lobo77", "options": {"no": 1}}]}, 422, "bad_options"),
        ({"games": [{"game": "lobo77", "options": {"seats": 3}}]}, 422, "bad_options"),
        ({"level": "grandmaster"}, 422, "no_level"),
        ({"name": "\u200b"}, 422, "bad_name"),
        ({"rounds": 0}, 400, "bad_request"),
    ):
        body = {"name": "Club", "games": [{"game": "lobo77"}], **wish}
        answer = await ask(live, "POST", "/api/evenings", json=body)
        assert error(answer) == (status, code)
    assert (await ask(live, "GET", "/api/evenings/ABCDEF")).json()["error"]["code"] == "no_evening"
    evening = await opened(live, rounds=1, seats=2)
    assert await evening.refused("lead", what="start", token=evening.token) == "evening_few"
    assert await evening.refused("lead", what="end", token=evening.token) == "evening_few"
    assert await evening.refused("lead", what="time", token=evening.token) == "evening_rests"
    ada = await evening.join("Ada")
    assert await evening.refused("lead", what="start", token=ada) == "not_host"
    assert await evening.refused("join", name="ada") == "name_taken"
    assert await evening.refused("attend", here=True, token=evening.token) == "not_seated"
    assert (await evening.get("rounds/1")).status_code == 404
    assert (await evening.get("rounds/x")).status_code == 404
    assert (await evening.get("", since="x")).status_code == 400


async def test_late_arrivals_play_from_the_next_round_and_people_who_leave_get_no_seat(live: Live) -> None:
    evening, (ada, ben) = await begun(live, "Ada", "Ben", rounds=2)
    cid = await evening.join("Cid")
    assert (await evening.info(cid))["sits"] is None
    sits = (await evening.info(ben))["sits"]
    left = await evening.post("attend", {"here": False}, ben)
    assert [one["here"] for one in left.json()["people"]] == [True, False, True]
    # A bot plays for Ben at once: Ada waits for nobody.
    seat = sits["seat"]
    comes_to(lambda: live.table(sits["code"]).state.seats[seat].standing_in, True)
    await one_decision_each(live, evening, [ada])
    await evening.until(lambda info: info["state"] == "pause")
    await evening.lead("start")
    assert (await evening.info(ben))["sits"] is None
    assert (await evening.info(cid))["sits"]["code"] == (await evening.info(ada))["sits"]["code"]
    await one_decision_each(live, evening, [ada, cid])
    over = await evening.until(lambda info: info["state"] == "over")
    assert {one["person"]: one["deals"] for one in over["standings"]} == {0: 2, 1: 0, 2: 1}
    assert await evening.refused("join", name="Dan") == "evening_over"


async def test_a_guest_who_joins_twice_is_one_person(live: Live) -> None:
    evening = await opened(live, seats=2)
    token = await evening.join("Ada", guest="a" * 43)
    await evening.post("attend", {"here": False}, token)
    assert await evening.join("Eve", guest="a" * 43) == token
    assert [(one["name"], one["here"]) for one in (await evening.info())["people"]] == [("Ada", True)]


@pytest.mark.limits(attends=Rate(0.001, 2))
async def test_a_person_who_leaves_and_returns_all_the_time_is_refused_and_nobody_else(
    own: Live,
) -> None:
    evening = await opened(own)
    eve, ben = [await evening.join(name) for name in ("Eve", "Ben")]
    asked = [await evening.post("attend", {"here": False}, who) for who in (eve, eve, eve, ben)]
    assert [answer.status_code for answer in asked] == [200, 200, 429, 200]


@pytest.mark.limits(evenings=6)
@pytest.mark.parametrize("people", [0, 2])
async def test_where_there_is_no_room_a_program_loses_its_evenings_and_nobody_else(
    own: Live, people: int
) -> None:
    """It has opened them from two networks, without people, or with people whom it has made up."""

    async def open_one(network: str) -> httpx.Response:
        body = {"name": "Club", "games": [{"game": "lobo77"}]}
        from_there = {"X-Forwarded-For": f"2001:db8:{network}::1"}
        return await ask(own, "POST", "/api/evenings", json=body, headers=from_there)

    async def age(minutes: int) -> None:
        before = update(schema.evenings).values(touched=schema.evenings.c.touched - 60_000 * minutes)
        own.run(lambda c: c.execute(before))

    async def join(code: str) -> None:
        for name in ("Ada", "Ben")[:people]:
            assert (
                await ask(own, "POST", f"/api/evenings/{code}/join", json={"name": name})
            ).status_code == 201

    honest = [(await open_one(network)).json()["code"] for network in ("1", "2")]
    await age(30)
    program = [(await open_one(network)).json()["code"] for network in ("a:1", "b:1", "a:2", "b:2")]
    for code in honest + program:
        await join(code)
    if people:
        assert (await open_one("3")).json()["error"]["code"] == "house_full"
        await age(61)
    fresh = [await open_one(network) for network in ("3", "4")]
    assert [answer.status_code for answer in fresh] == [201, 201]
    left = own.run(codes)
    assert left >= set(honest)
    assert [code in left for code in program] == [False, False, True, True]  # one of each network


def codes(connection: Connection) -> set[str]:
    return set(connection.execute(select(schema.evenings.c.code)).scalars())


async def test_a_person_whom_the_host_removes_does_not_come_back(live: Live) -> None:
    evening, rude = await opened(live, seats=2), "r" * 43
    tokens = [await evening.join(name) for name in ("Ada", "Ben")]
    eve = await evening.join("Eve", guest=rude)
    assert await evening.refused("lead", evening.token, what="remove", person=3) == "no_such_seat"
    await evening.lead("start")
    sits = (await evening.info(eve))["sits"]
    await evening.lead("remove", person=2)
    await one_decision_each(live, evening, tokens)
    await evening.until(lambda info: info["state"] == "pause")
    result = (await evening.get("rounds/1")).json()["tables"][sits["table"]]["results"][sits["seat"]]
    assert (result["percent"], result["absent"]) == (40.0, True)
    for request, token, body in (
        ("attend", eve, {"here": True}),
        ("join", None, {"name": "Eva", "guest": rude}),
    ):
        assert await evening.refused(request, token, **body) == "evening_removed"
    assert [one["here"] for one in (await evening.info())["people"]] == [True, True, False]


async def test_when_the_time_of_a_round_is_up_bots_play_the_rest(live: Live) -> None:
    evening, (ada, ben) = await begun(live, "Ada", "Ben", rounds=2)
    sits = (await evening.info(ada))["sits"]
    async with sitting(live, sits["code"], ada) as guest:
        while guest.table["state"] != "playing":
            await guest.hear()
        if not guest.last["actions"]:  # it is Ben's turn, who is not here
            later(live, live.table(sits["code"]), 61)
            await guest.until("news")
        await guest.asked()
        await guest.play(guest.choices[0])
        await evening.lead("time")
        # Ada sits there and does nothing: her bot decides.
        await guest.until("news", over=True)
        assert guest.table["timer"] == 0
    pause = await evening.until(lambda info: info["state"] == "pause")
    assert {one["person"]: one["deals"] for one in pause["standings"]} == {0: 1, 1: 0}
    # Ben was never there: he gets a seat again when he says that he is.
    assert [one["here"] for one in pause["people"]] == [True, False]
    back = await evening.post("attend", {"here": True}, ben)
    assert back.json()["people"][1]["here"]
    await evening.lead("end")
    assert (await evening.info())["state"] == "over"


async def test_the_ranking_is_a_spreadsheet_in_which_no_name_is_a_formula(live: Live) -> None:
    evening, tokens = await begun(live, "=1+1", "\uff20Ben", rounds=1)
    await one_decision_each(live, evening, tokens)
    over = await evening.until(lambda info: info["state"] == "over")
    answer = await evening.get("ranking.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert {row["name"] for row in rows} == {"'=1+1", "'\uff20Ben"}
    assert [float(row["percent"]) for row in rows] == pytest.approx(
        [one["percent"] for one in over["standings"]], abs=0.01
    )
    picture = await evening.get("qr.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")


async def test_a_guest_who_deletes_everything_leaves_no_name_and_no_key(live: Live) -> None:
    key = "g" * 43
    for _ in range(2):  # also with a key that was deleted before
        evening = await opened(live, rounds=1, seats=2)
        ada = await evening.join("Ada", guest=key)
        answer = await ask(live, "POST", "/api/guest/forget", key=key)
        assert answer.status_code == 200
        await evening.until(lambda info: [one["name"] for one in info["people"]] == ["—"])
        assert (await evening.info(ada))["you"] == 0
        code = evening.code
        stored = live.within(lambda: live.registry.store.evening(code))  # noqa: B023
        assert stored is not None
        assert all(person.guest is None for person in stored.evening.people)


async def test_sixty_four_phones_behind_one_router_are_within_the_usual_limits(tmp_path: Path) -> None:
    """As their pages do: each joins, has a socket open, waits for news of the evening, and sits down when a round begins."""
    usual = replace(Limits(), request_seconds=PATIENCE, answer_seconds=PATIENCE, hello_seconds=PATIENCE)
    with serving(tmp_path, usual) as live:
        evening = await opened(live, rounds=1)
        everybody = asyncio.Barrier(rules.MOST)

        async def phone(number: int) -> None:
            token = await evening.join(f"Guest {number}")
            async with await dial(f"{live.url}/api/guest/socket") as page:
                await page.send(json.dumps({"type": "present", "key": token.ljust(32, "x")}))
                await everybody.wait()
                if number == 0:
                    await evening.lead("start")
                sits = (await evening.until(lambda info: info["sits"] is not None, token))["sits"]
                assert (await ask(live, "GET", f"/api/tables/{sits['code']}")).status_code == 200
                async with sitting(live, sits["code"], token) as guest:
                    assert guest.table["seats"][sits["seat"]]["name"] == f"Guest {number}"
                    await everybody.wait()

        async with asyncio.TaskGroup() as phones:
            for number in range(rules.MOST):
                phones.create_task(phone(number))
