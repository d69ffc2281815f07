"""Quanto in a terminal: the display, the current play, and all quantos."""

from collections.abc import Sequence

from tischlein.engine.play.zones import value_text
from tischlein.engine.texts.words import Words
from tischlein.engine.types import AnyView

follow_ups = frozenset({"game_end"})


def lines(view: AnyView, words: Words, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the table as lines, with your hand at the end."""
    found = [("display", value_text(view["display"], words))]
    if view["revealed"] is not None:
        found.append(("revealed", value_text(view["revealed"], words)))
    if view["card"] is not None:
        groups = [" + ".join(map(words.short, group)) for group in view["picked"]]
        verb = [words.action(view["verb"], view, names)] if view["verb"] else []
        found.append(("card", " · ".join([words.short(view["card"]), *verb, *groups])))
    if view["offer"] is not None:
        found.append(("offer", words.short(view["offer"]["card"])))
    found += [
        ("tiles", value_text(view["tiles"], words)),
        ("draw", str(view["draw_count"])),
        ("hand", value_text(view["hand"], words)),
    ]
    return [(words.zone(name), text) for name, text in found]


def note(view: AnyView, words: Words, seat: int) -> str:
    """Return a player's won cards, hand size and quanto."""
    player = view["players"][seat]
    line = f"{words.score(view['scores'][seat])}   {words.text('terminal', 'held', n=player['cards'])}"
    if player["quanto"]:
        cards = " + ".join(map(words.short, player["quanto"]["cards"]))
        line += f"   {words.zone('quanto')} {player['quanto']['tile']}: {cards}"
    return line
