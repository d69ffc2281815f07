"""``bench traces``: how fast ``simulate`` is with a trace, beside the same run without one; both take turns in one process."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

import tischlein
from bench.common.turns import Progress, Steps
from tischlein.engine.game import Game
from tischlein.engine.types import Json

BOTS: Final = ("random", "easy", "medium")
FORMATS: Final = ("arrow", "parquet")
TURNS: Final = 3


def run(games: Sequence[Game], number: int, seats: int, backend: str, seed: int, progress: Progress) -> Json:
    """Measure these games, ``number`` of each; processor time, medians over turns."""
    steps = Steps(len(games) * len(BOTS), progress)
    rows = []
    for game in games:
        for bots in BOTS:
            steps(f"{game.name}: {bots}")
            rows.append(measured(game, bots, number, seats, backend, seed))
    steps("done")
    return {"results": rows}


def measured(game: Game, bots: str, number: int, seats: int, backend: str, seed: int) -> Json:
    """Return decisions a second without a trace, and the part of that which is left with one."""
    times: dict[str, list[float]] = {name: [] for name in ("none", *FORMATS)}
    sizes: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(TURNS + 1):  # the first turn loads and compiles
            for name, taken in times.items():
                path = None if name == "none" else Path(folder) / f"{turn}.{name}"
                begin = process_time()
                result = tischlein.simulate(
                    game, number, seats, bots, seed, backend=backend, threads=1, trace=path
                )
                if turn:
                    taken.append(process_time() - begin)
                if path is not None:
                    sizes[name] = path.stat().st_size
                    path.unlink()
    plain, decisions = median(times["none"]), int(result.decisions.sum())
    return {
        "game": game.id,
        "bots": bots,
        "decisions": decisions,
        "decisions_per_s": decisions / plain,
        **{f"{name}_ratio": plain / median(times[name]) for name in FORMATS},
        **{f"{name}_bytes": sizes[name] / decisions for name in FORMATS},
    }
