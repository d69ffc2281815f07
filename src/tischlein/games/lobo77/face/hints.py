"""Hints on a card: what it would bring, and the count for or against it, from what its holder knows."""

from typing import Literal, TypedDict

from tischlein.engine.types import Count
from tischlein.games.lobo77.rules import costs_a_chip
from tischlein.games.lobo77.rules.material import DOUBLE, DRAW, KINDS, LIMIT, VALUES, Lobo77


class Hint(TypedDict, total=False):
    """For a card: the total that is announced, what that costs, and whether the round ends. For `draw`: the cards still to be drawn."""

    total: int
    costs: Literal["chip", "last_chip", "out"] | None
    ends_round: bool
    ends_game: bool
    cards: int


def hint(s: Lobo77, seat: int, action: int) -> Hint:
    if action == DRAW:
        return {"cards": s.to_draw}
    total = s.total + VALUES[action]
    costs = _costs(s, seat, total)
    return {
        "total": total,
        "costs": costs,
        "ends_round": total >= LIMIT,
        "ends_game": costs == "out" and s.players_in == 2,
    }


def _costs(s: Lobo77, seat: int, total: int) -> Literal["chip", "last_chip", "out"] | None:
    if not costs_a_chip(total):
        return None
    if s.chips[seat] == 0:
        return "out"
    return "last_chip" if s.chips[seat] == 1 else "chip"


def count(s: Lobo77, seat: int, action: int) -> Count | None:
    """Return the number of unseen cards that cost nothing on top of a card."""
    if action == DRAW:
        return None
    total = s.total + VALUES[action]
    if total >= LIMIT or costs_a_chip(total):
        return None  # its hint tells the cost
    free = 0
    for kind in range(KINDS):
        doubled = kind == DOUBLE and action == DOUBLE
        if not doubled and not costs_a_chip(total + VALUES[kind]):
            free += s.unseen[kind]
    return {"key": "free", "some": free, "all": sum(s.unseen)}
