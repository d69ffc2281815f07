"""What lies on the tables of the games without a picture of their own, line by line; made from views alone.

A line is a name, which is a key of the texts, and what is to be seen there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tischlein.terminal.words import Words, number

View = Mapping[str, Any]
Lines = list[tuple[str, str]]

NOTHING = "–"
ROWS = {"red": range(2, 13), "yellow": range(2, 13), "green": range(12, 1, -1), "blue": range(12, 1, -1)}
CROSS = "✗"


def lines_of(view: View, words: Words, names: Sequence[str]) -> Lines:
    """What everybody shares, and the own cards at the end."""
    lines: Lines = LINES.get(view["game"], _any)(view, words, names)
    return lines


def note_on(view: View, words: Words, seat: int) -> str:
    """What is to be known about a player."""
    note: str = NOTES.get(view["game"], _any_note)(view, words, seat)
    return note


def task_of(view: View) -> str:
    """The key of the sentence that says what to do."""
    task: str = TASKS.get(view["game"], _any_task)(view)
    return task


def _cards(cards: Sequence[str], words: Words) -> str:
    return "  ".join(map(words.card, cards)) or NOTHING


# Quando


def _quando(view: View, words: Words, names: Sequence[str]) -> Lines:
    found = [
        ("draw_pile", f"{_cards(view['draw'][:1], words)}   ({view['draw_count']})"),
        ("discard", f"{_cards(view['discard'][-1:], words)}   ({len(view['discard'])})"),
    ]
    if view["picked"]:
        found.append(("laid", _cards(view["picked"], words)))
    if view["knocked"] is not None:
        found.append(("knocked", names[view["knocked"]]))
    return [*found, ("hand", _cards(sorted(view["hands"][view["you"]], key=_front), words))]


def _front(card: str) -> int:
    return int(card.partition("/")[0])


def _quando_note(view: View, words: Words, seat: int) -> str:
    score = words.own("score", n=number(view["points"][seat]))
    return score if seat == view["you"] else f"{score}   {_cards(view['hands'][seat], words)}"


def _quando_task(view: View) -> str:
    if view["turn"] != view["you"]:
        return "penalty"
    if view["picked"]:
        return "more"
    return "lay" if view["knocked"] is None else "last"


# Quanto


def _quanto(view: View, words: Words, names: Sequence[str]) -> Lines:
    found = [("display", _cards(view["display"], words))]
    if view["revealed"] is not None:
        found.append(("revealed", _cards(view["revealed"], words)))
    if view["card"] is not None:
        groups = [" + ".join(map(words.card, group)) for group in view["picked"]]
        verb = [words.move(view["verb"], view, names)] if view["verb"] else []
        found.append(("played", " · ".join([words.card(view["card"]), *verb, *groups])))
    if view["offer"] is not None:
        found.append(("offer", words.card(view["offer"]["card"])))
    found += [
        ("tiles", "  ".join(map(str, view["tiles"])) or NOTHING),
        ("draw_pile", f"({view['draw_count']})"),
    ]
    return [*found, ("hand", _cards(view["hand"], words))]


def _quanto_note(view: View, words: Words, seat: int) -> str:
    player = view["players"][seat]
    note = f"{words.own('score', n=view['scores'][seat])}   {words.own('held', n=player['cards'])}"
    if player["quanto"]:
        cards = " + ".join(map(words.card, player["quanto"]["cards"]))
        note += f"   {words.own('quanto', tile=player['quanto']['tile'], cards=cards)}"
    return note


def _quanto_task(view: View) -> str:
    step: str = view["step"]
    return "revealed" if step == "card" and view["revealed"] is not None else step


# Qwixx


def _qwixx(view: View, words: Words, names: Sequence[str]) -> Lines:
    slots = [f"{slot}: {_number(card, words)}" for slot, card in enumerate(view["display"], 1) if card]
    found = [("display", "  ".join(slots) or NOTHING)]
    if view["top"]:
        found.append(("top", _number(view["top"], words)))
    if view["played"]:
        found.append(("played", _cards(view["played"], words)))
    sheet = view["players"][view["you"]]["sheet"]
    for row, numbers in ROWS.items():
        found.append((row, " ".join(f"{CROSS if n in sheet[row] else n:>2}" for n in numbers)))
    return [*found, ("hand", _cards(view["hand"], words))]


def _number(card: str, words: Words) -> str:
    """A card of which only the number is known is that number."""
    return card[1:] if card.startswith("?") else words.card(card)


def _qwixx_note(view: View, words: Words, seat: int) -> str:
    sheet = view["players"][seat]["sheet"]
    crosses = "  ".join(f"{words.row(row)} {len(sheet[row])}{CROSS}" for row in ROWS)
    score = words.own("score", n=number(view["scores"][seat]))
    return f"{score}   {crosses}   {words.own('misses', n=sheet['misses'])}"


def _qwixx_task(view: View) -> str:
    phase: str = view["phase"]
    return phase


# Any other game: what its view says, as it says it


def _any(view: View, words: Words, names: Sequence[str]) -> Lines:
    found = [(name, _any_value(value, words)) for name, value in view.items() if name not in OF_EVERY_VIEW]
    return [*found, ("hand", _any_value(view["hand"], words))] if "hand" in view else found


def _any_value(value: object, words: Words) -> str:
    if isinstance(value, Mapping):
        return "  ".join(
            f"{words.card(str(key))}: {_any_value(inner, words)}" for key, inner in value.items()
        )
    if isinstance(value, list):
        between = " | " if any(isinstance(inner, Mapping | list) for inner in value) else "  "
        return between.join(_any_value(inner, words) for inner in value) or NOTHING
    return NOTHING if value is None else words.card(str(value))


def _any_note(view: View, words: Words, seat: int) -> str:
    return words.own("score", n=number(view["scores"][seat]))


def _any_task(view: View) -> str:
    return "act"


# Told elsewhere on the screen, or of no interest; the own hand comes last.
OF_EVERY_VIEW = frozenset(
    ("game", "seats", "you", "phase", "waiting", "turn", "scores", "winners", "options", "unseen", "hand")
)
LINES: dict[str, Callable[[View, Words, Sequence[str]], Lines]] = {
    "quando": _quando,
    "quanto": _quanto,
    "qwixx": _qwixx,
}
NOTES: dict[str, Callable[[View, Words, int], str]] = {
    "quando": _quando_note,
    "quanto": _quanto_note,
    "qwixx": _qwixx_note,
}
TASKS: dict[str, Callable[[View], str]] = {
    "quando": _quando_task,
    "quanto": _quanto_task,
    "qwixx": _qwixx_task,
}
