"""One row of a sheet: where numbers stand, and what may be crossed. X2 to X5"""

from tischlein.games.qwixx.rules.material import BEFORE_LAST, LAST_PLACE, NUMBER_ON

# Reasons; 0 is legal.
ROW_CLOSED, LEFT_OF_CROSS, NEEDS_FIVE = range(9, 12)


def index_of(card: int) -> int:
    """Return the number on a card, counted from 0; the back shows it too."""
    return int(NUMBER_ON[card])


def place_of(colour: int, index: int) -> int:
    """Return where a number stands in a row, from the left: red and yellow rise, green and blue fall. X2"""
    return index if colour < 2 else LAST_PLACE - index


def crosses_in(row: int) -> int:
    """Return how many places of a row are crossed."""
    n = 0
    while row > 0:
        n += row & 1
        row >>= 1
    return n


def why_row(row: int, place: int) -> int:
    """Return 0 when the place may be crossed, else the reason against it."""
    if row >> LAST_PLACE:
        return ROW_CLOSED
    if row >> place:
        return LEFT_OF_CROSS
    if place == LAST_PLACE and crosses_in(row) < BEFORE_LAST:
        return NEEDS_FIVE
    return 0
