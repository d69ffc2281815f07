"""Imagining the hidden sides of a Quando table, every consistent world equally likely.

Of a card at a known place a seat knows one side, both, or none. A world gives each half-known card another kind of those out of
sight that has the known number on it; every kind exists once. Cards that are not known at all, and the shuffled draw
pile, take what is left. So it is decided for every kind out of sight, an edge between two of eleven numbers, which of its
numbers *owns* it, if any; number n needs as many as there are half-known cards that show n. How the edges of a number are spread
over its cards, and how the free ones lie, is plain shuffling. What must be sampled uniformly are the ways to own:

* **By rejection**, exact: every number chooses its edges at random, all ways equally likely; if an edge is chosen by both of its
  numbers, everything is thrown away. About one in 160 tries succeeds after a deal to four, but one in 2 000 000 with six.
* **By a Markov chain** where rejection would take long. One step: an edge that is owned is let go at random. Its number, which now lacks
  one, takes any other of its edges, all equally likely; if that was owned by its other number, now that one lacks an edge and
  goes on likewise, until a free edge is taken. Steps swap cards of two places, or with the draw pile, or shift whole
  cycles: two worlds always differ by some of these, so each can be reached. And the chain is reversible: with m(n) edges
  that number n may choose from when it lacks one, weigh the states with a lacking number by m(n), and all complete worlds alike;
  then every single move and its reverse carry the same flow, so the worlds that the chain visits are uniform in the long run.

A world in which the seat to act could not act, say, one that began a straight without the third card, is thrown away as a whole.

The chain starts from a world that is filled in by the same moves, card by card, and makes STEPS_PER_CARD steps for each half-known
card. After a deal to six, 43 of them, the share of worlds in which a number owns a kind is off by 0.23 at the start, 0.026 after one
step per card, 0.005 after two; after six a million worlds show no difference to the exact shares (0.0013 at most, which is
chance), nor do chains a hundred times longer. Tables late in a round behave alike. ``tests/properties`` compares
both ways with all worlds of small decks, and a deal to six with the exact shares.
"""

from tischlein.cards import EMPTY, Cells, below
from tischlein.games.quando.rules.knowledge import conceal
from tischlein.games.quando.rules.material import (
    BACK,
    FRONT,
    HIDDEN,
    KIND_OF,
    KINDS,
    NUMBERS,
    SIDES,
    WAYS,
    Quando,
)
from tischlein.games.quando.rules.penalty import can_serve
from tischlein.games.quando.rules.plays import can_be_completed

# The scratch space: who owns each kind, what each number needs, and how many edges it has.
NEED = KINDS
EDGES = NEED + NUMBERS
WORK = EDGES + NUMBERS

# Instead of an owner.
FREE = -1
ABSENT = -2  # not out of sight

# Rejection is used up to this estimate of tries (it takes about three times as many), and gives up after many more.
QUICK = 64
TRIES = 1024
STEPS_PER_CARD = 6
ONE = 1 << 30


def imagine(s: Quando, seat: int, rng: Cells, work: Cells) -> None:
    """Fill a concealed record with hidden sides, every consistent world equally likely."""
    while True:
        survey(s, work)
        if not (rejection_is_quick(work) and by_rejection(rng, work)):
            by_chain(rng, work)
        fill_in(s, rng, work)
        if actor_can_act(s):
            return
        conceal(s, seat)


def actor_can_act(s: Quando) -> bool:
    """Return True if a straight that was begun can be completed, and a penalty that is asked for can be served. Q7, Q14"""
    if s.server != EMPTY:
        return can_serve(s, s.server)
    return s.picked == 0 or can_be_completed(s, s.turn)


def survey(s: Quando, work: Cells) -> None:
    """Count the half-known cards by their known number, and the kinds out of sight by both of theirs."""
    for cell in range(NEED, WORK):
        work[cell] = 0
    for kind in range(KINDS):
        work[kind] = FREE if s.unseen[kind] else ABSENT
        if s.unseen[kind]:
            work[EDGES + (WAYS[2 * kind] & FRONT)] += 1
            work[EDGES + (WAYS[2 * kind] >> 4)] += 1
    for owner in range(s.seats):
        for place in range(s.sizes[owner]):
            count_need(s.hands[owner][place], work)
    for place in range(s.discard_size):
        count_need(s.discard[place], work)
    count_need(s.top, work)
    for place in range(s.rest):
        count_need(s.stack[place], work)


def count_need(card: int, work: Cells) -> None:
    """Count an edge of the known number for a half-known card; an empty place reads like an unknown card."""
    front = card & FRONT
    back = card >> 4 & FRONT
    if front == HIDDEN and back != HIDDEN:
        work[NEED + back] += 1
    elif back == HIDDEN and front != HIDDEN:
        work[NEED + front] += 1


def rejection_is_quick(work: Cells) -> bool:
    """Estimate how many tries rejection takes, as if edges were chosen by both numbers independently of each other."""
    chance = ONE
    for kind in range(KINDS):
        if work[kind] != ABSENT:
            low = WAYS[2 * kind] & FRONT
            high = WAYS[2 * kind] >> 4
            pairs = work[EDGES + low] * work[EDGES + high]
            chance = chance * (pairs - work[NEED + low] * work[NEED + high]) // pairs
    return chance * QUICK > ONE


def by_rejection(rng: Cells, work: Cells) -> bool:
    """Find owners by choosing until no edge is chosen twice; False when that did not happen in many tries."""
    for _ in range(TRIES):
        if choose_all(rng, work):
            return True
        for kind in range(KINDS):
            if work[kind] >= 0:
                work[kind] = FREE
    return False


def choose_all(rng: Cells, work: Cells) -> bool:
    """Let every number choose its edges; return False at the first edge that another number has."""
    for number in range(NUMBERS):
        for _ in range(work[NEED + number]):
            kind = any_edge(number, rng, work)
            if work[kind] != FREE:
                return False
            work[kind] = number
    return True


def any_edge(number: int, rng: Cells, work: Cells) -> int:
    """Return one of the edges that a number does not own, all equally likely; there must be one."""
    while True:
        other = below(rng, NUMBERS)
        kind = KIND_OF[number | other << 4]
        if kind != EMPTY and work[kind] != ABSENT and work[kind] != number:
            return kind


def by_chain(rng: Cells, work: Cells) -> None:
    """Find owners by walking from world to world."""
    cards = 0
    for number in range(NUMBERS):
        for _ in range(work[NEED + number]):
            supply(number, rng, work)
            cards += 1
    for _ in range(STEPS_PER_CARD * cards):
        step(rng, work)


def step(rng: Cells, work: Cells) -> None:
    """Let an owned edge go; the number that lacks one takes another."""
    kind = below(rng, KINDS)
    while work[kind] < 0:
        kind = below(rng, KINDS)
    number = work[kind]
    work[kind] = FREE
    supply(number, rng, work)


def supply(number: int, rng: Cells, work: Cells) -> None:
    """Give a number that lacks an edge another one, if need be from the other number on it, which then goes on looking."""
    while number != FREE:
        kind = any_edge(number, rng, work)
        owner = work[kind]
        work[kind] = number
        number = owner


def fill_in(s: Quando, rng: Cells, work: Cells) -> None:
    """Spread the edges over the cards; what is left over is the shuffled rest of the draw pile."""
    free = 0
    for kind in range(KINDS):
        free += work[kind] == FREE
    for owner in range(s.seats):
        for place in range(s.sizes[owner]):
            free -= s.hands[owner][place] & SIDES == SIDES
            s.hands[owner][place] = filled(s, s.hands[owner][place], free, rng, work)
    for place in range(s.discard_size):
        s.discard[place] = filled(s, s.discard[place], free, rng, work)
    if s.top != EMPTY:
        s.top = filled(s, s.top, free, rng, work)
    if s.stack[0] != EMPTY:
        for place in range(s.rest):
            free -= s.stack[place] & SIDES == SIDES
            s.stack[place] = filled(s, s.stack[place], free, rng, work)


def filled(s: Quando, card: int, free: int, rng: Cells, work: Cells) -> int:
    """Return the card with its hidden sides filled in; if both are hidden, by any of free + 1 kinds, either way up."""
    if card & FRONT != HIDDEN and card & BACK != BACK:
        return card
    if card & SIDES == SIDES:
        kind = take_owned(FREE, below(rng, free + 1), s, work)
        return card ^ SIDES ^ WAYS[2 * kind + below(rng, 2)]
    number = card & FRONT if card & BACK == BACK else card >> 4 & FRONT
    left = work[NEED + number] - 1
    work[NEED + number] = left
    kind = take_owned(number, below(rng, left + 1), s, work)
    way = WAYS[2 * kind]
    # The known side stays where it is.
    if (way ^ card) & (FRONT if card & BACK == BACK else BACK):
        way = WAYS[2 * kind + 1]
    return card & ~SIDES | way


def take_owned(owner: int, index: int, s: Quando, work: Cells) -> int:
    """Return the index-th kind with this owner, which is no longer out of sight."""
    kind = 0
    left = index
    while work[kind] != owner or left > 0:
        left -= work[kind] == owner
        kind += 1
    work[kind] = ABSENT
    s.unseen[kind] = 0
    return kind
