"""Playing on with a net, in the dialect, with floats: what each action brings if everybody goes on as the net plays.

All actions are tried in the same worlds with the same luck, so what they have in common does not blur how they differ. Every seat decides on
what it sees; after some decisions the net says who will win, from what the thinking seat knows when it is its turn again.
"""

from tischlein.bots.deep import Grove, share_out
from tischlein.bots.net import Net, expect, look, weigh_up
from tischlein.bots.search import GAME, SEEN, WORLD, copy, picture
from tischlein.cards import CHANCE, OVER, below, sow
from tischlein.engine.contract import apply, chances, conceal, legal
from tischlein.engine.types import Array

# Decisions until a seat has its turn again, unless it has none any more.
PATIENCE = 24


def foresee(
    grove: Grove,
    net: Net,
    belief: int,
    ahead: int,
    me: int,
    luck: Array,
    tried: Array,
    n: int,
    worlds: int,
    out: Array,
) -> None:
    """Write for each of so many worlds what each of the n actions in ``tried`` brings the seat; KNOWN is concealed for it."""
    for world in range(worlds):
        picture(grove.states, grove.rows, belief, me, grove.rng, grove.work)
        one, two = below(grove.rng, 1 << 30), below(grove.rng, 1 << 30)
        for k in range(n):
            copy(grove.rows, WORLD, GAME)
            sow(luck, one, two, world)
            apply(grove.states[GAME], me, int(tried[k]), grove.work)
            go_on(grove, net, ahead, me, luck)
            out[world][k] = grove.rewards[me]


def go_on(grove: Grove, net: Net, ahead: int, me: int, luck: Array) -> None:
    """Play on in GAME as the net plays, and write what everybody can expect then."""
    s = grove.states[GAME]
    decisions = 0
    seat = int(s.actor)
    while seat != OVER:
        if seat == CHANCE:
            apply(s, CHANCE, below(luck, chances(s)), grove.work)
        else:
            n = legal(s, seat, grove.actions, grove.work)
            chosen = 0
            if n > 1:
                copy(grove.rows, GAME, SEEN)
                conceal(grove.states[SEEN], seat)
                look(net, grove.states[SEEN], seat)
                if (decisions >= ahead and seat == me) or decisions >= ahead + PATIENCE:
                    expect(net, seat, int(s.seats), grove.rewards)
                    return
                weigh_up(
                    net, grove.states[SEEN], seat, grove.actions, n, grove.opinions, grove.work, grove.points
                )
                for k in range(1, n):
                    if grove.points[k] > grove.points[chosen]:
                        chosen = k
                decisions += 1
            apply(s, seat, int(grove.actions[chosen]), grove.work)
        seat = int(s.actor)
    share_out(grove, s)
