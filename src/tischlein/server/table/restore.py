"""A stored table becomes a game again."""

from __future__ import annotations

from tischlein.engine.errors import TischleinError
from tischlein.engine.game import Game
from tischlein.engine.play.table import Table
from tischlein.games import GAMES
from tischlein.room.rows import Row, Stored
from tischlein.server.errors import Refusal
from tischlein.server.protocol.shared import Bilingual
from tischlein.server.table.shuffle import source_of
from tischlein.server.texts import own_text


def game_of(row: Row) -> Game:
    """The game of a stored table; one that this server does not have any more is refused."""
    game = GAMES.get(row.game)
    if game is None:
        raise Refusal("game_gone", 404, game=row.game)
    return game


def restored(stored: Stored) -> Table | None:
    """The game as the log tells it; None before the start. Rules of another version raise TischleinError."""
    row = stored.row
    if row.state == "lobby":
        return None
    game = game_of(row)
    record = {
        "game": row.game,
        "version": row.version,
        "seats": len(stored.seats),
        "options": row.options,
        "start": row.start,
        "history": [[entry.seat, entry.text] for entry in stored.log[row.base :]],
    }
    return game.replay(record, chance=source_of(stored))


def reopened(stored: Stored) -> Table:
    """The game from its last stored position, when the rules have changed since; the log goes on from there.

    A position that the rules cannot read any more is refused: waiting would not mend it.
    """
    row = stored.row
    game = game_of(row)
    row.base = len(stored.log)
    try:
        table = game.at(row.position, chance=source_of(stored))
    except TischleinError as error:
        raise Refusal("game_gone", 404, text=own_text("note.rules_gone", game=game.name)) from error
    row.start, row.version = table.record()["start"], game.version
    return table


def older_rules() -> Bilingual:
    return own_text("note.older_rules")
