"""The inputs of a net: an observation as many yes-or-no questions, each about one feature.

A question is "is this feature from low to high?". A category becomes one question per value, a count or a number becomes steps ("at
least 3?"). Which values are worth a question is seen in a sample of games: what hardly ever differs tells nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tischlein.engine.game import Game
from tischlein.engine.rules.features import MOST, Feature

# A value that is seen more seldom than this gets no question of its own.
SELDOM = 0.002
# Steps of a number that the whole table shares, and of what every seat has.
SHARED_STEPS, STEPS = 80, 24


class Inputs(NamedTuple):
    """Questions to an observation: whether ``feature`` is from ``low`` to ``high``."""

    feature: NDArray[np.int16]
    low: NDArray[np.int16]
    high: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.feature)


def inputs_for(game: Game, features: Sequence[Feature], sample: NDArray[np.int16]) -> Inputs:
    """Choose the questions for a game, from a sample of its observations."""
    asked: list[tuple[int, int, int]] = []
    for place, feature in enumerate(features):
        if feature.name.startswith(game.bots.unlearned):
            continue
        values, counts = np.unique(sample[:, place], return_counts=True)
        shares = counts / len(sample)
        if feature.kind == "category":
            asked += [(place, int(value), int(value)) for value in _common(values, shares)]
        else:
            asked += [(place, int(step), MOST) for step in _steps(feature, values, shares)]
    columns = np.array(asked, np.int16).reshape(-1, 3).T
    return Inputs(*(np.ascontiguousarray(column) for column in columns))


def _common(values: NDArray[np.int16], shares: NDArray[np.float64]) -> NDArray[np.int16]:
    """Return all values that occur now and then, except the most frequent one."""
    wanted = shares >= SELDOM
    wanted[np.argmax(shares)] = False
    found: NDArray[np.int16] = values[wanted]
    return found


def _steps(feature: Feature, values: NDArray[np.int16], shares: NDArray[np.float64]) -> NDArray[np.int16]:
    """Return thresholds that divide the observed values evenly."""
    above = np.cumsum(shares[::-1])[::-1]
    steps = values[(above >= SELDOM) & (above <= 1 - SELDOM)]
    most = SHARED_STEPS if feature.kind == "number" and ":" not in feature.name else STEPS
    if len(steps) > most:
        # Evenly over what is seen, not by how often: where games end, few are, but there a lead decides.
        steps = steps[np.unique(np.linspace(0, len(steps) - 1, most).round().astype(int))]
    return steps
