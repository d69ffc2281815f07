"""Playing by rules of thumb, in the dialect: generic code that a backend clones together with one game.

``rate`` is bound to the game's ``heuristics``.
"""

from tischlein.cards import CHANCE, Cells, below
from tischlein.engine.rules.contract import apply, chances, legal, rate
from tischlein.engine.types import Array, State

# How a seat plays in ``play_out``.
AT_RANDOM = 0
BY_HEURISTICS = 1
# Where only decisions with a choice count, a game with this many times as many decisions is taken to have no end.
NO_END = 64


def rate_at(states: Array, i: int, seat: int, actions: Cells, n: int, points: Cells, work: Cells) -> None:
    rate(states[i], seat, actions, n, points, work)


def best(points: Cells, n: int, rng: Cells) -> int:
    """Return the place of the highest points; among equals the dice decide."""
    place = 0
    ties = 1
    for k in range(1, n):
        if points[k] > points[place]:
            place = k
            ties = 1
        elif points[k] == points[place]:
            ties += 1
            if below(rng, ties) == 0:
                place = k
    return place


def by_heuristics(s: State, seat: int, actions: Cells, n: int, points: Cells, rng: Cells, work: Cells) -> int:
    """Return the action that looks best to this seat."""
    if n == 1:
        return int(actions[0])
    rate(s, seat, actions, n, points, work)
    return int(actions[best(points, n, rng)])


def play_out(
    s: State,
    ways: Cells,
    rng: Cells,
    actions: Cells,
    points: Cells,
    work: Cells,
    cap: int,
    forced: int,
) -> int:
    """Play on, every seat in its way, to the end or until ``cap`` decisions are made; return how many were made.

    A decision without a choice counts as ``forced``: 1 or 0.
    """
    decisions = 0
    counted = 0
    while counted < cap and decisions < NO_END * cap:
        seat = int(s.actor)
        if seat == CHANCE:
            apply(s, CHANCE, below(rng, chances(s)), work)
        elif seat < 0:
            break
        else:
            n = legal(s, seat, actions, work)
            if ways[seat] == AT_RANDOM:
                action = int(actions[below(rng, n)])
            else:
                action = by_heuristics(s, seat, actions, n, points, rng, work)
            apply(s, seat, action, work)
            decisions += 1
            counted += 1 if n > 1 else forced
    return decisions
