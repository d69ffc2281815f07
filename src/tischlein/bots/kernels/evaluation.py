"""What a position is worth, and what each action would bring, in the dialect, with floats.

First all seats practise: from each action on they play in worlds that fit, and a tree as in ``search`` remembers what went well for whom,
each seat by what it sees. Then the tree stays as it is: who is at a decision that was met often enough does what was tried most, and from the
first that was not on all play by rules of thumb, for some decisions, and on until it is the judged seat's turn; then the net says who will
win, or the standing where there is no net. Another seat would not know what the judged one has in its hand. So everybody follows one fixed policy, and actions are compared in the same worlds with the same luck.
"""

from typing import NamedTuple

from tischlein.bots.kernels.guide import play_out
from tischlein.bots.kernels.net import Net, expect, look
from tischlein.bots.kernels.search import (
    GAME,
    KNOWN,
    PATIENCE,
    SEEN,
    WORLD,
    Style,
    Workspace,
    copy,
    descend,
    filed,
    hashed,
    picture,
    seek,
    share_the_win,
)
from tischlein.cards import CHANCE, OVER, below, sow
from tischlein.engine.rules.contract import apply, chances, conceal, legal
from tischlein.engine.types import Array

# A decision that was met so often in practice is known.
FAMILIAR = 12
# What it costs to ask a net, in decisions by rules of thumb; and how many worlds are enough, however cheap they are.
ASKING = 24
MOST_WORLDS = 2048


class Measure(NamedTuple):
    """How to judge."""

    learned: int  # is there a net?
    horizon: int  # decisions that are played on by rules of thumb
    lead: int  # the game's measure of a lead


def practise(
    space: Workspace, net: Net, style: Style, how: Measure, me: int, tried: Array, n: int, effort: int
) -> None:
    """Play on after each of the n actions, and remember what went well; KNOWN is concealed for the seat.

    ``effort`` is how much may be played, in decisions.
    """
    s = space.states[GAME]
    spent = 0
    for _ in range(MOST_WORLDS):
        if spent >= effort:
            break
        picture(space.states, space.rows, style.belief, me, space.rng, space.work)
        for k in range(n):
            copy(space.rows, WORLD, GAME)
            apply(s, me, int(tried[k]), space.work)
            length = descend(space, style, int(s.actor))
            spent += length + play_on_and_judge(space, net, how, me, space.rng)
            for step in range(length):
                place = space.places[step]
                space.visits[place] += 1
                space.values[place] += space.rewards[space.seats[step]]


def prospects(
    space: Workspace,
    net: Net,
    style: Style,
    how: Measure,
    luck: Array,
    me: int,
    tried: Array,
    n: int,
    practice: int,
    worlds: int,
    out: Array,
) -> None:
    """Write for each world what each of the n actions in ``tried`` brings the seat; KNOWN is concealed for it.

    For SPECTATOR, KNOWN is the true record: then what every seat can expect there is written, once for each world. ``luck`` is room for a
    generator; ``practice`` is the effort of practising before.
    """
    if practice > 0:
        practise(space, net, style, how, me, tried, n, practice)
    for world in range(worlds):
        if me >= 0:
            picture(space.states, space.rows, style.belief, me, space.rng, space.work)
        else:
            copy(space.rows, KNOWN, WORLD)
        one, two = below(space.rng, 1 << 30), below(space.rng, 1 << 30)
        for k in range(n):
            copy(space.rows, WORLD, GAME)
            sow(luck, one, two, world)
            if me >= 0:
                apply(space.states[GAME], me, int(tried[k]), space.work)
                play_as_practised(space, luck)
            play_on_and_judge(space, net, how, me, luck)
            if me >= 0:
                out[world][k] = space.rewards[me]
            else:
                for seat in range(int(space.states[KNOWN].seats)):
                    out[world][seat] = space.rewards[seat]


def play_as_practised(space: Workspace, rng: Array) -> None:
    """Play on in GAME for as long as everybody is at a familiar decision."""
    s = space.states[GAME]
    seat = int(s.actor)
    while seat != OVER:
        if seat == CHANCE:
            apply(s, CHANCE, below(rng, chances(s)), space.work)
        else:
            n = legal(s, seat, space.actions, space.work)
            chosen = 0
            if n > 1:
                copy(space.rows, GAME, SEEN)
                conceal(space.states[SEEN], seat)
                chosen = most_tried(space, hashed(space.rows, space.weights, seat), n)
                if chosen < 0:
                    return
            apply(s, seat, int(space.actions[chosen]), space.work)
        seat = int(s.actor)


def most_tried(space: Workspace, node: int, n: int) -> int:
    """Return which of the n actions at a node was tried most often; below 0 where that says nothing."""
    best, most, total = 0, 0, 0
    for k in range(n):
        place = seek(space.keys, filed(node, int(space.actions[k])))
        visits = int(space.visits[place]) if place >= 0 else 0
        total += visits
        if visits > most:
            best = k
            most = visits
    return best if total >= FAMILIAR else -1


def play_on_and_judge(space: Workspace, net: Net, how: Measure, me: int, rng: Array) -> int:
    """Play on in GAME by rules of thumb, and write what everybody can expect then; return what it cost, in decisions."""
    s = space.states[GAME]
    # What a true position is worth must not change with a step that nobody decides: the luck that follows would not be worth nothing on average.
    forced = 1 if me >= 0 else 0
    decisions = play_out(s, space.ways, rng, space.actions, space.points, space.work, how.horizon, forced)
    more = PATIENCE if me >= 0 and how.learned > 0 else 0
    while s.actor == CHANCE or (more > 0 and s.actor >= 0 and s.actor != me):
        if s.actor == CHANCE:
            apply(s, CHANCE, below(rng, chances(s)), space.work)
        else:
            more -= 1
            decisions += play_out(s, space.ways, rng, space.actions, space.points, space.work, 1, 1)
    if s.actor == OVER or how.learned == 0:
        share_the_win(s, how.lead, space.points, space.rewards)
        return decisions + 1
    seat = int(s.actor)
    copy(space.rows, GAME, SEEN)
    conceal(space.states[SEEN], seat)
    look(net, space.states[SEEN], seat)
    expect(net, seat, int(s.seats), space.rewards)
    return decisions + ASKING
