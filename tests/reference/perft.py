"""Counting every way a game can go on for a number of decisions."""

from collections.abc import Collection, Iterator
from typing import Protocol, Self, TypeVar

from . import Chance


class Table(Protocol):
    """What counting needs of a reference table."""

    chance: Chance

    @property
    def waiting(self) -> tuple[int, ...]: ...
    @property
    def over(self) -> bool: ...
    def actions(self, seat: int) -> Collection[str]: ...
    def play(self, seat: int, text: str) -> None: ...
    def copy(self) -> Self: ...


T = TypeVar("T", bound=Table)


class _UndecidedError(Exception):
    """Chance was asked for one outcome more than the script holds."""

    def __init__(self, outcomes: list[str]) -> None:
        self.outcomes = outcomes


def _scripted(script: tuple[str, ...]) -> Chance:
    left = list(script)

    def chance(outcomes: list[str]) -> str:
        if not left:
            raise _UndecidedError(outcomes)
        return left.pop(0)

    return chance


def after(table: T, seat: int, text: str, script: tuple[str, ...] = ()) -> Iterator[T]:
    """The tables that one action can lead to, one for each sequence of distinct chance outcomes.

    The action is played again from its start for every longer script: slow, but nothing has to be taken back.
    """
    trial = table.copy()
    trial.chance = _scripted(script)
    try:
        trial.play(seat, text)
    except _UndecidedError as undecided:
        for outcome in sorted(set(undecided.outcomes)):
            yield from after(table, seat, text, (*script, outcome))
    else:
        yield trial


def perft(table: Table, depth: int) -> int:
    """The number of leaves after `depth` decisions; chance does not count, and a finished game is a leaf."""
    if depth == 0 or table.over:
        return 1
    leaves = 0
    for seat in table.waiting:
        for text in table.actions(seat):
            for next_table in after(table, seat, text):
                leaves += perft(next_table, depth - 1)
    return leaves
