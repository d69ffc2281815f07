"""Tables for the reference's own tests."""

from collections import Counter
from typing import Any

from . import Script
from .quanto import Reference

TEAMS: dict[str, object] = {"teams": True}


def cards(text: str) -> list[str]:
    return text.split()


def at(hands: str, display: str = "", *outcomes: str, **position: Any) -> Reference:
    """A table where seat 0 begins; hands are separated by "/", an empty draw pile makes every refill lapse."""
    dealt = [cards(hand) for hand in hands.split("/")]
    start = {"game": "quanto", "seats": len(dealt), "hands": dealt, "display": cards(display), **position}
    return Reference.at(start, Script(*outcomes))


def quanto(tile: int, text: str) -> dict[str, Any]:
    return {"tile": tile, "cards": cards(text)}


def say(table: Reference, *texts: str) -> Reference:
    """Play the texts, separated by commas or given one by one, for whoever must act."""
    for text in ", ".join(texts).split(", "):
        table.play(table.waiting[0], text)
    return table


def now(table: Reference) -> set[str]:
    """What the seat that must act may do."""
    return table.actions(table.waiting[0])


def why(table: Reference, text: str) -> tuple[str, str] | None:
    return table.why(table.waiting[0], text)


def cards_of(table: Reference) -> Counter[str]:
    """Every card of the table, wherever it is."""
    position = table.position()
    piles = [*position["hands"], *position["piles"], position["display"], position["draw"], position["gone"]]
    piles += [quanto["cards"] for quanto in position["quantos"] if quanto is not None]
    piles += [position["revealed"] or []]
    if position["verb"] is not None:
        piles += [[position["card"]]]  # played: it lies nowhere else
    return Counter(card for pile in piles for card in pile)
