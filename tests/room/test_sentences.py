"""What people read comes from the room: each in their own language, said to their own seat."""

import json
from random import Random
from typing import Any

from helpers.games.strategies import each_game, played
from helpers.server.room_host import playing
from per_game import Kit
from tischlein.engine.play.wording import Wording
from tischlein.engine.texts import words_for
from tischlein.games import GAMES
from tischlein.room.tell import named_in


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
def test_who_is_not_named_in_an_event_hears_what_spectators_hear(kit: Kit) -> None:
    """These share one sentence: one that was made for another player would say "you" to the wrong person."""
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


@each_game
def test_seats_that_wait_share_a_task_only_where_each_would_be_told_the_same(kit: Kit) -> None:
    rng, table = Random(5), kit.game.new(seats=min(4, kit.game.seats[-1]), seed=5)
    seats = (*range(table.seats), None)
    names = [f"Name {seat}" for seat in range(table.seats)]
    alone = {seat: Wording(kit.game, names, seat, "en") for seat in seats}
    while not table.over and len(table.history) < 600:
        said: dict[str, str] = {}
        for seat in seats:
            view, legal = table.view(seat), [] if seat is None else table.actions(seat)
            hints: Any = {} if seat is None else table.hints(seat)
            shared = Wording(kit.game, names, seat, "en", said)
            assert shared.task(view, legal, hints) == alone[seat].task(view, legal, hints)
        seat = rng.choice(table.waiting)
        table.play(seat, rng.choice(table.actions(seat)))


@each_game
def test_a_whole_game_is_told_in_the_language_of_each_listener(kit: Kit) -> None:
    rng, game, german, english = Random(4), kit.game.id, 10, 11
    host = playing(game, max(2, kit.game.seats[0]), max(2, kit.game.seats[0]), lang="en")
    host.comes(german, "k0", lang="de")
    host.comes(english, None, lang=None)  # the table's own language
    while host.state.row.state != "over":
        host.plays_any(rng)
    names = [seat["name"] for seat in host.info()["seats"]]
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
