"""The material of LOBO 77: cards, chips, and the record of one game. L1 to L3"""

from typing import Annotated

from tischlein.cards import Cells, Grid, Int8, Int32

VERSION = 1
MAX_SEATS = 8
CHIPS = 3
HAND = 5
LIMIT = 77

# Kinds of card, the most frequent first: counting through a pile then ends sooner. L1
NAMES = (
    *("10", "0", "-10", "x2", "reverse", "2", "3", "4", "5", "6", "7", "8", "9"),
    *("11", "22", "33", "44", "55", "66", "76"),
)
VALUES = (10, 0, -10, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 11, 22, 33, 44, 55, 66, 76)
COPIES = (8, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1)
DOUBLE = 3
REVERSE = 4
KINDS = 20
DECK = 56  # with the fifth reverse of the older edition, L2

DRAW = 20
ACTIONS = 21
WORK = 0

# Phases.
LOT, SHUFFLE, DEAL, DRAWING, PLAY, DONE = range(6)


class Lobo77:
    """One game. Multisets are counts per kind; only the discard pile, and a stacked draw pile, have an order."""

    total: Int32  # what was announced last

    seats: Int8
    reverse_cards: Int8  # option: 4 or 5
    first_starter: Int8  # option: a seat, or EMPTY for a lot
    manual_draw: Int8  # option

    phase: Int8
    actor: Int8
    turn: Int8  # who must play next
    starter: Int8  # of this round
    direction: Int8  # 1 clockwise, −1 the other way
    owed: Int8  # cards still to be played in this turn
    played: Int8  # cards already played in it
    drawer: Int8  # who receives the next card, or EMPTY
    to_draw: Int8  # how many more the drawer draws, or with manual_draw may draw
    players_in: Int8
    deck_size: Int8  # all cards of this game
    draw_size: Int8
    draw_ordered: Int8  # 1: `stack` is the draw pile; 0: nobody can know its order, so it has none
    discard_size: Int8
    aside_size: Int8  # cards of eliminated players
    top: Int8  # of the discard pile, or EMPTY

    chips: Annotated[Cells, "int8", MAX_SEATS]
    out: Annotated[Cells, "int8", MAX_SEATS]
    sizes: Annotated[Cells, "int8", MAX_SEATS]  # of the hands
    hands: Annotated[Grid, "int8", MAX_SEATS, KINDS]
    unseen: Annotated[
        Cells, "int8", KINDS
    ]  # the draw pile without an order; concealed: all cards out of sight
    aside: Annotated[Cells, "int8", KINDS]
    discard: Annotated[Cells, "int8", DECK]  # bottom first
    stack: Annotated[Cells, "int8", DECK]  # bottom first; only with draw_ordered
