"""Markt: take goods from an open market, and sell what you have gathered.

M1. There are 30 goods, A to E six times each, in a hidden pile. M2. Four of them lie open as the market; a place that becomes empty
is filled from the pile. M3. On your turn you take a good from the market, or you sell all your goods of one kind, two at least. M4. A
sale scores the number of goods times itself. M5. When the market is empty and no good is left to come, the game is over. The most
points win.

Actions: 0–3 take the good at place 1–4; 4–8 sell A–E. Chance outcomes: the i-th of the goods that were not turned up yet.
"""

from typing import Annotated

from tischlein.cards import CHANCE, EMPTY, OVER, Cells, Derived, Grid, Int8, clockwise, take

VERSION = 1
MAX_SEATS = 4
KINDS = 5
COPIES = 6
PLACES = 4
ACTIONS = PLACES + KINDS
WORK = 0
OBSERVED = PLACES + 2 * KINDS + MAX_SEATS * KINDS + MAX_SEATS + 2

REASONS = (
    ("legal", ""), ("game_over", "M5"), ("not_your_turn", "M3"), ("empty_place", "M3"), ("too_few", "M3"),
)  # fmt: skip
LEGAL, GAME_OVER, NOT_YOUR_TURN, EMPTY_PLACE, TOO_FEW = range(5)


class Markt:
    """One game; nothing is hidden but what comes next."""

    points: Annotated[Cells, "int16", MAX_SEATS, "open"]
    seats: Annotated[Int8, "open"]
    actor: Annotated[Int8, "open"]
    turn: Annotated[Int8, "open"]
    market: Annotated[Cells, "int8", PLACES, "open"]
    goods: Annotated[Grid, "int8", MAX_SEATS, KINDS, "open"]
    sold: Annotated[Cells, "int8", KINDS, "open"]
    unseen: Annotated[Cells, "int8", KINDS, "unseen"]


RECORD = Markt


def setup(s: Markt) -> None:
    """Shuffle all goods; the market is filled next. M1, M2"""
    s.actor = CHANCE
    s.turn = 0
    for place in range(PLACES):
        s.market[place] = EMPTY
    for kind in range(KINDS):
        s.unseen[kind] = COPIES
        s.sold[kind] = 0
    for seat in range(MAX_SEATS):
        s.points[seat] = 0
        for kind in range(KINDS):
            s.goods[seat][kind] = 0


def why(s: Markt, seat: int, action: int, work: Cells) -> int:
    """Return LEGAL, or the first reason against it. M3"""
    if s.actor < 0:
        return GAME_OVER
    if seat != s.actor:
        return NOT_YOUR_TURN
    if action < PLACES:
        return EMPTY_PLACE if s.market[action] == EMPTY else LEGAL
    return LEGAL if s.goods[seat][action - PLACES] >= 2 else TOO_FEW


legal: Derived


def chances(s: Markt) -> int:
    """Return how many goods were not turned up yet. M2"""
    left = 0
    for kind in range(KINDS):
        left += s.unseen[kind]
    return left


def drawn_for(s: Markt) -> int:
    """Return the middle of the table: goods come to the market. M2"""
    return s.seats


def apply(s: Markt, seat: int, action: int, work: Cells) -> None:
    """Turn a good up, take one, or sell. M2 to M4"""
    if seat == CHANCE:
        s.market[first_empty(s)] = take(s.unseen, action)
    else:
        if action < PLACES:
            s.goods[seat][s.market[action]] += 1
            s.market[action] = EMPTY
        else:
            sell(s, seat, action - PLACES)
        s.turn = clockwise(seat, 1, s.seats)
    go_on(s)


def sell(s: Markt, seat: int, kind: int) -> None:
    """Sell all goods of a kind. M4"""
    number = s.goods[seat][kind]
    s.points[seat] += number * number
    s.sold[kind] += number
    s.goods[seat][kind] = 0


def first_empty(s: Markt) -> int:
    """Return the first empty place of the market, or PLACES. M2"""
    place = 0
    while place < PLACES and s.market[place] != EMPTY:
        place += 1
    return place


def go_on(s: Markt) -> None:
    """Fill the market, pass the turn on, or end the game. M2, M5"""
    if first_empty(s) < PLACES and chances(s):
        s.actor = CHANCE
        return
    lying = 0
    for place in range(PLACES):
        lying += s.market[place] != EMPTY
    s.actor = s.turn if lying else OVER


def scores(s: Markt, out: Cells) -> None:
    """Write the points so far. M4"""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


def payoff(s: Markt, out: Cells) -> None:
    """Write 1 for everybody with the most points, at the end. M5"""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.points[seat])
    for seat in range(s.seats):
        out[seat] = 1 if s.actor == OVER and s.points[seat] == most else 0


def conceal(s: Markt, seat: int) -> None:
    """Hide nothing: the order of the pile is not in the record."""


def imagine(s: Markt, seat: int, rng: Cells, work: Cells) -> None:
    """Leave the record as it is: there is nothing to imagine."""


def observe(s: Markt, seat: int, out: Cells) -> None:
    """Write the market, what will come and what was sold, the goods and points of all seats, and whose turn it is."""
    for place in range(PLACES):
        out[place] = s.market[place]
    for kind in range(KINDS):
        out[PLACES + kind] = s.unseen[kind]
        out[PLACES + KINDS + kind] = s.sold[kind]
    base = PLACES + 2 * KINDS
    for other in range(MAX_SEATS):
        for kind in range(KINDS):
            out[base + kind] = s.goods[other][kind]
        base += KINDS
    for other in range(MAX_SEATS):
        out[base + other] = s.points[other]
    out[base + MAX_SEATS] = s.turn
    out[base + MAX_SEATS + 1] = s.actor
