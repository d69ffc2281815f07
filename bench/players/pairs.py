"""``bench pairs``: how much two tables with the same deal have in common, and how many games that saves.

At the first table all seats are played by ``medium``; at the second one seat is played by ``easy``.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import tischlein
from bench.common.turns import Progress, Steps
from tischlein.engine.game import Game
from tischlein.engine.types import Json
from tischlein.lab.simulate.result import Result

SEATS: Final = 4
OTHER: Final = 1  # the seat whose player differs
USUAL, CHANGED = "medium", "easy"


def run(games: Sequence[Game], number: int, seed: int, progress: Progress) -> Json:
    """Play these games, ``number`` deals of each at both tables; the result is JSON-ready."""
    steps = Steps(len(games), progress)
    rows = []
    for game in games:
        steps(game.name)
        lineup = [CHANGED if seat == OTHER else USUAL for seat in range(SEATS)]
        first, second = (tischlein.simulate(game, number, SEATS, bots, seed) for bots in (USUAL, lineup))
        found = second.compare(first)
        same = [seat for seat in range(SEATS) if seat != OTHER]
        rows.append(
            {
                "game": game.id,
                "score": [_correlation(first.scores, second.scores, seat) for seat in same],
                "place": [_correlation(_ranks(first), _ranks(second), seat) for seat in same],
                "wins_saved": [found[f"share_{seat}"].saved for seat in same],
                "points_saved": [found[f"score_{seat}"].saved for seat in same],
                "decisions_saved": [found["decisions"].saved],
            }
        )
    steps("done")
    return {"results": rows}


def _ranks(result: Result) -> NDArray[np.float64]:
    """Return each seat's place at the end: how many seats have more points, and half of those with as many."""
    scores = result.scores * (-1 if result.plan.game.scoring.low_wins else 1)
    own, others = scores[:, :, None], scores[:, None, :]
    return np.asarray((others > own).sum(axis=2) + (others == own).sum(axis=2) / 2)


def _correlation(one: NDArray[Any], other: NDArray[Any], seat: int) -> float:
    return float(np.corrcoef(one[:, seat], other[:, seat])[0, 1])
