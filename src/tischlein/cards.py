"""Cards on flat records: functions shared by all rules, in the dialect that all backends run.

The dialect is plain Python on integers and integer arrays (see ``docs/decisions/0006-rules.md``): the
same functions run as they are on lists, compiled on NumPy records, and compiled for CUDA.

A multiset of cards is a row of counts, one per kind of card, so equal sets have equal bytes. A pile whose
order matters is a row of kinds, bottom first, filled up with EMPTY.
"""

from collections.abc import Callable
from typing import Annotated, Any

# Values of `actor` when no seat acts.
CHANCE = -1
OVER = -2
# An observer without a seat, who sees what every seat sees.
SPECTATOR = -3

# For whom a card is drawn when the chance outcome is not a card, but a lot.
NO_CARD = -1

# Values of a slot without a card, or with a hidden one.
EMPTY = -1
UNKNOWN = -2

# The cells of a record. ``Annotated[Cells, "int8", 20]`` is a row of twenty, ``Annotated[Grid, "int8", 8, 20]`` eight of them.
Int8 = Annotated[int, "int8"]
Int16 = Annotated[int, "int16"]
Int32 = Annotated[int, "int32"]
Cells = list[int]
Grid = list[list[int]]
# ``legal: Derived`` in a rules module stands for a ``legal`` that follows from ``why`` (``engine.rules.complete``).
Derived = Callable[[Any, int, Cells, Cells], int]

# Words of a random generator, each below 2**32.
RNG_WORDS = 3
_MASK = 0xFFFFFFFF
# _MULTIPLIER * 2**64 - 1 is a safe prime, which makes the period as long as possible; products stay below 2**63.
_MULTIPLIER = 0x7FEB306D


def take(counts: Cells, index: int) -> int:
    """Remove the index-th card of a multiset, counted in the order of kinds, and return its kind.

    >>> hand = [2, 0, 1]
    >>> take(hand, 2), hand
    (2, [2, 0, 0])
    """
    kind = 0
    left = index - counts[0]
    while left >= 0:
        kind += 1
        left -= counts[kind]
    counts[kind] -= 1
    return kind


def pour(source: Cells, target: Cells, kinds: int) -> None:
    """Move all cards of one multiset into another."""
    for kind in range(kinds):
        target[kind] += source[kind]
        source[kind] = 0


def insert(row: Cells, size: int, card: int) -> None:
    """Insert a card into a sorted row of this size that has room for it.

    >>> hand = [2, 5, 9, -1]
    >>> insert(hand, 3, 7); hand
    [2, 5, 7, 9]
    """
    place = size
    while place > 0 and row[place - 1] > card:
        row[place] = row[place - 1]
        place -= 1
    row[place] = card


def remove(row: Cells, size: int, card: int) -> None:
    """Remove a card from a row of this size; the cards behind it move up, and EMPTY comes last.

    >>> hand = [2, 5, 7, 9]
    >>> remove(hand, 4, 5); hand
    [2, 7, 9, -1]
    """
    place = 0
    while row[place] != card:
        place += 1
    while place < size - 1:
        row[place] = row[place + 1]
        place += 1
    row[place] = EMPTY


def clockwise(seat: int, steps: int, seats: int) -> int:
    """Return the seat ``steps`` places further clockwise; less than once around the table.

    >>> clockwise(2, 3, 4)
    1
    """
    there = seat + steps
    return there if there < seats else there - seats


def steps_to(seat: int, other: int, seats: int) -> int:
    """Return the number of clockwise steps from one seat to another.

    >>> steps_to(3, 1, 4)
    2
    """
    steps = other - seat
    return steps if steps >= 0 else steps + seats


def below(rng: Cells, n: int) -> int:
    """Return a number from 0 to n − 1, each exactly equally likely, for 0 < n < 2**31.

    The generator is multiply-with-carry of lag two: few operations, which counts where Python runs them, and a period of
    2**94, so that streams do not meet. Lemire's method makes its words fit: multiply and keep the high word; the few words
    that would make some numbers likelier than others are drawn again.

    >>> rng = [1, 2, 3]
    >>> [below(rng, 6) for _ in range(8)]
    [5, 2, 4, 3, 5, 3, 4, 0]
    """
    while True:
        product = _MULTIPLIER * rng[1] + rng[2]
        word = product & _MASK
        carry = product >> 32
        rng[1] = rng[0]
        rng[0] = word
        rng[2] = carry
        product = (word ^ carry) * n
        low = product & _MASK
        if low >= n or low >= (_MASK + 1 - n) % n:
            return product >> 32


def _scramble(value: int) -> int:
    # Multipliers below 2**31 keep every product below 2**63, so that compiled integers never overflow.
    value ^= value >> 16
    value = (value * 0x7FEB352D) & _MASK
    value ^= value >> 15
    value = (value * 0x46CA68B5) & _MASK
    return value ^ (value >> 16)


def sow(rng: Cells, low: int, high: int, stream: int) -> None:
    """Set the generator from a 64-bit seed, given as two words, and the number of a stream below 2**32.

    >>> rng = [0, 0, 0]
    >>> sow(rng, 7, 0, 0); first = below(rng, 1000)
    >>> sow(rng, 7, 0, 1); first == below(rng, 1000)
    False
    """
    rng[0] = _scramble((low + 0x1E3779B9) & _MASK)
    rng[1] = _scramble((high ^ rng[0]) & _MASK)
    rng[2] = 1 + (_scramble((stream + rng[1] + 0x3C6EF372) & _MASK) & 0x3FFFFFFF)
    for _ in range(8):
        below(rng, 1)
