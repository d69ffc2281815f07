"""The bot that plays anything."""

from tischlein.bots.base import Situation
from tischlein.cards import below


class Uniform:
    """Every legal action is equally likely."""

    def choose(self, situation: Situation) -> int:
        return situation.actions[below(situation.rng, len(situation.actions))]
