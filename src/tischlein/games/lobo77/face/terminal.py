"""LOBO 77 in a terminal: the total, the direction of play, the piles and your hand."""

from collections.abc import Sequence

from tischlein.engine.play.zones import value_text
from tischlein.engine.texts.templates import number
from tischlein.engine.texts.words import Words
from tischlein.engine.types import AnyView

follow_ups = frozenset({"chip", "out", "round_end"})
hurts = frozenset({"chip", "out", "lost"})


def lines(view: AnyView, words: Words, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the table as lines, with your hand at the end."""
    found = {
        "total": number(view["total"]),
        "direction": words.text("terminal", "clockwise" if view["direction"] > 0 else "anticlockwise"),
        "discard": value_text(view["discard"][-1:], words),
        "draw": str(view["draw_count"]),
        "hand": value_text(view["hand"], words),
    }
    return [(words.zone(name), text) for name, text in found.items()]


def note(view: AnyView, words: Words, seat: int) -> str:
    """Return a player's chips and hand size."""
    cards = view["players"][seat]["cards"]
    return f"{words.score(view['scores'][seat])}   {words.zone('cards')} {cards}"
