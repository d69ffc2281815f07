"""Positions: what may be left out, and that every complaint names the place and what would be right."""

from typing import Any

import pytest

from tischlein import PositionError, game

LOBO77 = game("lobo77")
BASE: dict[str, Any] = {"game": "lobo77", "seats": 3, "hands": [["7", "x2"], ["10", "0"], ["3", "-10"]]}
BY_HAND = {"options": {"manual_draw": True}}
ONE_OUT = {"out": [False, True, False], "hands": [["7"], [], ["3"]]}
OVER = {"out": [True, True, False], "hands": [[], [], ["3"]]}


def test_what_is_left_out_has_its_default() -> None:
    assert LOBO77.at({**BASE, "starter": 1}).position() == {
        "game": "lobo77", "seats": 3, "options": {"reverse_cards": 4, "starter": "lot", "manual_draw": False},
        "starter": 1, "turn": 1, "direction": 1, "total": 0, "owed": 1, "played": 0, "may_draw": None,
        "chips": [3, 3, 3], "out": [False, False, False], "hands": [["7", "x2"], ["0", "10"], ["-10", "3"]],
        "draw": [], "draw_ordered": True, "discard": [], "set_aside": [],
    }  # fmt: skip


def test_chips_left_out_are_none_for_who_is_out() -> None:
    assert LOBO77.at({**BASE, **ONE_OUT}).position()["chips"] == [3, 0, 3]


def test_may_draw_is_what_the_seat_really_may_draw() -> None:
    def may_draw(**position: Any) -> Any:
        return LOBO77.at({**BASE, **BY_HAND, **position, "may_draw": [2, 2]}).position()["may_draw"]

    assert may_draw(draw=["4", "5"]) == [2, 2]
    assert may_draw(draw=["4"]) == [2, 1]
    assert may_draw(draw=["4"], discard=["5", "6"]) == [2, 2]
    assert may_draw(discard=["5"]) is None


REFUSED: list[tuple[object, str]] = [
    (None, "a position is a dict, not None"),
    ([], "a position is a dict"),
    ({7: 7}, "7: the keys of a position are texts"),
    ({}, "game: missing"),
    ({"game": "quanto"}, "game: 'quanto' is not 'lobo77'"),
    ({"game": "lobo77"}, "seats: missing"),
    ({"game": "lobo77", "seats": 2}, "hands: missing"),
]
SPOILT: list[tuple[dict[str, Any], str]] = [
    ({"seats": 9}, "seats: LOBO 77 is for 2 to 8, not 9"),
    ({"seats": 3.0}, "seats: LOBO 77 is for 2 to 8, not 3.0"),
    ({"options": 5}, "options: 5 is not a dict of options by name"),
    ({"options": {"manual_draw": 1}}, "manual_draw: 1 is not one of False, True"),
    ({"options": {"starter": 5}}, "starter: there is no seat 5 at a table of 3"),
    ({"hands": [["7"], ["8"]]}, "hands: 2 entries instead of 3"),
    ({"hands": [["7"], ["8", "12"], []]}, r"hands\[1\]\[1\]: '12' is not a card; the cards are 10, 0,"),
    ({"hands": [[], [], []]}, "hands: there is no card in the game"),
    ({"hands": [["76", "76"], ["8"], []]}, "card 76: 2 in the position, but the deck has 1"),
    ({"starter": 3}, "starter: 3 is not a whole number from 0 to 2"),
    ({"turn": True}, "turn: True is not a whole number"),
    ({"draw_ordered": 1}, "draw_ordered: 1 is neither true nor false"),
    ({"direction": 0}, "direction: 0 is not one of 1, -1"),
    ({"direction": 1.0}, "direction: 1.0 is not one of 1, -1"),
    ({"total": 10**5000}, "total: a huge number is not a whole number"),
    ({"total": float("nan")}, "total: nan is not a whole number"),
    ({"chips": [3, 3]}, "chips: 2 entries instead of 3"),
    ({"played": 2}, "played: 2 is not a whole number from 0 to 1"),
    ({**BY_HAND, "may_draw": [0]}, "may_draw: 1 entries instead of 2"),
    ({**BY_HAND, "may_draw": [3, 1]}, r"may_draw\[0\]: 3 is not a whole number from 0 to 2"),
    ({**OVER, "may_draw": [2, 1]}, "may_draw: the game is over"),
    ({"knocked": None}, "knocked: unknown key; a position has game, options, seats"),
]


@pytest.mark.parametrize(("position", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_no_position(position: object, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        LOBO77.at(position)


@pytest.mark.parametrize(
    ("spoilt", "message"), SPOILT, ids=[f"{k}-{message[:40]}" for k, (_, message) in enumerate(SPOILT)]
)
def test_refused_with_its_place(spoilt: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=f"^{message}"):
        LOBO77.at({**BASE, **spoilt})


def test_a_table_of_two_always_goes_clockwise() -> None:
    with pytest.raises(PositionError, match=r"direction: at a table of two seats it is always 1 \(L9\)"):
        LOBO77.at({"game": "lobo77", "seats": 2, "hands": [["7"], ["8"]], "direction": -1})


def test_cards_that_are_not_in_a_position_stay_out_of_the_game() -> None:
    """Also in the next deal, which ends when no card is left. L20"""
    table = LOBO77.at(
        {"game": "lobo77", "seats": 2, "hands": [["7"], ["8"]], "total": 70, "draw": ["9"]},
        chance=["9", "8", "7"],
    )
    table.play(0, "7")
    position = table.position()
    assert (position["hands"], position["draw"], position["turn"]) == ([["8"], ["7", "9"]], [], 1)
