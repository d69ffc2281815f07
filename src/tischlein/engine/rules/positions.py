"""Read positions from untrusted input; every error names the place and says what would be right."""

from collections.abc import Collection, Mapping
from operator import index

from tischlein.engine.errors import OptionError, PositionError
from tischlein.engine.types import JsonValue, Position


class Reader:
    """A position whose values are taken one by one; ``finish`` raises an error for keys that were not taken.

    >>> reader = Reader({"total": "many"})
    >>> reader.integer("total", 0, 76, default=0)
    Traceback (most recent call last):
    tischlein.engine.errors.PositionError: total: 'many' is not a whole number from 0 to 76
    """

    def __init__(self, position: object) -> None:
        if not isinstance(position, Mapping):
            raise PositionError(f"a position is a dict, not {short_repr(position)}")
        for key in position:
            if not isinstance(key, str):
                raise PositionError(f"{short_repr(key)}: the keys of a position are texts")
        self._left: Position = dict(position)
        self._keys: list[str] = []

    def has(self, key: str) -> bool:
        """Return True if there is a value for this key; None counts as left out."""
        return self._left.get(key) is not None

    def take(self, key: str, default: object) -> JsonValue:
        """Return the value, or the default when it is left out."""
        self._keys.append(key)
        value = self._left.pop(key, None)
        return default if value is None else value

    def require(self, key: str) -> JsonValue:
        """Return the value of a key that must be there."""
        value = self.take(key, None)
        if value is None:
            raise PositionError(f"{key}: missing")
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number within bounds; without a default it must be there."""
        value = self.require(key) if default is None else self.take(key, default)
        return integer(key, value, low, high)

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        return flag(key, self.take(key, default))

    def row(self, key: str, length: int | None = None, default: object = None) -> list[JsonValue]:
        """Return a list, of this length if one is given; without a default it must be there."""
        value = self.require(key) if default is None else self.take(key, default)
        return row(key, value, length)

    def finish(self) -> None:
        """Raise PositionError for unknown keys."""
        for key in self._left:
            raise PositionError(f"{key}: unknown key; a position has {', '.join(self._keys)}")


def integer(place: str, value: object, low: int, high: int) -> int:
    """Return a whole number within bounds."""
    number = whole(value)
    if number is None or not low <= number <= high:
        raise PositionError(f"{place}: {short_repr(value)} is not a whole number from {low} to {high}")
    return number


def flag(place: str, value: object) -> bool:
    """Return true or false."""
    truth = bare(value)
    if not isinstance(truth, bool):
        raise PositionError(f"{place}: {short_repr(value)} is neither true nor false")
    return truth


def row(place: str, value: object, length: int | None = None) -> list[JsonValue]:
    """Return a list, of this length if one is given."""
    if not isinstance(value, list | tuple):
        raise PositionError(f"{place}: {short_repr(value)} is not a list")
    if length is not None and len(value) != length:
        raise PositionError(f"{place}: {len(value)} entries instead of {length}")
    return list(value)


def card(place: str, value: object, names: Mapping[str, int]) -> int:
    """Return the kind of a card given by name."""
    if not isinstance(value, str) or value not in names:
        raise PositionError(f"{place}: {short_repr(value)} is not a card; the cards are {', '.join(names)}")
    return names[value]


def cards(place: str, values: object, names: Mapping[str, int]) -> list[int]:
    """Return the kinds of a list of cards given by name."""
    return [card(f"{place}[{k}]", value, names) for k, value in enumerate(row(place, values))]


def check_copies(counted: Mapping[str, int], copies: Mapping[str, int]) -> None:
    """Raise PositionError if there are more copies of a card than the deck has."""
    for name, n in counted.items():
        if n > copies[name]:
            raise PositionError(f"card {name}: {n} in the position, but the deck has {copies[name]}")


def one_of(place: str, value: object, choices: Collection[object]) -> JsonValue:
    """Return a value that equals one of the choices and has the same type; 1.0 is not 1."""
    found = bare(value)
    if not any(type(found) is type(choice) and found == choice for choice in choices):
        raise PositionError(f"{place}: {short_repr(value)} is not one of {', '.join(map(str, choices))}")
    return found


def whole(value: object) -> int | None:
    """Return the value as an int, also from NumPy, or None; True is not 1, nor is 1.0."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]  # it refuses everything else
    except Exception:  # noqa: BLE001 — a caller's object may fail in any way when it is asked
        return None


def whole_number(name: str, value: object, least: int | None = None, most: int | None = None) -> int:
    """Return an argument that is a whole number within bounds; OptionError names one that is not."""
    number = whole(value)
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        bounds = "" if least is None else f" from {least}" if most is None else f" from {least} to {most}"
        raise OptionError(f"{name}: {short_repr(value)} is not a whole number{bounds}")
    return number


def bare(value: object) -> object:
    """Return the Python value of a NumPy scalar, and anything else unchanged."""
    scalar = hasattr(value, "dtype") and getattr(value, "shape", None) == ()
    return value.item() if scalar and hasattr(value, "item") else value


def plain(value: object) -> JsonValue:
    """Return a copy that can be written as JSON, of a position made of any mappings.

    >>> from types import MappingProxyType
    >>> plain(MappingProxyType({"hands": (["7"], ("8",))}))
    {'hands': [['7'], ['8']]}
    """
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    number = whole(value)
    return bare(value) if number is None else number


def short_repr(value: object) -> str:
    """Return a short repr of anything, even of an object whose repr fails.

    >>> short_repr("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    """
    if isinstance(value, int) and not -(10**30) < value < 10**30:
        return "a huge number"
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 — a caller's object may fail in any way when it is shown
        return f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:38] + "…"
