"""Measure how fast bots think, and what their choices cost where the best one is known.

Rates count the processor's time of one core, so that other work on the machine disturbs little. How late ``search`` is, is the time on
the clock, since that is what people wait for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from bench.common.turns import CORE_TIME, Progress, Steps, one_core
from bench.speed.peers import INSTALL
from research import solvers
from research.exact import regret
from research.tiny import HIDDEN, OPEN
from tischlein.bots import Bot, Situation, bot, situation
from tischlein.bots.searcher import Searcher
from tischlein.engine.game import Game
from tischlein.engine.types import Json

SEATS: Final = (2, 3, 4)
# How much is thought, and how often, where it is the quality of choices that counts.
ITERATIONS: Final = 500
CFR_ITERATIONS: Final = 100
FEWEST: Final = 64  # iterations that are tried first, when it is not known how long they take
SEEDS: Final = {"random": 64, "medium": 16, "search": 2}
LEVELS: Final = tuple(SEEDS)
OTHER_SEEDS: Final = 4


def run(
    games: Sequence[Game],
    seconds: float,
    seed: int,
    progress: Progress,
    others: Sequence[str],
) -> Json:
    """Measure the levels, and other bots by name, in these games; the result is JSON-ready."""
    players = {name: bot(name) for name in (*LEVELS, *others)}
    solver = solvers.available()
    tables = [(game, seats) for game in games for seats in sorted({*SEATS, game.seats[-1]})]
    tell = Steps(len(tables) + (2 if solver else 1) * len(games), progress)
    speeds = [speed(game, seats, seconds, seed, tell) for game, seats in tables]
    regrets = [row for game in games for row in regrets_of(game, players, tell)]
    exploited = [row for game in games for row in exploited_in(game, players, tell)] if solver else []
    tell("done")
    return {
        "iterations": ITERATIONS,
        "cfr_iterations": CFR_ITERATIONS,
        "speeds": speeds,
        "regrets": regrets,
        "exploitability": exploited,
        "missing": {} if solver else {"exploitability": f"needs OpenSpiel: {INSTALL}"},
    }


def speed(game: Game, seats: int, seconds: float, seed: int, tell: Steps) -> Json:
    """Let the search think at the opening."""
    tell(f"{game.name}, {seats} seats: speed")
    table = game.new(seats=seats, seed=seed)
    at_the_opening = partial(situation, table, table.waiting[0], seed)
    thinker = Searcher()
    thinker.think(at_the_opening(seconds=seconds))  # compiles, and allocates the workspace for this budget
    with one_core():
        begun = time.perf_counter()
        thought = thinker.think(at_the_opening(seconds=seconds))
        late = time.perf_counter() - begun - seconds
        rate = thinking_rate(thinker, at_the_opening, seconds)
    return {
        "game": game.id,
        "seats": seats,
        "seconds": seconds,  # that the search was given
        "iterations": thought.iterations,  # that it made of them
        "iterations_per_s": rate,  # of the processor's time
        "late_ms": 1000 * late,  # beyond the budget, on the clock
    }


def thinking_rate(thinker: Searcher, at_the_opening: Callable[..., Situation], seconds: float) -> float:
    """Return iterations per second of processor time, of a search that takes about this long."""
    iterations = FEWEST
    while True:
        begun = CORE_TIME()
        thinker.think(at_the_opening(iterations=iterations))
        spent = CORE_TIME() - begun
        if spent >= seconds / 2:
            return iterations / spent
        iterations *= 2


def regrets_of(game: Game, players: Mapping[str, Bot], tell: Steps) -> list[Json]:
    """Measure what each bot gives away on tiny positions that are solved, as shares of the win."""
    tell(f"{game.name}: regret")
    rows = []
    for name, player in players.items():
        lost = regret(game, player, OPEN[game.id], ITERATIONS, SEEDS.get(name, OTHER_SEEDS))
        row: Json = {"game": game.id, "bot": name, "positions": len(lost)}
        rows.append({**row, "mean": sum(lost) / len(lost), "worst": max(lost)})
    return rows


def exploited_in(game: Game, players: Mapping[str, Bot], tell: Steps) -> list[Json]:
    """Measure what each bot loses in a tiny game with hidden cards against the best response, next to an equilibrium."""
    tell(f"{game.name}: exploitability")
    import pyspiel

    from tischlein.adapters import openspiel

    spiel = openspiel.load(game, position=HIDDEN[game.id])
    policies = {}
    for name, player in players.items():
        policies[name] = (
            pyspiel.UniformRandomPolicy(spiel)
            if name == "random"
            else solvers.policy_of(player, spiel, ITERATIONS, SEEDS.get(name, OTHER_SEEDS))
        )
    policies[f"CFR+, {CFR_ITERATIONS} iterations"] = solvers.equilibrium(spiel, CFR_ITERATIONS)
    nodes = sum(1 for _ in solvers.walk(spiel.new_initial_state()))
    decisions = sum(len(state.legal_actions()) > 1 for state in solvers.decisions(spiel).values())
    return [
        {
            "game": game.id,
            "bot": name,
            "nodes": nodes,
            "decisions": decisions,  # that differ in what is known
            "exploitability": solvers.exploitability(spiel, policy),
            "share": solvers.value(spiel, policy),  # of seat 0, when both play like this
        }
        for name, policy in policies.items()
    ]
