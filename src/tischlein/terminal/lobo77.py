"""LOBO 77 in a terminal: what each card would announce, what to do now, and how the game is told afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any

from tischlein.games.lobo77.face.notation import KIND
from tischlein.games.lobo77.rules import costs_a_chip
from tischlein.games.lobo77.rules.material import COPIES, DOUBLE, LIMIT, REVERSE, VALUES
from tischlein.terminal.board import Choice, Event
from tischlein.terminal.words import Words, number

# Other ways to write a card.
SPELLINGS = {"×": "x", "*": "x", "−": "-", "–": "-", " ": ""}
FACES = {"x2": "×2", "-10": "−10", "reverse": "⇄"}
SMALLEST_DECK = sum(COPIES)
ALIASES = {"2x": "x2", "richtungswechsel": "reverse", "ziehen": "draw"}


@dataclass(frozen=True)
class Moment:
    """Something worth telling: a key of the game's story texts, who, and at which total."""

    key: str
    seat: int
    total: int


class Lobo77Board:
    """The terminal's knowledge of LOBO 77."""

    typed = "card"
    commands = frozenset({"draw"})
    follow_ups = frozenset({"chip", "out", "round_end"})
    hurts = frozenset({"chip", "out", "lost"})

    def reads(self, text: str) -> str | None:
        """Return the card or the draw that is meant.

        >>> [Lobo77Board().reads(text) for text in ("×2", "– 10", "Reverse", "2x", "7", "1")]
        ['x2', '-10', 'reverse', 'x2', '7', None]
        """
        plain = text.lower()
        for foreign, own in SPELLINGS.items():
            plain = plain.replace(foreign, own)
        plain = ALIASES.get(plain, plain)
        return plain if plain in KIND or plain == "draw" else None

    def choices(
        self, view: Mapping[str, Any], legal: Sequence[str], words: Words, names: Sequence[str]
    ) -> list[Choice]:
        hand: list[str] = view["hand"] or []
        if view["turn"] != view["you"]:
            # What a card would announce is not known before the others have played.
            return [
                Choice(label, card, words.action(card), FACES.get(card, card))
                for label, card in zip(ascii_lowercase, hand, strict=False)
            ]
        top = view["discard"][-1] if view["discard"] else None
        return [
            _choice(label, card, view, words, barred=card == "x2" == top and set(hand) != {"x2"})
            for label, card in zip(ascii_lowercase, hand, strict=False)
        ]

    def task(
        self, view: Mapping[str, Any], choices: Sequence[Choice], words: Words, names: Sequence[str]
    ) -> str:
        you = view["you"]
        if view["players"][you]["out"]:
            return words.table("table.watch")
        if view["turn"] != you:
            return words.table("table.next", name=names[view["turn"]])
        if not choices:
            return words.table("table.only_draw")
        if view["played"]:
            return words.table("table.second_of_two")
        if view["owed"] == 2:
            return words.table("table.first_of_two")
        swims = view["players"][you]["swims"]
        if all(choice.danger or choice.barred for choice in choices):
            return words.table("table.last_stand" if swims else "table.trouble")
        return words.table("table.play_swimming" if swims else "table.play")

    def is_out(self, view: Mapping[str, Any], you: int) -> bool:
        return bool(view["players"][you]["out"])

    def is_news(self, event: Event, you: int) -> bool:
        """The deal and its shuffle are seen in the hand, and that others draw goes without saying."""
        if event["kind"] == "shuffle":
            return bool(event["cards"] < SMALLEST_DECK)
        return event["kind"] != "deal" and not (event["kind"] == "draw" and event["seat"] != you)

    def round(self, events: Sequence[Event]) -> int:
        return 1 + sum(1 for event in events if event["kind"] == "round_end")

    def standings(
        self, events: Sequence[Event], scores: Sequence[int], words: Words
    ) -> list[tuple[int, str]]:
        gone = [
            (moment.seat, n)
            for n, told in enumerate(_rounds(events), 1)
            for moment in told
            if moment.key == "went_out"
        ]
        stayed = [seat for seat, score in enumerate(scores) if score >= 0]
        found = [
            (seat, _chips(scores[seat], words)) for seat in sorted(stayed, key=lambda seat: -scores[seat])
        ]
        return found + [(seat, words.table("story.out", n=n)) for seat, n in reversed(gone)]

    def story(
        self, events: Sequence[Event], words: Words, names: Sequence[str], you: int
    ) -> list[tuple[str, str]]:
        return [
            (
                words.table("story.round", n=n),
                _sentence([_tell(moment, words, names, you) for moment in told]),
            )
            for n, told in enumerate(_rounds(events), 1)
            if told
        ]


def _choice(label: str, card: str, view: Mapping[str, Any], words: Words, barred: bool) -> Choice:
    kind = KIND[card]
    total, value = view["total"], VALUES[kind]
    remark = ""
    if kind in (DOUBLE, REVERSE):
        outcome = words.table("table.same", total=number(total))
        remark = words.action(card)
        if kind == DOUBLE:
            remark = words.table("table.owes_two")
        elif view["seats"] > 2:
            remark = f"{remark}: {words.table('table.turns')}"
    else:
        sign = "−" if value < 0 else "+"
        outcome = f"{number(total)} {sign} {abs(value):>2} = {number(total + value)}"
    forbidden = words.table("table.barred") if barred else ""
    danger = "" if barred else _danger(total + value, view["players"][view["you"]]["chips"], words)
    return Choice(label, card, words.action(card), FACES.get(card, card), outcome, remark, danger, forbidden)


def _danger(total: int, chips: int, words: Words) -> str:
    if not costs_a_chip(total):
        return ""
    price = words.table(
        "table.puts_out" if chips == 0 else "table.costs_last_chip" if chips == 1 else "table.costs_chip"
    )
    return f"{price}, {words.table('table.ends_round')}" if total >= LIMIT else price


def _chips(n: int, words: Words) -> str:
    if n == 0:
        return words.table("story.swims")
    return words.table("story.one_chip") if n == 1 else words.table("story.chips", n=n)


def _rounds(events: Sequence[Event]) -> list[list[Moment]]:
    """What is worth telling, round by round."""
    rounds: list[list[Moment]] = [[]]
    total = 0
    for event in events:
        told, kind = rounds[-1], event["kind"]
        if kind == "play":
            total = event["total"]
        elif kind == "chip":
            told.append(Moment("paid", event["seat"], total))
        elif kind == "out":
            told.append(Moment("went_out", event["seat"], total))
        elif kind == "round_end":
            if total < LIMIT:
                told.append(Moment("ended_empty", -1, total))
            elif told[-1].key == "paid":
                told[-1] = replace(told[-1], key="ended")
            rounds.append([])
    return rounds


def _tell(moment: Moment, words: Words, names: Sequence[str], you: int) -> str:
    key = f"{moment.key}_you" if moment.seat == you else moment.key
    return words.table(f"story.{key}", name=names[moment.seat], total=number(moment.total))


def _sentence(parts: Sequence[str]) -> str:
    text = ", ".join(parts)
    return f"{text[0].upper()}{text[1:]}."
