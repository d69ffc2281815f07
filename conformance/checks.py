"""Comparing what an implementation says with what a case expects. Standard library only."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

# TOML has no null; in expectations this text stands for it.
NULL = "null"
# Tables of cards and counts: compared whole, where a count of 0 is as good as none.
COUNTS = ("cards", "unseen")


@dataclass(frozen=True)
class Mismatch:
    """One difference, with the place where it was found."""

    place: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected!r}, got {self.got!r}"


@dataclass(frozen=True)
class Compare:
    """How positions of a game compare: the [compare] table of its clauses file."""

    multisets: tuple[str, ...]
    ordered_if: Mapping[str, str]
    cards: tuple[str, ...]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> "Compare":
        return cls(tuple(table["multisets"]), dict(table["ordered_if"]), tuple(table["cards"]))

    def unordered(self, got: Mapping[str, Any]) -> tuple[str, ...]:
        """The paths of all lists in this position that have no order."""
        piles = [pile for pile, flag in self.ordered_if.items() if not got.get(flag, True)]
        return (*self.multisets, *piles)

    def count(self, position: Mapping[str, Any]) -> Counter[str]:
        """All cards of a position, wherever they lie."""
        return Counter(card for path in self.cards for card in _at(position, path.split(".")))


def _at(value: Any, path: list[str]) -> Iterator[str]:
    if not path:
        yield from value
    elif path[0] == "*":
        for entry in value:
            yield from _at(entry, path[1:])
    else:
        yield from _at(value.get(path[0], []), path[1:])


def difference(expected: Any, got: Any, unordered: tuple[str, ...] = (), path: str = "") -> Mismatch | None:
    """The first difference, or None. Tables may leave keys out, lists may not leave anything out."""
    if expected == NULL:
        return None if got is None else Mismatch(path, None, got)
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return _table_difference(expected, got, unordered, path)
    if isinstance(expected, list) and isinstance(got, list):
        return _list_difference(expected, got, unordered, path)
    # Without the types, true would equal 1.
    same = type(expected) is type(got) and expected == got
    return None if same else Mismatch(path, expected, got)


def _table_difference(
    expected: Mapping[str, Any], got: Mapping[str, Any], unordered: tuple[str, ...], path: str
) -> Mismatch | None:
    if path in COUNTS:
        same = +Counter(expected) == +Counter(got)
        return None if same else Mismatch(path, dict(expected), dict(got))
    for key, value in expected.items():
        place = f"{path}.{key}" if path else key
        if key not in got:
            return Mismatch(place, value, "nothing of that name")
        found = difference(value, got[key], unordered, place)
        if found:
            return found
    return None


def _list_difference(
    expected: list[Any], got: list[Any], unordered: tuple[str, ...], path: str
) -> Mismatch | None:
    if path in unordered:
        same = Counter(expected) == Counter(got)
        return None if same else Mismatch(path, sorted(expected), sorted(got))
    if len(expected) != len(got):
        return Mismatch(path, expected, got)
    inner = f"{path}.*"
    for index, (left, right) in enumerate(zip(expected, got, strict=True)):
        found = difference(left, right, unordered, inner)
        if found:
            return Mismatch(found.place.replace(inner, f"{path}[{index}]", 1), found.expected, found.got)
    return None
