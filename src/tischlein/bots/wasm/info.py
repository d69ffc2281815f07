"""Describe a game's module for JavaScript in plain data: fields, options, reasons."""

from tischlein.bots.kernels import without_heuristics
from tischlein.bots.kernels.net_playouts import AT_LEAST, TRIED
from tischlein.bots.learned import BELIEF, Expert
from tischlein.bots.playout_choice import AT_ONCE, MOST_WORLDS
from tischlein.bots.searcher import Searcher
from tischlein.bots.weights import NetError, header_of, rules_of, settings_of
from tischlein.engine.backends.wasm import CELL_BYTES
from tischlein.engine.game import Game
from tischlein.engine.rules.option import Option
from tischlein.engine.types import Json, OptionValue


def info(game: Game) -> Json:
    """Everything that the loader and its callers need to know about a game."""
    return {
        "id": game.id,
        "name": game.name,
        "version": game.version,
        "seats": [game.seats[0], game.seats[-1]],
        "maxSeats": game.rules.MAX_SEATS,
        "cell": CELL_BYTES,
        "size": game.layout.size,
        "actions": game.rules.ACTIONS,
        "features": game.rules.OBSERVED,
        "fields": {
            field.name: {"cell": field.cell, "shape": list(field.shape), "offset": field.offset}
            for field in game.layout.fields
        },
        "reasons": [list(reason) for reason in game.rules.REASONS],
        "options": {name: _option(name, option) for name, option in game.options.items() if option.held},
        "conflicts": _conflicts(game),
        "net": net_for_browsers(game),
        "belief": BELIEF,
        "style": Searcher().style_for(game.bots.heuristics or without_heuristics)._asdict(),
        "expert": Expert().style_for(game.bots.heuristics or without_heuristics)._asdict(),
    }


def texts(game: Game) -> list[str]:
    """Return the notation of every action, by its id: the name of a card, or what is done with it."""
    return [game.face.actions[action] for action in range(game.rules.ACTIONS)]


def net_for_browsers(game: Game) -> Json | None:
    """Return which net fits these rules, and how bots play with it; None if the game has none."""
    try:
        net = header_of(game)
    except NetError:
        return None
    manner = settings_of(net)
    return {
        "rules": rules_of(game),
        "glance": manner.glance,
        "ahead": manner.ahead,
        "tried": TRIED,
        "reach": manner.reach,
        "at_once": AT_ONCE,
        "at_least": AT_LEAST,
        "most": MOST_WORLDS,
    }


def _option(name: str, option: Option) -> Json:
    """Return the field of an option, and its choices with the number of each, or the range of its numbers."""
    found = {"field": option.field or name, "default": option.default}
    if isinstance(option.choices, range):
        return {**found, "from": option.choices[0], "to": option.choices[-1]}
    return {**found, "choices": [[value, option.encode(value)] for value in option.choices]}


def _conflicts(game: Game) -> list[list[OptionValue]]:
    """Return choices that do not go with a number of seats: seats, option, choice, reason."""
    return [
        [seats, name, value, why]
        for seats in game.seats
        for name, option in game.options.items()
        if option.held and not isinstance(option.choices, range)
        for value in option.choices
        if (why := game.clash(seats, game.check_options({name: value})))
    ]
