"""Sources of a table's chance outcomes: a seed, a list, or the system's secure randomness."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice, tee
from typing import Protocol, runtime_checkable

from tischlein.cards import NO_CARD
from tischlein.engine.backends.base import words_of
from tischlein.engine.errors import ChanceError, OptionError
from tischlein.engine.rules.positions import bare, short_repr, whole_number
from tischlein.engine.rules.stacks import STACK_CELLS, TWO_SIDED, begin_stacks, drawn_outcome


@dataclass(slots=True, eq=False)  # not frozen, which takes four times as long: every draw makes one
class Outcomes:
    """The ``n`` equally likely outcomes that are possible now, each with a name."""

    n: int
    text: Callable[[int], str]
    # The index of an outcome with this name, None when it is impossible now.
    find: Callable[[str], int | None]
    # The stack that a card is drawn from: a seat's, or that of the middle (``engine.rules.stacks``); NO_CARD for a lot.
    stack: int = NO_CARD
    stacks: int = 0
    two_sided: bool = False  # there are two outcomes for each card


class Source(Protocol):
    """Any object with a method ``choose`` can decide a table's chance outcomes.

    A source may also have ``mark`` and ``back_to(mark)``: a table that is put back then puts its source back, too.
    """

    def choose(self, outcomes: Outcomes) -> int:
        """Return the index of the outcome that happens."""


@runtime_checkable
class Retracing(Source, Protocol):
    """A source that can check whether a game's chance outcomes came from it."""

    def retrace(self, outcomes: Outcomes, text: str) -> None:
        """Take the next outcome; raise RecordError if it does not have this name."""


class Secure:
    """Outcomes from the system's secure random source, for play among people."""

    def choose(self, outcomes: Outcomes) -> int:
        return secrets.randbelow(outcomes.n)


class Seeded:
    """Outcomes from a seed, the same on every platform: game ``number`` of the seed, as ``simulate`` counts them."""

    def __init__(self, seed: int, number: int = 0) -> None:
        self._row = [0] * STACK_CELLS
        begin_stacks(self._row, *words_of(seed), number)

    def choose(self, outcomes: Outcomes) -> int:
        self._row[TWO_SIDED] = outcomes.two_sided
        return drawn_outcome(self._row, outcomes.n, outcomes.stack, outcomes.stacks)

    def mark(self) -> list[int]:
        return self._row[:]

    def back_to(self, mark: list[int]) -> None:
        self._row = mark[:]


class GivenOutcomes:
    """Outcomes given in advance by name; another source may take over after the last one."""

    def __init__(self, texts: Iterable[str], then: Source | None = None) -> None:
        self._texts: Iterator[str] = iter(texts)
        self._then = then
        self._given = 0
        self._next: list[object] = []  # an impossible text stays the next one

    def choose(self, outcomes: Outcomes) -> int:
        if not self._next:
            self._next = list(islice(self._texts, 1))
            self._given += len(self._next)
        if self._next:
            text = self._next[0]
            index = outcomes.find(text) if isinstance(text, str) else None
            if index is None:
                possible = sorted({outcomes.text(i) for i in range(outcomes.n)})
                raise ChanceError(
                    f"outcome {self._given} of the given list, {short_repr(text)}, cannot happen now; "
                    f"possible: {', '.join(possible)}"
                )
            self._next = []
            return index
        if self._then is None:
            raise ChanceError(
                f"the given list of {self._given} chance outcomes has run out; add more, or a seed to go on with"
            )
        return self._then.choose(outcomes)

    def __deepcopy__(self, memo: dict[int, object]) -> GivenOutcomes:
        # An iterator cannot be copied: read the rest once, and give it to both.
        self._texts, texts = tee(self._texts)
        copied = GivenOutcomes(texts, deepcopy(self._then, memo))
        copied._given, copied._next = self._given, self._next[:]
        return copied


def source(seed: int | None, chance: Iterable[str] | Source | None) -> Source:
    """Return the source for ``seed=`` and ``chance=``; with both, the seed goes on where the list ends."""
    seeded = None if seed is None else Seeded(whole_number("seed", seed))
    if chance is None:
        return seeded or Secure()
    # Check for a list first: NumPy's arrays have a method `choose`, too, and so have its numbers.
    if isinstance(chance, Iterable) and not isinstance(chance, str):
        return GivenOutcomes(chance, seeded)
    if callable(getattr(bare(chance), "choose", None)):
        return chance  # type: ignore[return-value]  # it has the one method of a Source
    raise OptionError(
        f"chance: {short_repr(chance)} is neither a list of outcome texts nor a source with choose()"
    )
