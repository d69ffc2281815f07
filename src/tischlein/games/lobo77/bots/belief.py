"""Likely cards in other hands of LOBO 77, as players keep cards that always help; in the dialect of
``tischlein.cards``.

An imagined world is changed card by card: a card of another hand is exchanged with one of the draw pile, and
a card that players rarely keep is accepted less often. Without this all worlds are equally likely; only their
weights change.
"""

from tischlein.cards import Cells, below, take
from tischlein.games.lobo77.bots.prices import KEEP
from tischlein.games.lobo77.rules.material import Lobo77

ROUNDS = 4
ONE = 1 << 20
# The weight of this evidence, by the number of cards played per seat in this round, in steps of 1/32 for SHARE points.
EVIDENCE = (1, 5, 6, 8, 8, 8, 8, 4, 3, 0)
LONG = 9
# With more seats a hand says less: SHARE by their number, four standing for all above, fitted to games of bots.
SHARE = (16, 16, 16, 20, 24)
FOUR = 4
FADE = tuple((31**k << 20) // 32**k for k in range(161))


def weigh_hands(s: Lobo77, seat: int, rng: Cells, work: Cells) -> None:
    """Make cards that always help likelier in other hands."""
    if s.draw_ordered or s.draw_size == 0 or s.players_in == 0:
        return
    evidence = EVIDENCE[min(s.discard_size // s.players_in, LONG)]
    for _ in range(ROUNDS):
        for other in range(s.seats):
            if other != seat:
                for _ in range(s.sizes[other]):
                    exchange(s, other, evidence, rng)


def exchange(s: Lobo77, other: int, evidence: int, rng: Cells) -> None:
    """Try a card of the draw pile instead of one in a hand."""
    held = take(s.hands[other], below(rng, s.sizes[other]))
    drawn = take(s.unseen, below(rng, s.draw_size))
    less = evidence * (KEEP[held] - KEEP[drawn]) // SHARE[min(s.seats, FOUR)]
    if less <= 0 or below(rng, ONE) < FADE[less]:
        s.hands[other][drawn] += 1
        s.unseen[held] += 1
    else:
        s.hands[other][held] += 1
        s.unseen[drawn] += 1
