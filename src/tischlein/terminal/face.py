"""How a game is shown in the terminal: what its own module says, and for the rest what fits every game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib import import_module
from itertools import chain, product
from string import ascii_lowercase

from tischlein.engine.game import Game
from tischlein.engine.play.zones import Lines, lines_of, note_on
from tischlein.engine.texts.scene import Choice, Scene
from tischlein.engine.texts.words import Words
from tischlein.engine.types import AnyEvent, AnyHint, AnyView, Untyped

Hints = Mapping[str, AnyHint]

# A q by habit leaves the table; it must not be a move as well.
LETTERS = ascii_lowercase.replace("q", "")


def labels() -> Iterator[str]:
    """Return the n-th of a, b, c … z, aa, ab …"""
    return chain(LETTERS, map("".join, product(LETTERS, repeat=2)))


def every_action(view: AnyView, hints: Hints, words: Words, names: Sequence[str]) -> list[Choice]:
    """Return what is legal now, each action with its consequence."""
    return [
        Choice(label, action, words.action(action, view, names, hint), action, remark=words.hint(hint))
        for label, (action, hint) in zip(labels(), hints.items(), strict=False)
    ]


@dataclass(frozen=True)
class TerminalFace:
    """What a game's module for the terminal may have, by these names."""

    # What lies on the table, line by line, your own hand last; and what to know about a player.
    lines: Callable[[AnyView, Words, Sequence[str]], Lines]
    note: Callable[[AnyView, Words, int], str]
    # Draws the table, and what can be done, for Rich; without it the lines and notes below are written.
    picture: Callable[[Scene, int], Untyped] | None = None
    hand: Callable[[Scene], Untyped] | None = None
    # What can be done: every legal action comes with its hint.
    choices: Callable[[AnyView, Hints, Words, Sequence[str]], list[Choice]] = every_action
    # The action that a text names, even if it is not legal now; None if it names none.
    reads: Callable[[str], str | None] = lambda text: None
    # The game in a few sentences per round, or nothing.
    story: Callable[[Sequence[AnyEvent], Words, Sequence[str], int], list[tuple[str, str]]] = (
        lambda events, words, names, you: []
    )
    # Kinds of events that belong to the sentence before, and of those that hurt.
    follow_ups: frozenset[str] = frozenset()
    hurts: frozenset[str] = frozenset()


def face_of(game: Game) -> TerminalFace:
    """Return a game's face."""
    lines, note = lines_of(game), note_on(game)
    if game.face.terminal is None:
        return TerminalFace(lines=lines, note=note)
    module = import_module(game.face.terminal)
    own = {
        field.name: getattr(module, field.name)
        for field in fields(TerminalFace)
        if hasattr(module, field.name)
    }
    return TerminalFace(**{"lines": lines, "note": note, **own})
