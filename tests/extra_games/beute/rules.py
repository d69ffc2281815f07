"""Beute: everybody bids in secret for a prize, and equal bids cancel.

B1. There are 15 prizes, -5 to -1 and 1 to 10, in a hidden pile. Everybody holds the same bids, 1 to 15. B2. A prize is turned up.
B3. All choose a bid at the same time; when the last one has chosen, all are laid open and are spent. B4. Equal bids cancel. Of the others
the highest takes prizes that are worth more than nothing together, and the lowest must take those that are worth less. If all bids
cancel, or the prizes are worth nothing together, they stay, and the next prize is added. B5. After the last bid the game is over.
Prizes that still lie there go to nobody. The most points win.

Actions: 0–14 choose the bid 1–15. Chance outcomes: the i-th of the prizes that were not turned up yet.
"""

from typing import Annotated

from tischlein.cards import CHANCE, EMPTY, OVER, UNKNOWN, Cells, Derived, Grid, Int8, below, take

VERSION = 1
MAX_SEATS = 8
BIDS = 15
PRIZES = 15
VALUES = (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
ACTIONS = BIDS
WORK = 0
OBSERVED = MAX_SEATS * BIDS + MAX_SEATS * PRIZES + 2 * PRIZES + 3 * MAX_SEATS + 2

REASONS = (("legal", ""), ("game_over", "B5"), ("already_chosen", "B3"), ("spent", "B3"))
LEGAL, GAME_OVER, ALREADY_CHOSEN, SPENT = range(4)


class Beute:
    """One game. A bid that was chosen stays in the hand until all are laid open, so hands are known to all."""

    seats: Annotated[Int8, "open"]
    actor: Annotated[Int8, "open"]  # the first who has not chosen, CHANCE or OVER
    points: Annotated[Cells, "int8", MAX_SEATS, "open"]
    chosen: Annotated[Cells, "int8", MAX_SEATS, "owner"]
    laid: Annotated[Cells, "int8", MAX_SEATS, "open"]  # for the prize before
    hands: Annotated[Grid, "int8", MAX_SEATS, BIDS, "open"]  # 1 for each bid that is not spent
    taken: Annotated[Grid, "int8", MAX_SEATS, PRIZES, "open"]
    lying: Annotated[Cells, "int8", PRIZES, "open"]  # prizes that are bid for
    unseen: Annotated[Cells, "int8", PRIZES, "open"]  # not turned up yet


RECORD = Beute


def setup(s: Beute) -> None:
    """Shuffle the prizes, and hold all bids; the first prize comes next. B1"""
    s.actor = CHANCE
    for prize in range(PRIZES):
        s.unseen[prize] = 1
        s.lying[prize] = 0
    for seat in range(MAX_SEATS):
        s.points[seat] = 0
        s.chosen[seat] = EMPTY
        s.laid[seat] = EMPTY
        for bid in range(BIDS):
            s.hands[seat][bid] = 1 if seat < s.seats else 0
        for prize in range(PRIZES):
            s.taken[seat][prize] = 0


def why(s: Beute, seat: int, action: int, work: Cells) -> int:
    """Return LEGAL, or the first reason against it. B3"""
    if s.actor < 0:
        return GAME_OVER
    if s.chosen[seat] != EMPTY:
        return ALREADY_CHOSEN
    return LEGAL if s.hands[seat][action] else SPENT


legal: Derived


def chances(s: Beute) -> int:
    """Return how many prizes were not turned up yet. B2"""
    left = 0
    for prize in range(PRIZES):
        left += s.unseen[prize]
    return left


def drawn_for(s: Beute) -> int:
    """Return the middle of the table: a prize is for no seat. B2"""
    return s.seats


def apply(s: Beute, seat: int, action: int, work: Cells) -> None:
    """Turn a prize up, or choose a bid. B2, B3"""
    if seat == CHANCE:
        s.lying[take(s.unseen, action)] = 1
        s.actor = 0
        return
    s.chosen[seat] = action
    s.actor = 0
    while s.actor < s.seats and s.chosen[s.actor] != EMPTY:
        s.actor += 1
    if s.actor == s.seats:
        lay_open(s)


def lay_open(s: Beute) -> None:
    """Spend all bids; one seat takes the prizes, or they stay. B3, B4, B5"""
    taker = taker_of(s, worth(s))
    for seat in range(s.seats):
        s.hands[seat][s.chosen[seat]] = 0
        s.laid[seat] = s.chosen[seat]
        s.chosen[seat] = EMPTY
    if taker != EMPTY:
        s.points[taker] += worth(s)
        for prize in range(PRIZES):
            s.taken[taker][prize] += s.lying[prize]
            s.lying[prize] = 0
    s.actor = CHANCE if chances(s) else OVER


def worth(s: Beute) -> int:
    """Return what the prizes that lie there are worth together. B4"""
    total = 0
    for prize in range(PRIZES):
        total += s.lying[prize] * VALUES[prize]
    return total


def taker_of(s: Beute, total: int) -> int:
    """Return the seat with the highest bid of its own, or the lowest for a loss; EMPTY if there is none. B4"""
    best = EMPTY
    for seat in range(s.seats):
        alone = total != 0
        for other in range(s.seats):
            if other != seat and s.chosen[other] == s.chosen[seat]:
                alone = False
        if alone and (best == EMPTY or (s.chosen[seat] > s.chosen[best]) == (total > 0)):
            best = seat
    return best


def scores(s: Beute, out: Cells) -> None:
    """Write the points so far. B4"""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


def payoff(s: Beute, out: Cells) -> None:
    """Write 1 for everybody with the most points, at the end. B5"""
    most = s.points[0]
    for seat in range(s.seats):
        most = max(most, s.points[seat])
    for seat in range(s.seats):
        out[seat] = 1 if s.actor == OVER and s.points[seat] == most else 0


def conceal(s: Beute, seat: int) -> None:
    """Hide the choices of all other seats: everybody sees that they were made."""
    for other in range(s.seats):
        if other != seat and s.chosen[other] != EMPTY:
            s.chosen[other] = UNKNOWN


def imagine(s: Beute, seat: int, rng: Cells, work: Cells) -> None:
    """Choose one of the bids that a seat has left for each choice that is hidden, each equally likely."""
    for other in range(s.seats):
        if s.chosen[other] == UNKNOWN:
            left = 0
            for bid in range(BIDS):
                left += s.hands[other][bid]
            index = below(rng, left)
            bid = 0
            while s.hands[other][bid] == 0 or index > 0:
                index -= s.hands[other][bid]
                bid += 1
            s.chosen[other] = bid


def observe(s: Beute, seat: int, out: Cells) -> None:
    """Write bids and prizes of all seats, the prizes that lie there and that will come, points, last bids and choices."""
    place = 0
    for other in range(MAX_SEATS):
        for bid in range(BIDS):
            out[place + bid] = s.hands[other][bid]
        place += BIDS
        for prize in range(PRIZES):
            out[place + prize] = s.taken[other][prize]
        place += PRIZES
    for prize in range(PRIZES):
        out[place + prize] = s.lying[prize]
        out[place + PRIZES + prize] = s.unseen[prize]
    place += 2 * PRIZES
    for other in range(MAX_SEATS):
        out[place + other] = s.points[other]
        out[place + MAX_SEATS + other] = s.laid[other]
        out[place + 2 * MAX_SEATS + other] = s.chosen[other]
    place += 3 * MAX_SEATS
    out[place] = s.actor
    out[place + 1] = s.seats
