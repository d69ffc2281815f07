"""Which cards can lie beside a tile. N7, N8"""

from tischlein.cards import Cells
from tischlein.games.quanto.rules.material import HIGHEST

WILD = 0  # a joker's value; it stands for any number


def can_be_a_quanto(tile: int, values: Cells) -> bool:
    """Return True if these cards can lie beside the tile: two that formed it, then groups worth the tile.

    >>> can_be_a_quanto(8, [5, 3]), can_be_a_quanto(8, [5, 3, 8, 6, 1, 1]), can_be_a_quanto(8, [5, 4])
    (True, True, False)
    """
    counts = [values.count(value) for value in range(HIGHEST + 1)]
    pairs = [(value, WILD) for value in range(tile)] + [(value, tile - value) for value in range(1, tile)]
    tried: set[tuple[int, ...]] = set()
    return any(_rest_splits(counts, one, other, tile, tried) for one, other in pairs)


def _rest_splits(counts: Cells, one: int, other: int, tile: int, tried: set[tuple[int, ...]]) -> bool:
    left = list(counts)
    left[one] -= 1
    left[other] -= 1
    return min(left) >= 0 and _splits(left, 0, 0, tile, tried)


def _splits(counts: Cells, most: int, missing: int, tile: int, tried: set[tuple[int, ...]]) -> bool:
    """Return True if all cards split into groups worth the tile, given what the begun group lacks and its
    largest value.

    Failed attempts are remembered, or many cards would take for ever.
    """
    state = (*counts, most, missing)
    if state in tried:
        return False
    tried.add(state)
    if missing == 0:
        highest = max(value for value in range(HIGHEST + 1) if counts[value] or value == WILD)
        if highest == WILD:
            return True
        return highest <= tile and _goes_on(counts, highest, tile, tile, tried)
    if counts[WILD] and _goes_on(counts, WILD, missing, tile, tried):
        return True
    highest = min(most, missing)
    return any(
        counts[value] and _goes_on(counts, value, missing, tile, tried) for value in range(highest, 0, -1)
    )


def _goes_on(counts: Cells, value: int, missing: int, tile: int, tried: set[tuple[int, ...]]) -> bool:
    """Return the same with one card of this value in the group; a joker closes it."""
    left = list(counts)
    left[value] -= 1
    still = 0 if value == WILD else missing - value
    return _splits(left, value if still else 0, still, tile, tried)
