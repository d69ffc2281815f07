"""Show a game in the terminal: with the game's own module where it has one, else as every game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from importlib import import_module

from tischlein.engine.game import Game
from tischlein.engine.play.zones import Lines, lines_of, note_on
from tischlein.engine.texts.words import Words
from tischlein.engine.types import AnyView


@dataclass(frozen=True)
class TerminalFace:
    """The functions that a game's module for the terminal may have."""

    # What lies on the table, line by line, your own hand last; and what to know about a player.
    lines: Callable[[AnyView, Words, Sequence[str]], Lines]
    note: Callable[[AnyView, Words, int], str]
    # Kinds of events that belong to the sentence before, and of those that hurt.
    follow_ups: frozenset[str] = frozenset()
    hurts: frozenset[str] = frozenset()


def face_of(game: Game) -> TerminalFace:
    """Return a game's face."""
    module = import_module(game.face.terminal) if game.face.terminal else None
    own = {one.name: getattr(module, one.name) for one in fields(TerminalFace) if hasattr(module, one.name)}
    return TerminalFace(**{"lines": lines_of(game), "note": note_on(game), **own})
