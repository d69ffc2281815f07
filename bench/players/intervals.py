"""``bench intervals``: how often the lab's 95 % intervals hold the truth, over thousands of repetitions on cheap games.

The truth is the mean of all games. They are cut into samples of a few games or deals each, and every sample gets the interval that
``simulate`` or the arena would print. A deal is two games with the same cards and seats changed; a difference is between two games
with the same cards, in one of which the weaker bot has both seats.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

import tischlein
from bench.common.turns import Progress, Steps
from tischlein.engine.game import Game
from tischlein.engine.types import Json
from tischlein.lab.intervals import Mean, Moments, ends_of_share
from tischlein.lab.simulate.paired import difference

SAMPLES: Final = (10, 30, 60, 200)
OPPONENTS: Final = (("medium", "easy"), ("medium", "random"))
SHARES: Final = ("wins", "wins of a deal")
DEALS: Final = ("points of a deal", "lead in a deal")
DIFFERENCES: Final = ("difference in wins", "difference in points")


def run(games: Sequence[Game], number: int, seed: int, progress: Progress) -> Json:
    """Measure these games, ``number`` of each, with two seats; the result is JSON-ready."""
    steps = Steps(len(games) * len(OPPONENTS), progress)
    parts: dict[tuple[str, int], list[float]] = {}
    for game in games:
        for bots in OPPONENTS:
            steps(f"{game.name}: {' against '.join(bots)}")
            for what, values in quantities(game, bots, number, seed).items():
                for n in SAMPLES:
                    samples = values[: len(values) // n * n].reshape(-1, n)
                    part = held(samples, float(values.mean()), what, values)
                    parts.setdefault((what, n), []).append(part)
    steps("done")
    rows = [
        {
            "what": what,
            "n": n,
            "repetitions": number // n,
            "held": float(np.mean(found)),
            "lowest": min(found),
        }
        for (what, n), found in parts.items()
    ]
    return {"results": rows}


def quantities(game: Game, bots: tuple[str, str], number: int, seed: int) -> dict[str, NDArray[np.float64]]:
    """Play games and deals of two bots, and return what is estimated, with a value for each game or deal."""
    one = tischlein.simulate(game, number, 2, list(bots), seed)
    other = tischlein.simulate(game, number, 2, list(reversed(bots)), seed)
    weaker = tischlein.simulate(game, number, 2, bots[1], seed)
    own, theirs = ((one.scores[:, k] + other.scores[:, 1 - k]) / 2 for k in (0, 1))
    return {
        "wins": one.shares[:, 0],
        "points": one.scores[:, 0].astype(float),
        "decisions": one.decisions.astype(float),
        "wins of a deal": (one.shares[:, 0] + other.shares[:, 1]) / 2,
        "points of a deal": own,
        "lead in a deal": own - theirs,
        "difference in wins": one.shares[:, 0] - weaker.shares[:, 0],
        "difference in points": (one.scores - weaker.scores)[:, 0].astype(float),
    }


def held(samples: NDArray[np.float64], truth: float, what: str, all_values: NDArray[np.float64]) -> float:
    """Return the part of the samples whose interval holds the truth."""
    n = samples.shape[1]
    if what in SHARES:
        low, high = ends_of_share(samples.mean(axis=1), samples.std(axis=1, ddof=1), n)
        return float(np.mean((low <= truth) & (truth <= high)))
    if what in DEALS:
        # The arena knows the least and the most points of a contest; here those of all games stand for them.
        bounds = float(all_values.min()), float(all_values.max())
        means = [Mean.within(sample.tolist(), *bounds) for sample in samples]
        return float(np.mean([abs(mean.value - truth) <= mean.half_width + 1e-12 for mean in means]))
    if what in DIFFERENCES:
        pairs = [difference(sample, np.zeros(n)) for sample in samples]
        return float(np.mean([abs(pair.value - truth) <= pair.half_width + 1e-12 for pair in pairs]))
    found = Moments.of(samples.T)
    return float(np.mean(np.abs(found.mean - truth) <= found.half_width + 1e-12))
