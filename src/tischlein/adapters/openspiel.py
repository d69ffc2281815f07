"""The games as games of OpenSpiel, with chance, information states and resampling; its algorithms run on them."""

from __future__ import annotations

import tischlein
from tischlein.adapters.episode import Episode, need
from tischlein.engine.game import Game
from tischlein.engine.types import Options, Untyped


def load(
    game: str | Game,
    seats: int | None = None,
    options: Options | None = None,
    position: object = None,
) -> Untyped:
    """Return a ``pyspiel.Game``; with a position it begins there, all that is hidden included, with its seats and options.

    What a player gets is its share of the win, less the share that would be fair: the sum is zero.
    """
    need("pyspiel")
    if position is not None:
        named = game if isinstance(game, Game) else tischlein.game(game)
        game = named.at(position, seed=0).game  # with the numbers that its designer has chosen
    episode = Episode(game, seats, options)
    start = episode.game.opening(episode.seats, **episode.options)
    if position is not None:
        record = episode.game.load(position)
        start = episode.game.layout.pack(record)
        episode.seats = int(record.seats)
        episode.options = episode.game.check_options(episode.game.options_of(record))
    from tischlein.adapters.spiel_classes import Spiel

    return Spiel(episode, start)
