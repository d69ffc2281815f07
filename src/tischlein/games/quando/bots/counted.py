"""Counts of a hand of Quando, to check how well others' cards are imagined."""

from tischlein.games.quando.rules.material import FRONT, Quando


def sum_of_fronts(s: Quando, seat: int) -> int:
    return sum(int(s.hands[seat][place]) & FRONT for place in range(s.sizes[seat]))


COUNTED = {"sum of the fronts": sum_of_fronts}
