"""What can be played here, told from the games' own declarations."""

from __future__ import annotations

from functools import cache

from tischlein.bots import LEVELS
from tischlein.engine.game import Game, Option
from tischlein.games import GAMES
from tischlein.server.protocol.rest import GameInfo, OptionInfo, Range
from tischlein.server.protocol.shared import OptionValue
from tischlein.server.words import of_game

# The level that stands in for people who left, if there is one, and nobody has chosen another.
FRIENDLY = "easy"


def levels(game_id: str) -> tuple[str, ...]:
    """The levels of bots that can play a game, from the weakest; all but the first follow the game's rules of thumb."""
    return tuple(LEVELS) if GAMES[game_id].heuristics else tuple(LEVELS)[:1]


def usual_level(game_id: str) -> str:
    found = levels(game_id)
    return FRIENDLY if FRIENDLY in found else found[-1]


@cache
def catalogue() -> tuple[GameInfo, ...]:
    """All games."""
    return tuple(_game(game) for game in GAMES.values())


def _game(game: Game) -> GameInfo:
    return GameInfo(
        id=game.id,
        name=game.name,
        tagline=of_game(game.texts, "tagline"),
        seats=(game.seats[0], game.seats[-1]),
        options=[_option(game, name, option) for name, option in game.options.items()],
        levels=list(levels(game.id)),
        version=game.version,
    )


def _option(game: Game, name: str, option: Option) -> OptionInfo:
    choices: list[OptionValue] | Range
    if isinstance(option.choices, range):
        choices = Range(option.choices[0], option.choices[-1])
    else:
        choices = list(option.choices)
    return OptionInfo(name, option.default, choices, of_game(game.texts, f"options.{name}"))
