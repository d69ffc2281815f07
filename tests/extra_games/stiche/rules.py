"""Stiche: four players, two sides, and tricks in which everybody must follow suit.

S1. There are 24 cards, 1 to 6 in four suits; hearts are trumps. S2. Four people play, and those who sit opposite each other are
partners. Everybody is dealt six cards, one at a time. S3. The first seat leads to the first trick. One after the other everybody
lays a card, clockwise, of the suit that was led, or any card if they hold none of it. S4. The highest trump takes the trick, or
else the highest card of the suit that was led; who takes it leads to the next. S5. Partners count their tricks together. After six
tricks the side with more of them wins; with three each both win.

Actions: 0–23 lay a card, suit by suit. Chance outcomes: the i-th of the cards that are not dealt yet.
"""

from typing import Annotated

from tischlein.cards import CHANCE, EMPTY, OVER, Cells, Derived, Grid, Int8, below, clockwise, pour, take

VERSION = 1
MAX_SEATS = 4
NUMBERS = 6
SUITS = 4
CARDS = SUITS * NUMBERS
TRUMPS = 0
HAND = 6
ACTIONS = CARDS
WORK = 0
OBSERVED = 3 * CARDS + 3 * MAX_SEATS + 4

REASONS = (
    ("legal", ""), ("game_over", "S5"), ("not_your_turn", "S3"), ("not_in_hand", "S3"), ("must_follow", "S3"),
)  # fmt: skip
LEGAL, GAME_OVER, NOT_YOUR_TURN, NOT_IN_HAND, MUST_FOLLOW = range(5)


class Stiche:
    """One game. Hands are counts per card; a place that holds no card is EMPTY."""

    seats: Annotated[Int8, "open"]
    actor: Annotated[Int8, "open"]
    dealt: Annotated[Int8, "open"]  # cards that were dealt
    tricks: Annotated[Int8, "open"]  # tricks that are over
    leader: Annotated[Int8, "open"]  # of this trick
    points: Annotated[Cells, "int8", MAX_SEATS, "open"]  # tricks that this seat has taken itself
    laid: Annotated[Cells, "int8", MAX_SEATS, "open"]  # in this trick
    last: Annotated[Cells, "int8", MAX_SEATS, "open"]  # in the one before
    hands: Annotated[Grid, "int8", MAX_SEATS, CARDS, "owner"]
    played: Annotated[Cells, "int8", CARDS, "open"]  # in all tricks so far
    unseen: Annotated[Cells, "int8", CARDS, "unseen"]  # not dealt; concealed: all cards out of sight


RECORD = Stiche


def setup(s: Stiche) -> None:
    """Put all cards into the pile; the deal comes next. S1"""
    s.actor = CHANCE
    s.dealt = 0
    s.tricks = 0
    s.leader = 0
    for card in range(CARDS):
        s.played[card] = 0
        s.unseen[card] = 1
    for seat in range(MAX_SEATS):
        s.points[seat] = 0
        s.laid[seat] = EMPTY
        s.last[seat] = EMPTY
        for card in range(CARDS):
            s.hands[seat][card] = 0


def why(s: Stiche, seat: int, action: int, work: Cells) -> int:
    """Return LEGAL, or the first reason against it. S3"""
    if s.actor < 0:
        return GAME_OVER
    if seat != s.actor:
        return NOT_YOUR_TURN
    if s.hands[seat][action] == 0:
        return NOT_IN_HAND
    if s.laid[s.leader] == EMPTY:
        return LEGAL
    suit = s.laid[s.leader] // NUMBERS
    return MUST_FOLLOW if action // NUMBERS != suit and holds(s, seat, suit) else LEGAL


legal: Derived


def holds(s: Stiche, seat: int, suit: int) -> bool:
    """Return True if the seat has a card of this suit. S3"""
    found = False
    for card in range(NUMBERS * suit, NUMBERS * suit + NUMBERS):
        if s.hands[seat][card]:
            found = True
    return found


def chances(s: Stiche) -> int:
    """Return how many cards are left to deal. S2"""
    return CARDS - s.dealt


def drawn_for(s: Stiche) -> int:
    """Return the seat that is dealt the next card. S2"""
    return s.dealt % s.seats


def apply(s: Stiche, seat: int, action: int, work: Cells) -> None:
    """Deal a card, or lay one. S2, S3"""
    if seat == CHANCE:
        s.hands[s.dealt % s.seats][take(s.unseen, action)] += 1
        s.dealt += 1
        s.actor = s.leader if s.dealt == HAND * s.seats else CHANCE
        return
    s.hands[seat][action] -= 1
    s.laid[seat] = action
    s.actor = clockwise(seat, 1, s.seats)
    if s.actor == s.leader:
        end_trick(s)


def end_trick(s: Stiche) -> None:
    """Give the trick to the highest card; after the last one the game is over. S4, S5"""
    best = s.leader
    for steps in range(1, s.seats):
        seat = clockwise(s.leader, steps, s.seats)
        if beats(s.laid[seat], s.laid[best]):
            best = seat
    for seat in range(s.seats):
        s.played[s.laid[seat]] = 1
        s.last[seat] = s.laid[seat]
        s.laid[seat] = EMPTY
    s.points[best] += 1
    s.tricks += 1
    s.leader = best
    s.actor = OVER if s.tricks == HAND else best


def beats(card: int, best: int) -> bool:
    """Return True if a card takes the trick from the best one before it. S4"""
    if card // NUMBERS == best // NUMBERS:
        return card > best
    return card // NUMBERS == TRUMPS


def side_points(s: Stiche, seat: int) -> int:
    """Return the tricks of a seat and its partner. S5"""
    return int(s.points[seat] + s.points[(seat + 2) % s.seats])


def scores(s: Stiche, out: Cells) -> None:
    """Write the tricks of each seat's side. S5"""
    for seat in range(s.seats):
        out[seat] = side_points(s, seat)


def payoff(s: Stiche, out: Cells) -> None:
    """Write 1 for the side with more tricks, or for both, at the end. S5"""
    for seat in range(s.seats):
        out[seat] = 1 if s.actor == OVER and 2 * side_points(s, seat) >= HAND else 0


def hand_size(s: Stiche, seat: int) -> int:
    """Return how many cards a seat holds: every player can count that."""
    dealt = s.dealt // s.seats + (seat < s.dealt % s.seats)
    return int(dealt - s.tricks - (s.laid[seat] != EMPTY))


def conceal(s: Stiche, seat: int) -> None:
    """Hide all other hands, that of the partner too."""
    for other in range(s.seats):
        if other != seat:
            pour(s.hands[other], s.unseen, CARDS)


def imagine(s: Stiche, seat: int, rng: Cells, work: Cells) -> None:
    """Deal the unseen cards to the other hands, each deal equally likely."""
    left = 0
    for card in range(CARDS):
        left += s.unseen[card]
    for other in range(s.seats):
        if other != seat:
            for _ in range(hand_size(s, other)):
                s.hands[other][take(s.unseen, below(rng, left))] += 1
                left -= 1


def observe(s: Stiche, seat: int, out: Cells) -> None:
    """Write your hand, the cards out of sight and played, per seat tricks, this trick and the last, and whose turn it is."""
    for card in range(CARDS):
        out[card] = s.hands[seat][card] if seat >= 0 else 0
        out[CARDS + card] = s.unseen[card]
        out[2 * CARDS + card] = s.played[card]
    place = 3 * CARDS
    for other in range(MAX_SEATS):
        out[place + other] = s.points[other]
        out[place + MAX_SEATS + other] = s.laid[other]
        out[place + 2 * MAX_SEATS + other] = s.last[other]
    place += 3 * MAX_SEATS
    out[place] = s.actor
    out[place + 1] = s.dealt
    out[place + 2] = s.tricks
    out[place + 3] = s.leader
