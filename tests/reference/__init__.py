"""Slow, obvious implementations of the games, to hold the real ones against."""

from collections.abc import Callable

# Receives every equally likely outcome as text, with repeats, sorted; returns the one that happens.
Chance = Callable[[list[str]], str]
