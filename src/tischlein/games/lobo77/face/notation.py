"""LOBO 77 in writing: a card's name is the action that plays it."""

from collections.abc import Iterable

from tischlein.games.lobo77.rules.material import DRAW, LOT, NAMES, SHUFFLE, Lobo77

KIND = {name: kind for kind, name in enumerate(NAMES)}
TEXTS = {**dict(enumerate(NAMES)), DRAW: "draw"}
# How people sort a hand: by value, the special cards last.
ORDER = (
    *("-10", "0", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    *("11", "22", "33", "44", "55", "66", "76", "x2", "reverse"),
)
KINDS_IN_ORDER = [KIND[name] for name in ORDER]


def outcomes(s: Lobo77) -> Iterable[tuple[str, int]]:
    """Return the names of the chance outcomes in order, each with the number of outcomes that have it."""
    if s.phase == LOT:
        return [(f"seat {seat}", 1) for seat in range(s.seats)]
    return zip(NAMES, _pile(s), strict=True)


def _pile(s: Lobo77) -> list[int]:
    """Return the cards that chance draws from; between two rounds, all cards."""
    if s.phase != SHUFFLE:
        pile: list[int] = s.unseen
        return pile
    pile = [n + aside for n, aside in zip(s.unseen, s.aside, strict=True)]
    for seat in range(s.seats):
        pile = [n + held for n, held in zip(pile, s.hands[seat], strict=True)]
    for kind in s.discard[: s.discard_size] + s.stack[: s.draw_size if s.draw_ordered else 0]:
        pile[kind] += 1
    return pile


def in_order(counts: list[int]) -> list[str]:
    """Return the names of a multiset of cards, sorted as people sort a hand.

    >>> in_order([1, 2, 0, 1] + [0] * 16)
    ['0', '0', '10', 'x2']
    """
    return [NAMES[kind] for kind in KINDS_IN_ORDER if counts[kind] for _ in range(counts[kind])]


def names(kinds: list[int]) -> list[str]:
    """Return the names of cards in order."""
    return [NAMES[kind] for kind in kinds]
