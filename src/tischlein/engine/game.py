"""A game: its declaration, and the ways to open a table for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tischlein.engine.chance import Source, source
from tischlein.engine.declaration import Declaration, Notation, Option, Positions, Views, Zone
from tischlein.engine.replay import replay
from tischlein.engine.table import Table

__all__ = ["Game", "Notation", "Option", "Positions", "Views", "Zone"]


@dataclass(frozen=True, eq=False)
class Game(Declaration):
    """One of the games; ``new``, ``at`` and ``replay`` make tables."""

    def new(
        self,
        seats: int,
        seed: int | None = None,
        chance: Iterable[str] | Source | None = None,
        **options: Any,
    ) -> Table:
        """Open a table; bad seats or options raise OptionError."""
        table = Table.fresh(self, self.check_seats(seats), self.check_options(options), source(seed, chance))
        table.resolve_chance()
        return table

    def at(
        self, position: object, seed: int | None = None, chance: Iterable[str] | Source | None = None
    ) -> Table:
        """Open a table at a position; PositionError names what is wrong with it."""
        table = Table.placed(self, position, source(seed, chance))
        table.resolve_chance()
        return table

    def replay(
        self, record: object, seed: int | None = None, chance: Iterable[str] | Source | None = None
    ) -> Table:
        """Return the table that ``table.record()`` was taken from; RecordError if that cannot be."""
        return replay(self, record, source(seed, chance))
