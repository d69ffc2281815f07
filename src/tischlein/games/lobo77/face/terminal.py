"""LOBO 77 in a terminal: what each card would announce, and the story of the game afterwards.

The terminal loads this when needed; nothing else does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase

from tischlein.engine.texts.scene import Choice
from tischlein.engine.texts.templates import number
from tischlein.engine.texts.words import Words
from tischlein.engine.types import AnyEvent, AnyHint, AnyView
from tischlein.games.lobo77.face.notation import KIND
from tischlein.games.lobo77.face.terminal_picture import hand, picture
from tischlein.games.lobo77.rules.material import LIMIT

__all__ = ["choices", "follow_ups", "hand", "hurts", "picture", "reads", "story"]

Hints = Mapping[str, AnyHint]

follow_ups = frozenset({"chip", "out", "round_end"})
hurts = frozenset({"chip", "out", "lost"})

# Other ways to write a card.
SPELLINGS = {"×": "x", "*": "x", "−": "-", "–": "-", " ": ""}
ALIASES = {"2x": "x2", "richtungswechsel": "reverse", "ziehen": "draw"}
FACES = {"x2": "×2", "-10": "−10", "reverse": "⇄"}


@dataclass(frozen=True)
class Moment:
    """A moment of the story: a key of the game's story texts, the seat and the total."""

    key: str
    seat: int
    total: int


def reads(text: str) -> str | None:
    """Return the card or the draw that a typed text means.

    >>> [reads(text) for text in ("×2", "– 10", "Reverse", "2x", "7", "1")]
    ['x2', '-10', 'reverse', 'x2', '7', None]
    """
    plain = text.lower()
    for foreign, own in SPELLINGS.items():
        plain = plain.replace(foreign, own)
    plain = ALIASES.get(plain, plain)
    return plain if plain in KIND or plain == "draw" else None


def choices(view: AnyView, hints: Hints, words: Words, names: Sequence[str]) -> list[Choice]:
    """Return the hand; what a card would announce is unknown until the others have played."""
    mine = view["turn"] == view["you"]
    return [
        _choice(label, card, view, hints.get(card), words) if mine else _held(label, card, words)
        for label, card in zip(ascii_lowercase, view["hand"] or (), strict=False)
    ]


def _held(label: str, card: str, words: Words) -> Choice:
    return Choice(label, card, words.card(card), FACES.get(card, card))


def _choice(label: str, card: str, view: AnyView, hint: AnyHint | None, words: Words) -> Choice:
    held = _held(label, card, words)
    if hint is None:
        return replace(held, barred=words.text("terminal", "barred"))
    change = hint["total"] - view["total"]
    if card in ("x2", "reverse"):
        outcome = words.text("terminal", "same", total=view["total"])
    else:
        sign = "−" if change < 0 else "+"
        outcome = f"{number(view['total'])} {sign} {abs(change):>2} = {number(hint['total'])}"
    return replace(held, outcome=outcome, remark=_remark(card, view, words), danger=_danger(hint, words))


def _remark(card: str, view: AnyView, words: Words) -> str:
    if card == "x2":
        return words.text("terminal", "owes_two")
    if card == "reverse":
        turns = f": {words.text('terminal', 'turns')}" if view["seats"] > 2 else ""
        return words.card(card) + turns
    return ""


def _danger(hint: AnyHint, words: Words) -> str:
    if hint["costs"] is None:
        return ""
    price = words.text("terminal", f"costs_{hint['costs']}")
    return f"{price}, {words.text('terminal', 'ends_round')}" if hint["ends_round"] else price


def story(events: Sequence[AnyEvent], words: Words, names: Sequence[str], you: int) -> list[tuple[str, str]]:
    """Return the story of the game, round by round."""
    return [
        (
            words.text("story", "round", n=n),
            _sentence([_tell(moment, words, names, you) for moment in moments]),
        )
        for n, moments in enumerate(_rounds(events), 1)
        if moments
    ]


def _rounds(events: Sequence[AnyEvent]) -> list[list[Moment]]:
    """Return the moments of the story, round by round."""
    rounds: list[list[Moment]] = [[]]
    total = 0
    for event in events:
        moments, kind = rounds[-1], event["kind"]
        if kind == "play":
            total = event["total"]
        elif kind == "chip":
            moments.append(Moment("paid", event["seat"], total))
        elif kind == "out":
            moments.append(Moment("went_out", event["seat"], total))
        elif kind == "round_end":
            if total < LIMIT:
                moments.append(Moment("ended_empty", -1, total))
            elif moments[-1].key == "paid":
                moments[-1] = replace(moments[-1], key="ended")
            rounds.append([])
    return rounds


def _tell(moment: Moment, words: Words, names: Sequence[str], you: int) -> str:
    return words.text("story", moment.key, names, you, seat=moment.seat, total=moment.total)


def _sentence(parts: Sequence[str]) -> str:
    text = ", ".join(parts)
    return f"{text[0].upper()}{text[1:]}."
