"""What the terminal needs to know about a game, beyond its rules; no terminal is involved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tischlein.engine.game import Game
from tischlein.terminal.words import Words

Event = Mapping[str, Any]


@dataclass(frozen=True)
class Choice:
    """One card in the hand, or one action, and what would come of it."""

    label: str
    action: str
    name: str
    face: str  # what stands on the card, short
    outcome: str = ""
    remark: str = ""
    danger: str = ""  # what it costs, or ""
    barred: str = ""  # why it cannot be played now, or ""


@dataclass(frozen=True)
class Line:
    """Something that happened, as a sentence; a sentence that hurts is marked."""

    text: str
    danger: bool = False


@dataclass(frozen=True)
class Page:
    """Something to read: paragraphs, each with a heading or a word in front."""

    title: str
    entries: list[tuple[str, str]]
    short: bool = False  # one line per entry


@dataclass(frozen=True)
class Scene:
    """All that a picture of the table shows."""

    words: Words
    view: dict[str, Any]
    names: list[str]
    you: int
    round: int
    choices: list[Choice]
    task: str
    message: str = ""
    lines: list[Line] = field(default_factory=list)


class Board(Protocol):
    """One game's share."""

    typed: str  # what one types here: a key of the help
    commands: frozenset[str]  # that only this game has
    # Events that belong to the sentence before, and those that hurt.
    follow_ups: frozenset[str]
    hurts: frozenset[str]

    def reads(self, text: str) -> str | None:
        """Return the action that somebody means by this, even if it is not legal now; None if it is no action."""

    def choices(
        self, view: Mapping[str, Any], legal: Sequence[str], words: Words, names: Sequence[str]
    ) -> list[Choice]:
        """What can be done: the own hand, or what is legal."""

    def task(
        self, view: Mapping[str, Any], choices: Sequence[Choice], words: Words, names: Sequence[str]
    ) -> str:
        """The one sentence that says what to do."""

    def is_out(self, view: Mapping[str, Any], you: int) -> bool:
        """Does the person only watch, while the others play on?"""

    def is_news(self, event: Event, you: int) -> bool:
        """Is this event worth a sentence?"""

    def round(self, events: Sequence[Event]) -> int:
        """The number of the round, from 1."""

    def standings(
        self, events: Sequence[Event], scores: Sequence[int], words: Words
    ) -> list[tuple[int, str]]:
        """The seats in the order in which they ended, and how."""

    def story(
        self, events: Sequence[Event], words: Words, names: Sequence[str], you: int
    ) -> list[tuple[str, str]]:
        """The game in a few sentences per round, or nothing."""


def board(game: Game) -> Board:
    """Return a game's board."""
    from tischlein.terminal.lobo77 import Lobo77Board
    from tischlein.terminal.plain import PlainBoard

    return Lobo77Board() if game.id == "lobo77" else PlainBoard()
