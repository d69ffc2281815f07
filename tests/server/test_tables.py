"""Setting tables, sitting down, leaving, and what a host may do."""

import asyncio
from contextlib import AsyncExitStack
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from helpers.serving import Guest, Live, join, knock, play_on, set_table, sitting
from tischlein.bots.called import BOT_NAMES
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


def test_the_host_sets_bots_frees_seats_and_hands_over(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3)
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await ada.say("set_seat", seat=2, bot="random")
            while ada.table["seats"][2]["kind"] != "bot":
                await ada.until("people")
            await ada.say("set_seat", seat=1, bot="random")
            assert (await ada.until("refused"))["code"] == "seat_taken"
            await ada.say("hand_over", seat=2)
            assert (await ada.until("refused"))["code"] == "not_a_person"
            await ada.say("hand_over", seat=1)
            while ada.table["host"] != 1:
                await ada.until("people")
            await ada.say("kick", seat=1)
            assert (await ada.until("refused"))["code"] == "not_host"
            await guest.say("kick", seat=0)
            assert (await ada.until("goodbye"))["code"] == "kicked"
            while guest.table["seats"][0]["kind"] != "open":
                await guest.until("people")
            # The freed seat's key is worth nothing any more.
            assert await token_is_refused(live, made["code"], made["token"])

    asyncio.run(scene())


async def token_is_refused(live: Live, code: str, token: str) -> bool:
    async with await knock(live, code) as socket:
        guest = Guest(socket)
        await guest.say("hello", token=token)
        return bool((await guest.hear())["code"] == "bad_token")


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


def test_a_rematch_is_opened_by_the_same_keys(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2)
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await guest.say("rematch")
            assert (await guest.until("refused"))["code"] == "not_over"
            await ada.say("start")
            await asyncio.gather(ada.until("welcome"), guest.until("welcome"))
            await asyncio.gather(play_on(ada, Random(1)), play_on(guest, Random(2)))
            await guest.say("rematch")
            code = (await ada.until("rematch"))["code"]
            await ada.say("rematch")
            assert (await guest.until("rematch"))["code"] == code
            assert (await guest.until("rematch"))["code"] == code
            first, second = (live.table(one).state.table for one in (made["code"], code))
            assert first is not None
            assert second is not None
            assert (first.starter, second.starter) in ((0, 1), (1, 0))  # the start moves on
        async with sitting(live, code, ben["token"]) as guest:
            assert guest.last["you"] == 1
            assert guest.table["state"] == "playing"
            assert [seat["name"] for seat in guest.table["seats"]] == ["Ada", "Ben"]
        status, mine = await ask(live, "POST", "/api/mine", json={"tokens": ["nothing", ben["token"]]})
        assert status == 200
        assert {entry["table"]["code"]: entry["token"] for entry in mine} == {made["code"]: 1, code: 1}
        old = next(entry for entry in mine if entry["table"]["code"] == made["code"])
        assert (old["table"]["state"], old["table"]["rematch"], old["your_turn"]) == ("over", code, False)

    asyncio.run(scene())


def test_a_rematch_waits_for_nobody_who_has_gone(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=3, options={"starter": 0})
        ben = await join(live, made["code"], "Ben")
        cem = await join(live, made["code"], "Cem")
        async with sitting(live, made["code"], ben["token"]) as guest:
            async with (
                sitting(live, made["code"], made["token"]) as ada,
                sitting(live, made["code"], cem["token"]) as third,
            ):
                await ada.say("start")
                for one in (ada, guest, third):
                    await one.until("welcome")
                await ada.say("leave")  # says so
                await ada.until("goodbye")
                await asyncio.gather(play_on(guest, Random(4)), play_on(third, Random(5)))
                await third.socket.close()  # says nothing
            while guest.table["seats"][2]["online"]:
                await guest.hear()
            assert [seat["standing_in"] for seat in guest.table["seats"]] == [True, False, False]
            await guest.say("rematch")
            code = (await guest.until("rematch"))["code"]
        async with sitting(live, code, ben["token"]) as guest:
            assert [seat["standing_in"] for seat in guest.table["seats"]] == [True, False, True]
            assert guest.table["host"] == 1
            # Bots play for both: the first and the third have been round when it is this seat's turn again.
            while not guest.last["actions"]:
                await guest.hear()
            before = guest.last["told"]
            await guest.play(guest.choices[0])
            while not guest.last["actions"]:
                await guest.hear()
            assert guest.last["told"] > before
            async with sitting(live, code, made["token"]) as ada:
                assert not ada.table["seats"][0]["standing_in"]

    asyncio.run(scene())


def test_who_has_a_day_need_not_be_there_when_the_rematch_starts(live: Live) -> None:
    async def scene() -> list[bool]:
        made = await set_table(live, seats=2, timer=86_400)
        ben = await join(live, made["code"], "Ben")
        async with sitting(live, made["code"], made["token"]) as ada:
            await ada.say("start")
            await ada.until("welcome")
            live_table = live.table(made["code"])
            live.within(lambda: live_table.save({"state": "over"}))
            await ada.say("rematch")
            code = (await ada.until("rematch"))["code"]
        async with sitting(live, code) as watching:
            assert ben["seat"] == 1
            return [seat["standing_in"] for seat in watching.table["seats"]]

    assert asyncio.run(scene()) == [False, False]


def test_chat_stays_with_those_who_said_it(live: Live) -> None:
    """Seats get new numbers when empty ones are closed; whoever has left keeps the name but has no seat."""

    async def scene() -> None:
        made = await set_table(live, seats=4)
        eve, zoe = [
            await join(live, made["code"], name, seat=seat) for name, seat in (("Eve", 1), ("Zoe", 3))
        ]
        async with sitting(live, made["code"], made["token"]) as ada:
            for token, text in ((eve["token"], "ciao"), (zoe["token"], "hallo")):
                async with sitting(live, made["code"], token) as guest:
                    await guest.say("chat", text=text)
                    await guest.until("chat")
                    if token == eve["token"]:
                        await guest.say("leave")
                        await guest.until("goodbye")
            await ada.say("start", empty="close")
            welcome = await ada.until("welcome")
            expected = [(-1, "Eve", "ciao"), (1, "Zoe", "hallo")]
            assert [(line["seat"], line["name"], line["text"]) for line in welcome["chat"]] == expected
        stored = live.within(lambda: live.registry.stored(made["code"]))
        assert stored is not None
        assert [(line.seat, line.name, line.text) for line in stored.chat] == expected

    asyncio.run(scene())


def test_bots_can_play_among_themselves(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2, bots=["random", "easy"])
        assert (made["seat"], made["token"]) == (None, None)
        async with sitting(live, made["code"]) as guest:
            await play_on(guest, Random(1))
            assert guest.last["winners"]

    asyncio.run(scene())


def test_chat_and_reactions_reach_all_and_the_host_can_switch_them_off(live: Live) -> None:
    async def scene() -> None:
        made = await set_table(live, seats=2)
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await guest.say("chat", text="  Hallo\n\u0007 Tisch! ")
            line = (await ada.until("chat"))["line"]
            assert (line["seat"], line["name"], line["text"]) == (1, "Ben", "Hallo Tisch!")
            await ada.say("react", reaction="clap")
            assert (await guest.until("reaction"))["seat"] == 0
            await guest.say("chat_switch", on=False)
            assert (await guest.until("refused"))["code"] == "not_host"
            await ada.say("chat_switch", on=False)
            while guest.table["chat"]:
                await guest.until("people")
            await guest.say("chat", text="?")
            assert (await guest.until("refused"))["code"] == "chat_off"
        async with sitting(live, made["code"], ben["token"]) as guest:
            assert [line["text"] for line in guest.last["chat"]] == ["Hallo Tisch!"]

    asyncio.run(scene())


def test_the_host_tunes_the_bots_while_they_play(live: Live) -> None:
    """How well and how quickly, for all of them; nobody else may, and the next table keeps it."""

    async def scene() -> None:
        made = await set_table(live, seats=3, bots=[None, None, "random"], pace="human")
        ben = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], ben["token"]) as guest,
        ):
            await ada.say("start")
            await ada.until("welcome")
            await guest.say("tune", level="easy")
            assert (await guest.until("refused"))["code"] == "not_host"
            await ada.say("tune", level="nobody")
            assert (await ada.until("refused"))["code"] == "no_level"
            await ada.say("tune", level="easy", pace="slow")
            while ada.table["pace"] != "slow":
                await ada.until("people")
            assert [seat["level"] for seat in ada.table["seats"]] == [None, None, "easy"]
            await ada.say("tune", pace="instant")
            while ada.table["pace"] != "instant":
                await ada.until("people")
            assert ada.table["seats"][2]["level"] == "easy"
            await asyncio.gather(play_on(ada, Random(1)), play_on(guest, Random(2)))

    asyncio.run(scene())


@pytest.mark.parametrize(("host", "following"), [(1, [2, 3, 0]), (2, [3, 0, 1]), (3, [0, 1, 2])])
def test_the_next_in_turn_becomes_the_host(live: Live, host: int, following: list[int]) -> None:
    """From whoever was the host, around the table."""

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            made = await set_table(live, seats=4)
            tokens = [made["token"]]
            tokens += [(await join(live, made["code"], name))["token"] for name in ("Ben", "Cem", "Dan")]
            guests = [await stack.enter_async_context(sitting(live, made["code"], token)) for token in tokens]
            last = guests[following[-1]]
            await guests[0].say("hand_over", seat=host)
            while last.table["host"] != host:
                await last.until("people")
            for leaving, heir in pairwise([host, *following]):
                await guests[leaving].say("leave")
                while last.table["host"] == leaving:
                    await last.until("people")
                assert last.table["host"] == heir

    asyncio.run(scene())


def test_the_host_lets_people_change_places_before_the_start(live: Live) -> None:
    """Everybody keeps the key, the chat and the host's chair; bots and free seats move too."""

    async def scene() -> None:
        made = await set_table(live, seats=4, bots=[None, None, "easy"])
        joined = await join(live, made["code"], "Ben")
        async with (
            sitting(live, made["code"], made["token"]) as ada,
            sitting(live, made["code"], joined["token"]) as ben,
        ):
            await ben.say("swap", seat=0, other=1)
            assert (await ben.until("refused"))["code"] == "not_host"
            await ben.say("chat", text="Beside the window, please")
            await ada.until("chat")
            bot = ada.table["seats"][2]["name"]
            for one, other in ((0, 1), (1, 3), (2, 1)):
                await ada.say("swap", seat=one, other=other)
                await ada.until("welcome")
            assert [seat["name"] for seat in ada.table["seats"]] == ["Ben", bot, None, "Ada"]
            assert (ada.last["you"], ada.table["host"]) == (3, 3)
            while ben.last["you"] != 0:
                await ben.hear()
            assert ada.last["chat"][0]["seat"] == 0
            await ada.say("swap", seat=0, other=4)
            assert (await ada.until("refused"))["code"] == "no_such_seat"
            await ada.say("start", empty="close")
            while not ada.last["view"]:
                await ada.hear()
            assert ada.last["you"] == 2
            await ada.say("swap", seat=0, other=1)
            assert (await ada.until("refused"))["code"] == "not_in_lobby"
        state = live.table(made["code"]).state
        assert [seat.name for seat in state.seats] == ["Ben", bot, "Ada"]
        assert [seat.seat for seat in state.seats] == [0, 1, 2]

    asyncio.run(scene())
