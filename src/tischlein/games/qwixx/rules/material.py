"""The material of Qwixx – the card game: cards, sheets, and the record of one game. X1, X2

A card is ``5 * (number - 2) + colour``: red, yellow, green, blue, or a joker of that number. Only the number stands on a card's back,
so a card of unknown colour has a code of its own: ``BACK + number - 2``.

A row of the sheet is eleven places from left to right, red and yellow 2 to 12, green and blue 12 to 2; the crosses in it are bits.
The lock is not stored: the rightmost place implies it.
"""

from typing import Annotated

from tischlein.cards import Cells, Grid, Int8

VERSION = 1
MAX_SEATS = 5
HAND = 4  # dealt
HAND_LIMIT = 5  # after step 1
FULL_HAND = 5  # a record's room for a hand
SLOTS = 4
COLOURS = 4
JOKER = 4
NUMBERS = 11
KINDS = 55
BACK = 55
# The number on a card, or on a back, counted from 0.
NUMBER_ON = tuple(card // 5 for card in range(BACK)) + tuple(range(NUMBERS))
PLAYS = 3  # cards in step 3
LAST_PLACE = 10
BEFORE_LAST = 5  # crosses needed for the rightmost number, X4
MISSES = 4
MISS_POINTS = -5
CLOSED_ROWS = 2

# Points by the number of crosses in a row, the lock included. X14
POINTS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)

# Actions.
SLOT = 0
CROSS_ROW = 4
SKIP = 8
PLAY_CARD = 9  # + 4 * (number - 2) + colour
PLAY_JOKER = 53  # + 4 * (number - 2) + the colour that it is to have
SHOW = 97
CROSS_NUMBER = 98  # + number - 2
STOP = 109
ACTIONS = 110
WORK = 0

SKIPPED = 4  # as a choice in step 2

# Phases, in the order of a game and of a turn.
LOT, DEAL, FILL, TAKE, REFILL, DECIDE, CHOOSE, CROSS, END, DONE = range(10)


class Qwixx:
    """One game. Hands are sorted, so equal hands have equal bytes."""

    rows: Annotated[
        Grid, "int16", MAX_SEATS, COLOURS, "open"
    ]  # bit k: the k-th place from the left is crossed

    seats: Annotated[Int8, "open"]
    jokers: Annotated[Int8, "open"]  # option

    phase: Annotated[Int8, "open"]
    actor: Annotated[Int8, "open"]
    active: Annotated[Int8, "open"]
    top: Annotated[
        Int8, "special"
    ]  # of the draw pile: its number is public; EMPTY when there is none, or chance has still to name it
    draw_size: Annotated[Int8, "open"]  # the top card included
    draw_ordered: Annotated[
        Int8, "nobody"
    ]  # 1: `stack` is the draw pile; 0: below its top card it has no order
    discard_size: Annotated[Int8, "open"]
    played_size: Annotated[Int8, "open"]  # cards of step 3; after `show` they lie on top of the discard pile
    colour: Annotated[Int8, "special"]  # of the cards chosen in step 3, or EMPTY
    crossed_before: Annotated[Int8, "open"]  # the active player has crossed in step 2
    crosses: Annotated[Int8, "open"]  # made in step 3
    first_cross: Annotated[Int8, "open"]  # place of the first of them, or EMPTY

    sizes: Annotated[Cells, "int8", MAX_SEATS, "open"]
    misses: Annotated[Cells, "int8", MAX_SEATS, "open"]
    choices: Annotated[Cells, "int8", MAX_SEATS, "owner"]  # step 2: a colour, SKIPPED, or EMPTY: undecided
    hands: Annotated[Grid, "int8", MAX_SEATS, FULL_HAND, "special"]
    display: Annotated[Cells, "int8", SLOTS, "special"]
    played: Annotated[Cells, "int8", PLAYS, "special"]  # chosen and not yet shown
    unseen: Annotated[
        Cells, "int8", KINDS, "unseen"
    ]  # 1: below the top of an unordered pile; concealed: all cards out of sight
    discard: Annotated[Cells, "int8", KINDS, "open"]  # bottom first
    stack: Annotated[Cells, "int8", KINDS, "nobody"]  # bottom first; only with draw_ordered
