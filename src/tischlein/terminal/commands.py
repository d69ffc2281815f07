"""Parse the lines that a player types."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tischlein.terminal.phrases import commands


@dataclass(frozen=True)
class Choice:
    """A legal action: the letter to type, its label, and what it would bring."""

    label: str
    action: str
    name: str
    remark: str


@dataclass(frozen=True)
class Command:
    """Request of a typed line: ``act`` with an action's text, a command by name, ``go`` for an empty line, or ``unknown``."""

    name: str
    text: str = ""


def parse(line: str, choices: Sequence[Choice], optional: Mapping[str, Sequence[str]]) -> Command:
    """Read a line: the letter of an action, its text or its name, a command, or a word that only one action has.

    ``optional`` are actions that may be left undone, with the words for them: they need not be among the choices.
    """
    text = " ".join(line.split()).lower()
    if not text:
        return Command("go")
    for choice in choices:
        if text in (choice.label, choice.action, choice.name.lower()):
            return Command("act", choice.action)
    for action, words in optional.items():
        if text in words:
            return Command("act", action)
    for name, spellings in commands().items():
        if text in spellings:
            return Command(name, text)
    # A word of an action, such as its number, is enough where it stands for nothing else.
    meant = [
        one.action for one in choices if f" {text} " in f" {one.action}  {one.name} ".lower().replace(",", "")
    ]
    return Command("act", meant[0]) if len(meant) == 1 else Command("unknown", text)
