"""What may be laid together in Quando, card by card: equal numbers, or a straight of three. Q7 to Q9"""

from tischlein.cards import Cells
from tischlein.games.quando.rules.material import BACK, FRONT, NUMBERS, SEEN, STRAIGHT, Quando

# Numbers as bits.
ANY_NUMBER = (1 << NUMBERS) - 1
ONLY_ZERO = 1


def is_complete(s: Quando) -> bool:
    """Return True if the cards laid are a play: equal numbers, or all three of a straight. Q7, Q8"""
    return s.picked > 0 and (s.low == s.high or s.picked == STRAIGHT)


def can_be_completed(s: Quando, seat: int) -> bool:
    """Return True if the cards laid are a play, or become one with the cards in hand. Q7, Q8"""
    return is_complete(s) or fitting(s, seat) & fronts(s, seat) != 0


def fitting(s: Quando, seat: int) -> int:
    """Return the numbers, as bits, that may be laid next so that a play is still possible with the hand. Q7, Q8"""
    if s.picked == 0:
        return ANY_NUMBER
    if s.picked > 1 and s.low == s.high:
        return 1 << s.low
    if s.picked == 1:
        # Two places up, so that no number is below zero: the bits v − 2 … v + 2 are now 0 … 4.
        near = (fronts(s, seat) << 2) >> s.low
        fit = 0
        if near & 3 == 3:  # v − 2, v − 1
            fit |= 3
        if near & 10 == 10:  # v − 1, v + 1
            fit |= 10
        if near & 24 == 24:  # v + 1, v + 2
            fit |= 24
        return ((fit | 4) << s.low) >> 2
    if s.picked > 2:
        return 0
    if s.high - s.low == 2:
        return 1 << (s.low + 1)
    return ((1 << s.low) >> 1 | 2 << s.high) & ANY_NUMBER


def fronts(s: Quando, seat: int) -> int:
    """Return the numbers in a seat's hand, as bits."""
    hand = s.hands[seat]
    found = 0
    for place in range(s.sizes[seat]):
        found |= 1 << (hand[place] & FRONT)
    return found


def look(card: int, seat: int) -> int:
    """Return how the holder knows a card: 11 * front + back, the front again for a back never seen. Q9"""
    front = card & FRONT
    if card & SEEN << seat:
        return NUMBERS * front + ((card & BACK) >> 4)
    return NUMBERS * front + front


def oldest(s: Quando, seat: int, seen_as: int) -> int:
    """Return the place of the oldest card in hand with this look to its holder; the size of the hand if there is none. Q9"""
    hand = s.hands[seat]
    size = s.sizes[seat]
    place = 0
    while place < size and look(hand[place], seat) != seen_as:
        place += 1
    return place


def list_looks(s: Quando, seat: int, numbers: int, first: int, out: Cells, n: int) -> int:
    """Add an action for every card in hand with one of these numbers; cards that look the same are one. Q9"""
    hand = s.hands[seat]
    seen = SEEN << seat
    listed = 0
    for place in range(s.sizes[seat]):
        card = hand[place]
        front = card & FRONT
        if numbers >> front & 1:
            if card & seen:
                out[n] = first + NUMBERS * front + (card >> 4 & FRONT)
                n += 1
            elif listed >> front & 1 == 0:
                listed |= 1 << front
                out[n] = first + NUMBERS * front + front
                n += 1
    return n
