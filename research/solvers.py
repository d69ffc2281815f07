"""Bots as policies in tiny positions, which the adapter for OpenSpiel plays; needs the extra "lab" or "peers".

A share of the win, less the half that would be fair, is what a seat gets: from −0.5 to 0.5, and zero in sum. So exploitability reads
as the share of the win that a policy loses against the best answer to it, the mean of both seats.
"""

from collections import Counter
from collections.abc import Iterator

from tischlein.bots import Bot, Situation, ask
from tischlein.bots.base import EventSource, bot_rng
from tischlein.engine.play.history import History
from tischlein.engine.play.legality import work_of
from tischlein.engine.types import Event, Untyped

FAIR = 0.5  # share of the win


def available() -> bool:
    """Return True if OpenSpiel is installed."""
    from importlib.util import find_spec

    return find_spec("pyspiel") is not None


def walk(state: Untyped) -> Iterator[Untyped]:
    """Yield a state and all that can follow it."""
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from walk(state.child(action))


def decisions(spiel: Untyped) -> dict[str, Untyped]:
    """Return one state for every information state in which a player decides."""
    found: dict[str, Untyped] = {}
    for state in walk(spiel.new_initial_state()):
        if state.current_player() >= 0:
            found.setdefault(state.information_state_string(), state)
    return found


def policy_of(bot: Bot, spiel: Untyped, iterations: int = 500, seeds: int = 1) -> Untyped:
    """Ask a bot what it does in everything that a seat can know, several times with other dice: a ``pyspiel.TabularPolicy``.

    It is told what it would be told at a table, and thinks for a fixed number of steps, so the answer is always the same.
    """
    import pyspiel

    table: dict[str, list[tuple[int, float]]] = {}
    for key, state in decisions(spiel).items():
        chosen = Counter(ask(bot, situation_at(state, seed, iterations)) for seed in range(1, seeds + 1))
        table[key] = [(action, chosen[action] / seeds) for action in state.legal_actions()]
    return pyspiel.TabularPolicy(table)


def situation_at(state: Untyped, seed: int, iterations: int) -> Situation:
    """Return the situation of the seat that decides, as ``tischlein.bots.situation`` makes it at a table."""
    seat, game = state.current_player(), state.game.episode.game
    data = game.layout.pack(state.conceal_for(seat))
    return Situation(
        game=game,
        seat=seat,
        data=data,
        actions=tuple(state.legal_actions()),
        events=EventSource(tuple(events(state, seat))),
        seconds=1.0,
        iterations=iterations,
        rng=bot_rng(seed, seat, data),
    )


def events(state: Untyped, seat: int) -> list[Event]:
    """Return the events that a seat has witnessed since the position."""
    game = state.game.episode.game
    world, *steps = state.full_history()
    history = History(state.game.worlds[world.action][0])
    s = game.layout.unpack(history.now)
    for step in steps:
        game.rules.apply(s, step.player, step.action, work_of(game))
        history.add(step.player, "", step.action, game.layout.pack(s))
    return list(history.events_for(game, seat))


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
