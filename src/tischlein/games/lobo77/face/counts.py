"""The coach's count for a card: the number of unseen cards that cost nothing on top of it."""

from tischlein.engine.types import Count
from tischlein.games.lobo77.rules import costs_a_chip
from tischlein.games.lobo77.rules.material import DOUBLE, DRAW, KINDS, LIMIT, VALUES, Lobo77


def count(s: Lobo77, seat: int, action: int) -> Count | None:
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
