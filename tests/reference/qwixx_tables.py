"""Tables for the tests of the Qwixx reference: positions in a few words, and chance that follows a list."""

from collections import Counter
from typing import Any

from . import Script
from .qwixx import ROWS, Reference, card_of

WITH_JOKERS = {"jokers": True}


def sheet(misses: int = 0, **rows: list[int]) -> dict[str, Any]:
    return {**{colour: rows.get(colour, []) for colour in ROWS}, "misses": misses}


def at(hands: list[list[str]], *outcomes: str, **position: Any) -> Reference:
    """A table with these hands; without outcomes any chance is an error."""
    return Reference.at({"game": "qwixx", "seats": len(hands), "hands": hands, **position}, Script(*outcomes))


def for_all(top: str, *sheets: dict[str, Any], **position: Any) -> Reference:
    """A table in step 2 with this card on top, one sheet for each seat."""
    position = {"hands": [[] for _ in sheets], "display": ["y12"], **position}  # so that the next can take
    return at(draw=[top, "b9"], sheets=list(sheets), step=2, **position)


def choosing(hand: list[str], own: dict[str, Any] | None = None, **position: Any) -> Reference:
    """A table in step 3: seat 0 of two is active, holds this hand, and crossed nothing in step 2."""
    position = {"display": ["y12"], **position}
    return at([hand, ["b10"]], step=3, sheets=[own or sheet(), sheet()], **position)


def showing(cards: list[str], own: dict[str, Any] | None = None, **position: Any) -> Reference:
    """The same, after these cards were played and shown."""
    table = choosing([*(card_of(card) for card in cards), "y9"], own, **position)
    for card in cards:
        table.play(0, f"play {card}")
    table.play(0, "show")
    return table


def game_cards(table: Reference) -> Counter[str]:
    position = table.position()
    cards = [card for pile in [*position["hands"], position["draw"], position["discard"]] for card in pile]
    cards += [card for card in position["display"] if card is not None]
    cards += [] if position["shown"] else [card_of(card) for card in position["played"]]
    return Counter(cards)
