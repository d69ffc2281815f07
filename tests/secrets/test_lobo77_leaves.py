"""Whatever leaves a table of LOBO 77 is searched through, as JSON, for what it must not hold."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given

from helpers.games.strategies import generators, played
from per_game.lobo77 import KIT
from tischlein import UndoError
from tischlein.games.lobo77.face.notation import ORDER
from tischlein.games.lobo77.rules.material import NAMES

LOBO77 = KIT.game
CARDS = set(NAMES)


def texts_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text in a JSON value, keys included, with the keys that lead to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (path, key)
            yield from texts_in(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner, path)
    elif isinstance(value, str):
        yield (path, value)


def sent(value: Any) -> Any:
    """What arrives at the other end."""
    return json.loads(json.dumps(value, allow_nan=False))


@given(generators)
def test_a_view_names_cards_only_where_they_are_open_or_its_own(rng: Random) -> None:
    table = played(KIT, rng)
    truth = table.position()
    for eyes in (None, *range(table.seats)):
        view = sent(table.view(eyes))
        named = {path for path, text in texts_in(view) if text in CARDS}
        assert named <= {("discard",), ("hand",), ("unseen",)}
        assert view["discard"] == truth["discard"]
        assert view["hand"] == (None if eyes is None else truth["hands"][eyes])
        # Unseen cards are counts in a fixed order: they say nothing about where a card is.
        assert list(view["unseen"]) == [card for card in ORDER if card in view["unseen"]]
        hidden = Counter(truth["draw"] + truth["set_aside"])
        for seat in range(table.seats):
            hidden.update(truth["hands"][seat] if seat != eyes else [])
        assert view["unseen"] == hidden


@given(generators)
def test_a_spectator_sees_nothing_that_a_seat_does_not_know(rng: Random) -> None:
    table = played(KIT, rng)
    spectator = table.view(None)
    for seat in range(table.seats):
        own = table.view(seat)
        for key in spectator.keys() - {"you", "hand", "unseen"}:
            assert spectator[key] == own[key]
        assert spectator["hand"] is None
        assert Counter(spectator["unseen"]) == Counter(own["unseen"]) + Counter(own["hand"])


@given(generators)
def test_events_never_name_a_card_that_another_seat_draws(rng: Random) -> None:
    table = played(KIT, rng)
    for eyes in (None, *range(table.seats)):
        for event in sent(table.events(eyes)):
            named = [text for _, text in texts_in(event) if text in CARDS]
            hidden = event["kind"] in ("deal", "draw") and event["seat"] != eyes
            if hidden:
                assert event["card"] == "?"
            assert len(named) == (event["kind"] in ("play", "deal", "draw") and not hidden)


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
