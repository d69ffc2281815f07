"""The material of Quando: two-sided cards, and the record of one game. Q1

A card is one of 55 kinds, a pair of different numbers 0 to 10, in the order 0/1, 0/2, … 9/10. Where it lies on the table it is a
number of 14 bits that says all about it:

====  ==============================================================================================
0–3   the front: in a hand the holder's side, on the draw pile the side that lies up, on the discard pile the side that was played
4–7   the back: the other side
8–13  bit 8 + n: seat n has seen both sides since the deal
====  ==============================================================================================

A side that may not be known is HIDDEN. Who has seen which side follows from where a card lies: the holder sees the front and
all others the back; everybody has seen what was played, and so the lower sides of a pile that was turned over. Only who has seen
*both* sides must be remembered. It is public, since everybody sees which side faces whom; only the numbers are secret. Q23, Q24
"""

from typing import Annotated

from tischlein.cards import EMPTY, Cells, Grid, Int8, Int16

VERSION = 1
MAX_SEATS = 6
NUMBERS = 11
KINDS = 55
HAND = 7
HAND_OF_FEW = 8  # with two or three players, Q2
FEW = 3
STRAIGHT = 3
TRIPLET = 3
ENOUGH_TO_KNOCK = 2  # plays or cards, Q18
KNOCK_PENALTY = 5

# The parts of a card.
HIDDEN = 15
FRONT = 15
BACK = 15 << 4
SIDES = FRONT | BACK
SEEN = 1 << 8  # by seat 0; shifted by the seat's number for others

# The two ways in which each kind can lie: card 2 * kind, then card 2 * kind + 1.
WAYS = tuple(
    way
    for low in range(NUMBERS)
    for high in range(low + 1, NUMBERS)
    for way in (low | high << 4, high | low << 4)
)
# The kind of a card by its sides, EMPTY where one of them is hidden.
KIND_OF = tuple(WAYS.index(sides) // 2 if sides in WAYS else EMPTY for sides in range(SIDES + 1))

# Actions. A card that its holder picks or flips looks like 11 * front + back, with the front again for a back never seen.
TAKE_VISIBLE = 0
TAKE_HIDDEN = 1
KNOCK = 2
PASS = 3
PICK = 4
LOOKS = NUMBERS * NUMBERS
FLIP = PICK + LOOKS
ACTIONS = FLIP + LOOKS

# What is known of the order of the draw pile below its top card: nothing, since it was shuffled; all, since it was stacked;
# all, since it is the discard pile turned over.
SHUFFLED, STACKED, TURNED = range(3)

# Phases. A round that ends by zeros, or after its last turn, is scored as soon as the next card of the draw pile lies open.
LOT, DEAL, PLAY, ZEROS, LAST, END, DONE = range(7)


class Quando:
    """One game. Hands keep the order the cards came in; piles lie bottom first."""

    plays: Annotated[Cells, "int32", MAX_SEATS, "open"]  # in this round, counted when the card is drawn
    cards_played: Annotated[Cells, "int32", MAX_SEATS, "open"]

    points: Annotated[Cells, "int16", MAX_SEATS, "open"]
    target: Annotated[int, "int16", "open"]  # option
    rest: Annotated[Int16, "open"]  # cards of the draw pile below its top card
    top: Annotated[
        Int16, "special"
    ]  # of the draw pile; EMPTY when there is none, or chance has still to name it
    picked: Annotated[Int16, "open"]  # cards laid in this turn
    low: Annotated[Int16, "open"]  # the lowest and the highest number among them, or EMPTY
    high: Annotated[Int16, "open"]
    hands: Annotated[Grid, "int16", MAX_SEATS, KINDS, "special"]
    discard: Annotated[Cells, "int16", KINDS, "special"]
    stack: Annotated[Cells, "int16", KINDS, "special"]  # the draw pile below its top card, if it has an order

    seats: Annotated[Int8, "open"]
    two_cards: Annotated[Int8, "open"]  # option knock_after
    knock_penalty_after_zeros: Annotated[Int8, "open"]  # option

    phase: Annotated[Int8, "open"]
    actor: Annotated[Int8, "open"]
    dealer: Annotated[Int8, "open"]
    turn: Annotated[Int8, "open"]  # during the deal: who gets the next card
    server: Annotated[Int8, "open"]  # who has to serve the penalty for a triplet now, or EMPTY
    knocked: Annotated[Int8, "open"]  # who has knocked, or EMPTY
    order: Annotated[Int8, "open"]  # of the draw pile
    discard_size: Annotated[Int8, "open"]

    sizes: Annotated[Cells, "int8", MAX_SEATS, "open"]  # of the hands
    unseen: Annotated[
        Cells, "int8", KINDS, "unseen"
    ]  # 1: in the shuffled draw pile; concealed: not known at any place


def everybody(s: Quando) -> int:
    """Return the bits of all seats."""
    return ((1 << int(s.seats)) - 1) * SEEN


def turned(card: int) -> int:
    """Return the card lying the other way."""
    return (card & ~SIDES) | (card & FRONT) << 4 | (card & BACK) >> 4


def following(s: Quando, seat: int) -> int:
    """Return the next seat clockwise. Q6"""
    return seat + 1 if seat + 1 < s.seats else 0


def nothing_to_draw(s: Quando) -> bool:
    """Return True if the draw pile is empty; so is the discard pile then, except while cards are laid. Q12"""
    return s.top == EMPTY and s.rest == 0
