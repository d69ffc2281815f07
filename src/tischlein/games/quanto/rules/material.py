"""The material of Quanto: 110 cards, eight tiles, and the record of one game. N1

A kind of card is 0–11 for the plain numbers 1–12, 12–20 for the rainbow cards 4–12, 21 for a joker; the most
frequent kinds come first, so that counting through a pile ends sooner.
"""

from typing import Annotated

from tischlein.cards import Cells, Grid, Int8, Int16

VERSION = 1
MAX_SEATS = 6
TEAM_SEATS = 4
DECK = 110
KINDS = 22
ONE, TWO, THREE = 0, 1, 2
RAINBOW = 12  # kinds from here on are rainbow cards, up to the joker
JOKER = 21
HIGHEST = 12
LOWEST_TILE = 5

NAMES = (
    *("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"),
    *("4r", "5r", "6r", "7r", "8r", "9r", "10r", "11r", "12r", "J"),
)
VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0)
COPIES = (9, 9, 9, 8, 8, 8, 8, 8, 8, 8, 8, 8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2)
REVEALED = 3

# Cards in a full hand, and in the display without rainbow cards, by the number of seats. N2
FULL = (0, 0, 4, 4, 4, 5, 5)

# Option `discard`. N11
FORCED, CARD_ONLY, FREE = range(3)

# Option `serve`: how many display cards complete the played one. N8
SEVERAL, SINGLE = range(2)

# Actions.
CARD = 0  # + kind
TAKE, FORM, SERVE, SERVE_PARTNER, CLAIM, DISCARD = range(22, 28)
SAID = 28  # + 12 * (verb - TAKE) + value - 1: a joker says its value with the first four verbs
STEAL = 76  # + seat
PICK = 82  # + kind
PICK_AS = 104  # + value - 1: a joker as the partner when a quanto is formed
DONE = 116
BONUS = 117  # + kind
NO_BONUS = 139
OFFER = 140  # + kind
NO_OFFER, RETURN, ACCEPT = range(162, 165)
GIVE = 165  # + kind
ACTIONS = 187
WORK = 0

# Steps: first those in which cards are drawn, then those in which a seat decides.
LOT, DEAL, LAY_OUT, REVEAL, REFILL, DRAW = range(6)
STEP_OFFER, STEP_ANSWER, STEP_GIVE, STEP_CARD, STEP_VERB, STEP_PICK, STEP_BONUS, FINISHED = range(6, 14)


class Quanto:
    """One game. Multisets are counts per kind; the display, win piles, quantos and a stacked draw pile have an order."""

    tiles: Annotated[Int16, "open"]  # bit t: the tile t lies in the middle

    seats: Annotated[Int8, "open"]
    teams: Annotated[Int8, "open"]  # option
    discard: Annotated[Int8, "open"]  # option
    serve: Annotated[Int8, "open"]  # option

    step: Annotated[Int8, "open"]
    actor: Annotated[Int8, "open"]
    dealer: Annotated[Int8, "open"]
    turn: Annotated[Int8, "open"]
    drawer: Annotated[Int8, "open"]  # who is dealt the next card, or EMPTY
    to_reveal: Annotated[Int8, "open"]  # cards still to be revealed after a 3
    second: Annotated[Int8, "open"]  # the card to be played is a further one, after a 2
    from_revealed: Annotated[Int8, "open"]  # it is one of the revealed cards, not of the hand

    card: Annotated[
        Int8, "open"
    ]  # chosen: in the hand, or among the revealed, until the verb is said; then only here
    verb: Annotated[Int8, "open"]  # one of the actions TAKE … CLAIM, or STEAL, or EMPTY
    value: Annotated[Int8, "open"]  # of the card, as it is played
    goal: Annotated[
        Int8, "open"
    ]  # what every group has to be worth; 0 until forming a quanto has its partner
    missing: Annotated[Int8, "open"]  # in the open group; 0 when none is open
    owner: Annotated[Int8, "open"]  # of the quanto that the verb is about, or EMPTY

    offered: Annotated[Int8, "special"]  # the card on the way between partners, or EMPTY
    last_taker: Annotated[Int8, "open"]  # or EMPTY
    draw_size: Annotated[Int8, "open"]
    draw_ordered: Annotated[
        Int8, "nobody"
    ]  # 1: `stack` is the draw pile; 0: nobody can know its order, so it has none
    display_size: Annotated[Int8, "open"]
    lying: Annotated[
        Int8, "open"
    ]  # cards in the display that are not picked; those picked follow, in the order of picking
    won_size: Annotated[Int8, "open"]
    revealed_size: Annotated[Int8, "open"]

    revealed: Annotated[Cells, "int8", REVEALED, "open"]
    sizes: Annotated[Cells, "int8", MAX_SEATS, "open"]  # of the hands
    tile: Annotated[Cells, "int8", MAX_SEATS, "open"]  # in front of the seat; 0: no quanto
    pile_sizes: Annotated[Cells, "int8", MAX_SEATS, "open"]
    quanto_sizes: Annotated[Cells, "int8", MAX_SEATS, "open"]
    looked: Annotated[Cells, "int8", TEAM_SEATS, "open"]  # this seat has seen a card of the partner's
    hands: Annotated[Grid, "int8", MAX_SEATS, KINDS, "special"]
    known: Annotated[
        Grid, "int8", TEAM_SEATS, KINDS, "special"
    ]  # what this seat knows to be in the partner's hand
    unseen: Annotated[
        Cells, "int8", KINDS, "unseen"
    ]  # the pile without order; concealed: all cards out of sight
    gone: Annotated[Cells, "int8", KINDS, "open"]
    display: Annotated[Cells, "int8", DECK, "open"]
    won: Annotated[
        Cells, "int8", DECK, "open"
    ]  # seat by seat: its win pile, bottom first, and then its quanto
    stack: Annotated[Cells, "int8", DECK, "nobody"]  # bottom first; only with draw_ordered


def partner_of(seat: int) -> int:
    """Return the seat opposite, in teams. N22"""
    return seat + 2 if seat < 2 else seat - 2
