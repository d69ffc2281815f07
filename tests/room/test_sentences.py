"""Sentences come from the room: in the language of each listener, said to their own seat.

That seats which share a sentence are told what they would be told alone: test_tell.py.
"""

import json
from random import Random
from typing import Any

from helpers.games.strategies import each_game
from helpers.server.room_host import playing
from per_game import Kit
from tischlein.engine.texts import words_for
from tischlein.engine.texts.words import mark_names
from tischlein.games import GAMES


def check(message: Any, game: str, names: list[str], lang: str) -> None:
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
def test_a_whole_game_is_told_in_the_language_of_each_listener(kit: Kit) -> None:
    rng, game, german, english = Random(4), kit.game.id, 10, 11
    host = playing(game, max(2, kit.game.seats[0]), max(2, kit.game.seats[0]), lang="en")
    host.comes(german, "k0", lang="de")
    host.comes(english, None, lang=None)  # the table's own language
    while host.state.row.state != "over":
        host.plays_any(rng)
    names = mark_names([seat["name"] for seat in host.info()["seats"]])
    host.comes(english, "k0", lang="en")
    actions = []
    for number, lang in ((german, "de"), (english, "en")):
        for message in host.heard[number]:
            if message["type"] in ("welcome", "news"):
                check(message, game, names, lang)
                actions += [(action, json.dumps(message["view"])) for action in message["actions"]]
    # An action that is written as a card in sight is about that card.
    named = any(f'"{action["text"]}"' in view for action, view in actions)
    assert any(action["card"] for action, _ in actions) or not named
    places = host.last(german, "news")["standings"]
    assert places[0]["place"] == 1
    won = {seat for place in places if place["won"] for seat in place["seats"]}
    assert won == set(host.last(german, "news")["winners"])


def test_a_name_in_a_sentence_is_marked_and_nothing_else_is() -> None:
    host = playing("lobo77", 2, 2, lang="en")
    host.plays(0)
    news = host.last(1, "news")
    name = news["events"][0]["text"].split("\u2068")[1].split("\u2069")[0]
    assert name == host.info()["seats"][0]["name"]
    assert [seat["name"] for seat in host.info()["seats"]] == host.state.names  # by itself it is not
    assert all("\u2068" not in action["text"] + action["label"] for action in news["actions"])
