"""LOBO 77: neither looks nor a refused undo tell the order of a pile or what another seat was dealt."""

import json
from random import Random
from typing import Any

import pytest

from per_game.lobo77 import KIT
from tischlein import UndoError
from tischlein.games.lobo77.face.notation import ORDER
from tischlein.games.lobo77.rules.material import NAMES

LOBO77 = KIT.game
CARDS = set(NAMES)


STACKED = {
    "game": "lobo77", "seats": 3, "hands": [["7", "9"], ["8", "3"], ["4", "10"]], "draw_ordered": True,
    "discard": ["2"], "total": 2,
}  # fmt: skip
PILE = ["11", "22", "33", "44", "55", "66"]


@pytest.mark.parametrize("manual_draw", [False, True])
def test_a_stacked_pile_shows_nothing_of_its_order(manual_draw: bool) -> None:
    """The cards of the pile are revealed one by one to the players who draw them, in any order."""
    rng = Random("stacked")
    seen = set()
    for _ in range(10):
        pile = PILE[:]
        rng.shuffle(pile)
        options = {"manual_draw": manual_draw}
        table = LOBO77.at({**STACKED, "draw": pile, "options": options})
        looks: list[Any] = [table.view(eyes) for eyes in (None, 0, 1, 2)]
        table.play(0, "7")
        if manual_draw:
            table.play(0, "draw")
        # Only seat 0 knows the top card now.
        looks += [table.view(eyes) for eyes in (None, 1, 2)]
        looks += [table.events(eyes) for eyes in (None, 1, 2)]
        assert table.view(0)["hand"] == sorted(["9", pile[0]], key=ORDER.index)
        own = table.events(0)
        assert own[-1] == {"seq": len(own), "seat": 0, "kind": "draw", "card": pile[0]}
        seen.add(json.dumps(looks))
    assert len(seen) == 1


def test_a_refused_undo_does_not_say_what_another_seat_was_dealt() -> None:
    """Seat 0 ends the round; the first card of the next deal goes to seat 1."""
    said = set()
    for first in ("2", "9"):
        deal = [first, *(card for card in ("2", "9", "7", "5", "4", "3") if card != first)]
        table = LOBO77.at(
            {"game": "lobo77", "seats": 3, "hands": [["7", "5"], ["9", "4"], ["2", "3"]], "total": 70},
            chance=deal,
        )
        table.play(0, "7")
        with pytest.raises(UndoError) as refused:
            table.undo(0)
        said.add(str(refused.value))
    assert len(said) == 1
    assert not CARDS & set(said.pop().replace("'", " ").split())


def test_a_bots_draw_does_not_show_in_a_refused_undo() -> None:
    said = set()
    for card in ("5", "6"):
        table = LOBO77.at(
            {"game": "lobo77", "seats": 2, "hands": [["7", "9"], ["8", "3"]], "draw": ["5", "6"],
             "draw_ordered": False, "options": {"manual_draw": True}}, chance=[card],
        )  # fmt: skip
        table.bots = {1}
        table.play(0, "7")
        table.play(1, "8")
        table.play(1, "draw")
        with pytest.raises(UndoError) as refused:
            table.undo(0)
        said.add(str(refused.value))
    assert len(said) == 1
