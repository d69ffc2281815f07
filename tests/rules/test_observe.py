"""Features for learners: the numbers stand where the docstring says, counted from the observing seat."""

from typing import Any

import tischlein
from tischlein import game
from tischlein.cards import SPECTATOR
from tischlein.engine.backends import load
from tischlein.games.lobo77.rules.material import NAMES

LOBO77 = game("lobo77")
PYTHON = load(LOBO77.rules, "python")
POSITION = {
    "game": "lobo77", "seats": 3, "options": {"manual_draw": True}, "turn": 2, "direction": -1, "total": -7,
    "chips": [3, 1, 0], "hands": [["7", "x2"], ["10", "10", "0"], ["3"]], "draw": ["4", "5"], "discard": ["5", "10"],
    "may_draw": [0, 1],
}  # fmt: skip


def observed(eyes: int, **changes: Any) -> list[int]:
    table = LOBO77.at({**POSITION, **changes}, seed=1)
    return PYTHON.observe(table.conceal_for(eyes), eyes)


def by_kind(features: list[int]) -> dict[str, int]:
    return {name: n for name, n in zip(NAMES, features, strict=True) if n}


def test_the_numbers_of_a_seat() -> None:
    features = observed(1)
    assert len(features) == LOBO77.rules.OBSERVED
    assert by_kind(features[:20]) == {"10": 2, "0": 1}
    assert by_kind(features[20:40]) == {"7": 1, "x2": 1, "3": 1, "4": 1, "5": 1}
    total, direction, owed, played, top, draw, discard, aside, turn, drawer, to_draw, seats = features[40:52]
    assert (total, direction, owed, played) == (-7, -1, 1, 0)
    assert NAMES[top] == "10"
    assert (draw, discard, aside) == (2, 2, 0)
    assert (turn, drawer, to_draw) == (1, 2, 1)  # seats 2 and 0, counted from seat 1
    assert seats == 3
    # Chips, out, cards, there: this seat first, then clockwise, then places that nobody sits at.
    assert features[56:68] == [1, 0, 3, 1, 0, 0, 1, 1, 3, 0, 2, 1]
    assert features[68:] == [0] * 20


def test_a_spectator_counts_from_seat_0_and_has_no_hand() -> None:
    features = observed(SPECTATOR)
    assert features[:20] == [0] * 20
    assert sum(features[20:40]) == 2 + 3 + 1 + 2
    assert features[48:50] == [2, 0]
    assert features[56:68] == [3, 0, 2, 1, 1, 0, 3, 1, 0, 0, 1, 1]


def test_nobody_draws_and_nothing_lies_open() -> None:
    features = observed(0, may_draw=None, discard=[])
    assert features[44] == -1
    assert features[49:51] == [-1, 0]


def test_who_is_out_and_what_was_set_aside() -> None:
    features = observed(
        2,
        out=[True, False, False],
        chips=[0, 1, 0],
        hands=[[], ["10"], ["3"]],
        set_aside=["7"],
        may_draw=None,
    )
    assert features[47] == 1
    assert features[56:68] == [0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 1]


def test_a_total_is_at_most_what_its_range_says() -> None:
    """The highest total is 76 on 76; random games rarely show it."""
    table = LOBO77.at(
        {"game": "lobo77", "seats": 2, "turn": 0, "total": 76, "chips": [0, 0], "hands": [["76"], ["0"]]},
        seed=1,
    )
    table.play(0, "76")
    assert table.over
    place = next(k for k, feature in enumerate(tischlein.features("lobo77")) if feature.name == "total")
    assert PYTHON.observe(table.conceal_for(1), 1)[place] == 152 == tischlein.features("lobo77")[place].high
