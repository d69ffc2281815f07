"""Slow, obvious implementations of the games, to hold the real ones against."""

from collections.abc import Callable, Mapping

# Receives every equally likely outcome as text, with repeats, in any order; returns the one that happens.
Chance = Callable[[list[str]], str]


def a_number(options: Mapping[str, object], name: str, printed: int) -> int:
    """A number that a designer may have changed."""
    value = options.get(name, printed)
    assert isinstance(value, int)
    return value
