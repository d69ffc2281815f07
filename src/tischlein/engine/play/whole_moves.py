"""Whole moves on a concealed record: the actions of a seat until chance or another seat comes."""

from collections.abc import Sequence

from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.rules.parts import Move
from tischlein.engine.types import State


def play(game: Declaration, s: State, seat: int, action: int) -> None:
    """Carry out an action of a seat on its concealed record."""
    game.rules.apply(s, seat, action, [0] * game.rules.WORK)


def move_of(game: Declaration, known: bytes, seat: int, texts: Sequence[str]) -> Move:
    """Return a whole move with the record after it."""
    s = game.layout.unpack(known)
    actions = tuple(game.action_ids[text] for text in texts)
    for action in actions:
        play(game, s, seat, action)
    return Move(actions, s)
