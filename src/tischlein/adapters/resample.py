"""Resample a state of a position by a particle filter: other chance outcomes, with which a player has seen the same."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tischlein.adapters.trail import observation_of
from tischlein.engine.play.legality import legal_ids, work_of
from tischlein.engine.types import State, Untyped

CROWDS: Final = 32, 256, 2048  # states at a time; more where none of these fits
History = tuple[int, ...]


def resample_history(state: Untyped, player: int, rng: np.random.Generator) -> History:
    """Return another history in which the player sees the same at every step; the true one if no other is found."""
    seen = state.at.trail.observations(state.game.episode.game, player)
    for size in CROWDS:
        history = _filter_states(state, player, seen, size, rng)
        if history:
            return history
    return tuple(state.history())


def _filter_states(
    state: Untyped, player: int, seen: list[bytes], size: int, rng: np.random.Generator
) -> History:
    """Leave out, step by step, the states that the player could tell from the true ones, and multiply the others.

    They are multiplied by how likely it was to see this there. Return the history of one that is left, if any is.
    """
    game, one = state.game, state.game.episode.game
    if player not in game.views:
        game.views[player] = [
            observation_of(one, one.layout.unpack(world), player) for world, _ in game.worlds
        ]
    alike = [number for number, view in enumerate(game.views[player]) if view == seen[0]]
    chosen = _spread(np.array([game.worlds[number][1] for number in alike]), size, rng)
    crowd: list[tuple[History, State]] = [
        ((alike[k],), one.layout.unpack(game.worlds[alike[k]][0])) for k in chosen
    ]
    for (actor, action), mark in zip(state.steps()[1:], seen[1:], strict=True):
        left: list[tuple[History, State]] = []
        weights = []
        for history, s in crowd:
            fits = [fit for fit in _observation_after(state, s, actor, action, player) if fit[0] == mark]
            if fits:
                chances = np.array([chance for _, _, chance, _ in fits])
                _, taken, _, after = fits[rng.choice(len(fits), p=chances / chances.sum())]
                left.append(((*history, taken), after))
                weights.append(chances.sum())
        if not left:
            return ()
        crowd = [left[k] for k in _spread(np.array(weights), size, rng)]
    return crowd[rng.integers(size)][0]


def _observation_after(
    state: Untyped, s: State, actor: int, action: int, player: int
) -> list[tuple[bytes, int, float, State]]:
    """Return what the player may see next, with the actions, their chances and the records."""
    one = state.game.episode.game
    if actor < 0:
        tried = state.outcomes_at(s)
    else:
        legal = legal_ids(one, s, actor)
        wanted = [action] if one.sees_action(player, actor, action) else legal
        tried = [(taken, 1 / len(wanted)) for taken in wanted if taken in legal]
    found = []
    for taken, chance in tried:
        after = one.layout.copy(s)
        one.rules.apply(after, actor, taken, work_of(one))
        found.append((observation_of(one, after, player), taken, chance, after))
    return found


def _spread(weights: NDArray[np.float64], size: int, rng: np.random.Generator) -> list[int]:
    """Draw numbers in proportion to weights, as evenly as that goes: of equal weights all equally often."""
    ends = np.cumsum(weights / weights.sum())
    found: list[int] = np.searchsorted(ends[:-1], (rng.random() + np.arange(size)) / size).tolist()
    return found
