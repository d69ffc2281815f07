"""What makes the deal of a finished game verifiable; the construction is ``tischlein.engine.play.fair``."""

from __future__ import annotations

from tischlein.engine.play.fair import CONSTRUCTION, Fair, commitment
from tischlein.engine.play.table import Table
from tischlein.room.rows import Row
from tischlein.server.protocol.rest import FairPart


def revealed(row: Row, table: Table) -> FairPart | None:
    """Return the secret, shares and outcomes of a finished game; None where there is nothing to check."""
    if row.state != "over" or row.shuffle is None or not isinstance(table.source, Fair):
        return None
    return FairPart(
        construction=CONSTRUCTION,
        table=row.deal_name,
        commitment=commitment(row.deal_name, row.secret),
        secret=row.secret,
        promises=row.shuffle["promises"],
        shares=row.shuffle["shares"],
        first=table.source.first,
        two_sided=table.game.two_sided,
        draws=table.source.draws,
    )
