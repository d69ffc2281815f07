"""What a rules module and its rules of thumb provide, as signatures.

Code that works for every game (``drive``, search, simulations) imports these names; a backend binds them to the functions of
one game when it clones that code. Called without a backend they say so.
"""

from collections.abc import Callable
from typing import Any, Protocol

from tischlein.cards import Cells


def _unbound() -> RuntimeError:
    return RuntimeError(
        "a rules function was called without a backend: take it from tischlein.engine.backends"
    )


def setup(s: Any) -> None:
    """Lay out a new game; seats and options are already in the record."""
    raise _unbound()


def why(s: Any, seat: int, action: int, work: Cells) -> int:
    """Return 0 when the action is legal, else the first reason in rulebook order; reads only what the seat knows."""
    raise _unbound()


def legal(s: Any, seat: int, out: Cells, work: Cells) -> int:
    """Write exactly the actions with ``why == 0``; return their number, 0 when the seat may not act."""
    raise _unbound()


def chances(s: Any) -> int:
    """Return the number of equally likely outcomes when ``s.actor == CHANCE``."""
    raise _unbound()


def apply(s: Any, seat: int, action: int, work: Cells) -> None:
    """Carry out an action that the caller knows to be legal; seat is CHANCE for a chance outcome."""
    raise _unbound()


def scores(s: Any, out: Cells) -> None:
    """Write the points per seat as the game counts them, now."""
    raise _unbound()


def payoff(s: Any, out: Cells) -> None:
    """Write the final result per seat: 1 for every winner, else 0; all 0 before the end."""
    raise _unbound()


def conceal(s: Any, seat: int) -> None:
    """Blank out, in place, everything that the seat may not know."""
    raise _unbound()


def imagine(s: Any, seat: int, rng: Cells, work: Cells) -> None:
    """Fill a concealed record with hidden cards, every consistent world equally likely."""
    raise _unbound()


def observe(s: Any, seat: int, out: Cells) -> None:
    """Write fixed-size features for learners, from a concealed record."""
    raise _unbound()


# The names above, in the order of the contract.
FUNCTIONS = (setup, why, legal, chances, apply, scores, payoff, conceal, imagine, observe)


# What a game's rules of thumb provide, in the same dialect. They are for bots: a game without them can still be played.


def rate(s: Any, seat: int, actions: Cells, n: int, points: Cells, work: Cells) -> None:
    """Write for each of the seat's n legal actions how good it looks: more is better, and only comparison counts.

    Reads what the seat may know, and nothing else.
    """
    raise _unbound()


def standing(s: Any, out: Cells) -> None:
    """Write what every seat's position is worth if play stopped here: more is better, in hundredths of a point."""
    raise _unbound()


ADVICE = (rate, standing)


class Heuristics(Protocol):
    """A module with rules of thumb: the two functions above, the room they need, and what a lead is worth."""

    WORK: int  # scratch integers
    LEAD: int  # who stands so much better than another comes out ahead of them three times in four
    HORIZON: int  # decisions that search plays on before it looks at the standing
    rate: Callable[[Any, int, Cells, int, Cells, Cells], None]
    standing: Callable[[Any, Cells], None]


class Rules(Protocol):
    """A rules module: the functions of the contract, and how much room they need."""

    RECORD: type
    VERSION: int
    MAX_SEATS: int
    ACTIONS: int  # action ids are below this
    WORK: int  # scratch integers
    OBSERVED: int  # features
    REASONS: tuple[tuple[str, str], ...]  # code names and clauses; the first means legal
    setup: Callable[[Any], None]
    why: Callable[[Any, int, int, Cells], int]
    legal: Callable[[Any, int, Cells, Cells], int]
    chances: Callable[[Any], int]
    apply: Callable[[Any, int, int, Cells], None]
    scores: Callable[[Any, Cells], None]
    payoff: Callable[[Any, Cells], None]
    conceal: Callable[[Any, int], None]
    imagine: Callable[[Any, int, Cells, Cells], None]
    observe: Callable[[Any, int, Cells], None]
