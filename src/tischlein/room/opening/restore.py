"""A stored table becomes a game again."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.engine.errors import TischleinError
from tischlein.engine.game import Game
from tischlein.engine.play.table import Table
from tischlein.room.opening.shuffle import source_of
from tischlein.room.refusal import Refusal, note
from tischlein.room.rows import Row, Stored

Games = Mapping[str, Game]


def game_of(row: Row, games: Games) -> Game:
    """Return the game of a stored table, or refuse a table whose game is not here any more."""
    game = games.get(row.game)
    if game is None:
        raise Refusal("game_gone", 404, game=row.game)
    return game


def restored(stored: Stored, games: Games) -> Table | None:
    """Return the game as the log tells it; None before the start. Rules of another version raise RecordError."""
    row = stored.row
    if row.state == "lobby":
        return None
    record = {
        "game": row.game,
        "version": row.version,
        "seats": len(stored.seats),
        "options": row.options,
        "start": row.start,
        "history": [[entry.seat, entry.text] for entry in stored.log[row.base :]],
    }
    return game_of(row, games).replay(record, chance=source_of(stored))


def reopened(stored: Stored, games: Games) -> Table:
    """Return the game from its last stored position, where the rules have changed since; the log goes on from there."""
    row = stored.row
    game = game_of(row, games)
    row.base = len(stored.log)
    try:
        table = game.at(row.position, chance=source_of(stored))
    except TischleinError as error:
        told = note("rules_gone", game=game.name)
        raise Refusal("game_gone", 404, text=told, detail=str(error)) from error
    row.start, row.version = table.record()["start"], game.version
    return table
