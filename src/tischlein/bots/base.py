"""The one door between a table and a bot: a situation, made from what the seat may know and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol
from zlib import crc32

from tischlein.cards import RNG_WORDS, below, sow
from tischlein.engine.backends.base import words_of
from tischlein.engine.game import Game
from tischlein.engine.table import Table

# Enough for a person not to get bored.
SECONDS = 1.0


@dataclass(frozen=True)
class Situation:
    """What a bot is told when it has to decide."""

    game: Game
    seat: int
    data: bytes = field(repr=False)  # the record, concealed for the seat
    actions: tuple[int, ...]  # legal now, at least one
    events: Callable[[], list[dict[str, Any]]] = field(repr=False)  # what the seat has witnessed so far
    seconds: float  # how long it may think
    iterations: (
        int | None
    )  # how much it may think, if that is given in steps instead: such games can be repeated
    rng: list[int] = field(repr=False)  # the bot's dice, for `below`

    @cached_property
    def record(self) -> Any:
        """The concealed record with its fields by name."""
        return self.game.layout.unpack(self.data)

    @cached_property
    def view(self) -> dict[str, Any]:
        """What a person in this seat would see, as ``table.view(seat)`` gives it."""
        return self.game.views.view(self.record, self.seat)

    def text(self, action: int) -> str:
        """An action as ``table.actions(seat)`` writes it."""
        return self.game.notation.action_text(self.record, self.seat, action)

    def below(self, n: int) -> int:
        """Roll a die: a number from 0 to n − 1."""
        return below(self.rng, n)


class Bot(Protocol):
    """Anything that can choose."""

    def choose(self, situation: Situation) -> int:
        """Return one of the situation's actions."""


def situation(
    table: Table, seat: int, seed: int, seconds: float = SECONDS, iterations: int | None = None
) -> Situation:
    """Tell a seat that may act what it needs to know.

    The dice depend on the seed and on what the seat knows, not on how often anybody has asked before: after an undo a bot that
    finds the same situation decides the same.
    """
    data = table.game.layout.pack(table.concealed(seat))
    rng = [0] * RNG_WORDS
    sow(rng, *words_of(seed), crc32(data))
    return Situation(
        game=table.game,
        seat=seat,
        data=data,
        actions=tuple(action.id for action in table.actions(seat)),
        events=lambda: table.events(seat),
        seconds=seconds,
        iterations=iterations,
        rng=rng,
    )
