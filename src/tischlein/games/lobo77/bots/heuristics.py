"""Rules of thumb for LOBO 77: how good a move looks to a person at the table.

Pay only if there is no way round it; leave the next player a total that most cards make expensive; keep the
cards that always help (0, −10, ×2, reverse) until they are needed. In the dialect of ``tischlein.cards``, on
a concealed record: only the seat's hand, open cards and the unseen cards are read.
"""

from tischlein.cards import Cells
from tischlein.games.lobo77.bots.belief import weigh_hands
from tischlein.games.lobo77.bots.prices import KEEP
from tischlein.games.lobo77.rules import costs_a_chip
from tischlein.games.lobo77.rules.material import DOUBLE, DRAW, KINDS, LIMIT, VALUES, Lobo77

WORK = KINDS  # the number of unseen cards of each kind
LEAD = 100
HORIZON = 20  # a chip is lost or not within a few turns; what comes later is luck
# What being out is worth, in hundredths of a chip below zero.
OUT = 200

# Prices in points; a full point of pressure is one percent of the unseen cards.
CHIP = 1000
LAST_CHIP = 1600
GAME = 6000
# A player who has to pay anyway may as well end the round and get a new hand.
NEW_HAND = 60


def rate(s: Lobo77, seat: int, actions: Cells, n: int, points: Cells, work: Cells) -> None:
    """Write points for the seat's legal actions; more is better, and only their order matters."""
    count_unseen(s, seat, work)
    for k in range(n):
        points[k] = rate_action(s, seat, int(actions[k]), work)


def count_unseen(s: Lobo77, seat: int, unseen: Cells) -> None:
    """Count the cards that the seat has not seen; in a full record some of them lie in other hands or aside."""
    for kind in range(KINDS):
        unseen[kind] = s.unseen[kind] + s.aside[kind]
    for other in range(s.seats):
        if other != seat:
            for kind in range(KINDS):
                unseen[kind] += s.hands[other][kind]


def standing(s: Lobo77, out: Cells) -> None:
    """Write the chips left; the last chip is worth as much as all others, and being out is far worse than swimming."""
    for seat in range(s.seats):
        out[seat] = -OUT if s.out[seat] else 100 * s.chips[seat]


def rate_action(s: Lobo77, seat: int, action: int, unseen: Cells) -> int:
    """Return what an action is worth."""
    if action == DRAW:
        return GAME
    points = rate_card(s, seat, action, s.total, s.chips[seat])
    if s.owed > 1 and s.sizes[seat] > 1 and s.total + VALUES[action] < LIMIT:
        points += rate_second(s, seat, action, unseen)
    else:
        points += pressure(s.total + VALUES[action], action, unseen)
    return points


def rate_second(s: Lobo77, seat: int, first: int, unseen: Cells) -> int:
    """Return what the best second card is worth after this first one; a player who is out plays none."""
    total = s.total + VALUES[first]
    chips = s.chips[seat]
    if costs_a_chip(total):
        chips -= 1
    if chips < 0:
        return 0
    others = s.sizes[seat] - 1 - s.hands[seat][DOUBLE] + (1 if first == DOUBLE else 0)
    best = -2 * GAME
    for kind in range(KINDS):
        held = s.hands[seat][kind] - (1 if kind == first else 0)
        barred = kind == DOUBLE and first == DOUBLE and others > 0
        if held > 0 and not barred:
            points = rate_card(s, seat, kind, total, chips) + pressure(total + VALUES[kind], kind, unseen)
            best = max(best, points)
    return best


def rate_card(s: Lobo77, seat: int, kind: int, total: int, chips: int) -> int:
    """Return what this card costs on this total: the price of the announcement, and a card that might help later."""
    announced = total + VALUES[kind]
    points = -KEEP[kind]
    if costs_a_chip(announced):
        points -= price(chips)
        if announced >= LIMIT:
            points += NEW_HAND
    return points


def price(chips: int) -> int:
    """Return the price of a chip; the last ones are the most expensive."""
    if chips == 0:
        return GAME
    return LAST_CHIP if chips == 1 else CHIP


def pressure(total: int, top: int, unseen: Cells) -> int:
    """Return the percentage of unseen cards that would cost the next player a chip, half as much again if two are owed."""
    if total >= LIMIT:
        return 0
    cards = 0
    costly = 0
    for kind in range(KINDS):
        cards += unseen[kind]
        if costs_a_chip(total + VALUES[kind]):
            costly += unseen[kind]
    if cards == 0:
        return 0
    percent = costly * 100 // cards
    return percent + percent // 2 if top == DOUBLE else percent


def believe(s: Lobo77, seat: int, rng: Cells, work: Cells) -> None:
    """Make worlds likelier in which others hold good cards; see ``belief``."""
    weigh_hands(s, seat, rng, work)
