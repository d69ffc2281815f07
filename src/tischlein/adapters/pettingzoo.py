"""The games as environments of PettingZoo.

``env`` is the classic one: agents act one after the other. ``parallel_env`` asks all at once; who is not to decide has an empty
mask, and what such an agent says does not count. It fits where several decide at the same time.
"""

from __future__ import annotations

from tischlein.adapters.episode import Episode, need
from tischlein.engine.game import Game
from tischlein.engine.types import Options, Untyped


def env(game: str | Game, seats: int | None = None, options: Options | None = None) -> Untyped:
    """Return an AEC environment; agents are ``seat_0``, ``seat_1``, …"""
    need("pettingzoo")
    from tischlein.adapters.zoo_classes import Turns

    return Turns(Episode(game, seats, options))


def parallel_env(game: str | Game, seats: int | None = None, options: Options | None = None) -> Untyped:
    """Return a parallel environment."""
    need("pettingzoo")
    from tischlein.adapters.zoo_classes import AtOnce

    return AtOnce(Episode(game, seats, options))
