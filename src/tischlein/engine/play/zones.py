"""The table as lines of text: the zones that a game declares, else whatever is in its view."""

from collections.abc import Callable, Mapping, Sequence

from tischlein.engine.play.views import CommonView, at
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.rules.parts import Zone
from tischlein.engine.texts.words import Words
from tischlein.engine.types import AnyView, JsonValue

Lines = list[tuple[str, str]]  # a title and its text

NOTHING = "–"
OWN_HAND = "hand"
# Shown elsewhere on the screen, or irrelevant; your own hand comes last.
SHOWN_ELSEWHERE = frozenset((*CommonView.__annotations__, "turn", "unseen", OWN_HAND))
APART = "   "  # between the parts of a note


def lines_of(game: Declaration) -> Callable[[AnyView, Words, Sequence[str]], Lines]:
    """Return the lines for what all players share, and for your own hand."""

    def lines(view: AnyView, words: Words, names: Sequence[str]) -> Lines:
        if not game.face.zones:
            return _whole_view(view, words)
        you = view["you"]
        shown = [(zone, zone.name) for zone in game.face.zones if zone.owner == "table"]
        shown += [(zone, OWN_HAND) for zone in game.face.zones if _is_own(zone) and you is not None]
        found = [(words.zone(name), zone_text(zone, at(view, zone.key, you), words)) for zone, name in shown]
        return [(title, text) for title, text in found if text]

    return lines


def note_on(game: Declaration) -> Callable[[AnyView, Words, int], str]:
    """Return a line about a player: the score and the cards in front of them."""

    def note(view: AnyView, words: Words, seat: int) -> str:
        parts = [words.score(view["scores"][seat])]
        for zone in game.face.zones:
            if zone.owner == "seat" and "*" in zone.key and not (seat == view["you"] and _is_own(zone)):
                text = zone_text(zone, at(view, zone.key, seat), words)
                if text:
                    parts.append(text if zone.kind == "hand" else f"{words.zone(zone.name)} {text}")
        return APART.join(parts)

    return note


def _is_own(zone: Zone) -> bool:
    return zone.owner == "seat" and (zone.kind == "hand" or "*" not in zone.key)


def zone_text(zone: Zone, value: JsonValue, words: Words) -> str:
    """Return the text of a zone, "" if it is empty."""
    if value is None or value == []:
        return ""
    if zone.kind == "pile" and isinstance(value, list):
        return f"{value_text(value[-1], words)}   ({len(value)})"
    return value_text(value, words)


def value_text(value: object, words: Words) -> str:
    """Return any part of a view as text."""
    if isinstance(value, Mapping):
        return "  ".join(f"{words.short(str(key))}: {value_text(one, words)}" for key, one in value.items())
    if isinstance(value, list):
        between = " | " if any(isinstance(one, Mapping | list) for one in value) else "  "
        return between.join(value_text(one, words) for one in value) or NOTHING
    return NOTHING if value is None else words.short(str(value))


def _whole_view(view: AnyView, words: Words) -> Lines:
    found = [
        (words.zone(name), value_text(value, words))
        for name, value in view.items()
        if name not in SHOWN_ELSEWHERE
    ]
    if view.get(OWN_HAND) is not None:
        found.append((words.zone(OWN_HAND), value_text(view[OWN_HAND], words)))
    return found
