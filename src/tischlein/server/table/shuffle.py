"""What a table stores of its shuffle, and what it tells of it; the construction itself is ``tischlein.engine.play.fair``."""

from __future__ import annotations

import secrets

from tischlein.engine.play.chance import Source
from tischlein.engine.play.fair import BYTES, CONSTRUCTION, Fair, commitment, key
from tischlein.engine.play.table import Table
from tischlein.room.rows import Row, Stored
from tischlein.server.protocol.rest import FairPart


def new_secret() -> str:
    return secrets.token_hex(BYTES)


def dealer(row: Row, promises: list[str | None], shares: list[str | None]) -> Source:
    """Return the source of a game that is about to be dealt."""
    return _fair(row, promises, shares, 0)


def source_of(stored: Stored) -> Source | None:
    """The source of a stored game, to be brought to where it was by a replay."""
    row = stored.row
    if row.shuffle is None:
        return None
    # After a change of rules the part of the log before it can no longer be counted by replaying it; no number is used twice.
    first = sum(entry.seat < 0 for entry in stored.log[: row.base])
    return _fair(row, row.shuffle["promises"], row.shuffle["shares"], first)


def revealed(row: Row, table: Table) -> FairPart | None:
    """What makes the deal of a finished game verifiable."""
    if row.state != "over" or row.shuffle is None or not isinstance(table.source, Fair):
        return None
    return FairPart(
        construction=CONSTRUCTION,
        table=row.deal_name,
        commitment=commitment(row.deal_name, row.secret or ""),
        secret=row.secret or "",
        promises=row.shuffle["promises"],
        shares=row.shuffle["shares"],
        first=table.source.first,
        draws=table.source.draws,
    )


def _fair(row: Row, promises: list[str | None], shares: list[str | None], first: int) -> Fair:
    return Fair(key(row.secret or "", row.deal_name, row.game, promises, shares), first)
