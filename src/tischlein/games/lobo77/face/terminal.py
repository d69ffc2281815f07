"""LOBO 77 in a terminal: the total with the direction of play, and everybody's chips."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.engine.texts.words import Words
from tischlein.engine.types import AnyView

NOTHING = "–"
follow_ups = frozenset({"chip", "out", "round_end"})
hurts = frozenset({"chip", "out", "lost"})


def lines(view: AnyView, words: Words, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the table as lines, with your hand at the end."""
    way = words.text("terminal", "clockwise" if view["direction"] > 0 else "counter_clockwise")
    found = [
        ("total", f"{words.short(str(view['total']))}   {way}"),
        ("discard", words.short(view["discard"][-1]) if view["discard"] else NOTHING),
        ("draw", str(view["draw_count"])),
        ("hand", "  ".join(map(words.short, view["hand"])) or NOTHING),
    ]
    return [(words.zone(name), text) for name, text in found]


def note(view: AnyView, words: Words, seat: int) -> str:
    """Return a player's chips and hand size."""
    cards = words.text("terminal", "cards", n=view["players"][seat]["cards"])
    return f"{words.score(view['scores'][seat])}   {cards}"
