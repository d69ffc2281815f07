"""Thinking ahead without knowing everything: Monte Carlo search over information sets, for any game.

Generic code for the native backend, bound to one game's rules and rules of thumb; the dialect, with floats.

An iteration takes a world that the searching seat cannot tell from the true one (``imagine``), walks down the tree in it, plays on
from its edge by rules of thumb, and tells everybody on the path how it ended. What seats cannot tell apart shares its statistics:

* A decision is filed under a hash of the record *as a seat sees it* (``conceal``), so hidden cards and concealed choices never
  make two decisions out of one. The eyes are those of the seat that decides (multiple observers).
* Which actions are legal differs from world to world, so each counts how often it could have been chosen (availability).
  What is tried next is what has done well so far, or what looks good and was tried seldom (PUCT, with the rules of thumb as
  prior): little thinking gives what ``medium`` would play, and more of it corrects that.
* Chance is drawn again in every iteration; what follows is another record and so another node.
* Where several decide at once each does so on what it sees: the record does not show it the others' choices.

``docs/decisions/0014-search.md`` has what was compared, and why these numbers.
"""

from math import sqrt
from typing import NamedTuple

from tischlein.bots.kernels.exponential import exponential
from tischlein.bots.kernels.guide import play_out
from tischlein.cards import CHANCE, OVER, Cells, Grid, below, sow
from tischlein.engine.rules.contract import (
    apply,
    believe,
    chances,
    conceal,
    imagine,
    legal,
    payoff,
    rate,
    standing,
)
from tischlein.engine.types import Array, State

# Where the records lie: what the searching seat knows, a world for it, the game in that world, what a seat sees of it.
KNOWN = 0
WORLD = 1
GAME = 2
SEEN = 3
RECORDS = 4

DEPTH = 96  # decisions that an iteration keeps in mind
PATIENCE = 24  # decisions until a seat has its turn again, unless it has none any more
FULL = -1
LOG_3 = 1.0986122886681098


class Style(NamedTuple):
    """How to search."""

    exploration: float
    temperature: float  # how much worse an action must look to be trusted 2.7 times less
    per_world: int  # iterations in a world before the next is imagined
    horizon: int  # decisions that are played on beyond the tree
    lead: int  # the game's measure of a lead
    belief: int  # 1: worlds are weighted by what others' actions tell about their cards


class Workspace(NamedTuple):
    """What a search works with, all of it arrays; allocated once for many searches."""

    states: Array  # RECORDS of them
    rows: Array  # the same memory as bytes
    weights: Array  # of a row's bytes in its hash
    # The memory: an open hash table of actions at decisions
    keys: Array
    visits: Array
    available: Array
    values: Array
    # An iteration's path: places in the memory, and the seats that chose them
    places: Array
    seats: Array
    rewards: Array
    # Scratch
    around: Array  # the places of the actions at hand
    trust: Array  # and how much they are trusted
    rng: Array
    actions: Array
    points: Array
    ways: Array  # how seats play beyond the tree
    work: Array


def think(space: Workspace, style: Style, me: int, done: int, iterations: int) -> None:
    """Add some iterations to those already done."""
    for number in range(done, done + iterations):
        if number % style.per_world == 0:
            picture(space.states, space.rows, style.belief, me, space.rng, space.work)
        copy(space.rows, WORLD, GAME)
        length = descend(space, style, me)
        s = space.states[GAME]
        play_out(s, space.ways, space.rng, space.actions, space.points, space.work, style.horizon, 1)
        share_the_win(s, style.lead, space.points, space.rewards)
        for step in range(length):
            place = space.places[step]
            space.visits[place] += 1
            space.values[place] += space.rewards[space.seats[step]]


def picture(states: Array, rows: Grid, belief: int, me: int, rng: Cells, work: Cells) -> None:
    """Lay out a WORLD that the seat cannot tell from the true one."""
    copy(rows, KNOWN, WORLD)
    imagine(states[WORLD], me, rng, work)
    if belief > 0:
        believe(states[WORLD], me, rng, work)


def copy(rows: Grid, source: int, target: int) -> None:
    for k in range(len(rows[0])):
        rows[target][k] = rows[source][k]


def descend(space: Workspace, style: Style, me: int) -> int:
    """Walk down the tree to an action that is new, and write down the way; return its length."""
    s = space.states[GAME]
    length = 0
    # Where several may act, it is the searching seat that thinks about its own decision now.
    seat = me
    while length < DEPTH:
        if seat == CHANCE:
            apply(s, CHANCE, below(space.rng, chances(s)), space.work)
        elif seat == OVER:
            break
        else:
            n = legal(s, seat, space.actions, space.work)
            if n == 1:
                apply(s, seat, int(space.actions[0]), space.work)
            else:
                copy(space.rows, GAME, SEEN)
                conceal(space.states[SEEN], seat)
                node = hashed(space.rows, space.weights, seat)
                rate(s, seat, space.actions, n, space.points, space.work)
                chosen = select(space, style, node, n)
                if chosen == FULL:
                    break
                action = int(space.actions[chosen])
                place = find(space.keys, filed(node, action))
                space.places[length] = place
                space.seats[length] = seat
                length += 1
                apply(s, seat, action, space.work)
                if space.visits[place] == 0:
                    break
        seat = int(s.actor)
    return length


def select(space: Workspace, style: Style, node: int, n: int) -> int:
    """Return which of the n actions at a node to try; FULL when there is no room to remember it."""
    top = space.points[0]
    for k in range(1, n):
        top = max(top, space.points[k])
    total = 0.0
    worth = 0.0
    visited = 0
    for k in range(n):
        place = find(space.keys, filed(node, int(space.actions[k])))
        if place == FULL:
            return FULL
        space.available[place] += 1
        space.around[k] = place
        space.trust[k] = exponential((space.points[k] - top) / style.temperature)
        total += space.trust[k]
        visited += space.visits[place]
        worth += space.values[place]
    # What was never tried is taken to be worth what the others are.
    unknown = worth / visited if visited > 0 else 0.5
    best = 0
    best_bound = -1.0
    for k in range(n):
        place = space.around[k]
        visits = space.visits[place]
        bound = space.values[place] / visits if visits > 0 else unknown
        trust = space.trust[k] / total
        bound += style.exploration * trust * sqrt(float(space.available[place])) / (1 + visits)
        if bound > best_bound:
            best = k
            best_bound = bound
    return best


def filed(node: int, action: int) -> int:
    """Return the key of an action at a node; never 0, which marks an empty place."""
    return (node + (action + 1) * 0x2545F4914F6CDD1D) | 1


def near(keys: Cells, key: int) -> int:
    """Return the place of a key in the memory, or else one with room for it; FULL if neither is near its own."""
    mask = len(keys) - 1
    place = (key ^ (key >> 23) ^ (key >> 43)) & mask
    for _ in range(64):
        if keys[place] == key or keys[place] == 0:
            return place
        place = (place + 1) & mask
    return FULL


def find(keys: Cells, key: int) -> int:
    """Return the place of a key in the memory, adding it if it is missing; FULL if there is no room."""
    place = near(keys, key)
    if place != FULL:
        keys[place] = key
    return place


def seek(keys: Cells, key: int) -> int:
    """Return the place of a key in the memory; FULL if it is missing."""
    place = near(keys, key)
    return place if place != FULL and keys[place] == key else FULL


def weigh(weights: Cells, rng: Cells) -> None:
    """Write the weights of a row's bytes: odd numbers below 2**63, the same for every search; ``rng`` is only room to make them in."""
    sow(rng, 77, 0, 0)
    for k in range(len(weights)):
        high = below(rng, 1 << 30)
        weights[k] = ((high << 32) | below(rng, 1 << 30) << 2) | 1


def hashed(rows: Grid, weights: Cells, seat: int) -> int:
    """Return a hash of what is SEEN where a seat decides: the sum of its bytes with random weights.

    The processor may do all of them at once, and collisions are rare.
    """
    total = (seat + 1) * 0x1E3779B97F4A7C15
    for k in range(len(weights)):
        total += rows[SEEN][k] * weights[k]
    return total


def share_the_win(s: State, lead: int, points: Cells, rewards: list[float]) -> None:
    """Write the shares of the win, or the expected ones before the end: a lead makes a win three times as likely.

    They add up to 1 either way. So iterations that reach the end and others that do not can be compared, with any number of seats and
    in teams.
    """
    seats = int(s.seats)
    if s.actor == OVER:
        payoff(s, points)
        for seat in range(seats):
            rewards[seat] = float(points[seat])
    else:
        standing(s, points)
        top = points[0]
        for seat in range(1, seats):
            top = max(top, points[seat])
        for seat in range(seats):
            rewards[seat] = exponential(LOG_3 * (points[seat] - top) / lead)
    total = 0.0
    for seat in range(seats):
        total += rewards[seat]
    for seat in range(seats):
        rewards[seat] /= total


def counted(space: Workspace, me: int, n: int, visits: Cells, values: list[float]) -> None:
    """Write how often each of the first decision's n actions was chosen, and with what mean reward."""
    copy(space.rows, KNOWN, SEEN)
    conceal(space.states[SEEN], me)
    node = hashed(space.rows, space.weights, me)
    for k in range(n):
        place = find(space.keys, filed(node, int(space.actions[k])))
        visits[k] = space.visits[place] if place != FULL else 0
        values[k] = space.values[place] / visits[k] if visits[k] > 0 else 0.0
