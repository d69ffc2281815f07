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
        ({"hands": [["9/3"]]}, "hands: 1 entries instead of 2"),
        ({"hands": [["9/9"], ["7/1"]]}, r"hands\[0\]\[0\]: '9/9' is not a card"),
        ({"hands": [["9/11"], ["7/1"]]}, "is not a card"),
        ({"hands": [["9/?"], ["7/1"]]}, "is not a card"),
        ({"hands": [[93], ["7/1"]]}, "93 is not a card"),
        ({"hands": [["9/3"], ["3/9"]]}, "card 3/9: twice in the position"),
        ({"hands": [["9/3"], ["8/1"]]}, "card 1/8: twice"),
        ({"hands": [[], ["7/1"]]}, r"hands\[0\]: the hand is empty at the start of a turn \(Q10\)"),
        ({"hands": [[], []], "draw": [], "discard": []}, "there is no card in the game"),
        ({"turn": 2}, "turn: 2 is not a whole number from 0 to 1"),
        ({"knocked": 0}, r"turn: seat 0 has knocked and has no further turn \(Q17\)"),
        ({"knocked": 5}, "knocked: 5 is not"),
        ({"plays": [2, -1]}, r"plays\[1\]: -1 is not"),
        ({"points": [0, "12"]}, r"points\[1\]: '12' is not"),
        ({"draw_ordered": 1}, "draw_ordered: 1 is neither true nor false"),
        ({"picked": ["9/3"]}, "picked: these are not the last cards of the discard pile"),
        ({"picked": ["8/1", "8/1"]}, "picked: these are not the last cards"),
        (
            {"discard": ["8/1", "5/0"], "picked": ["8/1", "5/0"]},
            "neither equal numbers nor part of a straight",
        ),
        ({"discard": ["4/1", "5/0"], "picked": ["4/1", "5/0"]}, "no card in hand completes the straight"),
        ({"draw": [], "picked": ["8/1"]}, "the first card laid is the draw pile at once"),
        ({"picked": ["8/1"], "penalty": [1]}, "no cards are laid while a penalty is served"),
        ({"penalty": [0]}, "penalty: .* is not the rest of the others"),
        ({"penalty": [1, 1]}, "penalty: .* is not the rest of the others"),
        ({"penalty": ["1"]}, r"penalty\[0\]: '1' is not"),
        ({"penalty": [1], "knocked": 1, "draw": [], "discard": []}, "so the round is over already"),
        ({"points": [50, 0], "penalty": [1]}, "penalty: the game is over"),
        ({"points": [50, 0], "picked": ["8/1"]}, "picked: the game is over"),
        ({"seen": [["1/8"]]}, "seen: 1 entries instead of 2"),
        ({"seen": [["1/10"], []]}, r"seen\[0\]\[0\]: 1/10 does not lie where a player could have seen it"),
        ({"seen": [["6/8"], ["6/8"]]}, "seen: not all players can have seen both sides of 6/8"),
        (
            {"seen": [["6/8"], []], "draw_ordered": False},
            "6/8 does not lie where a player could have seen it",
        ),
        ({"options": {"target": 0}}, "target: 0 is not one of 1 to 999"),
        ({"game": "lobo77"}, "game: 'lobo77' is not 'quando'"),
        ({"trump": 3}, "trump: unknown key"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        GAME.at({**EXAMPLE, **change})
