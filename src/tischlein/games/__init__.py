"""All games; the one place where a game is added."""

import copyreg
from collections.abc import Callable

from tischlein.engine.game import Game
from tischlein.games.lobo77 import GAME as LOBO77
from tischlein.games.quando import GAME as QUANDO
from tischlein.games.quanto import GAME as QUANTO
from tischlein.games.qwixx import GAME as QWIXX

GAMES: dict[str, Game] = {game.id: game for game in (LOBO77, QUANDO, QUANTO, QWIXX)}


def named(id: str) -> Game:
    """The game with this id."""
    return GAMES[id]


def _by_name(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    if GAMES.get(game.id) is not game:
        raise TypeError(f"{game.name} is not in the list of games, so another process could not find it")
    return named, (game.id,)


# Tables travel between processes, and games go by their names.
copyreg.pickle(Game, _by_name)
