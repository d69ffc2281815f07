"""Counts of a hand of Qwixx, to check how well others' cards are imagined: colours only, since numbers lie open."""

from tischlein.games.qwixx.rules.material import COLOURS, Qwixx

WAYS = COLOURS + 1  # four colours and the joker


def cards_of(colour: int, s: Qwixx, seat: int) -> int:
    return sum(int(card) >= 0 and int(card) % WAYS == colour for card in s.hands[seat])


COUNTED = {
    "red cards": lambda s, seat: cards_of(0, s, seat),
    "blue cards": lambda s, seat: cards_of(3, s, seat),
}
