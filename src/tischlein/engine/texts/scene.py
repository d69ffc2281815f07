"""What a table in the terminal is drawn from; a game's own face there is written with these, and with nothing of the terminal."""

from __future__ import annotations

from dataclasses import dataclass, field

from tischlein.engine.texts.words import Words
from tischlein.engine.types import View


@dataclass(frozen=True)
class Choice:
    """One card in the hand, or one action, and what would come of it."""

    label: str  # the letter that stands for it
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
class Scene:
    """All that a picture of the table shows."""

    words: Words
    view: View
    names: list[str]
    you: int
    round: int | None  # from 1; None in a game without rounds
    choices: list[Choice]
    lines: list[Line] = field(default_factory=list)
