"""Any game in a terminal, from what every game provides: legal actions, events and a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from statistics import fmean
from string import ascii_lowercase
from typing import Any

from tischlein.terminal.board import Choice, Event
from tischlein.terminal.tables import task_of
from tischlein.terminal.words import Words, number

# Seen on the table or in the hand anyway.
SEEN = frozenset({"deal", "shuffle", "uncover", "lay", "display", "top", "decided", "choose"})
# A q by habit leaves the table; it must not be a move as well.
LETTERS = ascii_lowercase.replace("q", "")


class PlainBoard:
    """What the terminal knows about a game that has no picture of its own."""

    typed = "move"
    commands: frozenset[str] = frozenset()
    follow_ups = frozenset({"triplet", "miss", "round_end", "game_end"})
    hurts = frozenset({"miss"})

    def reads(self, text: str) -> str | None:
        """Whatever is not legal has no name here."""
        return None

    def choices(
        self, view: Mapping[str, Any], legal: Sequence[str], words: Words, names: Sequence[str]
    ) -> list[Choice]:
        return [
            Choice(label, action, words.move(action, view, names), action)
            for label, action in zip(_labels(), legal, strict=False)
        ]

    def task(
        self, view: Mapping[str, Any], choices: Sequence[Choice], words: Words, names: Sequence[str]
    ) -> str:
        return words.own(f"tasks.{task_of(view)}")

    def is_out(self, view: Mapping[str, Any], you: int) -> bool:
        return False

    def is_news(self, event: Event, you: int) -> bool:
        return event["kind"] not in SEEN and event.get("card") != "?"

    def round(self, events: Sequence[Event]) -> int:
        return 1 + sum(1 for event in events if event["kind"] == "round_end")

    def standings(
        self, events: Sequence[Event], scores: Sequence[int], words: Words
    ) -> list[tuple[int, str]]:
        winners = events[-1]["winners"]
        few_win = fmean(scores[seat] for seat in winners) < fmean(scores)
        ranked = sorted(
            range(len(scores)), key=lambda seat: (seat not in winners, scores[seat] * (1 if few_win else -1))
        )
        return [(seat, words.own("score", n=number(scores[seat]))) for seat in ranked]

    def story(
        self, events: Sequence[Event], words: Words, names: Sequence[str], you: int
    ) -> list[tuple[str, str]]:
        return []


def _labels() -> Iterator[str]:
    """a, b, c … z, aa, ab …"""
    return chain(LETTERS, map("".join, product(LETTERS, repeat=2)))
