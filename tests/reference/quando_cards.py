"""Quando's cards, which plays are complete, and what a round costs: what can be said without a table.

A card is written with the side in play first: the front in a hand, the side that is up on the draw pile, the
side that was played on the discard pile.
"""

from dataclasses import dataclass, field
from typing import Self

NUMBERS = range(11)  # Q1
STRAIGHT = 3  # Q7
KNOCK_PENALTY = 5  # Q20

# A card as its holder may know it: the back is a number, or has never been seen.
CARD_TEXTS = [f"{front}/{back}" for front in NUMBERS for back in [*NUMBERS, "?"] if front != back]


@dataclass
class Card:
    """One card as it lies, with the memory of who has seen what of it since the last deal (Q24)."""

    side: int  # the side in play
    other: int
    seen: set[tuple[int, int]] = field(default_factory=set)  # (seat, number)

    @classmethod
    def of(cls, text: str) -> Self:
        """The card of a text such as "9/3", seen by nobody yet."""
        side, other = text.split("/")
        return cls(int(side), int(other))

    @property
    def text(self) -> str:
        """The side in play, then the other."""
        return f"{self.side}/{self.other}"

    @property
    def pair(self) -> str:
        """The card whichever way it lies: the smaller number first (Q1: each pair exists once)."""
        return f"{min(self.side, self.other)}/{max(self.side, self.other)}"

    def turn(self) -> None:
        """The other side comes into play."""
        self.side, self.other = self.other, self.side

    def seen_by_all(self, viewers: list[int], number: int) -> bool:
        """Whether each of these seats has seen this number of the card."""
        return all((seat, number) in self.seen for seat in viewers)

    def known(self, viewers: list[int], text: str = "") -> str:
        """The card's text, or the one given, with "?" for a side that not all of the viewers have seen."""
        numbers = (text or self.text).split("/")
        return "/".join(n if self.seen_by_all(viewers, int(n)) else "?" for n in numbers)


def front_of(text: str) -> int:
    """The number in play of a card's text."""
    return int(text.partition("/")[0])


def are_equal(numbers: list[int]) -> bool:
    """Equal numbers, from one card up (Q8)."""
    return len(numbers) > 0 and all(number == numbers[0] for number in numbers)


def are_straight(numbers: list[int]) -> bool:
    """Exactly three consecutive numbers, laid in any order (Q7)."""
    lowest = min(numbers)
    return sorted(numbers) == list(range(lowest, lowest + STRAIGHT))


def are_complete(numbers: list[int]) -> bool:
    """A play that may end with the draw (Q7, Q8)."""
    return len(numbers) > 0 and (are_equal(numbers) or are_straight(numbers))


def can_be_completed(numbers: list[int], rest: list[int]) -> bool:
    """Whether the numbers laid are a play, or become one with a card of the rest.

    One more card is all that can be missing: a single card is a play already, two different ones wait for the
    third of a straight (Q7).
    """
    return are_complete(numbers) or any(are_straight([*numbers, number]) for number in rest)


def points_of_round(sums: list[int], knocker: int | None) -> list[int]:
    """What each seat writes down; the knocker is None when the round did not end by the knock (Q19-Q21)."""
    lowest = min(sums)
    points = [0 if total == lowest else total for total in sums]
    if knocker is not None:
        lowest_alone = sums[knocker] == lowest and sums.count(lowest) == 1
        if not lowest_alone:
            points[knocker] = sums[knocker] + KNOCK_PENALTY
    return points
