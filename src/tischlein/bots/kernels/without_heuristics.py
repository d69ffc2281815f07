"""What stands in for rules of thumb where a game has none: every action looks alike, and points are what they are."""

from tischlein.cards import Cells
from tischlein.engine.rules.contract import scores
from tischlein.engine.types import State

WORK = 0
LEAD = 300
HORIZON = 60


def rate(s: State, seat: int, actions: Cells, n: int, points: Cells, work: Cells) -> None:
    for k in range(n):
        points[k] = 0


def standing(s: State, out: Cells) -> None:
    scores(s, out)
    for seat in range(s.seats):
        out[seat] *= 100


def believe(s: State, seat: int, rng: Cells, work: Cells) -> None:
    pass
