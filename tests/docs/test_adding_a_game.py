"""The page that tells how to add a game builds a game that works."""

import importlib
import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tischlein import IllegalAction, PositionError
from tischlein.engine.backends import load

PAGE = Path(__file__).parents[2] / "docs/adding-a-game.md"


@pytest.fixture(scope="module")
def hoch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The game of the page, written into a folder next to the real games' one."""
    folder = tmp_path_factory.mktemp("games")
    blocks = re.findall(r"^`(hoch/[^`]+)`\n\n```\w+\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    assert len(blocks) == 6
    for name, text in [*blocks, ("hoch/texts/__init__.py", "")]:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    path = sys.modules["tischlein.games"].__path__  # as an attribute, `games` is the function of the API
    path.append(str(folder))
    try:
        yield importlib.import_module("tischlein.games.hoch").GAME
    finally:
        path.remove(str(folder))
        for name in [name for name in sys.modules if name.startswith("tischlein.games.hoch")]:
            del sys.modules[name]


def test_it_plays_to_the_end_and_replays(hoch: Any) -> None:
    for seed in range(30):
        chooser = random.Random(seed)
        table = hoch.new(seats=chooser.choice(hoch.seats), seed=seed)
        while not table.over:
            again = hoch.at(json.loads(json.dumps(table.position())))
            assert hoch.layout.pack(again._s) == hoch.layout.pack(table._s)
            (seat,) = table.waiting
            assert list(table.waiting) == table.view(seat)["waiting"]
            table.play(seat, chooser.choice(table.actions(seat)))
        assert table.scores[table.winners[0]] == max(table.scores)
        assert hoch.replay(json.loads(json.dumps(table.record()))).position() == table.position()


def test_H3_a_card_must_be_held(hoch: Any) -> None:
    table = hoch.at({"game": "hoch", "seats": 2, "hands": [["3", "9"], ["5", "12"]]})
    with pytest.raises(IllegalAction) as refused:
        table.play(0, "12")
    assert (refused.value.code, refused.value.clause) == ("not_in_hand", "H3")
    assert table.why(1, "5").clause == "H3"


def test_H4_the_highest_card_wins(hoch: Any) -> None:
    table = hoch.at({"game": "hoch", "seats": 2, "hands": [["3", "9"], ["5", "12"]]})
    table.play(0, "9")
    table.play(1, "12")
    assert (table.scores, table.winners) == ([9, 12], [1])


def test_positions_that_cannot_be_are_refused(hoch: Any) -> None:
    for hands, laid in (
        ([["3", "3"], ["5", "6"]], None),
        ([["3"], ["5", "6"]], None),
        ([["3", "4"], ["5"]], [None, "6"]),
    ):
        with pytest.raises(PositionError):
            hoch.at({"game": "hoch", "seats": 2, "hands": hands, "laid": laid})


def test_secrets_stay_where_they_are(hoch: Any) -> None:
    table = hoch.at({"game": "hoch", "seats": 2, "hands": [["3", "9"], ["5", "12"]]})
    twin = hoch.at({"game": "hoch", "seats": 2, "hands": [["3", "9"], ["1", "2"]]})
    assert table.view(0) == twin.view(0)
    assert table.view(None) == twin.view(None)
    known = table.concealed(0)
    before = hoch.layout.pack(known)
    hoch.rules.imagine(known, 0, [1, 2, 3], [])
    hoch.rules.conceal(known, 0)
    assert hoch.layout.pack(known) == before


def test_backends_agree(hoch: Any) -> None:
    start = hoch.opening(seats=3)
    slow = load(hoch.rules, "python").random_games(start, 200, seed=5)
    quick = load(hoch.rules, "native").random_games(start, 200, seed=5)
    assert (slow.rows == quick.rows).all()
    assert (slow.rngs == quick.rngs).all()
