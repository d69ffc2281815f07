"""The data that a table in the terminal is drawn from; a game's own terminal face uses only this."""

from __future__ import annotations

from dataclasses import dataclass, field

from tischlein.engine.texts.words import Words
from tischlein.engine.types import View


@dataclass(frozen=True)
class Choice:
    """One card in the hand, or one action, and its outcome."""

    label: str  # the letter to type
    action: str
    name: str
    face: str  # the card's face, short
    outcome: str = ""
    remark: str = ""
    danger: str = ""  # what it costs, or ""
    barred: str = ""  # why it cannot be played now, or ""


@dataclass(frozen=True)
class Line:
    """A sentence about an event; painful ones are marked."""

    text: str
    danger: bool = False


@dataclass(frozen=True)
class Scene:
    """Everything that a picture of the table shows."""

    words: Words
    view: View
    names: list[str]
    you: int
    round: int | None  # from 1; None in a game without rounds
    choices: list[Choice]
    lines: list[Line] = field(default_factory=list)
