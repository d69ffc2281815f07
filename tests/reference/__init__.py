"""Slow, obvious implementations of the games, to hold the real ones against."""

from collections.abc import Callable, Mapping

# Receives every equally likely outcome as text, with repeats, sorted; returns the one that happens.
Chance = Callable[[list[str]], str]


def a_number(options: Mapping[str, object], name: str, printed: int) -> int:
    """A number that a designer may have changed."""
    value = options.get(name, printed)
    assert isinstance(value, int)
    return value


class Script:
    """Chance that follows a list, and keeps what it was offered."""

    def __init__(self, *outcomes: str) -> None:
        self.left = list(outcomes)
        self.offered: list[list[str]] = []

    def __call__(self, outcomes: list[str]) -> str:
        assert self.left, f"chance was not expected here: {outcomes}"
        assert outcomes == sorted(outcomes)
        assert self.left[0] in outcomes
        self.offered.append(outcomes)
        return self.left.pop(0)
