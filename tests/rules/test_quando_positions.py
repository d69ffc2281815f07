"""Quando positions: round trips in the middle of anything, and clear refusals."""

import json
from typing import Any

import pytest

from tischlein.engine.errors import PositionError
from tischlein.engine.play.table import Table
from tischlein.games.quando import GAME

EXAMPLE: dict[str, Any] = {
    "game": "quando",
    "seats": 2,
    "options": {"target": 40},
    "dealer": 1,
    "turn": 0,
    "hands": [["9/3", "0/4"], ["7/1", "7/2"]],
    "draw": ["5/2", "6/8"],
    "draw_ordered": True,
    "discard": ["8/1"],
    "plays": [2, 2],
    "cards_played": [3, 2],
    "knocked": None,
    "points": [0, 12],
}


def again(table: Table) -> Table:
    """Return the same table from its position, through JSON."""
    copy = GAME.at(json.loads(json.dumps(table.position())), chance=[])
    assert GAME.layout.pack(copy._s) == GAME.layout.pack(table._s)
    return copy


def test_the_example_of_the_design_opens_and_comes_back() -> None:
    table = GAME.at(EXAMPLE)
    added: dict[str, Any] = {"picked": [], "penalty": [], "seen": [[], []]}
    options = {"knock_after": "two_plays", "knock_penalty_after_zeros": False, "target": 40}
    assert table.position() == {**EXAMPLE, **added, "options": options}
    again(table)


def test_a_finished_game_with_an_empty_draw_pile_is_tidied_up_too() -> None:
    table = GAME.at({**EXAMPLE, "points": [0, 41], "draw": []})
    assert (table.position()["draw"], table.position()["discard"]) == (["1/8"], [])
    again(table)


def test_a_pile_that_is_known_to_have_been_turned_over_is_told_by_its_top_card() -> None:
    position = {**EXAMPLE, "seen": [["2/5"], ["2/5"]]}
    assert GAME.at(position).view(0)["draw"] == ["5/2", "?/8"]
    assert GAME.at(EXAMPLE).view(0)["draw"] == ["5/?", "?/?"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"knocked": 5}, "knocked: 5 is not"),
        ({"draw": [], "picked": ["8/1"]}, "the first card laid is the draw pile at once"),
        ({"penalty": [1], "knocked": 1, "draw": [], "discard": []}, "so the round is over already"),
        ({"seen": [["1/8"]]}, "seen: 1 entries instead of 2"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        GAME.at({**EXAMPLE, **change})
