"""Measure what bots' choices cost where the best one is known."""

from collections.abc import Mapping, Sequence
from typing import Final

from bench.common.turns import Progress, Steps
from bench.speed.peers import INSTALL
from research import solvers
from research.exact import regret
from research.tiny import HIDDEN, OPEN
from tischlein.bots import Bot, bot
from tischlein.engine.game import Game
from tischlein.engine.types import Json

# How much is thought, and how often, where it is the quality of choices that counts.
ITERATIONS: Final = 500
CFR_ITERATIONS: Final = 100
SEEDS: Final = {"random": 64, "medium": 16, "search": 2}
LEVELS: Final = tuple(SEEDS)
OTHER_SEEDS: Final = 4


def run(games: Sequence[Game], progress: Progress, others: Sequence[str]) -> Json:
    """Measure the levels, and other bots by name, in these games; the result is JSON-ready."""
    players = {name: bot(name) for name in (*LEVELS, *others)}
    solver = solvers.available()
    tell = Steps((2 if solver else 1) * len(games), progress)
    regrets = [row for game in games for row in regrets_of(game, players, tell)]
    exploited = [row for game in games for row in exploited_in(game, players, tell)] if solver else []
    tell("done")
    return {
        "iterations": ITERATIONS,
        "cfr_iterations": CFR_ITERATIONS,
        "regrets": regrets,
        "exploitability": exploited,
        "missing": {} if solver else {"exploitability": f"needs OpenSpiel: {INSTALL}"},
    }


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
