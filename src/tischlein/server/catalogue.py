"""What can be played here, told from the games' own declarations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tischlein.bots import LEVELS, bot
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game, Option
from tischlein.games import GAMES
from tischlein.server.protocol.rest import GameInfo, OptionInfo, Range
from tischlein.server.protocol.shared import LEVEL_LENGTH, OptionValue
from tischlein.server.words import of_game

# The level that stands in for people who left, where nobody has chosen another.
USUAL_LEVEL = "easy"


OwnBots = Mapping[str, str]


def own_bots(names: Iterable[str]) -> OwnBots:
    """Bots that whoever runs the server has named as ``module:Class``, by the level that clients call them."""
    found = {}
    for name in names:
        bot(name)  # or an error that says what is wrong with it
        level = name.partition(",")[0].partition(":")[2].lower() or name
        if level in LEVELS or level in found or len(level) > LEVEL_LENGTH:
            raise OptionError(f"{name!r}: a bot needs a name of its own, of up to {LEVEL_LENGTH} characters")
        found[level] = name
    return found


def levels(own: OwnBots) -> tuple[str, ...]:
    """The levels of bots, from the weakest; they can play any game, also one without rules of thumb."""
    return (*LEVELS, *own)


def catalogue(own: OwnBots) -> list[GameInfo]:
    """All games."""
    return [_game(game, own) for game in GAMES.values()]


def _game(game: Game, own: OwnBots) -> GameInfo:
    return GameInfo(
        id=game.id,
        name=game.name,
        tagline=of_game(game, "tagline"),
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
    return OptionInfo(name, option.default, choices, of_game(game, f"options.{name}"))
