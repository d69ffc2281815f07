"""What a game counts for the lab: columns, declared once, and where each lies in a row of integers.

A game's ``lab`` module lists them in COLUMNS and writes them in ``note_before`` and ``note_after`` (see ``contract``). Beyond the
columns a row may hold memory of the game's own, from one step to the next: CELLS says how long the row is.

>>> knocks, sums = Column("knocks", "times a seat has knocked", per_seat=True), Column("sums", "by sum", bins=("0", "1"))
>>> places((knocks, sums), seats=4)
(3, 7, 9)
"""

from collections.abc import Sequence
from dataclasses import dataclass

# The first cells of every row, filled by generic code: the number of decisions, the first seat to decide, and the standing.
DECISIONS, FIRST, STATUS = range(3)
RESERVED = 3


@dataclass(frozen=True)
class Column:
    """One thing that is counted in every game; an array of games, of games by seats, by bins, or by both.

    ``kept`` columns are there for each game. The others are sums over many games: tables with many bins, whose
    numbers for a single game would say little.
    """

    name: str
    help: str
    bins: tuple[str, ...] = ()
    per_seat: bool = False
    kept: bool = True

    def cells(self, seats: int) -> int:
        """Return the number of integers that the column takes in a row."""
        return (seats if self.per_seat else 1) * (len(self.bins) or 1)


@dataclass(frozen=True)
class Question:
    """Something a player may or may not do, judged by an experiment: in many games chance decides whether it
    is done.

    ``bins`` are the circumstances, from one end to the other. ``question_bin`` of the game's lab module names
    the bin of each action that the question is about. The game's texts under ``questions`` put it into words.
    """

    name: str
    bins: tuple[str, ...]


@dataclass(frozen=True)
class Ratio:
    """One summed column divided by another, bin by bin, for a report; ``percent`` if it is a share of these."""

    above: str
    below: str
    percent: bool = True


def places(columns: Sequence[Column], seats: int) -> tuple[int, ...]:
    """Return where each column begins in a row, and where the cells after the last column begin.

    ``seats`` is the most that the game is for. A column of seats and bins lies seat by seat.
    """
    found = [RESERVED]
    for column in columns:
        found.append(found[-1] + column.cells(seats))
    return tuple(found)
