"""Why one card was better than another, in cards and totals, from what its holder knows."""

from tischlein.engine.rules.parts import Move
from tischlein.engine.types import Count
from tischlein.games.lobo77.rules import costs_a_chip
from tischlein.games.lobo77.rules.material import (
    DOUBLE,
    DRAW,
    KINDS,
    LIMIT,
    NAMES,
    VALUES,
    Lobo77,
)

# Cards that do not raise the total.
SAVERS = frozenset(kind for kind in range(KINDS) if VALUES[kind] <= 0)


def reason(s: Lobo77, seat: int, better: Move, other: Move) -> Count | None:
    """Return the key and the values of the sentence that says why one card was better than the other."""
    card, instead = better.actions[0], other.actions[0]
    if DRAW in (card, instead):
        return None
    totals = s.total + VALUES[card], s.total + VALUES[instead]
    found: Count = {"card": NAMES[card], "other": NAMES[instead], "total": totals[0], "instead": totals[1]}
    costs = costs_a_chip(totals[0]), costs_a_chip(totals[1])
    if costs == (False, True):
        free = [
            kind for kind in range(KINDS) if s.hands[seat][kind] and not costs_a_chip(s.total + VALUES[kind])
        ]
        return {**found, "key": "only" if len(free) == 1 else "free", "out": s.chips[seat] == 0}
    if costs == (True, True):
        return _both_cost(found, totals)
    if costs == (True, False):
        return None
    return _both_free(s, found, card, instead)


def _both_cost(found: Count, totals: tuple[int, int]) -> Count | None:
    if totals[0] >= LIMIT > totals[1]:
        return {**found, "key": "ends"}
    if totals[1] >= LIMIT > totals[0]:
        return {**found, "key": "goes_on"}
    return None


def _both_free(s: Lobo77, found: Count, card: int, instead: int) -> Count | None:
    """Compare what the next player can lay on either card, and what stays in the hand."""
    safe, rest = _safe_on(s, card), _safe_on(s, instead)
    totals = found["total"], found["instead"]
    found = {**found, "some": safe, "more": rest, "all": sum(s.unseen)}
    if card == DOUBLE and safe < sum(s.unseen):
        return {**found, "key": "double"}
    if instead in SAVERS and card not in SAVERS:
        return {**found, "key": "keeps"}
    if safe < rest:
        return {**found, "key": "narrow"}
    return {**found, "key": "wide"} if safe > rest and totals[0] < totals[1] else None


def _safe_on(s: Lobo77, kind: int) -> int:
    """Return the number of unseen cards that cost nothing on top of this one."""
    total = s.total + VALUES[kind]
    barred = DOUBLE if kind == DOUBLE else KINDS
    return sum(s.unseen[k] for k in range(KINDS) if k != barred and not costs_a_chip(total + VALUES[k]))
