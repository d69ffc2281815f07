"""Playing on with a net, in the dialect, with floats: what each action brings if everybody goes on as the net plays.

All actions are tried in the same worlds with the same luck, so what they have in common does not blur how they differ. Every seat decides on
what it sees; after some decisions the net says who will win, from what the thinking seat knows when it is its turn again.
"""

from math import sqrt
from typing import NamedTuple

from tischlein.bots.kernels.net import Net, expect, look, weigh_up
from tischlein.bots.kernels.search import GAME, PATIENCE, SEEN, WORLD, copy, picture
from tischlein.cards import CHANCE, OVER, below, sow
from tischlein.engine.rules.contract import apply, chances, conceal, legal, payoff
from tischlein.engine.types import Array, State

# How many of the actions that the net likes best are tried.
TRIED = 6
# Worlds before anything is given up.
AT_LEAST = 16
# An action that is worse than the best by this many standard errors is given up.
GIVEN_UP = 2.0
# What the net likes best is played unless another action is better by this many.
SURE = 1.0


class NetWorkspace(NamedTuple):
    """What thinking with a net works with; see ``Workspace``."""

    states: Array
    rows: Array
    rewards: Array
    rng: Array
    actions: Array
    points: Array
    opinions: Array  # of rules of thumb
    work: Array


class Trials(NamedTuple):
    """What was found for some actions; those that are given up were tried in fewer worlds."""

    actions: Array  # what the net likes best first
    alive: Array  # is it still tried?
    worlds: Array  # in how many it was
    means: Array  # what it brings
    apart: Array  # [one][other]: by how much one is better in the worlds of both
    spread: Array  # the same: the sum of squares around that mean
    found: Array  # in the world at hand
    luck: Array  # of that world


def clear_trials(trials: Trials) -> None:
    """Forget what was found before."""
    for k in range(len(trials.alive)):
        trials.alive[k] = 1
        trials.worlds[k] = 0
        trials.means[k] = 0.0
        for other in range(len(trials.alive)):
            trials.apart[k][other] = 0.0
            trials.spread[k][other] = 0.0


def foresee(
    space: NetWorkspace, net: Net, trials: Trials, belief: int, ahead: int, me: int, n: int, worlds: int
) -> int:
    """Try the first n actions in more worlds, give up those that are clearly worse, and return how many are left.

    KNOWN is concealed for the seat.
    """
    for world in range(worlds):
        picture(space.states, space.rows, belief, me, space.rng, space.work)
        one, two = below(space.rng, 1 << 30), below(space.rng, 1 << 30)
        for k in range(n):
            if trials.alive[k]:
                copy(space.rows, WORLD, GAME)
                sow(trials.luck, one, two, world)
                apply(space.states[GAME], me, int(trials.actions[k]), space.work)
                go_on(space, net, ahead, me, trials.luck)
                trials.found[k] = space.rewards[me]
        take_in(trials, n)
    return give_up(trials, n)


def take_in(trials: Trials, n: int) -> None:
    """Add what was found in one world to the means; those that are still tried have the same worlds."""
    for k in range(n):
        if trials.alive[k]:
            trials.worlds[k] += 1
            trials.means[k] += (trials.found[k] - trials.means[k]) / trials.worlds[k]
    for k in range(n):
        for other in range(n):
            if trials.alive[k] and trials.alive[other]:
                apart = trials.found[k] - trials.found[other]
                step = apart - trials.apart[k][other]
                trials.apart[k][other] += step / trials.worlds[k]
                trials.spread[k][other] += step * (apart - trials.apart[k][other])


def give_up(trials: Trials, n: int) -> int:
    """Try no more what is worse than the best by too many standard errors; return how many are left."""
    lead = leader(trials, n)
    left = 0
    for k in range(n):
        if trials.alive[k]:
            least = max(GIVEN_UP * doubt(trials, lead, k), 1e-9)
            if trials.worlds[lead] >= AT_LEAST and trials.apart[lead][k] >= least:
                trials.alive[k] = 0
            else:
                left += 1
    return left


def leader(trials: Trials, n: int) -> int:
    """Return the best of the actions that are still tried."""
    best = -1
    for k in range(n):
        if trials.alive[k] and (best < 0 or trials.means[k] > trials.means[best]):
            best = k
    return best


def doubt(trials: Trials, one: int, other: int) -> float:
    """Return the standard error of the difference between two actions."""
    n = min(trials.worlds[one], trials.worlds[other])
    if n < 2:
        return 1.0
    return sqrt(trials.spread[one][other] / (n - 1) / n)


def verdict(trials: Trials, n: int) -> int:
    """Return which action to play: the best one if that is sure enough, else what the net likes best."""
    best = leader(trials, n)
    if trials.apart[best][0] > SURE * doubt(trials, best, 0):
        return best
    return 0


def go_on(space: NetWorkspace, net: Net, ahead: int, me: int, luck: Array) -> None:
    """Play on in GAME as the net plays, and write what everybody can expect then."""
    s = space.states[GAME]
    decisions = 0
    seat = int(s.actor)
    while seat != OVER:
        if seat == CHANCE:
            apply(s, CHANCE, below(luck, chances(s)), space.work)
        else:
            n = legal(s, seat, space.actions, space.work)
            chosen = 0
            if n > 1:
                copy(space.rows, GAME, SEEN)
                conceal(space.states[SEEN], seat)
                look(net, space.states[SEEN], seat)
                if (decisions >= ahead and seat == me) or decisions >= ahead + PATIENCE:
                    expect(net, seat, int(s.seats), space.rewards)
                    return
                weigh_up(
                    net, space.states[SEEN], seat, space.actions, n, space.opinions, space.work, space.points
                )
                for k in range(1, n):
                    if space.points[k] > space.points[chosen]:
                        chosen = k
                decisions += 1
            apply(s, seat, int(space.actions[chosen]), space.work)
        seat = int(s.actor)
    share_out(space, s)


def share_out(space: NetWorkspace, s: State) -> None:
    """Write everybody's share of the win."""
    seats = int(s.seats)
    payoff(s, space.actions)
    winners = 0.0
    for seat in range(seats):
        winners += space.actions[seat]
    for seat in range(seats):
        space.rewards[seat] = space.actions[seat] / winners if winners > 0.0 else 1.0 / seats
