"""What a table in the terminal is drawn from."""

from __future__ import annotations

from dataclasses import dataclass, field

from tischlein.engine.texts.words import Words
from tischlein.engine.types import View


@dataclass(frozen=True)
class Choice:
    """A legal action, and what would come of it."""

    label: str  # the letter to type
    action: str
    name: str
    remark: str = ""


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
