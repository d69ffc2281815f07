"""Experiments with whole games, in the dialect: generic code that a backend clones with one game.

Two kinds. In a *trial* the dice decide once in a game whether something is done (see ``Question``); all else is as ``medium`` plays,
so games with and without it differ in nothing else, and the difference in wins is what it is worth. *Weighing* takes one
decision from a game, imagines worlds that its seat cannot tell from the true one, and plays every choice to the end in all of them.
"""

from tischlein.bots.kernels.guide import by_heuristics, play_out
from tischlein.cards import CHANCE, Cells, Grid, below, sow
from tischlein.engine.rules.contract import (
    apply,
    begins_turn,
    chances,
    conceal,
    imagine,
    legal,
    payoff,
    question_bin,
)
from tischlein.engine.types import Array, State

# A trial's row: the circumstances (or NEVER), whether it was done, the deciding seat, that seat's units of the win, and all units.
PLACE, DONE, SEAT, PART, OF = range(5)
CELLS = 5
NEVER = -1
# One in this number of chances to try something is taken: not always the first.
ONE_IN = 3

# The players' dice, and the luck of worlds, are other streams of the same seed.
DICE = 0x2C1B3C6D
LUCK = 0x297A2D39

# Rows of decisions in a turn: all of them, and those with a choice.
ALL, FREE = range(2)

# Where records lie while a decision is weighed.
KNOWN, WORLD, PLAYED = range(3)
RECORDS = 3


def open_game(luck: Cells, dice: Cells, low: int, high: int, number: int) -> None:
    """Set the generators of a game by its number."""
    sow(luck, low, high, number)
    sow(dice, low ^ DICE, high, number)


def to_decision(s: State, luck: Cells, work: Cells) -> int:
    """Resolve pending chance, and return the seat that decides next, or a negative number at the end."""
    while s.actor == CHANCE:
        apply(s, CHANCE, below(luck, chances(s)), work)
    return int(s.actor)


def try_games(
    states: Array,
    question: int,
    low: int,
    high: int,
    first: int,
    cap: int,
    rows: Grid,
    luck: Cells,
    dice: Cells,
    actions: Cells,
    points: Cells,
    work: Cells,
) -> None:
    """Play every state to its end, the i-th as game ``first + i`` of the seed, with one trial in each."""
    for i in range(len(rows)):
        open_game(luck, dice, low, high, first + i)
        rows[i][PLACE] = NEVER
        try_game(states[i], question, cap, rows[i], luck, dice, actions, points, work)


def try_game(
    s: State,
    question: int,
    cap: int,
    row: Cells,
    luck: Cells,
    dice: Cells,
    actions: Cells,
    points: Cells,
    work: Cells,
) -> None:
    decisions = 0
    seat = to_decision(s, luck, work)
    while seat >= 0 and decisions < cap:
        n = legal(s, seat, actions, work)
        if row[PLACE] == NEVER and n > 1:
            n = restrict_actions(s, seat, question, actions, n, row, dice)
        apply(s, seat, by_heuristics(s, seat, actions, n, points, dice, work), work)
        decisions += 1
        seat = to_decision(s, luck, work)
    if s.actor >= 0:
        row[PLACE] = NEVER  # called off: no winner
    if row[PLACE] != NEVER:
        payoff(s, points)
        row[PART] = points[row[SEAT]]
        for other in range(s.seats):
            row[OF] += points[other]


def restrict_actions(
    s: State, seat: int, question: int, actions: Cells, n: int, row: Cells, dice: Cells
) -> int:
    """Leave only the actions that the dice have chosen, if this decision is for the trial; return their number."""
    examples = 0
    for k in range(n):
        if question_bin(s, seat, int(actions[k]), question) >= 0:
            examples += 1
    if examples == 0 or examples == n or below(dice, ONE_IN) > 0:
        return n
    chosen = below(dice, examples)
    row[DONE] = below(dice, 2)
    row[SEAT] = seat
    kept = 0
    for k in range(n):
        action = int(actions[k])
        place = question_bin(s, seat, action, question)
        if place >= 0:
            if chosen == 0:
                row[PLACE] = place
            if row[DONE] == 1 and chosen == 0:
                actions[kept] = action
                kept += 1
            chosen -= 1
        elif row[DONE] == 0:
            actions[kept] = action
            kept += 1
    return kept


def play_to(
    states: Array,
    low: int,
    high: int,
    number: int,
    stop: int,
    luck: Cells,
    dice: Cells,
    actions: Cells,
    points: Cells,
    counts: Cells,
    turns: Grid,
    cap: int,
    work: Cells,
) -> int:
    """Play the first state until its ``stop``-th free decision, counted from 0; return whose that is, or -1.

    ``counts`` gets the numbers of decisions without and with a choice. ``turns`` counts turns by their number of decisions, and of
    decisions with a choice, all larger numbers in the last place.
    """
    s = states[KNOWN]
    open_game(luck, dice, low, high, number)
    free = 0
    decisions = 0
    before = NEVER  # decisions before this turn, and free ones
    free_before = 0
    seat = to_decision(s, luck, work)
    while seat >= 0 and decisions < cap:
        n = legal(s, seat, actions, work)
        if n > 1 and free == stop:
            return seat
        counts[min(n - 1, 1)] += 1
        action = by_heuristics(s, seat, actions, n, points, dice, work)
        if begins_turn(s, seat, action):
            note_turn(turns, before, decisions, free - free_before)
            before = decisions
            free_before = free
        if n > 1:
            free += 1
        apply(s, seat, action, work)
        decisions += 1
        seat = to_decision(s, luck, work)
    note_turn(turns, before, decisions, free - free_before)
    return -1


def note_turn(turns: Grid, before: int, decisions: int, free: int) -> None:
    """Count the turn that has ended, if one had begun."""
    if before == NEVER:
        return
    most = len(turns[0]) - 1
    turns[ALL][min(decisions - before, most)] += 1
    turns[FREE][min(free, most)] += 1


def weigh(
    states: Array,
    rows: Grid,
    seat: int,
    worlds: int,
    low: int,
    high: int,
    parts: Array,
    luck: Cells,
    dice: Cells,
    ways: Cells,
    actions: Cells,
    points: Cells,
    choices: Cells,
    cap: int,
    work: Cells,
) -> int:
    """Play every choice of the seat to the end in the same worlds with the same luck; return how many choices there are.

    ``parts`` gets two sums for each choice, one over every other world: what looks best in one half is then judged by the other.
    """
    n = legal(states[KNOWN], seat, choices, work)
    conceal(states[KNOWN], seat)
    sow(dice, low ^ DICE, high, 0)
    for world in range(worlds):
        copy_row(rows, KNOWN, WORLD)
        imagine(states[WORLD], seat, dice, work)
        for k in range(n):
            copy_row(rows, WORLD, PLAYED)
            s = states[PLAYED]
            sow(luck, low ^ LUCK, high, world)
            apply(s, seat, int(choices[k]), work)
            play_out(s, ways, luck, actions, points, work, cap, 1)
            payoff(s, points)
            everything = 0
            for other in range(s.seats):
                everything += points[other]
            if everything > 0:
                parts[k][world % 2] += points[seat] / everything
    return n


def copy_row(rows: Grid, source: int, target: int) -> None:
    for k in range(len(rows[0])):
        rows[target][k] = rows[source][k]
