"""Generic code on top of any game's rules, in the dialect; a backend clones it together with one rules
module.

``states`` is whatever a backend keeps records in: a list of slotted objects, an array of records, or an array on a GPU.
"""

from tischlein.cards import CHANCE, RNG_WORDS, Cells, Grid, below, sow
from tischlein.engine.rules.contract import (
    apply,
    chances,
    conceal,
    drawn_for,
    imagine,
    legal,
    observe,
    payoff,
    scores,
    setup,
    why,
)
from tischlein.engine.types import Array, State

_MASK = 0xFFFFFFFF

# Single steps on one record of many, for tests and tools outside compiled code.


def setup_at(states: Array, i: int) -> None:
    setup(states[i])


def why_at(states: Array, i: int, seat: int, action: int, work: Cells) -> int:
    return why(states[i], seat, action, work)


def legal_at(states: Array, i: int, seat: int, out: Cells, work: Cells) -> int:
    return legal(states[i], seat, out, work)


def chances_at(states: Array, i: int) -> int:
    return chances(states[i])


def drawn_for_at(states: Array, i: int) -> int:
    return drawn_for(states[i])


def apply_at(states: Array, i: int, seat: int, action: int, work: Cells) -> None:
    apply(states[i], seat, action, work)


def scores_at(states: Array, i: int, out: Cells) -> None:
    scores(states[i], out)


def payoff_at(states: Array, i: int, out: Cells) -> None:
    payoff(states[i], out)


def conceal_at(states: Array, i: int, seat: int) -> None:
    conceal(states[i], seat)


def imagine_at(states: Array, i: int, seat: int, rng: Cells, work: Cells) -> None:
    imagine(states[i], seat, rng, work)


def observe_at(states: Array, i: int, seat: int, out: Cells) -> None:
    observe(states[i], seat, out)


# Many records side by side; for arrays of them.


def put(target: Array, i: int, source: Array, k: int) -> None:
    """Copy a record."""
    target[i] = source[k]


# Whole games.


def random_game(s: State, rng: Cells, out: Cells, work: Cells, cap: int) -> int:
    """Play at random to the end, or until ``cap`` decisions are made; return their number."""
    decisions = 0
    while decisions < cap:
        actor = s.actor
        if actor == CHANCE:
            apply(s, CHANCE, below(rng, chances(s)), work)
        elif actor < 0:
            break  # OVER; written like this, so that compiled code knows that the index is not negative
        else:
            # A plain integer, not a cell: in the CUDA simulator sums of cells would wrap at their width.
            seat = int(actor)
            n = legal(s, seat, out, work)
            apply(s, seat, out[below(rng, n)], work)
            decisions += 1
    return decisions


def random_games(
    states: Array,
    rngs: Grid,
    decisions: Cells,
    seed_low: int,
    seed_high: int,
    first: int,
    cap: int,
    out: Cells,
    work: Cells,
) -> int:
    """Play every state to the end, the i-th with stream ``first + i`` of the seed; return the number of decisions."""
    total = 0
    for i in range(len(decisions)):
        sow(rngs[i], seed_low, seed_high, first + i)
        decisions[i] = random_game(states[i], rngs[i], out, work, cap)
        total += decisions[i]
    return total


def checksum(rows: Grid, rngs: Grid, games: int, size: int) -> int:
    """Return a sum of 32-bit FNV-1a hashes over the bytes of the states and the words of their generators."""
    total = 0
    for i in range(games):
        value = 2166136261
        for k in range(size):
            value = ((value ^ rows[i][k]) * 16777619) & _MASK
        for k in range(RNG_WORDS):
            value = ((value ^ rngs[i][k]) * 16777619) & _MASK
        total = (total + value) & _MASK
    return total
