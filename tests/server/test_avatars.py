"""What people and bots look like: chosen, checked, stored, and seen by everybody at the table."""

from typing import Any, get_args

from helpers.server.serving import Live, ask, join, set_table, sitting, want_table
from tischlein.bots.nicknames import AVATARS, BOT_AVATARS
from tischlein.server.protocol import shared


async def looks(live: Live, code: str) -> list[Any]:
    answer = await ask(live, "GET", f"/api/tables/{code}")
    return [seat["avatar"] for seat in answer.json()["seats"]]


async def test_everybody_sees_what_was_chosen(live: Live) -> None:
    """That it is kept shows in the contract of the stores."""
    made = await set_table(live, seats=3, bots=[None, None, "random"], avatar="owl")
    assert (await looks(live, made["code"]))[:2] == ["owl", None]
    await join(live, made["code"], "Ben", avatar="fox")
    *people, bot = await looks(live, made["code"])
    assert people == ["owl", "fox"]
    assert bot in BOT_AVATARS


async def test_a_quick_match_brings_its_picture(live: Live) -> None:
    async def match(name: str, avatar: str) -> Any:
        wish = {"game": "lobo77", "name": name, "seats": 3, "avatar": avatar}
        return (await ask(live, "POST", "/api/match", json=wish)).json()

    opened = await match("Ada", "deer")
    async with sitting(live, opened):
        joined = await match("Ben", "hare")
        assert (opened["opened"], joined["opened"]) == (True, False)
        assert await looks(live, joined["code"]) == ["deer", "hare", None]


async def test_a_player_without_a_choice_gets_an_unused_avatar(live: Live) -> None:
    wish: dict[str, Any] = {"bots": [None] * 3 + ["random"] * 5, "hot_seat": ["Ben", "Cleo"]}
    made = await set_table(live, seats=8, avatar="otter", **wish)
    seen = await looks(live, made["code"])
    assert seen[0] == "otter"
    assert set(seen[:3]) <= set(AVATARS)
    assert set(seen[3:]) <= set(BOT_AVATARS)
    assert len(set(seen)) == 8


async def test_other_pictures_are_refused(live: Live) -> None:
    made = await set_table(live)
    for avatar in ("teapot", "dragon", "", 7, ["fox"], "fox" * 1000):
        assert (await want_table(live, avatar=avatar)).status_code == 400
        path = f"/api/tables/{made['code']}/join"
        answer = await ask(live, "POST", path, json={"name": "Eve", "avatar": avatar})
        assert answer.status_code == 400, avatar
    assert (await looks(live, made["code"]))[1] is None


def test_tables_with_and_without_a_server_know_the_same_pictures() -> None:
    assert get_args(shared.Avatar) == AVATARS
    assert get_args(shared.BotAvatar) == BOT_AVATARS
