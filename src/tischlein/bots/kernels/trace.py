"""Whole games with a row for each decision, in the dialect: ``trace_games`` for arrays of records, not for plain Python.

The games are those of ``whole_games``: the same seed deals the same cards and rolls the same dice.
"""

from tischlein.bots.kernels.whole_games import ASKED, CALLED_OFF, FINISHED, begin, chosen, dealt, decide, step
from tischlein.cards import CHANCE, Cells, Grid
from tischlein.engine.rules.columns import DECISIONS, STATUS
from tischlein.engine.rules.contract import conceal, legal, observe, payoff, scores
from tischlein.engine.rules.drive import put
from tischlein.engine.types import Array, State

# Cells of a place: the game that goes on, whether it has begun, and how many answers were used.
GAME, BEGUN, USED = range(3)
PLACE_CELLS = 3
# Columns of a row: the game, counted from the first one, the number of the decision in it, the seat and its action.
ROW_GAME, ROW_STEP, ROW_SEAT, ROW_ACTION = range(4)
ROW_CELLS = 4


def trace_games(
    states: Array,
    seen: Array,
    ways: Cells,
    answers: Cells,
    low: int,
    high: int,
    first: int,
    cap: int,
    place: Cells,
    rows: Grid,
    marks: Grid,
    wins: Grid,
    stacks: Cells,
    dice: Cells,
    actions: Cells,
    points: Cells,
    work: Cells,
    trace: Grid,
    features: Grid,
    masks: Grid,
) -> int:
    """Play games from ``place`` on until all are over or the trace is full; return the number of its rows.

    Seats that are asked take what they do from ``answers``, one after the other. ``seen`` has room for one concealed record, or
    for that of every row.
    """
    n = 0
    while place[GAME] < len(rows):
        i = int(place[GAME])
        row = rows[i]
        if place[BEGUN] == 0:
            begin(row, stacks, dice, low, high, first + i)
            place[BEGUN] = 1
        while True:
            actor = int(states[i].actor)
            if actor == CHANCE:
                step(states[i], CHANCE, dealt(states[i], stacks), work, row)
            elif actor < 0:
                row[STATUS] = FINISHED
                break
            elif row[DECISIONS] >= cap:
                row[STATUS] = CALLED_OFF
                break
            elif n == len(trace):
                return n
            else:
                k = n if len(seen) > 1 else 0
                put(seen, k, states, i)
                conceal(seen[k], actor)
                observe(seen[k], actor, features[n])
                m = legal(states[i], actor, actions, work)
                for a in range(len(masks[n])):
                    masks[n][a] = 0
                for a in range(m):
                    masks[n][actions[a]] = 1
                if ways[actor] == ASKED:
                    action = int(answers[place[USED]])
                    place[USED] += 1
                else:
                    action = chosen(states[i], actor, ways[actor], actions, m, points, dice, work)
                trace[n][ROW_GAME] = i
                trace[n][ROW_STEP] = row[DECISIONS]
                trace[n][ROW_SEAT] = actor
                trace[n][ROW_ACTION] = action
                n += 1
                decide(states[i], actor, action, work, row)
        scores(states[i], marks[i])
        payoff(states[i], wins[i])
        place[GAME] += 1
        place[BEGUN] = 0
    return n


# The same step by step, for plain Python. Rules have functions of their own called `step` and `finish`.


def traced_step(s: State, actor: int, action: int, work: Cells, row: Cells) -> None:
    """Carry out a decision or a chance outcome, with what the game wants to be written down about it."""
    if actor == CHANCE:
        step(s, CHANCE, action, work, row)
    else:
        decide(s, actor, action, work, row)


def traced_end(s: State, row: Cells, marks: Cells, wins: Cells) -> None:
    """Write how a game stands, with its scores and payoff, when nobody decides in it any more."""
    row[STATUS] = FINISHED if s.actor < 0 else CALLED_OFF
    scores(s, marks)
    payoff(s, wins)
