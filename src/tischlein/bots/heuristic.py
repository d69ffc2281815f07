"""Opponents that follow the game's rules of thumb: ``easy`` slips as people do, ``medium`` does not.

Where a game has no rules of thumb, a few short random games take their place.
"""

from tischlein.bots import playouts
from tischlein.bots.base import Situation
from tischlein.bots.runtime import runtime

# One action in OVERLOOKED is not seen, and opinions waver by up to WAVERING points.
OVERLOOKED = 4
WAVERING = 60
# Random games for each action, without rules of thumb.
FEW, MORE = 2, 16


def rate_actions(situation: Situation, actions: tuple[int, ...], backend: str, games: int) -> list[int]:
    """Return how good these actions look: by rules of thumb, or by random games where a game has none."""
    if situation.game.bots.heuristics is None:
        return playouts.rate(situation, actions, games)
    return runtime(situation.game, backend).rate(situation.data, situation.seat, actions)


class Easy:
    """Takes the action that looks best, among those it has not overlooked."""

    def __init__(self, backend: str = "auto") -> None:
        self._backend = backend

    def choose(self, situation: Situation) -> int:
        considered = tuple(action for action in situation.actions if situation.below(OVERLOOKED))
        actions = considered or situation.actions
        points = rate_actions(situation, actions, self._backend, FEW)
        opinions = [point + situation.below(WAVERING) for point in points]
        return actions[opinions.index(max(opinions))]


class Medium:
    """Takes the action that looks best; among equals the dice decide."""

    def __init__(self, backend: str = "auto") -> None:
        self._backend = backend

    def choose(self, situation: Situation) -> int:
        if len(situation.actions) == 1:
            return situation.actions[0]
        points = rate_actions(situation, situation.actions, self._backend, MORE)
        best = [
            action for action, point in zip(situation.actions, points, strict=True) if point == max(points)
        ]
        return best[situation.below(len(best))]
