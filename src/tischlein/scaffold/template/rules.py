"""Hoch: everybody lays a card at the same time, and the highest wins the trick.

H1. There are 24 cards, 1 to 24. H2. Everybody is dealt three, hidden. H3. All choose a card at the same time; when the last
one has chosen, all are laid open. H4. The highest card scores a point; after three tricks the most points win.

Actions: 0–23 choose the card 1–24. Chance outcomes: the i-th of the cards that are not dealt yet.
"""

from typing import Annotated

from tischlein.cards import CHANCE, EMPTY, OVER, UNKNOWN, Cells, Derived, Grid, Int8, below, pour, take

VERSION = 1
MAX_SEATS = 6
CARDS = 24
HAND = 3
ACTIONS = CARDS
WORK = 0
OBSERVED = 3 * CARDS + 3 * MAX_SEATS + 3

REASONS = (("legal", ""), ("game_over", "H4"), ("already_chosen", "H3"), ("not_in_hand", "H2"))
LEGAL, GAME_OVER, ALREADY_CHOSEN, NOT_IN_HAND = range(4)


class Hoch:
    """One game. Hands are counts per card; a place that holds no card is EMPTY."""

    seats: Annotated[Int8, "open"]
    actor: Annotated[Int8, "open"]  # the first who has not chosen, CHANCE or OVER
    dealt: Annotated[Int8, "open"]  # cards that were dealt
    tricks: Annotated[Int8, "open"]  # tricks that are over
    points: Annotated[Cells, "int8", MAX_SEATS, "open"]
    chosen: Annotated[Cells, "int8", MAX_SEATS, "owner"]
    laid: Annotated[Cells, "int8", MAX_SEATS, "open"]  # in the last trick
    hands: Annotated[Grid, "int8", MAX_SEATS, CARDS, "owner"]
    played: Annotated[Cells, "int8", CARDS, "open"]  # in all tricks so far
    unseen: Annotated[Cells, "int8", CARDS, "unseen"]  # not dealt; concealed: all cards out of sight


RECORD = Hoch


def setup(s: Hoch) -> None:
    """Put all cards into the pile; the deal comes next. H1"""
    s.actor = CHANCE
    s.dealt = 0
    s.tricks = 0
    for card in range(CARDS):
        s.played[card] = 0
        s.unseen[card] = 1
    for seat in range(MAX_SEATS):
        s.points[seat] = 0
        s.chosen[seat] = EMPTY
        s.laid[seat] = EMPTY
        for card in range(CARDS):
            s.hands[seat][card] = 0


def why(s: Hoch, seat: int, action: int, work: Cells) -> int:
    """Return LEGAL, or the first reason against it. H2, H3"""
    if s.actor < 0:
        return GAME_OVER
    if s.chosen[seat] != EMPTY:
        return ALREADY_CHOSEN
    return LEGAL if s.hands[seat][action] else NOT_IN_HAND


legal: Derived  # every action is tried; a game with many actions writes a function of its own


def chances(s: Hoch) -> int:
    """Return how many cards are left to deal. H2"""
    return CARDS - s.dealt


def drawn_for(s: Hoch) -> int:
    """Return the seat that is dealt the next card. H2"""
    return s.dealt % s.seats


def apply(s: Hoch, seat: int, action: int, work: Cells) -> None:
    """Deal a card, or choose one. H2, H3"""
    if seat == CHANCE:
        s.hands[s.dealt % s.seats][take(s.unseen, action)] += 1
        s.dealt += 1
        s.actor = 0 if s.dealt == HAND * s.seats else CHANCE
        return
    s.hands[seat][action] -= 1
    s.chosen[seat] = action
    s.actor = 0
    while s.actor < s.seats and s.chosen[s.actor] != EMPTY:
        s.actor += 1
    if s.actor == s.seats:
        lay_open(s)


def lay_open(s: Hoch) -> None:
    """Score the highest card; after the last trick the game is over. H3, H4"""
    best = 0
    for seat in range(s.seats):
        if s.chosen[seat] > s.chosen[best]:
            best = seat
    for seat in range(s.seats):
        s.laid[seat] = s.chosen[seat]
        s.played[s.chosen[seat]] = 1
        s.chosen[seat] = EMPTY
    s.points[best] += 1
    s.tricks += 1
    s.actor = OVER if s.tricks == HAND else 0


def scores(s: Hoch, out: Cells) -> None:
    """Write the points so far. H4"""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


def payoff(s: Hoch, out: Cells) -> None:
    """Write 1 for everybody with the most points, at the end. H4"""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.points[seat])
    for seat in range(s.seats):
        out[seat] = 1 if s.actor == OVER and s.points[seat] == most else 0


def hand_size(s: Hoch, seat: int) -> int:
    """Return how many cards a seat holds: every player can count that."""
    dealt = s.dealt // s.seats + (seat < s.dealt % s.seats)
    return dealt - s.tricks - (s.chosen[seat] != EMPTY)


def conceal(s: Hoch, seat: int) -> None:
    """Hide the hands and the choices of all other seats."""
    for other in range(s.seats):
        if other != seat:
            pour(s.hands[other], s.unseen, CARDS)
            if s.chosen[other] >= 0:
                s.unseen[s.chosen[other]] += 1
                s.chosen[other] = UNKNOWN


def imagine(s: Hoch, seat: int, rng: Cells, work: Cells) -> None:
    """Deal the unseen cards to all places where a card is hidden, each deal equally likely."""
    left = 0
    for card in range(CARDS):
        left += s.unseen[card]
    for other in range(s.seats):
        if other != seat:
            for _ in range(hand_size(s, other)):
                s.hands[other][take(s.unseen, below(rng, left))] += 1
                left -= 1
            if s.chosen[other] != EMPTY:
                s.chosen[other] = take(s.unseen, below(rng, left))
                left -= 1


def observe(s: Hoch, seat: int, out: Cells) -> None:
    """Write your hand, the cards out of sight and played, per seat points, last trick and choice, and whose turn it is."""
    for card in range(CARDS):
        out[card] = s.hands[seat][card] if seat >= 0 else 0
        out[CARDS + card] = s.unseen[card]
        out[2 * CARDS + card] = s.played[card]
    place = 3 * CARDS
    for other in range(MAX_SEATS):
        out[place + other] = s.points[other]
        out[place + MAX_SEATS + other] = s.laid[other]
        out[place + 2 * MAX_SEATS + other] = s.chosen[other]
    place += 3 * MAX_SEATS
    out[place] = s.actor
    out[place + 1] = s.dealt
    out[place + 2] = s.tricks
