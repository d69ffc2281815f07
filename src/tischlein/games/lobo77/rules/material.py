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

    total: Annotated[Int32, "open"]  # what was announced last

    seats: Annotated[Int8, "open"]
    reverse_cards: Annotated[Int8, "open"]  # option: 4 or 5
    first_starter: Annotated[Int8, "open"]  # option: a seat, or EMPTY for a lot
    manual_draw: Annotated[Int8, "open"]  # option

    phase: Annotated[Int8, "open"]
    actor: Annotated[Int8, "open"]
    turn: Annotated[Int8, "open"]  # who must play next
    starter: Annotated[Int8, "open"]  # of this round
    direction: Annotated[Int8, "open"]  # 1 clockwise, −1 the other way
    owed: Annotated[Int8, "open"]  # cards still to be played in this turn
    played: Annotated[Int8, "open"]  # cards already played in it
    drawer: Annotated[Int8, "open"]  # who receives the next card, or EMPTY
    to_draw: Annotated[Int8, "open"]  # how many more the drawer draws, or with manual_draw may draw
    players_in: Annotated[Int8, "open"]
    deck_size: Annotated[Int8, "open"]  # all cards of this game
    draw_size: Annotated[Int8, "open"]
    draw_ordered: Annotated[
        Int8, "nobody"
    ]  # 1: `stack` is the draw pile; 0: nobody can know its order, so it has none
    discard_size: Annotated[Int8, "open"]
    aside_size: Annotated[Int8, "open"]  # cards of eliminated players
    top: Annotated[Int8, "open"]  # of the discard pile, or EMPTY

    chips: Annotated[Cells, "int8", MAX_SEATS, "open"]
    out: Annotated[Cells, "int8", MAX_SEATS, "open"]
    sizes: Annotated[Cells, "int8", MAX_SEATS, "open"]  # of the hands
    hands: Annotated[Grid, "int8", MAX_SEATS, KINDS, "owner"]
    unseen: Annotated[
        Cells, "int8", KINDS, "unseen"
    ]  # the draw pile without an order; concealed: all cards out of sight
    aside: Annotated[Cells, "int8", KINDS, "nobody"]
    discard: Annotated[Cells, "int8", DECK, "open"]  # bottom first
    stack: Annotated[Cells, "int8", DECK, "nobody"]  # bottom first; only with draw_ordered
