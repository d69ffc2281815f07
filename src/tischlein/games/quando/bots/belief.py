"""What others' cards are likely to be in Quando, given how they have played; in the dialect of ``tischlein.cards``.

Players lay high fronts first, so those that they keep are low, the more so the longer they have played. A world that was imagined is
changed card by card: a hidden front in another hand is exchanged with a card of the draw pile that has the same back, and the higher
front is accepted more seldom. Without that it is as likely as the lower one, so only the weights of worlds change.
"""

from tischlein.cards import EMPTY, Cells, below
from tischlein.games.quando.rules.material import FRONT, KIND_OF, NUMBERS, SEEN, SIDES, Quando

ROUNDS = 6
ONE = 1 << 20
# By how much a front that is higher by one is less likely, in steps of 1/32: dealt, by the plays made since; or taken unseen.
DEALT = (0, 2, 7, 10, 16, 18, 20, 15, 13, 8)
LONG = 9
TAKEN = 8
FADE = tuple((31**k << 20) // 32**k for k in range(201))


def weigh_hands(s: Quando, seat: int, rng: Cells, work: Cells) -> None:
    """Make low fronts in other hands likelier."""
    # Whoever is in the middle of a play must be able to complete it: that hand stays as it is.
    acting = int(s.server) if s.server != EMPTY else int(s.turn) if s.picked > 0 else EMPTY
    for _ in range(ROUNDS):
        for other in range(s.seats):
            if other != seat and other != acting:
                for place in range(s.sizes[other]):
                    exchange(s, seat, other, place, rng)


def exchange(s: Quando, seat: int, other: int, place: int, rng: Cells) -> None:
    """Try another front for a card whose front the seat does not know."""
    card = int(s.hands[other][place])
    if card & SEEN << seat:
        return
    back = card >> 4 & FRONT
    number = below(rng, NUMBERS)
    kind = KIND_OF[number | back << 4]
    if kind == EMPTY or s.unseen[kind] == 0:
        return
    steps = TAKEN if card & SEEN << other else DEALT[min(int(s.plays[other]), LONG)]
    less = steps * (number - (card & FRONT))
    if less <= 0 or below(rng, ONE) < FADE[less]:
        s.unseen[kind] = 0
        s.unseen[KIND_OF[card & SIDES]] = 1
        s.hands[other][place] = card & ~SIDES | number | back << 4
