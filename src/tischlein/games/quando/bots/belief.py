"""Likely cards in other hands of Quando, given how they were played; in the dialect of ``tischlein.cards``.

Players lay high fronts first, so the fronts they keep are low: the lower, the longer they have played and the
fewer cards they lay at a time. A player who has knocked holds low ones. An imagined world is changed card by
card: a hidden front in another hand is exchanged with a card of the draw pile that has the same back, and the
higher front is accepted less often. Without this both are equally likely; only the weights of worlds change.
"""

from tischlein.cards import EMPTY, Cells, below
from tischlein.games.quando.rules.material import FRONT, KIND_OF, NUMBERS, SEEN, SIDES, Quando

ROUNDS = 6
ONE = 1 << 20
# By how much a front that is higher by one is less likely, in steps of 1/32. Dealt, by the plays made since, and by the cards laid at a time:
# fewer than 1.5, 2, 2.5, 3, or more. A player who lays many at a time has not yet had to choose among the rest.
DEALT = (
    *(0, 0, 0, 0, 0),
    *(5, 4, 2, 2, 1),
    *(20, 9, 7, 3, 0),
    *(30, 16, 8, 2, 0),
    *(30, 30, 16, 0, 0),
    *(30, 30, 14, 0, 0),
    *(30, 30, 6, 0, 0),
    *(30, 30, 0, 0, 0),
    *(30, 20, 0, 0, 0),
    *(30, 5, 0, 0, 0),
)
LONG = 9
PACES = 5
# Taken unseen; or in the hand of the player who has knocked.
TAKEN = 8
KNOCKED = 30
FADE = tuple((31**k << 20) // 32**k for k in range(301))


def weigh_hands(s: Quando, seat: int, rng: Cells, work: Cells) -> None:
    """Make low fronts in other hands likelier."""
    # A player in the middle of a play must be able to complete it, so that hand is not changed.
    acting = int(s.server) if s.server != EMPTY else int(s.turn) if s.picked > 0 else EMPTY
    for _ in range(ROUNDS):
        for other in range(s.seats):
            if other != seat and other != acting:
                dealt = evidence(s, other)
                taken = KNOCKED if other == s.knocked else TAKEN
                for place in range(s.sizes[other]):
                    exchange(s, seat, other, place, dealt, taken, rng)


def evidence(s: Quando, other: int) -> int:
    """Return what a seat's plays tell about the fronts that it was dealt."""
    if other == s.knocked:
        return KNOCKED
    plays = int(s.plays[other])
    if plays == 0:
        return 0
    pace = 2 * int(s.cards_played[other]) // plays - 2
    return DEALT[min(plays, LONG) * PACES + max(0, min(pace, PACES - 1))]


def exchange(s: Quando, seat: int, other: int, place: int, dealt: int, taken: int, rng: Cells) -> None:
    """Try another front for a card whose front the seat does not know."""
    card = int(s.hands[other][place])
    if card & SEEN << seat:
        return
    back = card >> 4 & FRONT
    number = below(rng, NUMBERS)
    kind = KIND_OF[number | back << 4]
    if kind == EMPTY or s.unseen[kind] == 0:
        return
    steps = taken if card & SEEN << other else dealt
    less = steps * (number - (card & FRONT))
    if less <= 0 or below(rng, ONE) < FADE[less]:
        s.unseen[kind] = 0
        s.unseen[KIND_OF[card & SIDES]] = 1
        s.hands[other][place] = card & ~SIDES | number | back << 4
