"""The games as games of OpenSpiel, with chance, information states and resampling.

Importing this module registers them, so that ``pyspiel.load_game("tischlein_GAME(seats=3)")`` works.
"""

import tischlein
from tischlein.engine.game import Game
from tischlein.engine.types import Options, Untyped
from tischlein.lab.extra import need
from tischlein.lab.simulate.plan import game_of

need("pyspiel")
from tischlein.adapters.spiel_classes import SpielGame, register  # noqa: E402

register(tischlein.games().values())


def load(
    game: str | Game,
    seats: int | None = None,
    options: Options | None = None,
    position: object = None,
) -> Untyped:
    """Return a ``pyspiel.Game``; a player's return is its share of the win, less the share that would be fair.

    With a position the game begins there, with its seats and options. Its first node is a chance node: it decides
    what no seat can see, among all worlds that look the same to a spectator. Raise OptionError if these are too many.
    """
    return SpielGame.of(game_of(game), seats, options, position)
