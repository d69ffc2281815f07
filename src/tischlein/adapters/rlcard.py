"""The games as environments of RLCard, for its agents, its ``tournament`` and its ``reorganize``; needs the extra "peers"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tischlein.adapters.episode import Episode, need
from tischlein.engine.game import Game


def env(
    game: str | Game, seats: int | None = None, options: Mapping[str, Any] | None = None, seed: int = 0
) -> Any:
    """Return an environment as ``rlcard.make`` would; ``set_agents`` and ``run`` are RLCard's own."""
    need("rlcard", "peers")
    from tischlein.adapters.rlcard_classes import CardEnv

    return CardEnv(Episode(game, seats, options), seed)
