"""Where the cards of a table come from; the construction that players can check is ``engine.play.fair``."""

from collections.abc import Sequence
from typing import Any

from tischlein.engine.play.fair import Fair, key
from tischlein.room.rows import Row, Stored


def source_of_deal(row: Row, promises: Sequence[str | None], shares: Sequence[str | None]) -> Fair | None:
    """Return the source of a game that is about to be dealt; None where players cannot check it."""
    return _fair(row, promises, shares, 0) if row.secret else None


def source_of(stored: Stored) -> Any:
    """Return the source of a stored game, to be brought to where it was by a replay."""
    row = stored.row
    if not row.secret or row.shuffle is None:
        return None
    # Entries from before a change of rules cannot be counted by replaying them; no number is used twice.
    first = len([entry for entry in stored.log[: row.base] if entry.seat < 0])
    return _fair(row, row.shuffle["promises"], row.shuffle["shares"], first)


def _fair(row: Row, promises: Sequence[str | None], shares: Sequence[str | None], first: int) -> Fair:
    return Fair(key(row.secret, row.deal_name, row.game, promises, shares), first)
