"""The same game with the same luck in CPython and in the page's MicroPython: every answer is the same.

tests/room/test_hosts.py compares CPython's tables of a page with those of a server.
"""

import json
from random import Random
from typing import Any

import pytest

from helpers.page_python import PagePython
from samples import SAMPLES, with_long
from tischlein.cards import CHANCE
from tischlein.engine.play.history import UNDO, History
from tischlein.games import GAMES
from tischlein.offline.tables import LocalTables

NAMES = ("Ada", "Ärmel Ömer", "Zoë")
CODE = "0PAGE"
Script = list[tuple[dict[str, Any], Any]]  # questions, and their answers


@pytest.mark.parametrize("game", with_long(GAMES, "qwixx"))
def test_the_same_game_gives_the_same_answers(page: PagePython, game: str) -> None:
    script, history = played(game)
    while len(script) < min(
        30, SAMPLES.offline_steps
    ):  # the cards are new: now and then a game is over so soon
        script, history = played(game)
    for asked, expected in script:
        luck = {"chance": luck_of(history)} if asked["ask"] == "create" else {}
        found = page.ask(**asked, **luck)
        assert without_pictures(found) == without_pictures(expected), asked


def without_pictures(answer: Any) -> Any:
    """What was said and answered; pictures of people are drawn by lot."""
    said = {part: answer[part] for part in ("send", "error", "result")}
    return json.loads(json.dumps(said), object_hook=lambda one: {**one, "avatar": None})


def played(game: str) -> tuple[Script, History]:
    """Play in CPython: decisions, and now and then a question, an undo, something illegal, or another language."""
    rng, local, script = Random(game), LocalTables(dict(GAMES)), Script()
    saved: Any = None

    def ask(**asked: Any) -> None:
        nonlocal saved
        asked = {"code": CODE, "at": 1, "ticks": 1, **asked}
        answer = json.loads(local.ask(json.dumps(asked)))
        saved = answer["save"][-1] if answer["save"] else saved
        script.append((asked, answer))

    def come(lang: str | None = None) -> None:
        for seat, token in enumerate(tokens):
            ask(ask="hello", listener=seat, message={"type": "hello", "token": token, "lang": lang})

    tokens = [f"token {seat}" for seat in range(len(NAMES))]
    wish = {"game": game, "seats": len(NAMES), "name": NAMES[0], "hot_seat": NAMES[1:], "lang": "de"}
    ask(ask="create", tokens=tokens, wish=wish)
    come()
    room, texts = local.tables[CODE].room, {"nonsense"}
    while room.state.row.state == "playing" and len(script) < SAMPLES.offline_steps:
        seat, other, n = rng.choice(room.state.waiting), rng.randrange(len(NAMES)), len(script)
        choices = [action.text for action in room.state.actions[seat]]
        texts.update(choices)
        play = {"type": "play", "id": f"play {n}", "seq": room.seq}
        kinds: list[tuple[float, int, dict[str, Any]]] = [
            (0.06, seat, {"type": "undo", "id": f"undo {n}"}),
            (0.14, other, {"type": "why", "id": f"why {n}", "action": rng.choice(sorted(texts))}),
            (0.18, other, {**play, "action": rng.choice(sorted(texts))}),
            (0.20, other, {"type": "sync", "since": 3, "lang": rng.choice(("de", "en"))}),
            (1.00, seat, {**play, "action": rng.choice(choices)}),
        ]
        dice = rng.random()
        _, who, message = next(kind for kind in kinds if dice < kind[0])
        ask(ask="message", listener=who, message=message)
    assert room.table is not None
    history = room.table.past
    for seat, lang in ((0, "de"), (1, "en")):
        ask(ask="replay", seat=seat, lang=lang, token=tokens[seat])
    ask(ask="open", saved=saved)  # what is kept opens the same table again
    come("en")
    return script, history


def luck_of(history: History) -> list[str]:
    """The outcomes that chance decided, without those that happened again after an undo."""
    found: list[str] = []
    line: list[int] = []
    again: list[str] = []
    for k, step in enumerate(history.steps):
        if step.text == UNDO:
            taken_back = [history.steps[j] for j in line[len(line) - step.undone :]]
            again[:0] = [one.text for one in taken_back if one.seat == CHANCE]
            del line[len(line) - step.undone :]
            continue
        line.append(k)
        if step.seat == CHANCE:
            happened = [k for k, text in enumerate(again) if text == step.text]
            if not happened:
                found.append(step.text)
            del again[: happened[0] + 1 if happened else len(again)]
    return found
