"""Opponents that follow the game's rules of thumb: ``easy`` slips as people do, ``medium`` does not."""

from tischlein.bots.base import Situation
from tischlein.bots.mind import mind

# One action in so many is overlooked, and opinions waver by so many points.
OVERLOOKED = 4
WAVERING = 60


class Easy:
    """Takes the action that looks best, among those it has not overlooked."""

    def __init__(self, backend: str = "python") -> None:
        self._backend = backend

    def choose(self, situation: Situation) -> int:
        considered = tuple(action for action in situation.actions if situation.below(OVERLOOKED))
        actions = considered or situation.actions
        points = mind(situation.game, self._backend).rate(situation.data, situation.seat, actions)
        opinions = [point + situation.below(WAVERING) for point in points]
        return actions[opinions.index(max(opinions))]


class Medium:
    """Takes the action that looks best; among equals the dice decide."""

    def __init__(self, backend: str = "python") -> None:
        self._backend = backend

    def choose(self, situation: Situation) -> int:
        if len(situation.actions) == 1:
            return situation.actions[0]
        points = mind(situation.game, self._backend).rate(situation.data, situation.seat, situation.actions)
        best = [
            action for action, point in zip(situation.actions, points, strict=True) if point == max(points)
        ]
        return best[situation.below(len(best))]
