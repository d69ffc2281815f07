"""Which cards can lie beside a tile. N7, N8"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

WILD = 0  # a joker's value; it stands for any number


def can_be_a_quanto(tile: int, values: Iterable[int]) -> bool:
    """It was formed with two cards, and whatever came later are groups worth the tile.

    >>> can_be_a_quanto(8, [5, 3]), can_be_a_quanto(8, [5, 3, 8, 6, 1, 1]), can_be_a_quanto(8, [5, 4])
    (True, True, False)
    """
    cards = tuple(sorted(values, reverse=True))
    pairs = {pair for pair in combinations(cards, 2) if _makes(tile, *pair)}
    return any(_splits(_without(cards, pair), 0, tile) for pair in pairs)


def _makes(tile: int, higher: int, lower: int) -> bool:
    return higher < tile if lower == WILD else higher + lower == tile


@lru_cache(maxsize=1 << 16)
def _splits(cards: tuple[int, ...], missing: int, tile: int) -> bool:
    """Can all cards, the highest first, be split into groups worth the tile, if the group just begun lacks so much?"""
    if missing == 0:
        if not cards or cards[0] == WILD:
            return True
        return cards[0] <= tile and _splits(cards[1:], tile - cards[0], tile)
    return any(
        _splits(_without(cards, (card,)), 0 if card == WILD else missing - card, tile)
        for card in set(cards)
        if card <= missing
    )


def _without(cards: tuple[int, ...], some: tuple[int, ...]) -> tuple[int, ...]:
    left = list(cards)
    for card in some:
        left.remove(card)
    return tuple(left)
