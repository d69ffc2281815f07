"""Counts of a hand of Quanto, to check how well others' cards are imagined."""

from tischlein.games.quanto.rules.material import KINDS, VALUES, Quanto

RAINBOW = 12  # the first kind that is not a plain card


def sum_of_values(s: Quanto, seat: int) -> int:
    return sum(VALUES[kind] * int(s.hands[seat][kind]) for kind in range(KINDS))


def good_cards(s: Quanto, seat: int) -> int:
    return sum(int(s.hands[seat][kind]) for kind in range(RAINBOW, KINDS))


COUNTED = {"sum of the values": sum_of_values, "rainbow cards and jokers": good_cards}
