"""``bench openspiel``: random decisions through the adapter for OpenSpiel, beside OpenSpiel's own games in Python."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Final

from bench.common import environment
from bench.common.turns import Progress, Steps, one_core
from tischlein.engine.game import Game
from tischlein.engine.types import Json, Untyped

SEATS: Final = 2
THEIRS: Final = ("python_kuhn_poker", "python_liars_poker")


def run(games: Sequence[Game], seconds: float, seed: int = 1, progress: Progress | None = None) -> Json:
    """Measure these games and OpenSpiel's own on one core; the result is JSON-ready."""
    import open_spiel.python.games  # noqa: F401 — registers its games in Python
    import pyspiel

    from tischlein.adapters import openspiel

    steps = Steps(len(games) + len(THEIRS), progress)
    rows = []
    with one_core():
        ours = [(game.id, openspiel.load(game, seats=SEATS)) for game in games]
        for name, game in [*ours, *((name, pyspiel.load_game(name)) for name in THEIRS)]:
            steps(name)
            rows.append({"game": name, **rate(game, seconds, seed)})
    steps("done")
    return {"results": rows, "environment": environment.describe()}


def rate(game: Untyped, seconds: float, seed: int) -> Json:
    """Return decisions and chance outcomes a second, by the time of this thread, with legal actions and outcomes asked for."""
    rng = random.Random(seed)
    decisions = outcomes = 0
    begin = time.thread_time()
    while time.thread_time() - begin < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
                outcomes += 1
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
    spent = time.thread_time() - begin
    return {"decisions_per_s": decisions / spent, "outcomes_per_s": outcomes / spent}
