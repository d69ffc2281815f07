"""What others' cards are likely to be in LOBO 77, given that they keep what always helps; in the dialect of ``tischlein.cards``.

A world that was imagined is changed card by card: one of another hand is exchanged with one of the draw pile, and what is kept less
gladly is accepted more seldom. Without that all are equally likely, so only the weights of worlds change.
"""

from tischlein.cards import Cells, below, take
from tischlein.games.lobo77.bots.prices import KEEP
from tischlein.games.lobo77.rules.material import Lobo77

ROUNDS = 4
ONE = 1 << 20
# How much that says about a hand, by the cards that everybody has played in this round, in steps of 1/32 for SHARE points.
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
