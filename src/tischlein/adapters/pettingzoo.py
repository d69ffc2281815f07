"""The games as environments of PettingZoo.

``env`` is the classic one: agents act one after the other. ``parallel_env`` asks all at once. An agent that is not to decide has an
empty mask there, and its action is ignored; it fits games in which several decide at the same time.

An illegal action raises ValueError. With ``illegal="replace"`` the first legal action is played instead, for code that samples
without masks, such as PettingZoo's own ``parallel_seed_test``.
"""

from __future__ import annotations

from tischlein.adapters.episode import Episode, need
from tischlein.engine.game import Game
from tischlein.engine.types import Options, Untyped


def env(
    game: str | Game, seats: int | None = None, options: Options | None = None, illegal: str = "raise"
) -> Untyped:
    """Return an AEC environment; agents are ``seat_0``, ``seat_1``, …"""
    need("pettingzoo")
    from tischlein.adapters.zoo_classes import Turns

    return Turns(Episode(game, seats, options), illegal)


def parallel_env(
    game: str | Game, seats: int | None = None, options: Options | None = None, illegal: str = "raise"
) -> Untyped:
    """Return a parallel environment."""
    need("pettingzoo")
    from tischlein.adapters.zoo_classes import AtOnce

    return AtOnce(Episode(game, seats, options), illegal)
