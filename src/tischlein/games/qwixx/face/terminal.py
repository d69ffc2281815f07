"""Qwixx in a terminal: the display, your sheet row by row, and the others' crosses."""

from collections.abc import Sequence

from tischlein.engine.play.zones import NOTHING, value_text
from tischlein.engine.texts.words import Words
from tischlein.engine.types import AnyView

CROSS = "✗"
follow_ups = frozenset({"miss", "game_end"})
hurts = frozenset({"miss"})


def lines(view: AnyView, words: Words, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the table as lines: the display, your sheet, and your hand at the end."""
    slots = [f"{slot}: {words.short(card)}" for slot, card in enumerate(view["display"], 1) if card]
    found = [("display", "  ".join(slots) or NOTHING)]
    if view["top"]:
        found.append(("top", words.short(view["top"])))
    if view["played"]:
        found.append(("played", value_text(view["played"], words)))
    sheet = view["players"][view["you"]]["sheet"]
    for row, numbers in view["printed"].items():
        found.append((row, " ".join(f"{CROSS if n in sheet[row] else n:>2}" for n in numbers)))
    found.append(("hand", value_text(view["hand"], words)))
    return [(words.zone(name), text) for name, text in found]


def note(view: AnyView, words: Words, seat: int) -> str:
    """Return a player's points, crosses and misses."""
    sheet = view["players"][seat]["sheet"]
    crosses = "  ".join(f"{words.card(row)} {len(sheet[row])}{CROSS}" for row in view["printed"])
    misses = words.text("terminal", "misses", n=sheet["misses"])
    return f"{words.score(view['scores'][seat])}   {crosses}   {misses}"
