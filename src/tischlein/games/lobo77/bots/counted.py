"""Counts of a hand of LOBO 77, to check how well others' cards are imagined."""

from tischlein.games.lobo77.bots.prices import KEEP
from tischlein.games.lobo77.rules.material import KINDS, Lobo77

HELPS = 45


def cards_that_always_help(s: Lobo77, seat: int) -> int:
    return sum(int(s.hands[seat][kind]) for kind in range(KINDS) if KEEP[kind] >= HELPS)


COUNTED = {"cards that always help": cards_that_always_help}
