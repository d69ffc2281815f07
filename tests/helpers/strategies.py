"""Hypothesis strategies for LOBO 77. Random numbers decide the details, so that examples are cheap to make."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from tischlein import Table, game
from tischlein.cards import CHANCE, OVER
from tischlein.engine.backends import load

from .positions import Position, random_options, random_position

LOBO77 = game("lobo77")
LAYOUT = LOBO77.layout
PYTHON = load(LOBO77.rules, "python")

generators = st.integers(0, 2**64 - 1).map(Random)
positions = st.integers(0, 2**64 - 1).map(lambda seed: random_position(Random(seed)))


def opened(rng: Random, **luck: Any) -> Table:
    """A new table, or one at a small position; ``luck`` is seed or chance."""
    luck = luck or {"seed": rng.getrandbits(64)}
    if rng.random() < 0.6:
        return LOBO77.at(random_position(rng), **luck)
    seats = rng.randrange(2, 9)
    return LOBO77.new(seats=seats, **luck, **random_options(rng, seats))


def decide(table: Table, rng: Random) -> None:
    """Any seat that may act does anything that it may do."""
    seat = rng.choice(table.waiting)
    table.play(seat, rng.choice(table.actions(seat)))


def played(rng: Random, most: int = 40, **luck: Any) -> Table:
    """A table after some decisions, perhaps at the end of its game."""
    table = opened(rng, **luck)
    for _ in range(rng.randrange(most + 1)):
        if not table.over:
            decide(table, rng)
    return table


@st.composite
def tables(draw: st.DrawFn, most: int = 40) -> Table:
    return played(draw(generators), most)


@st.composite
def records(draw: st.DrawFn) -> Any:
    """A record somewhere in a game, perhaps while chance has to decide."""
    rng = draw(generators)
    *_, s = walk(start(rng), rng, rng.randrange(1, 120))
    return s


def start(rng: Random) -> Any:
    """A record of a new game before its first chance outcome, or at a small position."""
    if rng.random() < 0.6:
        return LOBO77.load(random_position(rng))
    seats = rng.randrange(2, 9)
    return LAYOUT.unpack(LOBO77.opening(seats, **random_options(rng, seats)))


def walk(s: Any, rng: Random, most: int) -> Iterator[Any]:
    """The record after every single step, chance included; it is the same object all the time."""
    yield s
    for _ in range(most):
        if s.actor == OVER:
            return
        if s.actor == CHANCE:
            PYTHON.call("apply", s, CHANCE, rng.randrange(PYTHON.call("chances", s)))
        else:
            seats = [seat for seat in range(s.seats) if PYTHON.legal(s, seat)]
            seat = rng.choice(seats)
            PYTHON.call("apply", s, seat, rng.choice(PYTHON.legal(s, seat)))
        yield s


def concealed(s: Any, eyes: int) -> Any:
    """A copy with all that these eyes may not see blanked out."""
    copy = LAYOUT.copy(s)
    LOBO77.rules.conceal(copy, eyes)
    return copy


__all__ = [
    "LAYOUT",
    "LOBO77",
    "PYTHON",
    "Position",
    "concealed",
    "decide",
    "generators",
    "opened",
    "played",
    "positions",
    "records",
    "start",
    "tables",
    "walk",
]
