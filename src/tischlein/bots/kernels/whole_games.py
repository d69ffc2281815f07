"""Whole games between simple bots, in the dialect: generic code that a backend clones with one game.

Two generators decide: one shuffles the stacks that cards are drawn from, the other rolls the players' dice. So the cards that a
seat draws depend neither on how bots think nor on how many cards the others draw.
"""

from tischlein.bots.kernels.guide import by_heuristics
from tischlein.cards import CHANCE, UNKNOWN, Cells, Grid, below, sow
from tischlein.engine.rules.columns import DECISIONS, FIRST, STATUS
from tischlein.engine.rules.contract import (
    apply,
    chances,
    drawn_for,
    legal,
    note_after,
    note_before,
    payoff,
    rate,
    scores,
)
from tischlein.engine.rules.stacks import begin_stacks, drawn_outcome
from tischlein.engine.types import Array, State

# How a seat plays. Who is asked sits outside compiled code.
AT_RANDOM, EASY, MEDIUM, ASKED = range(4)

NOBODY = -1

# How a game stands, if it does not wait for a seat that is asked.
FINISHED = -2
CALLED_OFF = -4

# The same as in tischlein.bots.heuristic.
OVERLOOKED = 4
WAVERING = 60

# The players' dice are another stream of the same seed.
DICE = 0x5F356495


def step(s: State, seat: int, action: int, work: Cells, row: Cells) -> None:
    """One step, with what the game wants to be written down about it."""
    note_before(s, seat, action, row)
    apply(s, seat, action, work)
    note_after(s, seat, action, row)


def decide(s: State, seat: int, action: int, work: Cells, row: Cells) -> None:
    """One step that is a decision."""
    if row[DECISIONS] == 0:
        row[FIRST] = seat
    row[DECISIONS] += 1
    step(s, seat, action, work, row)


def slip(s: State, seat: int, actions: Cells, n: int, points: Cells, dice: Cells, work: Cells) -> int:
    """Take what looks best among the actions that are not overlooked, and waver."""
    considered = 0
    for k in range(n):
        if below(dice, OVERLOOKED) > 0:
            actions[considered] = actions[k]
            considered += 1
    if considered == 0:
        considered = n
    rate(s, seat, actions, considered, points, work)
    best = 0
    best_opinion = 0
    for k in range(considered):
        opinion = points[k] + below(dice, WAVERING)
        if k == 0 or opinion > best_opinion:
            best = k
            best_opinion = opinion
    return int(actions[best])


def chosen(
    s: State, seat: int, way: int, actions: Cells, n: int, points: Cells, dice: Cells, work: Cells
) -> int:
    """Return what a seat does, by the way it plays."""
    if way == AT_RANDOM:
        return int(actions[below(dice, n)])
    if n == 1:
        return int(actions[0])
    if way == EASY:
        return slip(s, seat, actions, n, points, dice, work)
    return by_heuristics(s, seat, actions, n, points, dice, work)


def dealt(s: State, stacks: Cells) -> int:
    """Return the chance outcome that comes next."""
    return drawn_outcome(stacks, chances(s), drawn_for(s), s.seats + 1)


def play_on(
    s: State,
    ways: Cells,
    stacks: Cells,
    dice: Cells,
    actions: Cells,
    points: Cells,
    work: Cells,
    row: Cells,
    cap: int,
) -> None:
    """Play until a bot outside has to be asked, to the end, or until ``cap`` decisions are made; the row's STATUS says which."""
    while True:
        actor = int(s.actor)
        if actor == CHANCE:
            step(s, CHANCE, dealt(s, stacks), work, row)
        elif actor < 0:
            row[STATUS] = FINISHED
            return
        elif row[DECISIONS] >= cap:
            row[STATUS] = CALLED_OFF
            return
        elif ways[actor] == ASKED:
            row[STATUS] = actor
            return
        else:
            n = legal(s, actor, actions, work)
            decide(s, actor, chosen(s, actor, ways[actor], actions, n, points, dice, work), work, row)


def begin(row: Cells, stacks: Cells, dice: Cells, low: int, high: int, number: int) -> None:
    """Clear a row, and set the stacks and the dice of a game by its number."""
    for k in range(len(row)):
        row[k] = 0
    row[FIRST] = -1
    begin_stacks(stacks, low, high, number)
    sow(dice, low ^ DICE, high, number)


def play_game(
    s: State,
    ways: Cells,
    low: int,
    high: int,
    number: int,
    cap: int,
    asked: int,
    answer: int,
    row: Cells,
    marks: Cells,
    wins: Cells,
    stacks: Cells,
    dice: Cells,
    actions: Cells,
    points: Cells,
    work: Cells,
) -> None:
    """Play a game by its number, and write its row, scores and payoff.

    Where a seat was ``asked``, the game goes on with its answer; otherwise it begins.
    """
    if asked == NOBODY:
        begin(row, stacks, dice, low, high, number)
    else:
        decide(s, asked, answer, work, row)
    play_on(s, ways, stacks, dice, actions, points, work, row, cap)
    scores(s, marks)
    payoff(s, wins)


def play_games(
    states: Array,
    ways: Cells,
    low: int,
    high: int,
    first: int,
    cap: int,
    asked: int,
    answer: int,
    rows: Grid,
    marks: Grid,
    wins: Grid,
    stacks: Cells,
    dice: Cells,
    actions: Cells,
    points: Cells,
    work: Cells,
) -> None:
    """Play every state, the i-th as game ``first + i`` of the seed; several at once only if no bot is asked."""
    for i in range(len(rows)):
        play_game(
            states[i], ways, low, high, first + i, cap, asked, answer, rows[i], marks[i], wins[i],
            stacks, dice, actions, points, work,
        )  # fmt: skip


# To play a game once more, step by step.


def begin_at(rows: Grid, i: int, stacks: Cells, dice: Cells, low: int, high: int, number: int) -> None:
    begin(rows[i], stacks, dice, low, high, number)


def next_step_at(
    states: Array,
    i: int,
    ways: Cells,
    stacks: Cells,
    dice: Cells,
    actions: Cells,
    points: Cells,
    work: Cells,
) -> tuple[int, int]:
    """Return who does what next, as ``play_on`` would; UNKNOWN when a bot has to be asked, or the game is over."""
    s = states[i]
    actor = int(s.actor)
    if actor == CHANCE:
        return CHANCE, dealt(s, stacks)
    if actor < 0 or ways[actor] == ASKED:
        return actor, UNKNOWN
    n = legal(s, actor, actions, work)
    return actor, chosen(s, actor, ways[actor], actions, n, points, dice, work)
