"""What the reference's tests of Quando set their tables with."""

from typing import Any

from . import Script
from .quando import Reference


def at(hands: list[list[str]], *outcomes: str, **position: Any) -> Reference:
    """A table with these hands; without outcomes any chance is an error."""
    return Reference.at(
        {"game": "quando", "seats": len(hands), "hands": hands, **position}, Script(*outcomes)
    )


def lay(table: Reference, seat: int, *cards: str, take: str = "visible") -> None:
    """A whole play: the cards one after the other, then the draw."""
    for card in cards:
        table.play(seat, f"pick {card}")
    table.play(seat, f"take {take}")


def lies(table: Reference, *keys: str) -> list[Any]:
    """What the position says under these keys."""
    position = table.position()
    return [position[key] for key in keys]
