"""A stored table becomes a game again."""

from __future__ import annotations

from tischlein.engine.errors import TischleinError
from tischlein.engine.table import Table
from tischlein.games import GAMES
from tischlein.server.protocol.shared import Bilingual
from tischlein.server.store.rows import Stored
from tischlein.server.texts import own_text


def restored(stored: Stored) -> Table | None:
    """The game as the log tells it; None before the start. Rules of another version raise TischleinError."""
    row = stored.table
    if row.state == "lobby":
        return None
    game = GAMES[row.game]
    record = {
        "game": row.game,
        "version": row.version,
        "seats": len(stored.seats),
        "options": row.options,
        "start": row.start,
        "history": [[entry.seat, entry.text] for entry in stored.log[row.base :]],
    }
    return game.replay(record)


def reopened(stored: Stored) -> Table:
    """The game from its last stored position, when the rules have changed since; the log goes on from there."""
    row = stored.table
    if row.position is None:
        raise TischleinError(f"table {row.code} was left without a position")
    game = GAMES[row.game]
    table = game.at(row.position)
    row.start, row.base, row.version = table.record()["start"], len(stored.log), game.version
    return table


def older_rules() -> Bilingual:
    return own_text("note.older_rules")
