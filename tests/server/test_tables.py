"""Setting tables, sitting down and leaving."""

import asyncio
from random import Random
from typing import Any

import pytest

from helpers.serving import Live, join, play_on, set_table, sitting
from tischlein.bots.nicknames import BOT_NAMES
from tischlein.games import GAMES

Message = dict[str, Any]


async def ask(live: Live, method: str, path: str, **more: Any) -> tuple[int, Any]:
    async with live.client() as client:
        answer = await client.request(method, path, **more)
    return answer.status_code, answer.json()


def test_the_games_are_listed_with_what_can_be_chosen(live: Live) -> None:
    status, games = asyncio.run(ask(live, "GET", "/api/games"))
    assert status == 200
    assert [game["id"] for game in games] == list(GAMES)
    for game in games:
        assert game["levels"][0] == "random"
        assert all(option["help"]["de"] and option["help"]["en"] for option in game["options"])
    quando = next(game for game in games if game["id"] == "quando")
    target = next(option for option in quando["options"] if option["name"] == "target")
    assert target["choices"] == {"min": 1, "max": 999}


def test_a_table_for_one_starts_at_once(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3, bots=[None, "random", "random"])
        assert (made["seat"], made["others"]) == (0, [])
        async with sitting(live, made["code"], made["token"]) as ada:
            assert ada.last["you"] == 0
            assert ada.table["state"] == "playing"
            assert [seat["kind"] for seat in ada.table["seats"]] == ["person", "bot", "bot"]
            assert len({seat["name"] for seat in ada.table["seats"]}) == 3

    asyncio.run(scene())


def test_friends_join_and_the_host_starts(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, "qwixx", seats=3)
        code = made["code"]
        async with sitting(live, code, made["token"]) as ada:
            assert ada.last["view"] is None
            ben = await join(live, code.lower(), "Ben")
            assert ben["seat"] == 1
            while ada.table["seats"][1]["name"] != "Ben":
                await ada.until("people")
            async with sitting(live, code, ben["token"]) as guest:
                await guest.say("start")
                assert (await guest.until("refused"))["code"] == "not_host"
                await ada.say("start", empty="bots")
                await asyncio.gather(ada.until("welcome"), guest.until("welcome"))
                assert guest.table["state"] == "playing"
                assert guest.table["seats"][2]["kind"] == "bot"
                assert guest.last["view"]["you"] == 1

    asyncio.run(scene())


def test_empty_seats_can_be_closed_and_everybody_keeps_their_seat(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, "lobo77", seats=4)
        zoe = await join(live, made["code"], "Zoe", seat=3)
        assert zoe["seat"] == 3
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], zoe["token"]) as guest,
        ):
            await ada.say("start", empty="close")
            await guest.until("welcome")
            assert guest.last["you"] == 1
            assert [seat["name"] for seat in guest.table["seats"]] == ["Ada", "Zoe"]

    asyncio.run(scene())


def test_nobody_starts_alone(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2)
        async with sitting(live, made["code"], made["token"]) as ada:
            await ada.say("start", empty="close")
            assert (await ada.until("refused"))["code"] == "too_few"

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "chess"}, 404, "no_game"),
        ({"seats": 9}, 422, "bad_options"),
        ({"options": {"manual_draw": 1}}, 422, "bad_options"),
        ({"options": {"speed": True}}, 422, "bad_options"),
        ({"bots": ["genius"]}, 422, "no_level"),
        ({"stand_in": "genius"}, 422, "no_level"),
        ({"bots": ["random"] * 5, "seats": 2}, 422, "bad_options"),
        ({"name": "  "}, 422, "bad_name"),
        ({"name": "\u202e\u200b"}, 422, "bad_name"),
        ({"name": ""}, 400, "bad_request"),
        ({"name": "A" * 25}, 400, "bad_request"),
        ({"timer": 1}, 400, "bad_request"),
        ({"seats": "two"}, 400, "bad_request"),
        ({"surprise": 1}, 400, "bad_request"),
        ({"hot_seat": ["Ben", "Cem"]}, 409, "full"),
        ({"hot_seat": ["ada"]}, 409, "name_taken"),
        ({"hot_seat": ["Ben"], "hot_seat_at": [0]}, 409, "seat_taken"),
        ({"hot_seat": ["Ben"], "hot_seat_at": [2]}, 404, "no_such_seat"),
        ({"hot_seat": ["Ben"], "hot_seat_at": [1, 1]}, 422, "bad_options"),
        ({"hot_seat": ["Ben", "Cem"], "hot_seat_at": [1, 1], "seats": 3}, 409, "seat_taken"),
    ],
)
def test_what_cannot_be_set_is_refused_with_the_reason(
    live: Live, wish: Message, status: int, code: str
) -> None:
    body = {"game": "lobo77", "seats": 2, "name": "Ada", **wish}
    got, answer = asyncio.run(ask(live, "POST", "/api/tables", json=body))
    assert (got, answer["error"]["code"]) == (status, code)
    assert all(answer["error"]["text"][language] for language in ("de", "en"))


def test_who_may_not_sit_down_hears_why(live: Live) -> None:
    async def scene() -> None:
        code = (await set_table(live, seats=3))["code"]
        path = f"/api/tables/{code}/join"

        async def try_to(**body: Any) -> tuple[int, str]:
            status, answer = await ask(live, "POST", path, json=body)
            return status, answer["error"]["code"]

        assert await try_to(name="ADA") == (409, "name_taken")
        assert await try_to(name="Ben", seat=0) == (409, "seat_taken")
        assert await try_to(name="Ben", seat=7) == (404, "no_such_seat")
        await join(live, code, "Ben")
        await join(live, code, "Cem")
        assert await try_to(name="Dan") == (409, "full")
        status, answer = await ask(live, "GET", "/api/tables/ZZZZZZ")
        assert (status, answer["error"]["code"]) == (404, "no_table")

    asyncio.run(scene())


@pytest.mark.parametrize("name", BOT_NAMES[:6])
def test_a_bot_gives_its_name_to_a_person(live: Live, name: str) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=8, name=name, bots=[None, *["random"] * 7])
        _, info = await ask(live, "GET", f"/api/tables/{made['code']}")
        assert info["seats"][0]["name"] == name
        assert len({seat["name"] for seat in info["seats"]}) == 8

    asyncio.run(scene())


def test_leaving_before_the_start_frees_the_seat_and_passes_the_host_on(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2)
        ben = await join(live, made["code"], "Ben")
        async with sitting(live, made["code"], ben["token"]) as guest:
            async with sitting(live, made["code"], made["token"]) as ada:
                await ada.say("leave")
                assert (await ada.until("goodbye"))["code"] == "left"
            while guest.table["host"] != 1:
                await guest.until("people")
            assert guest.table["seats"][0]["kind"] == "open"

    asyncio.run(scene())


def test_a_bot_plays_on_for_somebody_who_left_and_hands_back(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2, options={"starter": 0})
        ben = await join(live, made["code"], "Ben")
        async with sitting(live, made["code"], ben["token"]) as guest:
            async with sitting(live, made["code"], made["token"]) as ada:
                await ada.say("start")
                await ada.until("welcome")
                await ada.say("leave")
                await ada.until("goodbye")
            while not guest.last["actions"]:
                await guest.hear()
            assert guest.table["timer"] is None
            assert guest.table["seats"][0]["standing_in"]
            assert guest.table["host"] == 1
            async with sitting(live, made["code"], made["token"]) as ada:
                assert not ada.table["seats"][0]["standing_in"]

    asyncio.run(scene())


def test_several_people_at_one_device(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3, hot_seat=["Ben"], bots=[None, "random", None])
        assert [other["seat"] for other in made["others"]] == [2]
        async with sitting(live, made["code"], made["others"][0]["token"]) as ben:
            assert ben.last["you"] == 2
            assert ben.table["state"] == "playing"
            assert [seat["name"] for seat in ben.table["seats"]][::2] == ["Ada", "Ben"]

    asyncio.run(scene())


def test_people_at_one_device_sit_where_they_ask_to(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=5, hot_seat=["Ben", "Cem"], hot_seat_at=[4, 2])
        assert [other["seat"] for other in made["others"]] == [4, 2]
        _, info = await ask(live, "GET", f"/api/tables/{made['code']}")
        assert [seat["name"] for seat in info["seats"]] == ["Ada", None, "Cem", None, "Ben"]

    asyncio.run(scene())


def test_bots_can_play_among_themselves(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2, bots=["random", "easy"])
        assert (made["seat"], made["token"]) == (None, None)
        async with sitting(live, made["code"]) as guest:
            await play_on(guest, Random(1))
            assert guest.last["winners"]

    asyncio.run(scene())
