"""Setting tables and sitting down, over HTTP; tests/room has the rest."""

from typing import Any

import pytest

from helpers.server.serving import Live, ask, comes_to, set_table, sitting, want_table
from tischlein.engine.texts import LANGUAGES, words_for
from tischlein.games import GAMES

Message = dict[str, Any]


async def test_the_games_are_listed_with_what_they_declare_and_what_can_be_chosen(live: Live) -> None:
    games = (await ask(live, "GET", "/api/games")).json()
    assert [game["id"] for game in games] == list(GAMES)
    for info in games:
        game = GAMES[info["id"]]
        assert (info["low_wins"], info["rounds"], info["open_rounds"]) == (
            game.scoring.low_wins,
            game.turns.rounds,
            game.secrets.open_rounds,
        )
        assert info["levels"][0] == "random"
        assert [answer["name"] for answer in info["answers"]] == list(game.turns.answers)
        assert [(zone["name"], zone["key"], zone["kind"], zone["owner"]) for zone in info["zones"]] == [
            (zone.name, zone.key, zone.kind, zone.owner) for zone in game.face.zones
        ]
        for lang in LANGUAGES:
            words = words_for(game, lang)
            assert all(zone["title"][lang] == words.zone(zone["name"]) for zone in info["zones"])
            for option in info["options"]:
                assert option["help"][lang]
                assert option["label"][lang] == words.option(option["name"])
                if isinstance(option["choices"], list):
                    assert [label[lang] for label in option["choice_labels"]] == [
                        words.choice(option["name"], value) for value in option["choices"]
                    ]
    quando = next(game for game in games if game["id"] == "quando")
    target = next(option for option in quando["options"] if option["name"] == "target")
    assert target["choices"] == {"min": 1, "max": 999}


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "chess"}, 404, "no_game"),
        ({"seats": 9}, 422, "bad_options"),
        ({"options": {"manual_draw": 1}}, 422, "bad_options"),
        ({"options": {"speed": True}}, 422, "bad_options"),
        ({"options": {"seats": 3}}, 422, "bad_options"),
        ({"options": {"self": 1}}, 422, "bad_options"),
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
async def test_what_cannot_be_set_is_refused_with_the_reason(
    live: Live, wish: Message, status: int, code: str
) -> None:
    answer = await want_table(live, **wish)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (status, code)
    assert all(error["text"][language] for language in ("de", "en"))


async def test_several_people_at_one_device_sit_where_they_ask_to(live: Live) -> None:
    made = await set_table(live, seats=5, hot_seat=["Ben", "Cem"], hot_seat_at=[4, 2])
    assert [other["seat"] for other in made["others"]] == [4, 2]
    async with sitting(live, made["code"], made["others"][0]["token"]) as ben:
        assert ben.last["you"] == 4
        assert [seat["name"] for seat in ben.table["seats"]] == ["Ada", None, "Cem", None, "Ben"]


async def test_a_table_may_be_put_away_before_it_is_woken(live: Live) -> None:
    """Python would warn of a coroutine that was never awaited, which is an error here."""
    table = live.table((await set_table(live))["code"])

    async def put_away() -> None:
        table._wake()  # a task, which begins in the next turn of the event loop
        live.registry._put_away(table.code)

    live.within(put_away)
    comes_to(lambda: len(table._tasks), 0)
