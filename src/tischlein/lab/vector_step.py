"""One step of one of many games side by side, in the dialect; for arrays of records, so not for plain Python.

Apply the action, let chance decide up to the next decision, pay and begin again where a game is over; then write what the seat
to act sees, what it may do, and what a simple player would do.
"""

from typing import Any

from tischlein.cards import CHANCE, Cells, Grid, below
from tischlein.engine.contract import apply, chances, conceal, legal, observe, payoff
from tischlein.lab.loop import AT_RANDOM, chosen

STAY = -2  # instead of an action: this game waits
FRESH = -1  # instead of an action: nothing is done, the game waits for its first decision


def put(target: Any, i: int, source: Any, k: int) -> None:
    """Copy a record."""
    target[i] = source[k]


def roll_on(s: Any, chance_rng: Cells, work: Cells) -> None:
    """Let chance decide whatever is left to it."""
    while s.actor == CHANCE:
        apply(s, CHANCE, below(chance_rng, chances(s)), work)


def pay_out(s: Any, wins: Cells, rewards: Any) -> None:
    """Write everybody's share of the win; a game that was called off is shared by all."""
    seats = int(s.seats)
    payoff(s, wins)
    winners = 0
    for seat in range(seats):
        winners += wins[seat]
    for seat in range(seats):
        if winners == 0:
            rewards[seat] = 1.0 / seats
        else:
            rewards[seat] = wins[seat] / winners


def step_one(
    states: Any,
    seen: Any,
    i: int,
    k: int,
    start: Any,
    action: int,
    way: int,
    cap: int,
    turns: Cells,
    lengths: Cells,
    ended: Any,
    rewards: Any,
    features: Cells,
    mask: Any,
    suggested: Cells,
    chance_rng: Cells,
    dice: Cells,
    actions: Cells,
    work: Cells,
    wins: Cells,
) -> None:
    """Game i goes on with an action; ``seen[k]`` is room for what a seat sees of it. Several starts are taken in turn."""
    first = i % len(start)
    for seat in range(len(rewards)):
        rewards[seat] = 0.0
    ended[i] = 0
    if action == STAY:
        return
    if action == FRESH:
        put(states, i, start, first)
        lengths[i] = 0
    else:
        apply(states[i], turns[i], action, work)
        lengths[i] += 1
    roll_on(states[i], chance_rng, work)
    while states[i].actor < 0 or lengths[i] >= cap:
        pay_out(states[i], wins, rewards)
        ended[i] = 1
        lengths[i] = 0
        put(states, i, start, first)
        roll_on(states[i], chance_rng, work)
    seat = int(states[i].actor)
    turns[i] = seat
    put(seen, k, states, i)
    conceal(seen[k], seat)
    observe(seen[k], seat, features)
    n = legal(states[i], seat, actions, work)
    for a in range(len(mask)):
        mask[a] = 0
    for a in range(n):
        mask[actions[a]] = 1
    if way == AT_RANDOM:
        suggested[i] = actions[below(dice, n)]


def step_many(
    states: Any,
    seen: Any,
    start: Any,
    taken: Cells,
    way: int,
    cap: int,
    turns: Cells,
    lengths: Cells,
    ended: Any,
    rewards: Any,
    features: Grid,
    masks: Any,
    suggested: Cells,
    chance_rngs: Grid,
    dices: Grid,
    actions: Cells,
    work: Cells,
    wins: Cells,
    begin: int,
    end: int,
) -> None:
    """The games from one number to another, one after the other."""
    for i in range(begin, end):
        step_one(
            states, seen, i, 0, start, taken[i], way, cap, turns, lengths, ended, rewards[i], features[i], masks[i], suggested,
            chance_rngs[i], dices[i], actions, work, wins,
        )  # fmt: skip


def suggest_one(
    states: Any,
    i: int,
    way: int,
    turns: Cells,
    suggested: Cells,
    dice: Cells,
    actions: Cells,
    points: Cells,
    work: Cells,
) -> None:
    """Write what a player by rules of thumb would do in game i: a step of its own, since it takes longer to compile and to run."""
    n = legal(states[i], turns[i], actions, work)
    suggested[i] = chosen(states[i], turns[i], way, actions, n, points, dice, work)


def suggest_many(
    states: Any,
    taken: Cells,
    way: int,
    turns: Cells,
    suggested: Cells,
    dices: Grid,
    actions: Cells,
    points: Cells,
    work: Cells,
    begin: int,
    end: int,
) -> None:
    """The games from one number to another, but for those that have not moved."""
    for i in range(begin, end):
        if taken[i] != STAY:
            suggest_one(states, i, way, turns, suggested, dices[i], actions, points, work)
