"""What a typed line means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tischlein.terminal.board import Board, Choice
from tischlein.terminal.words import Words, commands

LETTERS = frozenset("abcde")
SPECIAL = frozenset({"draw"})  # commands that not every game has


@dataclass(frozen=True)
class Command:
    """What somebody wants: ``act`` with an action's text, a command by name, ``go`` for an empty line, or a puzzle.

    A puzzle is ``unknown``, or ``ambiguous`` with the words that it may stand for.
    """

    name: str
    text: str = ""
    words: tuple[str, ...] = ()


def parse(line: str, board: Board, choices: Sequence[Choice], words: Words) -> Command:
    """Read a line: the letter of a card, a card, a command, or the beginning of a word."""
    text = " ".join(line.split()).lower()
    if not text:
        return Command("go")
    lettered = next((choice for choice in choices if choice.label == text), None)
    if lettered is not None:
        return Command("act", lettered.action)
    named = next((choice for choice in choices if text in (choice.action, choice.name.lower())), None)
    if named is not None:
        return Command("act", named.action)
    action = board.reads(text)
    if action is not None:
        return Command("act", action)
    known = {name: words for name, words in commands().items() if name not in SPECIAL - board.commands}
    for name, spellings in known.items():
        if text in spellings:
            return _command(name, text)
    # The letter of a card that has just been played is no beginning of anything.
    return Command("unknown", text) if text in LETTERS else _completed(text, choices, words, known)


def _completed(text: str, choices: Sequence[Choice], words: Words, known: Mapping[str, set[str]]) -> Command:
    """Find the word that begins like this. Numbers have to be said in full: a 1 is no way to say 10."""
    found = {
        word: Command("act", choice.action)
        for choice in choices
        for word in (choice.action, choice.name)
        if word.lower().startswith(text) and not word.lstrip("-−").isdigit()
    }
    for name, spellings in known.items():
        for word in spellings:
            if word.startswith(text):
                # The word of the language that is spoken explains itself best.
                found[words.command(name)] = _command(name, text)
    meant = set(found.values())
    if len(meant) == 1:
        return meant.pop()
    return Command("ambiguous", text, tuple(sorted(found))) if meant else Command("unknown", text)


def _command(name: str, text: str) -> Command:
    return Command("act", "draw") if name == "draw" else Command(name, text)
