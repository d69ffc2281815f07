"""Tiny positions as games of OpenSpiel, so that its solvers run on them; needs the extra "lab" or "peers".

A share of the win, less the half that would be fair, is what a seat gets: from −0.5 to 0.5, and zero in sum. So exploitability reads
as the share of the win that a policy loses against the best answer to it, the mean of both seats.
"""

from __future__ import annotations

from collections import Counter

from research.exact import packed
from research.tree import FAIR, MOST_NODES, Node, events, grow
from tischlein.bots import Bot, Situation, ask
from tischlein.bots.base import Witnessed, dice
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.types import Untyped

INSTALL = "pip install 'tischlein[peers]'"


def available() -> bool:
    """Return True if OpenSpiel is installed."""
    from importlib.util import find_spec

    return find_spec("pyspiel") is not None


def as_openspiel(game: Game, position: object, most: int = MOST_NODES) -> Untyped:
    """Return a ``pyspiel.Game`` that begins with which of the worlds it is that look like this position from outside."""
    if not available():
        raise OptionError(f"OpenSpiel is not installed: {INSTALL}")
    from research.tree_game import TreeGame

    return TreeGame(grow(game, packed(game, position), most))


def policy_of(bot: Bot, spiel: Untyped, iterations: int = 500, seeds: int = 1) -> Untyped:
    """Ask a bot what it does in everything that a seat can know, several times with other dice: a ``pyspiel.TabularPolicy``.

    It is told what it would be told at a table, and thinks for a fixed number of steps, so the answer is always the same.
    """
    game = spiel.tree.game
    table: dict[str, list[tuple[int, float]]] = {}
    for key, node in spiel.tree.decisions().items():
        chosen = Counter(ask(bot, situation_at(game, node, seed, iterations)) for seed in range(1, seeds + 1))
        table[key] = [(action, chosen[action] / seeds) for action in node.children]
    return _tabular(table)


def uniform(spiel: Untyped) -> Untyped:
    """Return the policy that plays all actions with the same probability."""
    decisions = spiel.tree.decisions().items()
    return _tabular(
        {key: [(act, 1 / len(node.children)) for act in node.children] for key, node in decisions}
    )


def _tabular(table: dict[str, list[tuple[int, float]]]) -> Untyped:
    import pyspiel

    return pyspiel.TabularPolicy(table)


def situation_at(game: Game, node: Node, seed: int, iterations: int) -> Situation:
    """Return the situation of the seat that decides at a node, as ``tischlein.bots.situation`` makes it at a table."""
    seat = node.actor
    data = node.seen[seat]
    return Situation(
        game=game,
        seat=seat,
        data=data,
        actions=tuple(node.children),
        events=Witnessed(tuple(events(game, node, seat))),
        seconds=1.0,
        iterations=iterations,
        rng=dice(seed, seat, data),
    )


def exploitability(spiel: Untyped, policy: Untyped) -> float:
    """Return the share of the win that a policy loses against the best response, the mean of both seats; 0 in an equilibrium."""
    import pyspiel

    return float(pyspiel.exploitability(spiel, policy))


def equilibrium(spiel: Untyped, iterations: int) -> Untyped:
    """Return the mean policy of counterfactual regret minimisation (CFR+), which is close to an equilibrium."""
    import pyspiel

    solver = pyspiel.CFRPlusSolver(spiel)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()


def value(spiel: Untyped, policy: Untyped) -> float:
    """Return seat 0's share of the win when both follow the policy."""
    from open_spiel.python.algorithms.expected_game_score import policy_value

    return float(policy_value(spiel.new_initial_state(), [policy, policy])[0]) + FAIR
