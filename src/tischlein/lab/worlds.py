"""All worlds that somebody cannot tell from the true one, with how likely each is: for tables of few cards.

``imagine`` draws one world at random. Here its dice are not rolled but tried, each number in turn, so that every world comes up.
Where ``imagine`` throws something away and rolls again, the worlds that came up without that are enough: what is left over is as likely
as before. So only the shortest sequences of rolls count. That holds as long as all worlds take equally many.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from types import FunctionType
from typing import Any

from tischlein import cards
from tischlein.engine.clone import clone
from tischlein.engine.errors import TischleinError
from tischlein.engine.game import Game

# Sequences of rolls that may be tried, and how long they may be.
MOST_TRIES = 50_000
MOST_ROLLS = 40


class NotSolvable(TischleinError, ValueError):  # noqa: N818 — it says what the position is
    """A position that is too large to be looked at as a whole, or of which too much is hidden."""


class _TooShort(Exception):  # noqa: N818 — not an error: the sequence of rolls has run out
    def __init__(self, sides: int) -> None:
        super().__init__()
        self.sides = sides


class _Dice:
    """Rolls that were decided on before, instead of random ones."""

    def __init__(self, rolls: tuple[int, ...]) -> None:
        self.rolls = rolls
        self.rolled = 0
        self.chance = Fraction(1)

    def below(self, n: int) -> int:
        if self.rolled == len(self.rolls):
            raise _TooShort(n)
        self.rolled += 1
        self.chance /= n
        return self.rolls[self.rolled - 1]


def _loaded(function: FunctionType) -> Any:
    """All functions as they are, but for the one that rolls."""
    if function.__name__ == "below" and function.__module__ == cards.__name__:
        return lambda dice, n: dice.below(n)
    return function


def worlds(game: Game, data: bytes, eyes: int, tries: int = MOST_TRIES) -> dict[bytes, Fraction]:
    """Return all worlds that these eyes cannot tell from the record, and how likely each is; NotSolvable if they are too many."""
    s = game.layout.unpack(data)
    game.rules.conceal(s, eyes)
    imagine = clone(game.rules, (), _loaded)["imagine"]
    ahead: list[tuple[int, ...]] = [()]
    found: Counter[bytes] = Counter()
    for _ in range(MOST_ROLLS):
        longer: list[tuple[int, ...]] = []
        for rolls in ahead:
            dice = _Dice(rolls)
            world = game.layout.copy(s)
            try:
                imagine(world, eyes, dice, [0] * game.rules.WORK)
            except _TooShort as short:
                longer.extend((*rolls, roll) for roll in range(short.sides))
            else:
                found[game.layout.pack(world)] += dice.chance  # type: ignore[assignment]  # fractions add up as well
        if found:
            everything = sum(found.values())
            return {world: Fraction(chance) / everything for world, chance in sorted(found.items())}
        if len(longer) > tries:
            break
        ahead = longer
    raise NotSolvable(f"{game.name}: there are too many worlds to list, more than {tries} ways to deal them")
