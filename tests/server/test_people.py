"""People who have played together: head to head, invitations, groups and seasons, and what strangers learn of them."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
import websockets

from helpers.server.guests import ADA, BEN, EVE, finished, played, stored, two_at_a_table
from helpers.server.serving import (
    ENDING,
    GENEROUS,
    Live,
    Message,
    ask,
    dial,
    join,
    lay_out,
    play_on,
    serving,
    set_table,
    sitting,
)
from tischlein.server.club.people import alias
from tischlein.server.table.tokens import hash_token

ZOE = "z" * 43
NOBODY: Message = {"people": [], "groups": [], "rated": True, "ratings": []}


@pytest.fixture
def live(tmp_path: Any) -> Iterator[Live]:
    limits = replace(GENEROUS, groups=3, groups_per_guest=2, members=3)
    with serving(tmp_path, limits) as live:
        yield live


async def api(live: Live, key: str | None, path: str, body: Message | None = None, status: int = 200) -> Any:
    answer = await ask(live, "GET" if body is None else "POST", f"/api{path}", key, json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


async def found(live: Live, key: str = ADA, name: str = "Ada", group: str = "Monday") -> str:
    made = await api(live, key, "/groups", {"group": group, "name": name}, 201)
    code: str = made["code"]
    return code


async def joined(live: Live, key: str, code: str, name: str, status: int = 200) -> Any:
    return await api(live, key, f"/groups/{code}/join", {"name": name}, status)


@asynccontextmanager
async def open_page(live: Live, key: str) -> AsyncIterator["Page"]:
    async with await dial(f"{live.url}/api/guest/socket") as socket:
        page = Page(socket)
        await page.say("present", key=key)
        yield page


class Page:
    """An open page of a guest: what it says, and the tables to which it was invited last."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def hears(self) -> Message:
        message: Message = json.loads(await asyncio.wait_for(self.socket.recv(), 30))
        return message

    async def invited(self) -> list[Message]:
        message = await self.hears()
        assert message["type"] == "invitations", message
        invitations: list[Message] = message["invitations"]
        return invitations


async def test_whom_you_have_played_with_and_who_was_ahead(live: Live) -> None:
    assert (await api(live, ADA, "/guest/people")) == NOBODY
    for _ in range(2):
        await finished(live)
    [ben] = (await api(live, ADA, "/guest/people"))["people"]
    [ada] = (await api(live, BEN, "/guest/people"))["people"]
    assert (ben["name"], ben["games"], ben["game"], ada["name"]) == ("Ben", 2, "lobo77", "Ada")
    assert (ben["ahead"], ben["behind"]) == (ada["behind"], ada["ahead"])
    assert ben["ahead"] + ben["behind"] == 2
    # Nobody learns whether a person is here by having played with them.
    async with open_page(live, BEN) as page:
        assert await page.invited() == []
        [ben] = (await api(live, ADA, "/guest/people"))["people"]
        assert ben["here"] is None
    # Eve knows nobody, and nothing that Ada is told is a key or its hash.
    assert (await api(live, EVE, "/guest/people"))["people"] == []
    told = json.dumps([ben, ada])
    for key in (ADA, BEN):
        assert key not in told
        assert hash_token(key) not in told


async def test_people_are_invited_on_their_open_pages(live: Live) -> None:
    code, _ = await finished(live)
    [ben] = (await api(live, ADA, "/guest/people"))["people"]
    # Whatever she calls herself now: Ben is told the name that he knows her by.
    table = (await set_table(live, guest=ADA, name="Your mother"))["code"]
    async with open_page(live, BEN) as page:
        assert await page.invited() == []
        wish = {"code": table, "people": [ben["id"]]}
        assert (await api(live, ADA, "/guest/invite", wish)) == {"people": 1}
        invitation = {"code": table, "game": "lobo77", "name": "Ada"}
        assert await page.invited() == [invitation]
        # A page that opens later shows it too, until Ben does not want it any more, on any page.
        async with open_page(live, BEN) as other:
            assert await other.invited() == [invitation]
            await other.say("dismiss", code=table)
            assert await other.invited() == []
        assert await page.invited() == []
        # Asking again does not bring it back.
        await api(live, ADA, "/guest/invite", wish)
        await page.say("ping")
        assert await page.hears() == {"type": "pong"}
        # Eve is no friend of Ben's, does not sit at Ada's table, and cannot use Ada's name for him.
        await api(live, EVE, "/guest/invite", wish, 409)
        eves = (await set_table(live, guest=EVE, name="Eve"))["code"]
        for name in (ben["id"], alias(hash_token(EVE), hash_token(ZOE))):
            nobody = await api(live, EVE, "/guest/invite", {"code": eves, "people": [name]})
            assert nobody == {"people": 0}
        # Nor can anybody be invited to a game that has ended.
        await api(live, ADA, "/guest/invite", {"code": code, "people": [ben["id"]]}, 409)
        await page.say("ping")
        assert await page.hears() == {"type": "pong"}


async def test_a_page_must_say_whose_it_is(live: Live) -> None:
    for first in ('{"type":"ping"}', '{"type":"present","key":"short"}', "[", "x" * 5000):
        async with await dial(f"{live.url}/api/guest/socket") as socket:
            await socket.send(first)
            assert json.loads(await socket.recv())["type"] == "goodbye"


async def test_a_group_is_for_those_with_its_link(live: Live) -> None:
    code = await found(live)
    assert len(code) == 10
    seen = await api(live, BEN, f"/groups/{code}")
    assert (seen["name"], seen["size"], seen["member"], seen["members"]) == ("Monday", 1, False, [])
    await api(live, None, f"/groups/{code}", status=401)
    await api(live, BEN, f"/groups/{code}/season", status=404)
    await joined(live, BEN, code, "ada", 409)  # looks like Ada's name
    await joined(live, BEN, code, "Ben")
    async with open_page(live, BEN) as page:
        assert await page.invited() == []
        group = await api(live, ADA, f"/groups/{code}")
        people = [(member["name"], member["here"], member["you"]) for member in group["members"]]
        assert people == [("Ada", False, True), ("Ben", True, False)]
        # Members may invite one another before they have ever played.
        table = (await set_table(live, guest=ADA, name="Your mother", group=code))["code"]
        wish = {"code": table, "people": [member["id"] for member in group["members"]]}
        assert (await api(live, ADA, "/guest/invite", wish)) == {"people": 1}
        assert [(one["code"], one["name"]) for one in await page.invited()] == [(table, "Ada")]
    # The group's tables are shown to members, and no table tells the code of its group.
    assert [one["code"] for one in (await api(live, BEN, f"/groups/{code}"))["tables"]] == [table]
    games = [{"game": "lobo77"}]
    wish = {"name": "Friday", "games": games, "group": code}
    for stranger in (None, EVE):
        await api(live, None, "/evenings", {**wish, "guest": stranger}, 404)
    evening = await api(live, None, "/evenings", {**wish, "guest": ADA}, 201)
    told = (await api(live, BEN, f"/groups/{code}"))["evenings"]
    assert told == [{"code": evening["code"], "name": "Friday", "state": "gathering"}]
    for name in ("Ada", "Ben"):
        await api(live, None, f"/evenings/{evening['code']}/join", {"name": name}, 201)
    await api(live, evening["token"], f"/evenings/{evening['code']}/lead", {"what": "start"})
    # Who plays where in a round is told to nobody else.
    assert [one["code"] for one in (await api(live, BEN, f"/groups/{code}"))["tables"]] == [table]
    seen = await api(live, EVE, f"/groups/{code}")
    assert (seen["members"], seen["tables"], seen["evenings"]) == ([], [], [])
    assert code not in json.dumps(await api(live, None, f"/tables/{table}"))
    for key in (EVE, None):
        wish = {"game": "lobo77", "seats": 2, "name": "Eve", "guest": key, "group": code}
        await api(live, None, "/tables", {k: v for k, v in wish.items() if v}, 404)
    mine = (await api(live, BEN, "/guest/people"))["groups"]
    assert mine == [{"code": code, "name": "Monday", "members": 2, "here": 0}]
    assert (await api(live, EVE, "/guest/people"))["groups"] == []


async def test_groups_have_bounds_and_vanish_with_the_last_member(live: Live) -> None:
    code = await found(live)
    made = await set_table(live, guest=ADA, group=code)
    other = await join(live, made["code"], "Ben", guest=BEN)
    await played(live, made["code"], [made["token"], other["token"]])
    await joined(live, "t" * 43, await found(live, group="Tuesday"), "Twin")
    await api(live, ADA, "/groups", {"group": "Wednesday", "name": "Ada"}, 409)
    third = await found(live, ZOE, "Zoe")
    for k, name in enumerate(("Ben", "Cleo")):
        await joined(live, str(k) * 43, code, name)
    await joined(live, EVE, code, "Eve", 409)
    # The store is full: of the groups in which nobody has played the oldest goes, since this network has founded all.
    await found(live, EVE, "Eve", "Thursday")
    assert [len((await api(live, key, "/guest/people"))["groups"]) for key in (ADA, ZOE)] == [1, 1]
    table = (await set_table(live, guest=ZOE, group=third))["code"]
    assert third in stored(live.file)
    left = await api(live, ZOE, f"/groups/{third}/leave", {})
    assert (left["member"], left["size"]) == (False, 0)
    await api(live, ZOE, f"/groups/{third}", status=404)
    assert third not in stored(live.file)
    assert (await api(live, None, f"/tables/{table}"))["code"] == table
    assert (await api(live, ADA, f"/groups/{code}"))["size"] == 3


async def test_the_owner_removes_a_member_and_the_old_link_lets_nobody_in(live: Live) -> None:
    code = await found(live)
    await joined(live, BEN, code, "Ben")
    group = await joined(live, EVE, code, "Eve")
    assert [member["owner"] for member in group["members"]] == [True, False, False]
    [eve] = [member["id"] for member in group["members"] if member["you"]]
    # Nobody but the owner removes anybody, and nobody removes the owner.
    for key in (BEN, EVE, ZOE):
        for member in (eve, alias(hash_token(key), hash_token(EVE)), alias(hash_token(key), hash_token(ADA))):
            await api(live, key, f"/groups/{code}/remove", {"member": member}, 403)
    own = alias(hash_token(ADA), hash_token(ADA))
    assert (await api(live, ADA, f"/groups/{code}/remove", {"member": own}))["size"] == 3
    gone = alias(hash_token(ADA), hash_token(EVE))
    group = await api(live, ADA, f"/groups/{code}/remove", {"member": gone})
    assert [member["name"] for member in group["members"]] == ["Ada", "Ben"]
    assert (group["code"], group["link"] != code) == (code, True)
    # The old link is dead, under any key; the members' page is where it was.
    for key in (EVE, ZOE):
        await api(live, key, f"/groups/{code}", status=404)
        await joined(live, key, code, "Eve", 404)
        await api(live, key, f"/groups/{code}/season", status=404)
    assert (await api(live, BEN, f"/groups/{code}"))["link"] == group["link"]
    assert (await joined(live, ZOE, group["link"], "Zoe"))["code"] == code
    # When the owner leaves, the oldest member is the owner; so it is after "Delete everything".
    await api(live, ADA, "/guest/forget", {})
    members = (await api(live, ZOE, f"/groups/{code}"))["members"]
    assert [(member["name"], member["owner"]) for member in members] == [("Ben", True), ("Zoe", False)]
    await joined(live, ADA, group["link"], "Ada")
    await api(live, ADA, f"/groups/{code}/remove", {"member": alias(hash_token(ADA), hash_token(BEN))}, 403)


async def test_a_season_is_made_from_the_results_of_the_groups_tables(live: Live) -> None:
    code = await found(live)
    await joined(live, BEN, code, "Ben")
    won = {"Ada": 0, "Ben": 0}
    for of_group in (True, True, False):
        made = await set_table(live, guest=ADA, group=code if of_group else None)
        ben = await api(live, None, f"/tables/{made['code']}/join", {"name": "Benny", "guest": BEN}, 201)
        await played(live, made["code"], [made["token"], ben["token"]])
        last = (await api(live, ADA, "/guest/games"))[0]
        if of_group:
            won["Ada" if last["standings"][0]["seats"] == [0] else "Ben"] += 1
    season = await api(live, ADA, f"/groups/{code}/season")
    assert (season["group"], season["games"]) == ("Monday", 2)
    assert {row["name"]: row["won"] for row in season["rows"]} == won
    for row in season["rows"]:
        assert (row["games"], row["most"], row["points"]) == (2, 2, row["won"])
        assert row["average"] == 2 - row["won"] / 2
    past = await api(live, ADA, f"/groups/{code}/season?start=2020-01-01&end=2020-03-31")
    assert (past["start"], past["end"], past["games"], past["rows"]) == (
        "2020-01-01",
        "2020-03-31",
        0,
        [],
    )
    await api(live, ADA, f"/groups/{code}/season?start=soon", status=400)


async def test_a_season_has_its_first_and_its_last_day(live: Live) -> None:
    code = await found(live)
    await joined(live, BEN, code, "Ben")
    before = datetime.now(UTC).date()
    made = await set_table(live, guest=ADA, group=code)
    ben = await api(live, None, f"/tables/{made['code']}/join", {"name": "Benny", "guest": BEN}, 201)
    await played(live, made["code"], [made["token"], ben["token"]])
    after = datetime.now(UTC).date()  # another day only at midnight
    day = timedelta(days=1)
    for start, end, games in (
        (before, after, 1),
        (before - day, before - day, 0),
        (after + day, after + day, 0),
    ):
        season = await api(live, ADA, f"/groups/{code}/season?start={start}&end={end}")
        assert (start, end, season["games"]) == (start, end, games)


async def test_delete_everything_deletes_memberships_and_head_to_head(live: Live) -> None:
    await finished(live)
    [ben] = (await api(live, ADA, "/guest/people"))["people"]
    table = (await set_table(live, guest=ADA))["code"]
    await api(live, ADA, "/guest/invite", {"code": table, "people": [ben["id"]]})
    group = await found(live)
    await joined(live, BEN, group, "Benedict")
    assert hash_token(BEN) in stored(live.file)
    assert "Benedict" in stored(live.file)
    await api(live, BEN, "/guest/forget", {})
    assert hash_token(BEN) not in stored(live.file)
    assert "Benedict" not in stored(live.file)
    assert (await api(live, ADA, "/guest/people"))["people"] == []
    assert [member["name"] for member in (await api(live, ADA, f"/groups/{group}"))["members"]] == ["Ada"]
    async with open_page(live, BEN) as page:
        assert await page.invited() == []
    await api(live, ADA, "/guest/forget", {})
    assert group not in stored(live.file)


async def test_people_who_join_at_once_get_different_names(live: Live) -> None:
    code = await found(live)
    path, keys = f"/api/groups/{code}/join", [hash_token(str(number)) for number in range(6)]
    answers = await asyncio.gather(*(ask(live, "POST", path, key, json={"name": "Twin"}) for key in keys))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]


async def test_ratings_are_for_guests_who_want_them_and_their_groups(live: Live) -> None:
    assert (await api(live, None, "/about"))["ratings"]
    live.registry.services.ratings.fresh = 0  # instead of waiting for a minute
    code = await found(live)
    await joined(live, BEN, code, "Ben")
    await played(live, *await two_at_a_table(live))
    own = {key: (await api(live, key, "/guest/people"))["ratings"] for key in (ADA, BEN)}
    values = [rating["value"] for [rating] in own.values()]
    assert sum(values) == 3000
    assert max(values) > 1550
    assert own[ADA][0]["game"] == "lobo77"
    assert (own[ADA][0]["games"], own[ADA][0]["spread"] > 500) == (1, True)
    members = (await api(live, ADA, f"/groups/{code}"))["members"]
    assert [member["ratings"] for member in members] == [own[ADA], own[BEN]]
    # Ben wants none; then there is nobody to compare Ada with, either.
    assert await api(live, BEN, "/guest/rating", {"on": False}) == {"on": False}
    assert not (await api(live, BEN, "/guest/people"))["rated"]
    assert [member["ratings"] for member in (await api(live, ADA, f"/groups/{code}"))["members"]] == [
        [],
        [],
    ]
    await api(live, BEN, "/guest/rating", {"on": True})
    assert (await api(live, BEN, "/guest/people"))["ratings"] == own[BEN]
    # A made-up key leaves nothing behind, and one that deletes everything neither.
    assert await api(live, EVE, "/guest/rating", {"on": False}) == {"on": True}
    await api(live, BEN, "/guest/rating", {"on": False})
    await api(live, BEN, "/guest/forget", {})
    assert hash_token(BEN) not in stored(live.file)
    assert (await api(live, ADA, "/guest/people"))["ratings"] == []


async def test_leaving_a_lost_game_does_not_erase_it(live: Live) -> None:
    """Who leaves after her decisions has the seat's final result; who leaves before them has none, and Ben's counts in each game."""
    live.registry.services.ratings.fresh = 0
    code = await found(live)
    await joined(live, BEN, code, "Ben")
    for decides in (True, False):
        made = await set_table(live, guest=ADA, group=code)
        token = (await api(live, None, f"/tables/{made['code']}/join", {"name": "Ben", "guest": BEN}, 201))[
            "token"
        ]
        lay_out(live, made["code"], ENDING)
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], token) as ben,
        ):
            if decides:
                await ada.play("9")
            await ada.say("leave")
            if decides:
                await ben.asked()
                await ben.play("10")
            await play_on(ben, Random(1))
    lost, won = [await api(live, key, "/guest/games") for key in (ADA, BEN)]
    assert [game["counts"] for game in lost] == [True]
    assert [game["counts"] for game in won] == [True, True]
    (left_early, stayed) = [game["decisions"][0] for game in won]
    assert left_early[0] == 0 < left_early[1]
    assert stayed == [1, 0]
    own = {key: (await api(live, key, "/guest/people"))["ratings"][0] for key in (ADA, BEN)}
    assert [own[key]["games"] for key in (ADA, BEN)] == [1, 1]
    assert own[ADA]["value"] + own[BEN]["value"] == 3000
    rows = {row["name"]: row["games"] for row in (await api(live, ADA, f"/groups/{code}/season"))["rows"]}
    assert rows == {"Ada": 1, "Ben": 1}


async def test_made_up_keys_do_not_make_the_server_compute(live: Live) -> None:
    """Ratings are computed once a minute, by one request at a time; only the guest's own vanishes at once."""
    await played(live, *await two_at_a_table(live))
    ratings = live.registry.services.ratings
    first = await ratings.of("lobo77")
    assert first.keys() == {hash_token(ADA), hash_token(BEN)}
    for _ in range(3):
        await api(live, EVE, "/guest/rating", {"on": False})
        await api(live, EVE, "/guest/forget", {})
    assert await ratings.of("lobo77") is first
    await api(live, BEN, "/guest/rating", {"on": False})
    assert await ratings.of("lobo77") is first
    assert first.keys() == {hash_token(ADA)}


async def test_an_operator_can_switch_ratings_off(tmp_path: Any) -> None:
    with serving(tmp_path, rating=False) as live:
        assert not (await api(live, None, "/about"))["ratings"]
        await played(live, *await two_at_a_table(live))
        assert (await api(live, ADA, "/guest/people"))["ratings"] == []


async def test_a_match_prefers_people_of_similar_strength(live: Live) -> None:
    for _ in range(3):
        await finished(live)
    [own] = (await api(live, ADA, "/guest/people"))["ratings"]
    strong, weak = (ADA, BEN) if own["value"] > 1500 else (BEN, ADA)
    hosts = {}
    async with AsyncExitStack() as there:
        for key in (weak, strong):
            made = await set_table(live, seats=4, guest=key, listed=True)
            hosts[key] = made["code"]
            await there.enter_async_context(sitting(live, made))
        for similar, expected in ((False, weak), (True, strong)):
            wish = {"game": "lobo77", "name": f"Guest {similar}", "guest": strong, "similar": similar}
            matched = await api(live, None, "/match", wish, 201)
            assert (matched["code"], matched["opened"]) == (hosts[expected], False)
