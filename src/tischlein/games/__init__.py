"""All games; the one place where a game is added."""

from tischlein.engine.errors import OptionError, did_you_mean
from tischlein.engine.game import Game
from tischlein.engine.rules.positions import short_repr
from tischlein.games.lobo77 import GAME as LOBO77
from tischlein.games.quando import GAME as QUANDO
from tischlein.games.quanto import GAME as QUANTO
from tischlein.games.qwixx import GAME as QWIXX

LISTED = (LOBO77, QUANDO, QUANTO, QWIXX)
# Drafts come last, so that code which takes the first game by default takes a finished one.
GAMES: dict[str, Game] = {game.id: game for game in sorted(LISTED, key=lambda game: game.draft)}


def game(id: str) -> Game:
    """Return a game by its id; an unknown one raises OptionError with the ids there are."""
    if not isinstance(id, str) or id not in GAMES:
        raise OptionError(
            f"there is no game {short_repr(id)}; there are {', '.join(GAMES)}{did_you_mean(id, GAMES)}"
        )
    return GAMES[id]
