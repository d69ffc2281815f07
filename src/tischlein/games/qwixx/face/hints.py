"""Hints on an action: what it would bring, and the count for or against it, from what the acting seat knows."""

from typing import TypedDict

from tischlein.engine.types import Count
from tischlein.games.qwixx.face.notation import COLOUR_NAMES
from tischlein.games.qwixx.rules import closed_rows
from tischlein.games.qwixx.rules.legality import card_of, colour_of
from tischlein.games.qwixx.rules.material import (
    CLOSED_ROWS,
    CROSS_NUMBER,
    CROSS_ROW,
    LAST_PLACE,
    MISSES,
    NUMBERS,
    POINTS,
    SHOW,
    SKIP,
    SLOT,
    STOP,
    Qwixx,
)
from tischlein.games.qwixx.rules.sheet import crosses_in, index_of, place_of, why_row


class Hint(TypedDict, total=False):
    """A hint: what an action would bring.

    For a cross: row, number, the points of the row with it, how many more that is, whether the lock closes,
    and the numbers that are lost. For `play`: row, number, and whether the row is open for it now; for
    `show`: the row; for `slot`: the number. For `skip` and `stop`: whether this brings a miss. For all that
    may end the game: whether it does.
    """

    row: str
    number: int
    points: int
    gain: int
    lock: bool
    loses: list[int]
    may_cross: bool
    miss: bool
    ends_game: bool


def hint(s: Qwixx, seat: int, action: int) -> Hint:
    if action < CROSS_ROW:
        return {"number": index_of(s.display[action - SLOT]) + 2}
    if action < SKIP:
        return _cross(s, seat, action - CROSS_ROW, index_of(s.top))
    if action == SKIP:
        return _end(s, seat, seat == s.active and s.sizes[seat] == 0)
    if action < SHOW:
        colour, index = colour_of(action), index_of(card_of(action))
        may_cross = why_row(s.rows[seat][colour], place_of(colour, index)) == 0
        return {"row": COLOUR_NAMES[colour], "number": index + 2, "may_cross": may_cross}
    if action == SHOW:
        return {"row": COLOUR_NAMES[s.colour]}
    if action == STOP:
        return _end(s, seat, s.crossed_before == 0 and s.crosses == 0)
    return _cross(s, seat, s.colour, action - CROSS_NUMBER)


def _cross(s: Qwixx, seat: int, colour: int, index: int) -> Hint:
    row = s.rows[seat][colour]
    place = place_of(colour, index)
    lock = place == LAST_PLACE
    points = points_of(row | 1 << place)
    return {
        "row": COLOUR_NAMES[colour],
        "number": index + 2,
        "points": points,
        "gain": points - points_of(row),
        "lock": lock,
        "loses": [place_of(colour, left) + 2 for left in range(row.bit_length(), place)],
        "ends_game": lock and closed_rows(s, seat) + 1 >= CLOSED_ROWS,
    }


def points_of(row: int) -> int:
    """Return the points of a row, its lock counted as a cross. X14"""
    return POINTS[crosses_in(row) + (row >> LAST_PLACE)]


def _end(s: Qwixx, seat: int, miss: bool) -> Hint:
    return {"miss": miss, "ends_game": miss and s.misses[seat] + 1 == MISSES}


def count(s: Qwixx, seat: int, action: int) -> Count | None:
    """Return for a cross the number of unseen cards that still fit the row afterwards."""
    if CROSS_ROW <= action < SKIP:
        colour, index = action - CROSS_ROW, index_of(s.top)
    elif CROSS_NUMBER <= action < STOP:
        colour, index = s.colour, action - CROSS_NUMBER
    else:
        return None
    place = place_of(colour, index)
    fitting = [k for k in range(NUMBERS) if place_of(colour, k) > place]
    if not fitting:
        return None
    unseen = sum(s.unseen[5 * k + colour] for k in fitting)
    return {"key": "fitting", "row": COLOUR_NAMES[colour], "some": unseen, "all": len(fitting)}
