"""Describes the games of this server, from their declarations."""

from tischlein.engine.game import Game, Option
from tischlein.engine.rules.parts import Zone
from tischlein.engine.types import Json
from tischlein.games import GAMES
from tischlein.server.bots import OwnBots, levels
from tischlein.server.protocol.rest import AnswerInfo, GameInfo, OptionInfo, Range, SuitInfo, ZoneInfo
from tischlein.server.protocol.shared import Bilingual, OptionValue
from tischlein.server.texts import in_both, words_for


def catalogue(own: OwnBots) -> list[GameInfo]:
    """Return the descriptions of all games."""
    return [_game(game, own) for game in GAMES.values()]


def game_texts(game: Game, language: str) -> Json:
    """Return the texts of a game that the page needs beside a table."""
    words = words_for(game, language)
    return {
        "name": words.name,
        "tagline": words.tagline,
        "cards": words.card_names(),
        "rows": words.row_names(),
        "actions": words.deeds(),
        "score": words.score_forms,
        "rules": words.rules,
    }


def _game(game: Game, own: OwnBots) -> GameInfo:
    return GameInfo(
        id=game.id,
        name=game.name,
        tagline=in_both(game, lambda words: words.tagline),
        seats=(game.seats[0], game.seats[-1]),
        usual_seats=game.usual_seats,
        options=[_option(game, name, option) for name, option in game.options.items()],
        levels=list(levels(own)),
        version=game.version,
        low_wins=game.scoring.low_wins,
        rounds=game.turns.rounds,
        open_rounds=game.secrets.open_rounds,
        optional=sorted(game.turns.optional),
        answers=[_answer(game, name) for name in game.turns.answers],
        zones=[_zone(game, zone) for zone in game.face.zones],
        suits={start: SuitInfo(suit.colour, suit.symbol) for start, suit in game.face.suits.items()},
    )


def _option(game: Game, name: str, option: Option) -> OptionInfo:
    choices: list[OptionValue] | Range
    if isinstance(option.choices, range):
        choices = Range(option.choices[0], option.choices[-1])
    else:
        choices = list(option.choices)
    values = choices if isinstance(choices, list) else []
    return OptionInfo(
        name=name,
        label=in_both(game, lambda words: words.option(name)),
        default=option.default,
        choices=choices,
        choice_labels=[_choice(game, name, value) for value in values],
        choice_seats=[_seats(game, name, value) for value in values],
        help=in_both(game, lambda words: words.option_help(name)),
    )


def _choice(game: Game, option: str, value: OptionValue) -> Bilingual:
    return in_both(game, lambda words: words.choice(option, value))


def _seats(game: Game, option: str, value: OptionValue) -> list[int]:
    """Return the numbers of seats that allow a choice, with default values for the other options."""
    chosen = {name: other.default for name, other in game.options.items()} | {option: value}
    return [seats for seats in game.seats if game.clash(seats, chosen) is None]


def _answer(game: Game, name: str) -> AnswerInfo:
    return AnswerInfo(name, in_both(game, lambda words: words.answer(name)))


def _zone(game: Game, zone: Zone) -> ZoneInfo:
    title = in_both(game, lambda words: words.zone(zone.name))
    return ZoneInfo(zone.name, zone.key, zone.kind, zone.owner, title, zone.action)
