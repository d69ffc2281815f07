"""Impossible positions of Quanto are refused with their place."""

from random import Random
from typing import Any

import pytest

from reference.quanto_captures import groups_of, is_worth
from samples import SAMPLES
from tischlein.engine.errors import PositionError
from tischlein.games.quanto import GAME
from tischlein.games.quanto.face.notation import KIND
from tischlein.games.quanto.rules.material import VALUES
from tischlein.games.quanto.rules.stacks import can_be_a_quanto


def position(**changes: Any) -> dict[str, Any]:
    """Return the example of the design page with changes."""
    start = {
        "game": "quanto",
        "seats": 2,
        "options": {"teams": False, "discard": "forced", "serve": "several"},
        "dealer": 1,
        "turn": 0,
        "hands": [["7", "J"], ["4r", "2"]],
        "display": ["3", "4", "7", "10"],
        "draw": ["1", "12"],
        "draw_ordered": True,
        "piles": [["5", "5"], []],
        "quantos": [None, {"tile": 8, "cards": ["5", "3"]}],
        "gone": [],
        "last_taker": None,
    }
    return {**start, **changes}


def four(**changes: Any) -> dict[str, Any]:
    """Return a position of four seats in teams."""
    return {
        "game": "quanto",
        "seats": 4,
        "options": {"teams": True},
        "hands": [["7"], ["8"], ["9"], ["10"]],
        **changes,
    }


def test_the_example_is_a_start_of_a_turn() -> None:
    table = GAME.at(position())
    assert table.waiting == (0,)
    assert table.position() == {
        **position(hands=[["7", "J"], ["2", "4r"]]),
        "step": "card",
        "card": None,
        "verb": None,
        "picked": [],
        "revealed": None,
        "second": False,
        "offer": None,
        "seen": None,
    }


PICKING = {"step": "pick", "card": "7", "verb": "take", "hands": [["J"], ["4r", "2"]]}


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"hands": [["7"], []], "revealed": ["1"], "second": True}, "revealed"),
        ({"step": "give", "offer": {"from": 1, "card": "7"}}, "offer"),
        ({"step": "verb"}, "card"),
        ({"step": "verb", "card": "7", "verb": "take"}, "verb"),
        ({"card": "1"}, "card"),
        ({"picked": [["3"]]}, "picked"),
        ({**PICKING, "verb": None}, "verb"),
        ({**PICKING, "verb": "discard", "options": {"discard": "free"}}, "verb"),
        ({**PICKING, "verb": 7}, "verb"),
        ({**PICKING, "picked": [[3]]}, "picked[0]"),
        ({**PICKING, "picked": [["3"], ["4"]]}, "picked"),
        ({"hands": [[], []], "step": "card"}, "step"),
        ({"hands": [[], []], "display": [], "draw": [], "piles": [[], []], "quantos": [None, None]}, "hands"),
    ],
)
def test_refused_with_its_place(changes: dict[str, Any], place: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.at(position(**changes))
    assert str(caught.value).startswith(f"{place}:")


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"step": "answer"}, "offer"),
        ({"step": "give", "offer": {"from": 2, "card": "7"}}, "hands[0]"),
        ({"step": "answer", "offer": {"from": 2, "card": "9"}, "second": True}, "second"),
        ({"offer": {"from": 2, "card": "9"}}, "offer"),
    ],
)
def test_N24_refused_in_teams(changes: dict[str, Any], place: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.at(four(**changes))
    assert str(caught.value).startswith(f"{place}:")


def test_N24_hands_in_the_middle_of_an_exchange() -> None:
    full = [["7"] * 4, ["8"] * 4, ["9"] * 4, ["10"] * 4]
    assert GAME.at(four(hands=full)).waiting == (2,)
    offer = {"from": 2, "card": "9"}
    giving = four(hands=[["7"] * 4 + ["9"], ["8"], ["9"] * 3, ["10"]], step="give", offer=offer)
    assert GAME.at(giving).waiting == (0,)
    assert GAME.at(giving).position()["seen"] == [[], None, ["9"], None]
    with pytest.raises(PositionError):
        GAME.at({**giving, "step": "answer"})
    with pytest.raises(PositionError):
        GAME.at(four(hands=[["7"] * 4 + ["9"], ["8"], ["9"] * 4, ["10"]], step="give", offer=offer))


# Texts


def test_N7_N8_a_quanto_is_what_could_have_been_laid_so() -> None:
    """Compared with all ways to split the cards into groups."""
    rng = Random(8)
    found = []
    for _ in range(SAMPLES.displays // 4):
        tile = rng.randrange(5, 13)
        cards = [
            rng.choice(["1", "2", "3", "4", "5", "6", "7r", "8", "J"]) for _ in range(rng.randrange(2, 7))
        ]
        wanted = any(
            all(is_worth(tuple(cards[place] for place in group), tile) for group in groups)
            for groups in groups_of(list(range(len(cards))))
            if any(len(group) == 2 for group in groups)
        )
        assert can_be_a_quanto(tile, [VALUES[KIND[card]] for card in cards]) == wanted, (tile, cards)
        found.append(wanted)
    assert 0.05 < sum(found) / len(found) < 0.95
