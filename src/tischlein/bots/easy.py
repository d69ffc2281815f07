"""A friendly opponent: follows the game's rules of thumb, and slips as people do."""

from tischlein.bots.base import Situation
from tischlein.bots.mind import mind
from tischlein.cards import below

# One card in so many is overlooked, and opinions waver by so many points.
OVERLOOKED = 4
WAVERING = 60


class Easy:
    """Takes the action that looks best, among those it has not overlooked."""

    def choose(self, situation: Situation) -> int:
        considered = [action for action in situation.actions if below(situation.rng, OVERLOOKED)]
        actions = tuple(considered) or situation.actions
        data = situation.game.layout.pack(situation.record)
        points = mind(situation.game).rate(data, situation.seat, actions)
        opinions = [point + below(situation.rng, WAVERING) for point in points]
        return actions[opinions.index(max(opinions))]
