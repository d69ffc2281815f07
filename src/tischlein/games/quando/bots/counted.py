"""What is counted in a hand of Quando, to see whether others' cards are imagined as they are."""

from tischlein.games.quando.rules.material import FRONT, Quando


def sum_of_fronts(s: Quando, seat: int) -> int:
    return sum(int(s.hands[seat][place]) & FRONT for place in range(s.sizes[seat]))


COUNTED = {"sum of the fronts": sum_of_fronts}
