"""Compare what an implementation says with what a case expects. Standard library only."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

# TOML has no null; in positions and in expectations this text stands for it.
NULL = "null"
# Tables of cards and counts: compared whole, where a count of 0 is as good as none.
COUNTS = ("cards", "unseen")
_ALL_ORDERED: Mapping[str, int] = {}


@dataclass(frozen=True)
class Mismatch:
    """One difference, with the place where it was found."""

    place: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected!r}, got {self.got!r}"


@dataclass(frozen=True)
class Place:
    """Where cards lie in a position, and when what stands there counts as lying there."""

    path: tuple[str, ...]
    only_if: Mapping[str, list[Any]]

    @classmethod
    def of(cls, entry: str | Mapping[str, Any]) -> "Place":
        table: Mapping[str, Any] = {"at": entry} if isinstance(entry, str) else entry
        return cls(tuple(table["at"].split(".")), table.get("only_if", {}))

    def names(self, position: Mapping[str, Any]) -> Iterator[str]:
        """Yield the names at this place; an empty place (null) holds nothing."""
        if all(position.get(key) in values for key, values in self.only_if.items()):
            yield from _at(position, self.path)


@dataclass(frozen=True)
class Compare:
    """How positions of a game compare: the [compare] table of its clauses file."""

    multisets: tuple[str, ...]
    ordered_if: Mapping[str, str]
    fixed_first: tuple[str, ...]
    cards: tuple[Place, ...]
    card_name: Mapping[str, str]
    end_ignores: tuple[str, ...]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> "Compare":
        if "cards" not in table:
            raise ValueError(
                "clauses.toml: [compare] lacks `cards`, the places of a position where cards are"
            )
        return cls(
            tuple(table.get("multisets", [])),
            dict(table.get("ordered_if", {})),
            tuple(table.get("fixed_first", [])),
            tuple(Place.of(entry) for entry in table["cards"]),
            dict(table.get("card_name", {})),
            tuple(table.get("end_ignores", [])),
        )

    def unordered(self, got: Mapping[str, Any]) -> dict[str, int]:
        """Return the paths of all unordered lists of a position, and how many entries of each come first all the same."""
        piles = [pile for pile, flag in self.ordered_if.items() if not got.get(flag, True)]
        return {path: int(path in self.fixed_first) for path in (*self.multisets, *piles)}

    def card(self, text: str) -> str:
        """Return the card that a text names: without what was said about it, and with its sides in one order."""
        until, sides = self.card_name.get("until"), self.card_name.get("sides")
        name = text.partition(until)[0] if until else text
        return sides.join(sorted(name.split(sides))) if sides else name

    def count(self, position: Mapping[str, Any]) -> Counter[str]:
        """Count all cards of a position, wherever they lie."""
        return Counter(self.card(name) for place in self.cards for name in place.names(position))


def _at(value: Any, path: tuple[str, ...]) -> Iterator[str]:
    if value is None:
        return
    if not path:
        yield from [value] if isinstance(value, str) else [name for name in value if name is not None]
    elif path[0] == "*":
        for entry in value:
            yield from _at(entry, path[1:])
    else:
        yield from _at(value.get(path[0]), path[1:])


def with_nulls(value: Any) -> Any:
    """Return a position with null where the file has to write "null"."""
    if isinstance(value, dict):
        return {key: with_nulls(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [with_nulls(entry) for entry in value]
    return None if value == NULL else value


def difference(
    expected: Any, got: Any, unordered: Mapping[str, int] = _ALL_ORDERED, path: str = ""
) -> Mismatch | None:
    """Return the first difference, or None. Tables may leave keys out, lists may not leave anything out.

    `unordered` has the paths of the lists without an order, and how many of their entries stand in their places nevertheless.
    """
    if expected == NULL:
        return None if got is None else Mismatch(path, None, got)
    if isinstance(expected, dict) and isinstance(got, dict):
        return _table_difference(expected, got, unordered, path)
    if isinstance(expected, list) and isinstance(got, list):
        return _list_difference(expected, got, unordered, path)
    # Without the types, true would equal 1.
    same = type(expected) is type(got) and expected == got
    return None if same else Mismatch(path, expected, got)


def _table_difference(
    expected: Mapping[str, Any], got: Mapping[str, Any], unordered: Mapping[str, int], path: str
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
    expected: list[Any], got: list[Any], unordered: Mapping[str, int], path: str
) -> Mismatch | None:
    if path in unordered:
        first = unordered[path]
        same = expected[:first] == got[:first] and Counter(expected[first:]) == Counter(got[first:])
        return None if same else Mismatch(path, *(_sorted(entries, first) for entries in (expected, got)))
    if len(expected) != len(got):
        return Mismatch(path, expected, got)
    inner = f"{path}.*"
    for index, (left, right) in enumerate(zip(expected, got, strict=True)):
        found = difference(left, right, unordered, inner)
        if found:
            return Mismatch(found.place.replace(inner, f"{path}[{index}]", 1), found.expected, found.got)
    return None


def _sorted(entries: list[Any], first: int) -> list[Any]:
    return entries[:first] + sorted(entries[first:], key=str)
