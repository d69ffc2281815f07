"""The one door between a table and a bot: a situation, made from what the seat may know and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol
from zlib import crc32

from tischlein.cards import RNG_WORDS, sow
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
    # Concealed for the seat, and a copy: the bot may do with it what it likes.
    record: Any = field(repr=False)
    actions: tuple[int, ...]  # legal now, at least one
    events: Callable[[], list[dict[str, Any]]] = field(repr=False)  # what the seat has witnessed so far
    seconds: float  # how long it may think
    iterations: int | None  # how much it may think, if that is given in steps instead; so games can be repeated
    # Words for `cards.below`: the bot's dice, so that its games can be repeated.
    rng: list[int] = field(repr=False)


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
    record = table.concealed(seat)
    rng = [0] * RNG_WORDS
    sow(rng, *words_of(seed), crc32(table.game.layout.pack(record)))
    return Situation(
        game=table.game,
        seat=seat,
        record=record,
        actions=tuple(action.id for action in table.actions(seat)),
        events=lambda: table.events(seat),
        seconds=seconds,
        iterations=iterations,
        rng=rng,
    )
