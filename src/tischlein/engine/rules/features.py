"""The names of what ``observe`` writes: every place of an observation, what kind of number stands there, and its range.

A learner can tell categories, which it should one-hot, from counts, which have an order.

>>> [feature.name for feature in block("hand", ("x2", "reverse"), "count", 0, 4)]
['hand x2', 'hand reverse']
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["count", "flag", "category", "number"]
LEAST, MOST = -(1 << 15), (1 << 15) - 1


@dataclass(frozen=True)
class Feature:
    """One place of an observation: its values are the whole numbers from ``low`` to ``high``.

    A ``count`` says how many, a ``flag`` is 0 or 1, a ``category`` has values without an order, a ``number`` has one.
    """

    name: str
    kind: Kind
    low: int
    high: int


def block(name: str, labels: Sequence[str], kind: Kind, low: int, high: int) -> tuple[Feature, ...]:
    """Return several features of one kind."""
    return tuple(Feature(f"{name} {label}", kind, low, high) for label in labels)


def seats_in_order(most: int) -> Iterable[str]:
    """Return the names of the seats, counted clockwise from the observing seat."""
    return ("own", *(f"next {n}" for n in range(1, most)))


def placeholder_features(observed: int) -> tuple[Feature, ...]:
    """Return placeholder features for a game that does not name its own."""
    return tuple(Feature(f"feature {place}", "number", LEAST, MOST) for place in range(observed))
