"""A page compares what the server rendered with what follows from the facts, and convicts a server that shows something else."""

import base64
import json
import re
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from helpers.page_python import PagePython
from helpers.server.room_host import RoomHost, playing
from helpers.server.sharing import change
from tischlein.games import GAMES
from tischlein.offline.tables import LocalTables

WATCHES = 7
Message = dict[str, Any]


class Page:
    """What a page does with the messages of one client."""

    def __init__(self, python: PagePython | None = None) -> None:
        self.tables = LocalTables(dict(GAMES))
        self.record = bytearray()
        self.python = python

    def sees(self, message: Message, game: str, seat: int | None) -> str | None:
        """Return the first field that does not follow from the facts."""
        facts, opening = message["facts"], None
        if facts["opening"]:
            self.record = bytearray(base64.b64decode(facts["opening"]["record"]))
            opening = self.record.hex()
        steps = []
        for *numbers, changes in facts["steps"]:
            change(self.record, changes)
            steps.append([*numbers, self.record.hex()])
        moment = json.loads(
            re.sub("\u2068[^\u2069]*\u2069", "\u2068\u2069", json.dumps(message, ensure_ascii=False))
        )
        asked = {"ask": "compare", "number": 1, "game": game, "seat": seat}
        question = {**asked, "opening": opening, "steps": steps, "moment": moment}
        answer = json.loads(self.tables.ask(json.dumps(question)))
        if self.python is not None:
            assert self.python.ask(**question)["result"] == answer["result"]
        assert answer["error"] is None
        found: str | None = answer["result"]
        return found


def game_of(name: str, moves: int = 40) -> RoomHost:
    """Two people play and one watches, in both languages; sometimes one takes back."""
    rng, host = Random(name), playing(name, 2, 2, timer=60)
    host.says(0, "sync", since=0, lang="de", facts=0)
    host.says(1, "sync", since=0, lang="en", facts=0)
    host.comes(WATCHES, None, facts=0)
    for move in range(moves):
        if host.state.row.state == "over":
            break
        seat = host.plays_any(rng)
        if move % 9 == 4:
            host.takes_back(seat, f"undo {move}")
    return host


def with_facts(host: RoomHost, number: int) -> list[Message]:
    return [one for one in host.heard[number] if one.get("facts")]


@pytest.mark.parametrize("name", GAMES)
def test_what_an_honest_server_renders_follows_from_the_facts(name: str) -> None:
    host = game_of(name, 400)
    for number, seat in ((0, 0), (1, 1), (WATCHES, None)):
        page = Page()
        messages = with_facts(host, number)
        assert len(messages) > 10
        assert {page.sees(message, name, seat) for message in messages} == {None}
    assert host.state.row.state == "over" or name == "quanto"


def test_the_python_of_the_page_finds_the_same(page: PagePython) -> None:
    for name in GAMES:
        host, follows = game_of(name, 12), Page(page)
        for message in with_facts(host, 0):
            assert follows.sees(message, name, 0) is None
        later = deepcopy(host.last(0, "news"))
        later["facts"] = {**later["facts"], "first": 9, "opening": None, "steps": []}
        later["task"] = "Give up."
        assert follows.sees(later, name, 0) is not None


CHEATS: dict[str, Callable[[Message], object]] = {
    "view": lambda one: one["view"].update(hand=["76"] * 5, total=11),
    "actions": lambda one: one["actions"].pop(),
    "hints": lambda one: one["actions"][0].update(hint={"total": 5}, note="Sum 5"),
    "scores": lambda one: one.update(scores=[9, 9]),
    "standings": lambda one: one.update(
        standings=[{"place": 1, "seats": [1], "score": 3, "won": True, "text": "3"}]
    ),
    "events": lambda one: one["events"].append(
        {"seq": one["told"], "seat": 1, "kind": "play", "card": "76", "text": ""}
    ),
    "task": lambda one: one.update(task="Give up."),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_server_that_shows_something_else_is_convicted(cheat: str) -> None:
    """It tells a player the truth in facts, heads and signatures, and shows something else."""
    host = game_of("lobo77", 30)
    page = Page()
    for message in with_facts(host, 0):
        shown = deepcopy(message)
        if message["actions"] and message["facts"]["first"]:
            CHEATS[cheat](shown)
            assert page.sees(shown, "lobo77", 0) is not None
            return
        assert page.sees(shown, "lobo77", 0) is None
    pytest.fail("there was nothing to decide")


def test_a_false_view_of_a_spectator_is_convicted() -> None:
    host = game_of("lobo77", 12)
    page = Page()
    first, *others = with_facts(host, WATCHES)
    assert page.sees(first, "lobo77", None) is None
    others[0]["view"]["players"][0]["cards"] += 1
    assert page.sees(others[0], "lobo77", None) == "view"
