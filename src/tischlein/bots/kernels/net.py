"""What a trained net answers, in the dialect, with whole numbers: so the answer is the same on every backend.

Inputs are yes or no, weights whole numbers from −127 to 127, and what a layer hands on whole numbers from −128 to 127: all of them have room
in a byte, sums of the first layer in two, and others in four. What is added in which order makes no difference then. So the sums of the first layer stay from one
observation to the next, and only what has changed is added and taken away.
"""

from math import floor
from typing import NamedTuple

from tischlein.bots.kernels.exponential import exponential
from tischlein.cards import Cells
from tischlein.engine.rules.contract import observe, rate
from tischlein.engine.types import Array, State

# A layer hands on whole numbers from 0 to this, less OFFSET, so that they are bytes with a sign.
MOST_HANDED_ON = 255.0
OFFSET = 128
# Rows of weights that are added at once, and as many taken away: sums are loaded and stored less often.
AT_ONCE = 4


class Net(NamedTuple):
    """The weights of a net, and room to calculate in."""

    # Questions: is a feature from low to high? Those about one begin at its place in ``begin`` and end where those about the next begin.
    begin: Array
    low: Array
    high: Array
    # Layers: what is added, and by what a sum is multiplied. The last row of the first one's weights[input][output] says nothing.
    first: Array
    first_scale: Array
    second: Array  # weights[output][input]
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
    before: Array  # the one before, and the first layer's sums for it
    held: Array
    came: Array  # which questions were answered with no then, and are with yes now
    went: Array  # and the other way round
    sums: Array  # of the second layer
    one: Array  # what the first layer hands on
    two: Array  # and the second


def look(net: Net, s: State, seat: int) -> None:
    """Take in what a seat sees; ``s`` is concealed for it. Then ask ``liking`` and ``outlook``."""
    observe(s, seat, net.seen)
    digest(net)


def digest(net: Net) -> None:
    """Work through the observation in ``seen``."""
    width = len(net.one)
    for start in range(0, changes(net), AT_ONCE):
        a, b = net.first[net.came[start]], net.first[net.came[start + 1]]
        c, d = net.first[net.came[start + 2]], net.first[net.came[start + 3]]
        e, f = net.first[net.went[start]], net.first[net.went[start + 1]]
        g, h = net.first[net.went[start + 2]], net.first[net.went[start + 3]]
        for k in range(width):
            net.held[k] += a[k] + b[k] + c[k] + d[k] - e[k] - f[k] - g[k] - h[k]
    for k in range(width):
        net.one[k] = handed_on(net.held[k] * net.first_scale[k])
    for k in range(width):
        net.sums[k] = net.second_bias[k] + weighed(net.second[k], net.one)
    for k in range(width):
        net.two[k] = handed_on(net.sums[k] * net.second_scale[k])


def changes(net: Net) -> int:
    """List the questions that are answered differently now; return how long the longer list is. After both stand rows that say nothing."""
    came, went = 0, 0
    for feature in range(len(net.seen)):
        now, before = net.seen[feature], net.before[feature]
        if now != before:
            net.before[feature] = now
            for i in range(net.begin[feature], net.begin[feature + 1]):
                was_so = net.low[i] <= before and before <= net.high[i]
                is_so = net.low[i] <= now and now <= net.high[i]
                if is_so and not was_so:
                    net.came[came] = i
                    came += 1
                elif was_so and not is_so:
                    net.went[went] = i
                    went += 1
    most = max(came, went)
    nothing = len(net.low)
    for k in range(came, most + AT_ONCE):
        net.came[k] = nothing
    for k in range(went, most + AT_ONCE):
        net.went[k] = nothing
    return most


def handed_on(x: float) -> int:
    """Return what a layer hands on for a sum: a whole number from 0 to 255, less OFFSET."""
    if x <= 0.0:
        return -OFFSET
    return floor(min(x, MOST_HANDED_ON)) - OFFSET


def weighed(weights: Array, handed: Array) -> int:
    """Return the weighted sum of what is handed on."""
    total = 0
    for k in range(len(handed)):
        total += weights[k] * handed[k]
    return total


def liking(net: Net, action: int) -> float:
    """Return how much the net likes an action: the logarithm of its chance, up to a constant."""
    total = net.policy_bias[action] + weighed(net.policy[action], net.two)
    return float(total * net.policy_scale[action])


def outlook(net: Net, place: int) -> float:
    """Return how likely the seat ``place`` places after the one that looks is to win, as a logarithm."""
    total = net.value_bias[place] + weighed(net.value[place], net.two)
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
