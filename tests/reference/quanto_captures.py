"""Every capture that the rules of Quanto allow, straight from the definition and without any order of picking.

A capture is some of the cards in the display that fall into groups, each card in one group, each group worth the
same number; a joker in a group stands for any number from 1 to 12 (N6, N16). What is written here knows nothing of
picks, so it can tell whether the picks of the reference reach all captures and no others.
"""

from collections.abc import Iterator
from itertools import combinations, product

from .quanto_cards import JOKER, NUMBERS, in_order, number_of

Capture = tuple[str, ...]


def is_worth(group: tuple[str, ...], worth: int) -> bool:
    """Whether the cards add up to the number, with some choice of what the jokers stand for."""
    choices = [NUMBERS if card == JOKER else [number_of(card)] for card in group]
    return any(sum(numbers) == worth for numbers in product(*choices))


def groups_of(places: list[int]) -> Iterator[list[list[int]]]:
    """All ways to split the places into groups."""
    if not places:
        yield []
        return
    first, rest = places[0], places[1:]
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            left = [place for place in rest if place not in others]
            for groups in groups_of(left):
                yield [[first, *others], *groups]


def captures(display: list[str], worth: int, first_worth: int | None = None) -> set[Capture]:
    """All sets of cards that can be captured together, the empty one too, each as its cards in order.

    With `first_worth` one group must be worth that number, all the others `worth` (serving, N8).
    """
    found = set()
    for size in range(len(display) + 1):
        for places in combinations(range(len(display)), size):
            for groups in groups_of(list(places)):
                texts = [tuple(display[place] for place in group) for group in groups]
                if _all_worth(texts, worth, first_worth):
                    found.add(tuple(in_order([display[place] for place in places])))
    return found


def _all_worth(groups: list[tuple[str, ...]], worth: int, first_worth: int | None) -> bool:
    if first_worth is None:
        return all(is_worth(group, worth) for group in groups)
    for index, group in enumerate(groups):
        others = groups[:index] + groups[index + 1 :]
        if is_worth(group, first_worth) and all(is_worth(other, worth) for other in others):
            return True
    return False
