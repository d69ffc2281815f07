"""What a seat of LOBO 77 may know: its own hand, what lies open, and the numbers of cards. L22"""

from tischlein.cards import EMPTY, Cells, below, clockwise, pour, steps_to, take
from tischlein.games.lobo77.rules.material import KINDS, MAX_SEATS, Lobo77


def conceal(s: Lobo77, seat: int) -> None:
    """Leave the seat's hand, what lies open and the numbers of cards; all other cards are one unseen lot. L22"""
    for other in range(s.seats):
        if other != seat:
            pour(s.hands[other], s.unseen, KINDS)
    pour(s.aside, s.unseen, KINDS)
    if s.draw_ordered:
        for place in range(s.draw_size):
            s.unseen[s.stack[place]] += 1
            s.stack[place] = EMPTY
        s.draw_ordered = 0


def imagine(s: Lobo77, seat: int, rng: Cells, work: Cells) -> None:
    """Deal the unseen cards of a concealed record at random to where cards lie hidden."""
    left = s.draw_size + s.aside_size
    for other in range(s.seats):
        if other != seat:
            left += s.sizes[other]
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.sizes[other]):
                s.hands[other][take(s.unseen, below(rng, left))] += 1
                left -= 1
    for _ in range(s.aside_size):
        s.aside[take(s.unseen, below(rng, left))] += 1
        left -= 1


TABLE = 16
OBSERVED = KINDS + KINDS + TABLE + 4 * MAX_SEATS


def observe(s: Lobo77, seat: int, out: Cells) -> None:
    """Write the features of a concealed record: fixed places, seats counted from this one clockwise.

    0–19 own hand by kind; 20–39 unseen cards by kind; 40 total; 41 direction; 42 owed; 43 played; 44 top card's kind;
    45 draw pile; 46 discard pile; 47 set aside; 48 seat to play, counted from this one; 49 seat that may draw, likewise
    (−1: none); 50 how many it may draw; 51 number of seats; 52 phase; 53 seat that began the round; 54 option manual_draw; 55 reverse
    cards in the deck; then for each of eight seats: chips, out, hand size, in the game.
    """
    for kind in range(KINDS):
        out[kind] = s.hands[seat][kind] if seat >= 0 else 0
        out[KINDS + kind] = s.unseen[kind]
    base = 2 * KINDS
    own = seat if seat >= 0 else 0
    out[base] = s.total
    out[base + 1] = s.direction
    out[base + 2] = s.owed
    out[base + 3] = s.played
    out[base + 4] = s.top
    out[base + 5] = s.draw_size
    out[base + 6] = s.discard_size
    out[base + 7] = s.aside_size
    out[base + 8] = steps_to(own, s.turn, s.seats)
    out[base + 9] = steps_to(own, s.drawer, s.seats) if s.to_draw > 0 else -1
    out[base + 10] = s.to_draw
    out[base + 11] = s.seats
    out[base + 12] = s.phase
    out[base + 13] = steps_to(own, s.starter, s.seats) if s.starter >= 0 else -1
    out[base + 14] = s.manual_draw
    out[base + 15] = s.reverse_cards
    base += TABLE
    for offset in range(s.seats):
        other = clockwise(own, offset, s.seats)
        out[base] = s.chips[other]
        out[base + 1] = s.out[other]
        out[base + 2] = s.sizes[other]
        out[base + 3] = 1
        base += 4
    for place in range(base, OBSERVED):
        out[place] = 0
