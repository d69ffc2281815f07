"""Split cards into groups, and tell what a group is worth, straight from the definition (N6, N16)."""

from collections.abc import Iterator
from itertools import combinations, product

from .quanto_cards import JOKER, NUMBERS, number_of


def is_worth(group: tuple[str, ...], worth: int) -> bool:
    """Return True if the cards can add up to the number; a joker stands for any from 1 to 12."""
    choices = [NUMBERS if card == JOKER else [number_of(card)] for card in group]
    return any(sum(numbers) == worth for numbers in product(*choices))


def groups_of(places: list[int]) -> Iterator[list[list[int]]]:
    """Yield all ways to split the places into groups."""
    if not places:
        yield []
        return
    first, rest = places[0], places[1:]
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            left = [place for place in rest if place not in others]
            for groups in groups_of(left):
                yield [[first, *others], *groups]
