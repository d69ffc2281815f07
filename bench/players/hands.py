"""Counts of a hand in each game, to check how well others' cards are imagined."""

from collections.abc import Callable, Mapping

from tischlein.engine.types import State
from tischlein.games.lobo77.bots.prices import KEEP
from tischlein.games.lobo77.rules import material as lobo77
from tischlein.games.quando.rules.material import FRONT
from tischlein.games.quanto.rules.material import KINDS, VALUES
from tischlein.games.qwixx.rules.material import COLOURS

HELPS = 45  # the price from which a card of LOBO 77 always helps
RAINBOW = 12  # the first kind of Quanto that is not a plain card
WAYS = COLOURS + 1  # of Qwixx: four colours and the joker; numbers lie open


def cards_that_always_help(s: State, seat: int) -> int:
    return sum(int(s.hands[seat][kind]) for kind in range(lobo77.KINDS) if KEEP[kind] >= HELPS)


def sum_of_fronts(s: State, seat: int) -> int:
    return sum(int(s.hands[seat][place]) & FRONT for place in range(s.sizes[seat]))


def sum_of_values(s: State, seat: int) -> int:
    return sum(VALUES[kind] * int(s.hands[seat][kind]) for kind in range(KINDS))


def good_cards(s: State, seat: int) -> int:
    return sum(int(s.hands[seat][kind]) for kind in range(RAINBOW, KINDS))


def cards_of(colour: int, s: State, seat: int) -> int:
    return sum(int(card) >= 0 and int(card) % WAYS == colour for card in s.hands[seat])


# By game: what is counted, and how.
COUNTED: Mapping[str, Mapping[str, Callable[[State, int], int]]] = {
    "lobo77": {"cards that always help": cards_that_always_help},
    "quando": {"sum of the fronts": sum_of_fronts},
    "quanto": {"sum of the values": sum_of_values, "rainbow cards and jokers": good_cards},
    "qwixx": {
        "red cards": lambda s, seat: cards_of(0, s, seat),
        "blue cards": lambda s, seat: cards_of(3, s, seat),
    },
}
