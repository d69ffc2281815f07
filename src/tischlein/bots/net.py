"""What a trained net answers, in the dialect, with floats that hold whole numbers: so the answer is the same on every backend.

Inputs are yes or no, weights whole numbers from −127 to 127, and what a layer hands on whole numbers from 0 to 255. No sum reaches 2**24, so
even a float of 32 bits holds it exactly, in whatever order a machine adds.
"""

from math import floor
from typing import NamedTuple

from tischlein.bots.exponential import exponential
from tischlein.cards import Cells
from tischlein.engine.contract import observe, rate
from tischlein.engine.types import Array, State

MOST_HANDED_ON = 255.0


class Net(NamedTuple):
    """The weights of a net, and room to calculate in."""

    # Questions: is this feature from low to high?
    feature: Array
    low: Array
    high: Array
    # Layers: weights[input][output], what is added, and by what a sum is multiplied
    first: Array
    first_bias: Array
    first_scale: Array
    second: Array
    second_bias: Array
    second_scale: Array
    # Answers: weights[answer][input]
    policy: Array
    policy_bias: Array
    policy_scale: Array
    value: Array
    value_bias: Array
    value_scale: Array
    # How far it leans on rules of thumb: what a point counts, and how many count at most, below 0
    lean: Array
    # Room
    seen: Array  # an observation
    one: Array  # what the first layer hands on
    two: Array  # and the second


def look(net: Net, s: State, seat: int) -> None:
    """Take in what a seat sees; ``s`` is concealed for it. Then ask ``liking`` and ``outlook``."""
    observe(s, seat, net.seen)
    digest(net)


def digest(net: Net) -> None:
    """Work through the observation in ``seen``."""
    width = len(net.one)
    for k in range(width):
        net.one[k] = net.first_bias[k]
    for i in range(len(net.feature)):
        found = net.seen[net.feature[i]]
        if net.low[i] <= found and found <= net.high[i]:
            row = net.first[i]
            for k in range(width):
                net.one[k] += row[k]
    for k in range(width):
        net.one[k] = handed_on(net.one[k] * net.first_scale[k])
        net.two[k] = net.second_bias[k]
    for i in range(width):
        strength = net.one[i]
        if strength > 0.0:
            row = net.second[i]
            for k in range(width):
                net.two[k] += strength * row[k]
    for k in range(width):
        net.two[k] = handed_on(net.two[k] * net.second_scale[k])


def handed_on(x: float) -> float:
    """What a layer hands on: a whole number from 0 to 255."""
    if x <= 0.0:
        return 0.0
    return float(floor(min(x, MOST_HANDED_ON)))


def liking(net: Net, action: int) -> float:
    """How much the net likes an action: the logarithm of its chance, up to what all actions have in common."""
    row = net.policy[action]
    total = net.policy_bias[action]
    for k in range(len(net.two)):
        total += net.two[k] * row[k]
    return float(total * net.policy_scale[action])


def outlook(net: Net, place: int) -> float:
    """How likely the seat so many places after the one that looks is to win: a logarithm, likewise."""
    row = net.value[place]
    total = net.value_bias[place]
    for k in range(len(net.two)):
        total += net.two[k] * row[k]
    return float(total * net.value_scale[place])


def expect(net: Net, seat: int, seats: int, rewards: Array) -> None:
    """Write what share of the win each seat can expect, as the seat takes it that has looked."""
    total = 0.0
    for place in range(seats):
        chance = exponential(outlook(net, place))
        rewards[(seat + place) % seats] = chance
        total += chance
    for place in range(seats):
        rewards[place] /= total


def weigh_up(
    net: Net, s: State, seat: int, actions: Cells, n: int, points: Cells, work: Cells, out: Array
) -> None:
    """Write how much each of a seat's n legal actions is liked, after ``look``: by the net, and by rules of thumb as far as it trusts them."""
    for k in range(n):
        out[k] = liking(net, int(actions[k]))
    if net.lean[0] > 0.0:
        rate(s, seat, actions, n, points, work)
        top = points[0]
        for k in range(1, n):
            top = max(top, points[k])
        for k in range(n):
            out[k] += net.lean[0] * max(float(points[k] - top), net.lean[1])


def likings_at(
    net: Net, states: Array, i: int, seat: int, actions: Cells, n: int, points: Cells, work: Cells, out: Array
) -> None:
    """Write how much the net likes each of a seat's n legal actions; the record is concealed for the seat."""
    look(net, states[i], seat)
    weigh_up(net, states[i], seat, actions, n, points, work, out)
