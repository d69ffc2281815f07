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


class Grove(NamedTuple):
    """What such a search works with; see ``Desk``."""

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


def ponder(
    grove: Grove,
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
            picture(grove.states, grove.rows, belief, me, grove.rng, grove.work)
        copy(grove.rows, WORLD, GAME)
        length = follow(grove, net, exploration, ahead, me)
        for step in range(length):
            place = grove.places[step]
            grove.visits[place] += 1
            grove.values[place] += grove.rewards[grove.seats[step]]


def follow(grove: Grove, net: Net, exploration: float, ahead: int, me: int) -> int:
    """Walk down to a decision that is new, or to the end; write the way and what everybody can expect there; return its length."""
    s = grove.states[GAME]
    length = 0
    seat = me
    while seat != OVER:
        if seat == CHANCE:
            apply(s, CHANCE, below(grove.rng, chances(s)), grove.work)
        else:
            n = legal(s, seat, grove.actions, grove.work)
            if n == 1:
                apply(s, seat, int(grove.actions[0]), grove.work)
            else:
                copy(grove.rows, GAME, SEEN)
                conceal(grove.states[SEEN], seat)
                node = hashed(grove.rows, grove.weights, seat)
                if length == DEPTH or not remembered(grove, node, n):
                    judge(grove, net, seat, n)
                    if ahead > 0 or (ahead == 0 and seat != me):
                        play_on(grove, net, ahead, me)
                    return length
                chosen = preferred(grove, exploration, n)
                grove.places[length] = grove.around[chosen]
                grove.seats[length] = seat
                length += 1
                apply(s, seat, int(grove.actions[chosen]), grove.work)
        seat = int(s.actor)
    share_out(grove, s)
    return length


def play_on(grove: Grove, net: Net, ahead: int, me: int) -> None:
    """Play on by rules of thumb until the searching seat has something to decide; write what it expects then."""
    s = grove.states[GAME]
    seat = int(s.actor)
    decisions = 0
    while seat != OVER:
        if seat == CHANCE:
            apply(s, CHANCE, below(grove.rng, chances(s)), grove.work)
        else:
            n = legal(s, seat, grove.actions, grove.work)
            if (seat == me and n > 1 and decisions >= ahead) or decisions >= ahead + PATIENCE:
                break
            action = by_heuristics(s, seat, grove.actions, n, grove.opinions, grove.rng, grove.work)
            apply(s, seat, action, grove.work)
            decisions += 1
        seat = int(s.actor)
    if seat == OVER:
        share_out(grove, s)
    else:
        copy(grove.rows, GAME, SEEN)
        conceal(grove.states[SEEN], seat)
        look(net, grove.states[SEEN], seat)
        expect(net, seat, int(s.seats), grove.rewards)


def remembered(grove: Grove, node: int, n: int) -> bool:
    """Find the places of a node's actions; is it an old one, with all of them?"""
    old = True
    for k in range(n):
        place = find(grove.keys, filed(node, int(grove.actions[k])))
        grove.around[k] = place
        if place == FULL or grove.available[place] == 0:
            old = False
    return old


def judge(grove: Grove, net: Net, seat: int, n: int) -> None:
    """Let the net look at what the seat sees; keep what it would try, and write what it expects."""
    s = grove.states[SEEN]
    look(net, s, seat)
    weigh_up(net, s, seat, grove.actions, n, grove.opinions, grove.work, grove.points)
    top = grove.points[0]
    for k in range(1, n):
        top = max(top, grove.points[k])
    total = 0.0
    for k in range(n):
        grove.points[k] = exponential(grove.points[k] - top)
        total += grove.points[k]
    for k in range(n):
        place = grove.around[k]
        if place != FULL:
            grove.available[place] += 1
            grove.priors[place] = (1.0 - DOUBT) * grove.points[k] / total + DOUBT / n
    expect(net, seat, int(grove.states[SEEN].seats), grove.rewards)


def preferred(grove: Grove, exploration: float, n: int) -> int:
    """Which of the n actions around is to be tried: what did well, or what the net likes and was tried seldom."""
    worth = 0.0
    visited = 0
    for k in range(n):
        place = grove.around[k]
        grove.available[place] += 1
        visited += grove.visits[place]
        worth += grove.values[place]
    unknown = worth / visited if visited > 0 else 0.0
    best = 0
    best_bound = -1.0
    for k in range(n):
        place = grove.around[k]
        visits = grove.visits[place]
        bound = grove.values[place] / visits if visits > 0 else unknown
        bound += exploration * grove.priors[place] * sqrt(float(visited + 1)) / (1 + visits)
        if bound > best_bound:
            best = k
            best_bound = bound
    return best


def share_out(grove: Grove, s: State) -> None:
    """Write everybody's share of the win."""
    seats = int(s.seats)
    payoff(s, grove.actions)
    winners = 0.0
    for seat in range(seats):
        winners += grove.actions[seat]
    for seat in range(seats):
        grove.rewards[seat] = grove.actions[seat] / winners if winners > 0.0 else 1.0 / seats


def pondered(grove: Grove, me: int, n: int, visits: Array, values: Array, priors: Array) -> None:
    """Write for each of the first decision's n actions how often it was chosen, with what mean, and how the net trusts it."""
    copy(grove.rows, KNOWN, SEEN)
    conceal(grove.states[SEEN], me)
    node = hashed(grove.rows, grove.weights, me)
    for k in range(n):
        place = find(grove.keys, filed(node, int(grove.actions[k])))
        visits[k] = grove.visits[place] if place != FULL else 0
        values[k] = grove.values[place] / visits[k] if visits[k] > 0 else 0.0
        priors[k] = grove.priors[place] if place != FULL else 0.0
