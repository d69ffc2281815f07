"""What others may hold in Quando, as far as a seat may know; for the rules of thumb, in the dialect of
``tischlein.cards``.

A full record and a concealed one give the same result: a side that the seat has not seen is not read.
"""

from tischlein.cards import EMPTY, Cells
from tischlein.games.quando.rules.material import (
    FRONT,
    KIND_OF,
    KINDS,
    NUMBERS,
    SEEN,
    SIDES,
    STRAIGHT,
    Quando,
)

# The scratch space: kinds out of sight, then
MEAN = KINDS  # the mean of the other side, by number, in hundredths
UNKNOWN = MEAN + NUMBERS  # fronts in another hand
LIKELY = UNKNOWN + 1  # what they count, in hundredths
SPACE = LIKELY + 1

# A hand is one integer, four bits for each number.
NIBBLE = 15
EACH = 0x11111111111

# How much of their mean the unknown fronts of others count, in percent: dealt, by the plays they have made since; or taken.
DEALT = (100, 88, 78, 66, 59, 54, 52)
LONG = 6
TAKEN = 88
# What others keep after their dearest play, by the number of unknown fronts: shares of that play as far as it is known, and of the
# unknown fronts, in percent; hundredths to subtract; and the spread. Fitted to many games.
MANY = 6
KEPT_KNOWN = (0, 20, 39, 49, 50, 50, 50)
KEPT_UNKNOWN = (100, 30, 37, 49, 55, 56, 55)
KEPT_LESS = (0, 30, 60, 130, 190, 220, 200)
SPREAD = (0, 220, 340, 450, 510, 590, 640)
EASY = 16  # chance in percent to draw a zero, or one more than before, with both sides to choose from


def count(hand: int, number: int) -> int:
    """Return how often a number is in the hand."""
    return hand >> 4 * number & NIBBLE


def total(hand: int) -> int:
    """Return the sum of the fronts."""
    found = 0
    for number in range(1, NUMBERS):
        found += number * (hand >> 4 * number & NIBBLE)
    return found


def look_around(s: Quando, seat: int, work: Cells) -> None:
    """Find the kinds of cards that the seat does not know from both sides at any place."""
    for kind in range(KINDS):
        work[kind] = s.unseen[kind]
    seen = SEEN << seat
    for other in range(s.seats):
        for place in range(s.sizes[other]):
            miss(int(s.hands[other][place]), seen, work)
    for place in range(s.discard_size):
        miss(int(s.discard[place]), seen, work)
    if s.top != EMPTY:
        miss(int(s.top), seen, work)
    if s.stack[0] != EMPTY:
        for place in range(s.rest):
            miss(int(s.stack[place]), seen, work)


def miss(card: int, seen: int, work: Cells) -> None:
    """Mark a card as out of sight if the seat has not seen both sides, even where the record shows them."""
    if card & seen == 0 and KIND_OF[card & SIDES] != EMPTY:
        work[KIND_OF[card & SIDES]] = 1


def is_out_of_sight(number: int, other: int, work: Cells) -> bool:
    """Return True if a card with these two numbers may lie anywhere."""
    return number != other and work[KIND_OF[number | other << 4]] == 1


def average(work: Cells) -> None:
    """Find for each number the mean of the other sides that a card with it may have, in hundredths."""
    for number in range(NUMBERS):
        found = 0
        partners = 0
        for other in range(NUMBERS):
            if is_out_of_sight(number, other, work):
                found += 100 * other
                partners += 1
        work[MEAN + number] = found // partners if partners > 0 else 500


def judge(s: Quando, seat: int, other: int, work: Cells) -> int:
    """Count the fronts that the seat has seen in another hand, and estimate the others."""
    seen = SEEN << seat
    # Of what was dealt the high fronts have been laid first; a hidden side was taken blindly.
    dealt = DEALT[min(int(s.plays[other]), LONG)]
    known = 0
    work[UNKNOWN] = 0
    work[LIKELY] = 0
    for place in range(s.sizes[other]):
        card = int(s.hands[other][place])
        if card & seen:
            known += 1 << 4 * (card & FRONT)
        else:
            share = TAKEN if card & SEEN << other else dealt
            work[UNKNOWN] += 1
            work[LIKELY] += work[MEAN + (card >> 4 & FRONT)] * share // 100
    return known


def dearest(hand: int) -> int:
    """Return the sum of the most expensive play in a hand."""
    found = 0
    for number in range(1, NUMBERS):
        found = max(found, number * count(hand, number))
        if number + STRAIGHT <= NUMBERS and found < 3 * number + 3:
            three = hand >> 4 * number
            if three & NIBBLE and three >> 4 & NIBBLE and three >> 8 & NIBBLE:
                found = 3 * number + 3
    return found


def chance_to_be_lowest(s: Quando, seat: int, own: int, work: Cells) -> int:
    """Return the chance in percent that a knock with this sum succeeds: no other seat gets as low with one more turn."""
    chance = 100
    for other in range(s.seats):
        if other != seat:
            known = judge(s, seat, other, work)
            # What they keep when they lay the dearest; then they draw.
            unknown = min(int(work[UNKNOWN]), MANY)
            best = dearest(known)
            kept = 100 * (total(known) - best) + best * KEPT_KNOWN[unknown]
            kept += work[LIKELY] * KEPT_UNKNOWN[unknown] // 100 - KEPT_LESS[unknown]
            spare = 100 * own - kept
            spread = SPREAD[unknown]
            threat = (
                chance_to_draw(spare - spread) + 2 * chance_to_draw(spare) + chance_to_draw(spare + spread)
            ) // 4
            chance = chance * (100 - threat) // 100
    return chance


def chance_to_draw(spare: int) -> int:
    """Return the chance in percent to draw a number of at most this many hundredths, if one may choose the side."""
    return min(95, (spare + 100) * EASY // 100) if spare > -100 else 0
