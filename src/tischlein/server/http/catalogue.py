"""What can be played here, told from the games' own declarations."""

from __future__ import annotations

from tischlein.engine.game import Game, Option
from tischlein.games import GAMES
from tischlein.server.bots import OwnBots, levels
from tischlein.server.protocol.rest import GameInfo, OptionInfo, Range
from tischlein.server.protocol.shared import OptionValue
from tischlein.server.texts import game_text


def catalogue(own: OwnBots) -> list[GameInfo]:
    """All games."""
    return [_game(game, own) for game in GAMES.values()]


def _game(game: Game, own: OwnBots) -> GameInfo:
    return GameInfo(
        id=game.id,
        name=game.name,
        tagline=game_text(game, "tagline"),
        seats=(game.seats[0], game.seats[-1]),
        options=[_option(game, name, option) for name, option in game.options.items()],
        levels=list(levels(own)),
        version=game.version,
    )


def _option(game: Game, name: str, option: Option) -> OptionInfo:
    choices: list[OptionValue] | Range
    if isinstance(option.choices, range):
        choices = Range(option.choices[0], option.choices[-1])
    else:
        choices = list(option.choices)
    return OptionInfo(name, option.default, choices, game_text(game, f"options.{name}"))
