"""Tiny positions for two: small enough to be solved, so that it can be said what a bot's choice is worth.

In those of ``OPEN`` both seats know everything in effect: what is hidden follows from what is not, since few cards are in the game.
They were found by dealing at random and keeping those in which it matters what is done. In those of ``HIDDEN`` it does not follow.
Each game has a module here.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random

from tischlein.engine.types import Position
from tischlein.games import GAMES

_FOUND = {
    game: import_module(f"research.tiny.{game}")
    for game in GAMES
    if find_spec(f"research.tiny.{game}") is not None
}
OPEN: dict[str, tuple[Position, ...]] = {game: module.OPEN for game, module in _FOUND.items()}
# Tiny positions by chance; not all of them can be, and not all can be solved.
DEALT: dict[str, Callable[[Random], Position]] = {game: module.dealt for game, module in _FOUND.items()}
HIDDEN: dict[str, Position] = {game: module.HIDDEN for game, module in _FOUND.items()}
