"""What a typed line means."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from tischlein.engine.texts.scene import Choice
from tischlein.terminal.phrases import Phrases, commands


@dataclass(frozen=True)
class Command:
    """What a typed line asks for: ``act`` with an action's text, a command by name, ``go`` for an empty line, or a puzzle.

    A puzzle is ``unknown``, or ``ambiguous`` with the words that it may stand for.
    """

    name: str
    text: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Understood:
    """What can be meant at this table, beside the commands."""

    choices: Sequence[Choice]
    # Actions that may be left undone need not be among the choices; these are the words for them, in small letters.
    optional: Mapping[str, Sequence[str]]
    reads: Callable[[str], str | None]
    # What has stood for something before: it may be typed once more by mistake.
    labels: Collection[str] = ()


def parse(line: str, table: Understood, phrases: Phrases) -> Command:
    """Read a line: the letter of a card, a card, an action, a command, or the beginning of a word."""
    text = " ".join(line.split()).lower()
    if not text:
        return Command("go")
    lettered = next((choice for choice in table.choices if choice.label == text), None)
    if lettered is not None:
        return Command("act", lettered.action)
    named = next((choice for choice in table.choices if text in (choice.action, choice.name.lower())), None)
    if named is not None:
        return Command("act", named.action)
    action = table.reads(text) or next(
        (name for name, words in table.optional.items() if text in words), None
    )
    if action is not None:
        return Command("act", action)
    for name, spellings in commands().items():
        if text in spellings:
            return Command(name, text)
    # "7" is enough for "card 7" where it stands for nothing else.
    ends = [choice.action for choice in table.choices if choice.action.lower().endswith(f" {text}")]
    if len(ends) == 1:
        return Command("act", ends[0])
    # The letter of a card that was just played is not the beginning of any action.
    return Command("unknown", text) if text in table.labels else _completed(text, table, phrases)


def _completed(text: str, table: Understood, phrases: Phrases) -> Command:
    """Find the word that begins like this. Numbers have to be said in full: a 1 is no way to say 10."""
    actions = [(word, choice.action) for choice in table.choices for word in (choice.action, choice.name)]
    actions += [(word, action) for action, words in table.optional.items() for word in words]
    found = {
        word: Command("act", action)
        for word, action in actions
        if word.lower().startswith(text) and not word.lstrip("-−").isdigit()
    }
    for name, spellings in commands().items():
        if any(word.startswith(text) for word in spellings):
            # The word of the language that is spoken explains itself best.
            found[phrases.command(name)] = Command(name, text)
    meant = set(found.values())
    if len(meant) == 1:
        return meant.pop()
    return Command("ambiguous", text, tuple(sorted(found))) if meant else Command("unknown", text)
