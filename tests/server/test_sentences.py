"""What people read comes from the server: each in their own language, said to their own seat."""

import asyncio
import json
from contextlib import AsyncExitStack
from random import Random

import pytest

from helpers.serving import Guest, Live, Message, knock, play_on, set_table
from helpers.strategies import each_game, played
from per_game import Kit
from samples import with_long
from tischlein.engine.play.wording import Wording
from tischlein.engine.texts import LANGUAGES, words_for
from tischlein.games import GAMES
from tischlein.room.tell import named_in


def check(message: Message, game: str, names: list[str], lang: str) -> None:
    """Every sentence of a moment is what the game's words say, from what this seat sees and nothing else."""
    words, view = words_for(GAMES[game], lang), message["view"]
    you = view["you"]
    for event in message["events"]:
        assert event["text"] == words.event(event, names, you)
    hints = {action["text"]: action["hint"] for action in message["actions"]}
    for action in message["actions"]:
        assert action["label"] == words.action(action["text"], view, names, action["hint"])
        assert action["card"] is None or action["card"] in json.dumps(view)
        assert action["note"] == (words.hint(action["hint"]) if action["hint"] else "")
    told = {text: hint for text, hint in hints.items() if hint is not None}
    assert message["task"] == words.task(view, names, list(hints), told or {text: {} for text in hints})
    assert message["task"]
    assert (message["standings"] is None) is not message["over"]


@each_game
def test_who_is_not_named_in_an_event_hears_what_spectators_hear(kit: Kit) -> None:
    """These share one sentence: one that was made for somebody else would say "you" to the wrong person."""
    told: set[str] = set()
    for seed in range(6):
        table = played(kit, Random(seed), most=400, seed=seed)
        seats = range(len(table.scores))
        names = [f"Name {seat}" for seat in seats]
        wordings = {eyes: Wording(kit.game, names, eyes, "en") for eyes in (*seats, None)}
        for seat in seats:
            for event in table.events(seat):
                named = named_in(event)
                told.add(event["kind"])
                if named is not None and seat not in named:
                    assert wordings[seat].event(event) == wordings[None].event(event), event
    assert "game_end" in told


@pytest.mark.parametrize("game", with_long(GAMES, "lobo77", "qwixx"))
def test_a_whole_game_is_told_in_the_language_of_whoever_listens(live: Live, game: str) -> None:
    async def scene() -> None:
        made = await set_table(live, game, 2, bots=[None, "random"], lang="en")
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(await knock(live, made["code"])) for _ in range(2)]
            german, english = (Guest(socket) for socket in sockets)
            await german.say("hello", token=made["token"], lang="de")
            await english.say("hello", token=None)  # the table's own language
            for guest in (german, english):
                await guest.until("welcome")
            names = [seat["name"] for seat in german.table["seats"]]
            await play_on(german, Random(4))
            while not english.last["over"]:
                await english.hear()
            for guest, lang in ((german, "de"), (english, "en")):
                for frame in guest.frames:
                    message = json.loads(frame)
                    if message["type"] in ("welcome", "news"):
                        check(message, game, names, lang)
            places = german.last["standings"]
            assert [seat for place in places for seat in place["seats"]] != []
            assert places[0]["place"] == 1
            assert {seat for place in places if place["won"] for seat in place["seats"]} == set(
                german.last["winners"]
            )
            moments = [json.loads(frame) for frame in german.frames]
            actions = [
                (action, json.dumps(one["view"])) for one in moments for action in one.get("actions", [])
            ]
            # An action that is written as a card in sight is about that card.
            named = any(f'"{action["text"]}"' in view for action, view in actions)
            assert any(action["card"] for action, _ in actions) or not named
            await german.say("sync", since=0, lang="en")
            again = await german.until("welcome")
            check(again, game, names, "en")

    asyncio.run(scene())


def test_the_list_of_games_tells_what_they_declare(live: Live) -> None:
    async def scene() -> list[Message]:
        async with live.client() as client:
            found: list[Message] = (await client.get("/api/games")).json()
        return found

    for info in asyncio.run(scene()):
        game = GAMES[info["id"]]
        assert (info["low_wins"], info["rounds"], info["open_rounds"]) == (
            game.scoring.low_wins,
            game.turns.rounds,
            game.secrets.open_rounds,
        )
        assert [answer["name"] for answer in info["answers"]] == list(game.turns.answers)
        assert [(zone["name"], zone["key"], zone["kind"], zone["owner"]) for zone in info["zones"]] == [
            (zone.name, zone.key, zone.kind, zone.owner) for zone in game.face.zones
        ]
        for lang in LANGUAGES:
            words = words_for(game, lang)
            assert all(zone["title"][lang] == words.zone(zone["name"]) for zone in info["zones"])
            for option in info["options"]:
                assert option["label"][lang] == words.option(option["name"])
                if isinstance(option["choices"], list):
                    assert [label[lang] for label in option["choice_labels"]] == [
                        words.choice(option["name"], value) for value in option["choices"]
                    ]
