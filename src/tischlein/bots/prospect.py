"""What a position is worth, and what each action would bring, in the dialect, with floats.

From a position all seats play on by rules of thumb, each by what it sees, for some decisions; then the net says who will win, or the standing
where there is no net. Actions are compared in the same worlds with the same luck.
"""

from typing import Any, NamedTuple

from tischlein.bots.exponential import exponential
from tischlein.bots.guide import play_out
from tischlein.bots.net import Net, look, outlook
from tischlein.bots.search import GAME, KNOWN, SEEN, WORLD, copy, share_the_win
from tischlein.cards import CHANCE, OVER, below, sow
from tischlein.engine.contract import apply, chances, conceal, imagine


class Ground(NamedTuple):
    """What is needed for it; see ``Desk``."""

    states: Any
    rows: Any
    rewards: Any
    rng: Any
    luck: Any  # the generator of what happens after an action
    tried: Any  # the actions that are compared
    actions: Any
    points: Any
    ways: Any
    work: Any


class Measure(NamedTuple):
    """How to judge."""

    learned: int  # is there a net?
    horizon: int  # decisions that are played on
    lead: int  # the game's measure of a lead


def prospects(ground: Ground, net: Net, how: Measure, me: int, n: int, worlds: int, out: Any) -> None:
    """Write for each of so many worlds what each of the n actions in ``tried`` brings the seat; KNOWN is concealed for it.

    For SPECTATOR, KNOWN is the true record: then it is written what every seat can expect there, so many times.
    """
    for world in range(worlds):
        copy(ground.rows, KNOWN, WORLD)
        if me >= 0:
            imagine(ground.states[WORLD], me, ground.rng, ground.work)
        one, two = below(ground.rng, 1 << 30), below(ground.rng, 1 << 30)
        for k in range(n):
            copy(ground.rows, WORLD, GAME)
            sow(ground.luck, one, two, world)
            if me >= 0:
                apply(ground.states[GAME], me, int(ground.tried[k]), ground.work)
            play_on_and_judge(ground, net, how, ground.luck)
            if me >= 0:
                out[world][k] = ground.rewards[me]
            else:
                for seat in range(int(ground.states[KNOWN].seats)):
                    out[world][seat] = ground.rewards[seat]


def play_on_and_judge(ground: Ground, net: Net, how: Measure, rng: Any) -> None:
    """Play on in GAME, and write what everybody can expect then."""
    s = ground.states[GAME]
    play_out(s, ground.ways, 0, rng, ground.actions, ground.points, ground.work, how.horizon)
    while s.actor == CHANCE:
        apply(s, CHANCE, below(rng, chances(s)), ground.work)
    if s.actor == OVER or how.learned == 0:
        share_the_win(s, how.lead, ground.points, ground.rewards)
        return
    seat, seats = int(s.actor), int(s.seats)
    copy(ground.rows, GAME, SEEN)
    conceal(ground.states[SEEN], seat)
    look(net, ground.states[SEEN], seat)
    total = 0.0
    for place in range(seats):
        chance = exponential(outlook(net, place))
        ground.rewards[(seat + place) % seats] = chance
        total += chance
    for place in range(seats):
        ground.rewards[place] /= total
