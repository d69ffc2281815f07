"""Thinking ahead with a net, in the dialect, with floats: the net says what to try first, and who will win from the edge of the tree.

The walk is that of ``search`` with the eyes of the seat that decides. There are no games to the end: at a decision that is new the net
looks at what the seat to act knows there, or some decisions later at what the searching seat knows, and its outlook is what everybody on
the path is told.
"""

from math import sqrt
from typing import NamedTuple

from tischlein.bots.exponential import exponential
from tischlein.bots.guide import by_heuristics
from tischlein.bots.net import Net, expect, look, weigh_up
from tischlein.bots.search import (
    DEPTH,
    FULL,
    GAME,
    KNOWN,
    PATIENCE,
    SEEN,
    WORLD,
    copy,
    filed,
    find,
    hashed,
    picture,
)
from tischlein.cards import CHANCE, OVER, below
from tischlein.engine.contract import apply, chances, conceal, legal, payoff
from tischlein.engine.types import Array, State

# A net may be wrong about what is worth a try: all actions share so much of its trust.
DOUBT = 0.05


class NetWorkspace(NamedTuple):
    """What such a search works with; see ``Workspace``."""

    states: Array
    rows: Array
    weights: Array
    keys: Array
    visits: Array
    available: Array
    values: Array
    priors: Array  # how much the net trusts an action
    places: Array
    seats: Array
    rewards: Array
    around: Array
    rng: Array
    actions: Array
    points: Array
    opinions: Array  # of rules of thumb
    work: Array


def think_with_net(
    space: NetWorkspace,
    net: Net,
    exploration: float,
    per_world: int,
    belief: int,
    ahead: int,
    me: int,
    done: int,
    iterations: int,
) -> None:
    """Add some iterations to those already done.

    ``ahead`` is how many decisions are played on by rules of thumb beyond the tree, and then until it is the searching seat's turn: only
    that seat knows what it holds. Below 0 the net is asked at once, for the seat that is to act.
    """
    for number in range(done, done + iterations):
        if number % per_world == 0:
            picture(space.states, space.rows, belief, me, space.rng, space.work)
        copy(space.rows, WORLD, GAME)
        length = follow(space, net, exploration, ahead, me)
        for step in range(length):
            place = space.places[step]
            space.visits[place] += 1
            space.values[place] += space.rewards[space.seats[step]]


def follow(space: NetWorkspace, net: Net, exploration: float, ahead: int, me: int) -> int:
    """Walk down to a decision that is new, or to the end; write the way and what everybody can expect there; return its length."""
    s = space.states[GAME]
    length = 0
    seat = me
    while seat != OVER:
        if seat == CHANCE:
            apply(s, CHANCE, below(space.rng, chances(s)), space.work)
        else:
            n = legal(s, seat, space.actions, space.work)
            if n == 1:
                apply(s, seat, int(space.actions[0]), space.work)
            else:
                copy(space.rows, GAME, SEEN)
                conceal(space.states[SEEN], seat)
                node = hashed(space.rows, space.weights, seat)
                if length == DEPTH or not remembered(space, node, n):
                    judge(space, net, seat, n)
                    if ahead > 0 or (ahead == 0 and seat != me):
                        play_on(space, net, ahead, me)
                    return length
                chosen = preferred(space, exploration, n)
                space.places[length] = space.around[chosen]
                space.seats[length] = seat
                length += 1
                apply(s, seat, int(space.actions[chosen]), space.work)
        seat = int(s.actor)
    share_out(space, s)
    return length


def play_on(space: NetWorkspace, net: Net, ahead: int, me: int) -> None:
    """Play on by rules of thumb until the searching seat has something to decide; write what it expects then."""
    s = space.states[GAME]
    seat = int(s.actor)
    decisions = 0
    while seat != OVER:
        if seat == CHANCE:
            apply(s, CHANCE, below(space.rng, chances(s)), space.work)
        else:
            n = legal(s, seat, space.actions, space.work)
            if (seat == me and n > 1 and decisions >= ahead) or decisions >= ahead + PATIENCE:
                break
            action = by_heuristics(s, seat, space.actions, n, space.opinions, space.rng, space.work)
            apply(s, seat, action, space.work)
            decisions += 1
        seat = int(s.actor)
    if seat == OVER:
        share_out(space, s)
    else:
        copy(space.rows, GAME, SEEN)
        conceal(space.states[SEEN], seat)
        look(net, space.states[SEEN], seat)
        expect(net, seat, int(s.seats), space.rewards)


def remembered(space: NetWorkspace, node: int, n: int) -> bool:
    """Find the places of a node's actions; is it an old one, with all of them?"""
    old = True
    for k in range(n):
        place = find(space.keys, filed(node, int(space.actions[k])))
        space.around[k] = place
        if place == FULL or space.available[place] == 0:
            old = False
    return old


def judge(space: NetWorkspace, net: Net, seat: int, n: int) -> None:
    """Let the net look at what the seat sees; keep what it would try, and write what it expects."""
    s = space.states[SEEN]
    look(net, s, seat)
    weigh_up(net, s, seat, space.actions, n, space.opinions, space.work, space.points)
    top = space.points[0]
    for k in range(1, n):
        top = max(top, space.points[k])
    total = 0.0
    for k in range(n):
        space.points[k] = exponential(space.points[k] - top)
        total += space.points[k]
    for k in range(n):
        place = space.around[k]
        if place != FULL:
            space.available[place] += 1
            space.priors[place] = (1.0 - DOUBT) * space.points[k] / total + DOUBT / n
    expect(net, seat, int(space.states[SEEN].seats), space.rewards)


def preferred(space: NetWorkspace, exploration: float, n: int) -> int:
    """Which of the n actions around is to be tried: what did well, or what the net likes and was tried seldom."""
    worth = 0.0
    visited = 0
    for k in range(n):
        place = space.around[k]
        space.available[place] += 1
        visited += space.visits[place]
        worth += space.values[place]
    unknown = worth / visited if visited > 0 else 0.0
    best = 0
    best_bound = -1.0
    for k in range(n):
        place = space.around[k]
        visits = space.visits[place]
        bound = space.values[place] / visits if visits > 0 else unknown
        bound += exploration * space.priors[place] * sqrt(float(visited + 1)) / (1 + visits)
        if bound > best_bound:
            best = k
            best_bound = bound
    return best


def share_out(space: NetWorkspace, s: State) -> None:
    """Write everybody's share of the win."""
    seats = int(s.seats)
    payoff(s, space.actions)
    winners = 0.0
    for seat in range(seats):
        winners += space.actions[seat]
    for seat in range(seats):
        space.rewards[seat] = space.actions[seat] / winners if winners > 0.0 else 1.0 / seats


def counted_with_net(
    space: NetWorkspace, me: int, n: int, visits: Array, values: Array, priors: Array
) -> None:
    """Write for each of the first decision's n actions how often it was chosen, with what mean, and how the net trusts it."""
    copy(space.rows, KNOWN, SEEN)
    conceal(space.states[SEEN], me)
    node = hashed(space.rows, space.weights, me)
    for k in range(n):
        place = find(space.keys, filed(node, int(space.actions[k])))
        visits[k] = space.visits[place] if place != FULL else 0
        values[k] = space.values[place] / visits[k] if visits[k] > 0 else 0.0
        priors[k] = space.priors[place] if place != FULL else 0.0
