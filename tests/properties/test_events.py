"""Events in every game: the same story for all, as far as each may know it."""

from random import Random
from typing import Any

from hypothesis import given

from helpers.games.strategies import decide, each_game, generators, opened
from per_game import Kit


def told(event: dict[str, Any]) -> tuple[object, ...]:
    """Return what happened and by whom, without the cards that became known."""
    return event["seq"], event["kind"], event["seat"], set(event)


def cards(hands: list[list[str]]) -> list[str]:
    """Return all sides of all cards in order."""
    return [side for hand in hands for card in hand for side in card.split("/")]


@each_game
@given(generators)
def test_all_see_the_same_story_but_for_hidden_cards(kit: Kit, rng: Random) -> None:
    table = opened(kit, rng)
    for _ in range(25):
        if not table.over:
            decide(table, rng)
    spectator = table.events(None)
    for seat in range(table.seats):
        own = table.events(seat)
        assert list(map(told, own)) == list(map(told, spectator))
        for mine, theirs in zip(own, spectator, strict=True):
            different = {key for key in mine if mine[key] != theirs[key]}
            # Of cards that look the same to a seat, any may be the one that left its place in a hand.
            assert different <= {"card", "place", "hands"}
            # Hands that are laid open: all seats that know both sides of a card know the same ones.
            if "hands" in different:
                for sides in zip(cards(mine["hands"]), cards(theirs["hands"]), strict=True):
                    assert len(set(sides) - {"?"}) <= 1
            # Whatever a spectator does not know is written with a question mark, and only a seat may know more.
            assert "card" not in different or "?" in theirs["card"]
