"""List all worlds that a seat cannot tell from the true one, with their probabilities: for tables of few cards.

``imagine`` draws one world at random. Here its dice are not rolled but tried, each number in turn, so that every world comes up.
Where ``imagine`` throws away what it has and is where it was some rolls before, it will go on from there as if nothing had happened: so
that way is left out, and the others from there are likelier by as much.
"""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from types import FunctionType

from tischlein import cards
from tischlein.engine.errors import TischleinError
from tischlein.engine.game import Game
from tischlein.engine.rules.clone import clone

# Sequences of rolls that may be tried.
MOST_TRIES = 50_000


class NotSolvable(TischleinError, ValueError):  # noqa: N818 — it says what the position is
    """A position that is too large to look at as a whole, or hides too much."""


def worlds(game: Game, data: bytes, observer: int, tries: int = MOST_TRIES) -> dict[bytes, Fraction]:
    """Return all worlds that look the same to the observer, with their probabilities; raise NotSolvable if there are too many."""
    found, _ = _Dealer(game, data, observer, tries).deal((), [])
    return dict(sorted(found.items()))


class _OutOfRolls(Exception):  # noqa: N818 — no error: it is time to decide on another roll
    def __init__(self, sides: int) -> None:
        super().__init__()
        self.sides = sides


class _Dice:
    """Rolls that were decided on before, instead of random ones."""

    def __init__(self, rolls: tuple[int, ...]) -> None:
        self._rolls = iter(rolls)

    def below(self, n: int) -> int:
        for roll in self._rolls:
            return roll
        raise _OutOfRolls(n)


def _with_rolls(function: FunctionType) -> Callable[..., int]:
    """Replace the function that rolls by one with chosen rolls."""
    if function.__name__ == "below" and function.__module__ == cards.__name__:
        return lambda dice, n: dice.below(n)
    return function


Worlds = dict[bytes, Fraction]
State = tuple[int, bytes, tuple[int, ...]]  # sides of the die to be rolled, record, scratch space


class _Dealer:
    def __init__(self, game: Game, data: bytes, observer: int, tries: int) -> None:
        self._game = game
        self._eyes = observer
        self._known = game.layout.unpack(data)
        game.rules.conceal(self._known, observer)
        self._imagine = clone(game.rules, (), _with_rolls)["imagine"]
        self._tries = tries

    def deal(self, rolls: tuple[int, ...], before: list[State]) -> tuple[Worlds, dict[int, Fraction]]:
        """Go on after these rolls; return the probabilities of worlds, and of a return to each state before."""
        self._tries -= 1
        if self._tries < 0:
            raise NotSolvable(f"{self._game.name}: there are too many worlds to list them")
        world, work = self._game.layout.copy(self._known), [0] * self._game.rules.WORK
        try:
            self._imagine(world, self._eyes, _Dice(rolls), work)
        except _OutOfRolls as out:
            here = (out.sides, self._game.layout.pack(world), tuple(work))
            if here in before:
                return {}, {before.index(here): Fraction(1)}
            return self._try_all(out.sides, rolls, [*before, here])
        return {self._game.layout.pack(world): Fraction(1)}, {}

    def _try_all(
        self, sides: int, rolls: tuple[int, ...], states: list[State]
    ) -> tuple[Worlds, dict[int, Fraction]]:
        found: Worlds = defaultdict(Fraction)
        returns: dict[int, Fraction] = defaultdict(Fraction)
        for roll in range(sides):
            worlds_then, returns_then = self.deal((*rolls, roll), states)
            for world, chance in worlds_then.items():
                found[world] += chance / sides
            for place, chance in returns_then.items():
                returns[place] += chance / sides
        # A way that returns here rolls again, until it leads elsewhere.
        stays = 1 - returns.pop(len(states) - 1, Fraction(0))
        return (
            {world: chance / stays for world, chance in found.items()},
            {place: chance / stays for place, chance in returns.items()},
        )
