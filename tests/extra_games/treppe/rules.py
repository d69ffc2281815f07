"""Treppe: lay open cards on rows that climb, and take the rows that you complete.

T1. There are 30 cards, 1 to 15 twice. T2. There is one row more than there are players. With the option `hidden` a card is put
aside first, face down. T3. On your turn a card is turned up. You lay it on a row whose last card is not higher, or leave it.
T4. The player who lays the third card takes the row and scores three points; the row is gone. T5. With the second row that is taken the
last round begins: everybody else has one more turn. T6. At the end, also when no card is left to turn up, the hidden card is shown.
It scores two points for everybody who has taken a card of its number. The most points win.

Actions: 0–4 lay the card on row 1–5; 5 leave it. Chance outcomes: the i-th of the cards that were not seen yet.
"""

from typing import Annotated

from tischlein.cards import CHANCE, EMPTY, OVER, UNKNOWN, Cells, Derived, Grid, Int8, below, take

VERSION = 1
MAX_SEATS = 4
MAX_ROWS = MAX_SEATS + 1
KINDS = 15
COPIES = 2
LENGTH = 3
LEAVE = MAX_ROWS
ACTIONS = MAX_ROWS + 1
WORK = 0
OBSERVED = MAX_ROWS * LENGTH + KINDS + MAX_SEATS + MAX_ROWS + 5
LAST_ROUND = 2  # rows that are taken before it

REASONS = (
    ("legal", ""), ("game_over", "T6"), ("not_your_turn", "T3"), ("no_such_row", "T2"), ("too_low", "T3"),
)  # fmt: skip
LEGAL, GAME_OVER, NOT_YOUR_TURN, NO_SUCH_ROW, TOO_LOW = range(5)


class Treppe:
    """One game. A row that is not on the table is EMPTY and closed."""

    seats: Annotated[Int8, "open"]
    hidden: Annotated[Int8, "open"]  # the option
    actor: Annotated[Int8, "open"]
    turn: Annotated[Int8, "open"]
    gone: Annotated[Int8, "open"]  # rows that were taken
    left: Annotated[Int8, "open"]  # turns of the last round, EMPTY before it
    card: Annotated[Int8, "open"]  # turned up, or EMPTY
    start: Annotated[Int8, "special"]  # the hidden card, or EMPTY
    points: Annotated[Cells, "int8", MAX_SEATS, "open"]
    closed: Annotated[Cells, "int8", MAX_ROWS, "open"]
    rows: Annotated[Grid, "int8", MAX_ROWS, LENGTH, "open"]
    taken: Annotated[Grid, "int8", MAX_SEATS, KINDS, "open"]
    aside: Annotated[Cells, "int8", KINDS, "open"]  # left by a player
    unseen: Annotated[Cells, "int8", KINDS, "unseen"]  # not turned up; concealed: the hidden card too


RECORD = Treppe


def setup(s: Treppe) -> None:
    """Clear the rows; the hidden card or the first open one comes next. T1, T2"""
    s.actor = CHANCE
    s.turn = 0
    s.gone = 0
    s.left = EMPTY
    s.card = EMPTY
    s.start = EMPTY
    for kind in range(KINDS):
        s.unseen[kind] = COPIES
        s.aside[kind] = 0
        for seat in range(MAX_SEATS):
            s.taken[seat][kind] = 0
    for seat in range(MAX_SEATS):
        s.points[seat] = 0
    for row in range(MAX_ROWS):
        s.closed[row] = 0 if row <= s.seats else 1
        for place in range(LENGTH):
            s.rows[row][place] = EMPTY


def size(s: Treppe, row: int) -> int:
    """Return how many cards are in a row."""
    found = 0
    while found < LENGTH and s.rows[row][found] != EMPTY:
        found += 1
    return found


def why(s: Treppe, seat: int, action: int, work: Cells) -> int:
    """Return LEGAL, or the first reason against it. T2, T3"""
    if s.actor < 0:
        return GAME_OVER
    if seat != s.turn:
        return NOT_YOUR_TURN
    if action == LEAVE:
        return LEGAL
    if s.closed[action]:
        return NO_SUCH_ROW
    cards = size(s, action)
    return TOO_LOW if cards and s.rows[action][cards - 1] > s.card else LEGAL


legal: Derived


def chances(s: Treppe) -> int:
    """Return how many cards were not seen yet. T3"""
    found = 0
    for kind in range(KINDS):
        found += s.unseen[kind]
    return found


def drawn_for(s: Treppe) -> int:
    """Return the seat whose turn it is: the card is turned up for it. T3"""
    return s.turn


def apply(s: Treppe, seat: int, action: int, work: Cells) -> None:
    """Turn a card up, or lay or leave it. T2 to T6"""
    if seat == CHANCE:
        card = take(s.unseen, action)
        if s.hidden and s.start == EMPTY:
            s.start = card
        else:
            s.card = card
            s.actor = s.turn
        return
    if action == LEAVE:
        s.aside[s.card] += 1
    else:
        s.rows[action][size(s, action)] = s.card
        if size(s, action) == LENGTH:
            take_row(s, seat, action)
    s.card = EMPTY
    end_turn(s)


def take_row(s: Treppe, seat: int, row: int) -> None:
    """Score a row and clear it; the second one begins the last round. T4, T5"""
    for place in range(LENGTH):
        s.taken[seat][s.rows[row][place]] += 1
        s.rows[row][place] = EMPTY
    s.closed[row] = 1
    s.points[seat] += LENGTH
    s.gone += 1
    if s.gone == LAST_ROUND:
        s.left = s.seats


def end_turn(s: Treppe) -> None:
    """Pass the turn on, or end the game. T5, T6"""
    s.turn = (s.turn + 1) % s.seats
    if s.left > 0:
        s.left -= 1
    s.actor = OVER if s.left == 0 or chances(s) == 0 else CHANCE
    if s.actor == OVER and s.start != EMPTY:
        for seat in range(s.seats):
            if s.taken[seat][s.start]:
                s.points[seat] += 2


def scores(s: Treppe, out: Cells) -> None:
    """Write the points so far. T4, T6"""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


def payoff(s: Treppe, out: Cells) -> None:
    """Write 1 for everybody with the most points, at the end. T6"""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.points[seat])
    for seat in range(s.seats):
        out[seat] = 1 if s.actor == OVER and s.points[seat] == most else 0


def conceal(s: Treppe, seat: int) -> None:
    """Hide the card that was put aside, from everybody, until the end. T2, T6"""
    if s.start >= 0 and s.actor != OVER:
        s.unseen[s.start] += 1
        s.start = UNKNOWN


def imagine(s: Treppe, seat: int, rng: Cells, work: Cells) -> None:
    """Choose the hidden card among those that were not seen, each equally likely."""
    if s.start == UNKNOWN:
        s.start = take(s.unseen, below(rng, chances(s)))


def observe(s: Treppe, seat: int, out: Cells) -> None:
    """Write the rows, the unseen cards, the points, and what was turned up."""
    for row in range(MAX_ROWS):
        for place in range(LENGTH):
            out[row * LENGTH + place] = s.rows[row][place]
    start = MAX_ROWS * LENGTH
    for kind in range(KINDS):
        out[start + kind] = s.unseen[kind]
    start += KINDS
    for other in range(MAX_SEATS):
        out[start + other] = s.points[other]
    start += MAX_SEATS
    for row in range(MAX_ROWS):
        out[start + row] = s.closed[row]
    start += MAX_ROWS
    out[start] = s.card
    out[start + 1] = s.start
    out[start + 2] = s.left
    out[start + 3] = s.turn
    out[start + 4] = s.gone
