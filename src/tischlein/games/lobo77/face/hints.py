"""What a card would bring, for the seat that holds it, from what that seat knows."""

from typing import Literal, TypedDict

from tischlein.games.lobo77.rules import costs_a_chip
from tischlein.games.lobo77.rules.material import DRAW, LIMIT, VALUES, Lobo77


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
