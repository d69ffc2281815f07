"""A friendly opponent: follows the game's rules of thumb, and slips as people do."""

from functools import cache
from importlib import import_module
from types import ModuleType

from tischlein.bots.base import Situation
from tischlein.cards import below
from tischlein.engine.game import Game

# One card in so many is overlooked, and opinions waver by so many points.
OVERLOOKED = 4
WAVERING = 60


class Easy:
    """Takes the action that looks best, among those it has not overlooked."""

    def choose(self, situation: Situation) -> int:
        rate = heuristics(situation.game).rate
        considered = [action for action in situation.actions if below(situation.rng, OVERLOOKED)]
        points = {
            action: rate(situation.record, situation.seat, action) + below(situation.rng, WAVERING)
            for action in considered or situation.actions
        }
        return max(points, key=points.__getitem__)


@cache
def heuristics(game: Game) -> ModuleType:
    """The rules of thumb live in the game's own room, next to its rules."""
    room = game.rules.__name__.rpartition(".")[0]
    return import_module(f"{room}.heuristics")
