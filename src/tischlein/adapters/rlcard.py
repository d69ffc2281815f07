"""The games as environments of RLCard, for its agents, its ``tournament`` and its ``reorganize``; needs the extra "peers"."""

from __future__ import annotations

from tischlein.adapters.episode import Episode, need
from tischlein.engine.game import Game
from tischlein.engine.types import Options, Untyped


def env(
    game: str | Game, seats: int | None = None, options: Options | None = None, seed: int | None = None
) -> Untyped:
    """Return an environment as ``rlcard.make`` would; ``set_agents`` and ``run`` are RLCard's own."""
    need("rlcard", "peers")
    from tischlein.adapters.rlcard_classes import CardEnv

    return CardEnv(Episode(game, seats, options), seed)
