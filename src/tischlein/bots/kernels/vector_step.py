"""One step of one of many games side by side, in the dialect; for arrays of records, so not for plain Python.

Apply the action, let chance decide up to the next decision, pay and begin again where a game is over; then write what the seat
to act sees, what it may do, and what a simple player would do.
"""

from tischlein.bots.kernels.whole_games import AT_RANDOM, chosen
from tischlein.cards import CHANCE, OVER, Cells, Grid, below
from tischlein.engine.rules.contract import apply, chances, conceal, legal, observe, payoff
from tischlein.engine.rules.drive import put
from tischlein.engine.rules.prefetch import soon
from tischlein.engine.types import Array, State

STAY = -2  # instead of an action: this game waits
FRESH = -1  # instead of an action: nothing is done, the game waits for its first decision
LOWEST = -32_000  # how much worse than the best an action is written down to be, at most


def pay_out(s: State, wins: Cells, rewards: Array) -> None:
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


def play_on(
    states: Array,
    i: int,
    start: Array,
    action: int,
    cap: int,
    turns: Cells,
    lengths: Cells,
    ended: Array,
    rewards: Array,
    chance_rng: Cells,
    work: Cells,
    wins: Cells,
) -> None:
    """Game i goes on with an action, and then with chance, up to the next decision: that of another game where this one ends.

    Where there is room for twice the games, the second half keeps how each one's last game ended.
    Rules are called from one place only, since compilers copy them to every place.
    """
    seat = int(turns[i])
    ahead = int(action)
    if action == FRESH:
        put(states, i, start, i % len(start))
        lengths[i] = 0
    else:
        lengths[i] += 1
    while True:
        if ahead != FRESH:
            apply(states[i], seat, ahead, work)
        if states[i].actor == CHANCE:
            seat = CHANCE
            ahead = below(chance_rng, chances(states[i]))
        elif states[i].actor < 0 or lengths[i] >= cap:
            pay_out(states[i], wins, rewards)
            ended[i] = 1
            lengths[i] = 0
            if len(states) > len(turns):
                put(states, len(turns) + i, states, i)
            put(states, i, start, i % len(start))
            ahead = FRESH
        else:
            turns[i] = states[i].actor
            return


def step_one(
    states: Array,
    seen: Array,
    i: int,
    k: int,
    start: Array,
    action: int,
    way: int,
    cap: int,
    turns: Cells,
    lengths: Cells,
    ended: Array,
    rewards: Array,
    features: Cells,
    mask: Array,
    suggested: Cells,
    chance_rng: Cells,
    dice: Cells,
    actions: Cells,
    work: Cells,
    wins: Cells,
) -> None:
    """Game i goes on with an action; ``seen[k]`` is room for what a seat sees of it. Several starts are taken in turn."""
    for seat in range(len(rewards)):
        rewards[seat] = 0.0
    ended[i] = 0
    if action == STAY:
        return
    play_on(states, i, start, action, cap, turns, lengths, ended, rewards, chance_rng, work, wins)
    seat = int(turns[i])
    n = legal(states[i], seat, actions, work)
    for a in range(len(mask)):
        mask[a] = 0
    for a in range(n):
        mask[actions[a]] = 1
    if way == AT_RANDOM:
        suggested[i] = actions[below(dice, n)]
    # Last, since a copy made many cells at a time would wait for those that were just written one by one.
    put(seen, k, states, i)
    conceal(seen[k], seat)
    observe(seen[k], seat, features)


def look_at(
    states: Array,
    numbers: Cells,
    seat: int,
    seen: Array,
    features: Grid,
    masks: Array,
    open_: Array,
    actions: Cells,
    work: Cells,
) -> None:
    """Write what a seat sees in some of the states, what it may do there, and where the game is not over."""
    for k in range(len(numbers)):
        i = numbers[k]
        open_[k] = states[i].actor != OVER
        n = legal(states[i], seat, actions, work) if open_[k] else 0
        for a in range(n):
            masks[k][actions[a]] = 1
        put(seen, 0, states, i)
        conceal(seen[0], seat)
        observe(seen[0], seat, features[k])


def first_illegal(taken: Cells, masks: Array) -> int:
    """Return the number of the first game whose action is not legal, or the number of games."""
    for i in range(len(taken)):
        action = taken[i]
        if action != STAY and (action < 0 or action >= len(masks[i]) or not masks[i][action]):
            return i
    return len(taken)


def step_many(
    states: Array,
    seen: Array,
    start: Array,
    taken: Cells,
    way: int,
    cap: int,
    turns: Cells,
    lengths: Cells,
    ended: Array,
    rewards: Array,
    features: Grid,
    masks: Array,
    suggested: Cells,
    chance_rngs: Grid,
    dices: Grid,
    actions: Cells,
    work: Cells,
    wins: Cells,
    begin: int,
    end: int,
) -> None:
    """Step the games from ``begin`` to ``end`` one after the other, and prefetch the rows of the next one meanwhile."""
    # Where compiled code knows that no number counts from the end, it need not ask.
    for i in range(max(begin, 0), end):
        soon(states, i + 1)
        soon(features, i + 1)
        soon(masks, i + 1)
        step_one(
            states, seen, i, 0, start, taken[i], way, cap, turns, lengths, ended, rewards[i], features[i], masks[i], suggested,
            chance_rngs[i], dices[i], actions, work, wins,
        )  # fmt: skip


def suggest_one(
    states: Array,
    i: int,
    way: int,
    turns: Cells,
    suggested: Cells,
    rated: bool,
    ratings: Array,
    dice: Cells,
    actions: Cells,
    points: Cells,
    work: Cells,
) -> None:
    """Write what a player by rules of thumb would do in game i: a step of its own, since it takes longer to compile and to run.

    If ``rated``, write too how much worse than the best each legal action looks.
    """
    n = legal(states[i], turns[i], actions, work)
    points[0] = 0
    suggested[i] = chosen(states[i], turns[i], way, actions, n, points, dice, work)
    if rated:
        top = points[0]
        for k in range(1, n):
            top = max(top, points[k])
        for k in range(n):
            ratings[actions[k]] = max(LOWEST, points[k] - top)


def suggest_many(
    states: Array,
    taken: Cells,
    way: int,
    turns: Cells,
    suggested: Cells,
    rated: bool,
    ratings: Array,
    dices: Grid,
    actions: Cells,
    points: Cells,
    work: Cells,
    begin: int,
    end: int,
) -> None:
    """Suggest actions for the games from ``begin`` to ``end``, except those that have not moved."""
    for i in range(begin, end):
        if taken[i] != STAY:
            suggest_one(states, i, way, turns, suggested, rated, ratings[i], dices[i], actions, points, work)
