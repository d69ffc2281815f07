"""Hints on an action: what it would bring, and the count for or against it, from what the acting seat knows."""

from typing import TypedDict

from tischlein.cards import EMPTY
from tischlein.engine.types import Count
from tischlein.games.quando.rules import pick
from tischlein.games.quando.rules.material import (
    BACK,
    FLIP,
    FRONT,
    HIDDEN,
    KIND_OF,
    KNOCK,
    KNOCK_PENALTY,
    NUMBERS,
    PASS,
    PICK,
    TAKE_HIDDEN,
    TAKE_VISIBLE,
    TRIPLET,
    Quando,
)
from tischlein.games.quando.rules.plays import fitting, fronts, is_complete, oldest
from tischlein.games.quando.rules.scoring import sum_of


class Hint(TypedDict, total=False):
    """The sum of your own fronts afterwards, always; None where an unknown side decides about it.

    For `pick`: whether the cards laid are a play then, and the numbers that may follow. For `take`: the side that comes, None if it
    is not known, whether this makes a triplet, and whether the round ends because only zeros are left. For `flip`: the side that
    comes up. For `knock`: the points it costs to be lowest no longer alone.
    """

    sum: int | None
    complete: bool
    next: list[int]
    number: int | None
    triplet: bool
    ends_round: bool | None
    penalty: int


def hint(s: Quando, seat: int, action: int) -> Hint:
    total = sum_of(s, seat)
    if action == KNOCK:
        return {"sum": total, "penalty": KNOCK_PENALTY}
    if action == PASS:
        return {"sum": total}
    if action >= FLIP:
        number = _number((s.hands[seat][oldest(s, seat, action - FLIP)] & BACK) >> 4)
        return {"number": number, "sum": None if number is None else total + number}
    if action >= PICK:
        pick(s, seat, action - PICK)
        numbers = fitting(s, seat) & fronts(s, seat)
        return {
            "sum": sum_of(s, seat),
            "complete": is_complete(s),
            "next": [number for number in range(NUMBERS) if numbers >> number & 1],
        }
    number = _number(s.top & FRONT if action == TAKE_VISIBLE else (s.top & BACK) >> 4)
    serving = s.server >= 0
    return {
        "number": number,
        "sum": None if number is None else total + number,
        "triplet": not serving and s.picked == TRIPLET and s.low == s.high,
        "ends_round": False if serving or total > 0 else None if number is None else number == 0,
    }


def _number(side: int) -> int | None:
    return None if side == HIDDEN else side


def count(s: Quando, seat: int, action: int) -> Count | None:
    """Return for a side of the top card the number of possible cards that are lower on the other side."""
    if action > TAKE_HIDDEN or s.top == EMPTY or (s.top & BACK) >> 4 != HIDDEN:
        return None
    front = s.top & FRONT
    fitting = [
        other for other in range(NUMBERS) if other != front and s.unseen[KIND_OF[front | other << 4]] > 0
    ]
    lower = sum(other < front for other in fitting)
    return {"key": "lower", "number": front, "some": lower, "all": len(fitting)}
