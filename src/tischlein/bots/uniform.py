"""The bot that plays anything."""

from tischlein.bots.base import Situation


class Uniform:
    """Every legal action is equally likely."""

    def choose(self, situation: Situation) -> int:
        return situation.actions[situation.below(len(situation.actions))]
