"""Records of whole games, read back entry by entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tischlein.cards import CHANCE
from tischlein.engine.chance import Retracing, Source
from tischlein.engine.errors import RecordError, TischleinError
from tischlein.engine.positions import shown, whole
from tischlein.engine.table import Table

if TYPE_CHECKING:
    from tischlein.engine.game import Game

KEYS = ("game", "version", "seats", "options", "start", "history")
# What a server and a player add, so that a deal can be checked (``tischlein verify``).
ADDED = ("fair", "receipt")


def replay(game: Game, record: object, source: Source) -> Table:
    """Return the table after all entries of the record; luck after that comes from the source."""
    if not isinstance(record, Mapping) or set(record) - set(ADDED) != set(KEYS):
        raise RecordError(f"a record is a dict with the keys {', '.join(KEYS)}")
    if not isinstance(record["game"], str) or record["game"] != game.id:
        raise RecordError(f"this is a record of {shown(record['game'])}, not of {game.id!r}")
    if whole(record["version"]) != game.version:
        raise RecordError(
            f"the record was made with version {shown(record['version'])} of the rules of {game.name}; "
            f"these are version {game.version}, under which the same moves may mean something else"
        )
    table = _opening(game, record, source)
    history = record["history"]
    if not isinstance(history, list | tuple):
        raise RecordError(f"history: {shown(history)} is not a list")
    for k, entry in enumerate(history):
        if not isinstance(entry, list | tuple) or len(entry) != 2 or not isinstance(entry[1], str):
            raise RecordError(f"history[{k}]: {shown(entry)} is not a pair of seat and text")
        try:
            _follow(table, *entry)
        except TischleinError as error:
            problem = RecordError(f"history[{k}]: {shown(entry)}: {error}")
            problem.entry = k
            raise problem from error
    if table._s.actor == CHANCE:
        raise RecordError("history: it ends while chance has to decide")
    return table


def _opening(game: Game, record: Mapping[str, Any], source: Source) -> Table:
    try:
        if not isinstance(record["options"], Mapping):
            raise RecordError(f"options: {shown(record['options'])} is not a dict")
        seats, options = game.check_seats(record["seats"]), game.check_options(record["options"])
        if record["start"] is None:
            return Table.fresh(game, seats, options, source)
        table = Table.placed(game, record["start"], source)
        if (table.seats, table.options) != (seats, options):
            raise RecordError("seats and options disagree with the start position")
        return table
    except RecordError:
        raise
    except TischleinError as error:
        raise RecordError(f"the record does not open: {error}") from error


def _follow(table: Table, seat: object, text: str) -> None:
    if whole(seat) == CHANCE:
        if table._s.actor != CHANCE:
            raise RecordError("chance has nothing to decide here")
        _follow_chance(table, text)
    elif table._s.actor == CHANCE:
        raise RecordError("chance has to decide first")
    elif text == "undo":
        table.undo(seat, consent=True)  # type: ignore[arg-type]  # undo checks the seat itself
    else:
        actor, found, reason = table._judge(seat, text)
        if reason is not None:
            raise RecordError(reason.text)
        table._apply(actor, text, found)


def _follow_chance(table: Table, text: str) -> None:
    outcomes = table._outcomes()
    again = table._again_outcome(outcomes)
    index = outcomes.find(text)
    if index is None:
        raise RecordError("this cannot happen here")
    if again is not None and outcomes.text(again) != text:
        raise RecordError(f"{outcomes.text(again)!r} was taken back and has to happen again")
    if again is None and isinstance(table.source, Retracing):
        table.source.retrace(outcomes, text)
    table._apply(CHANCE, text, index)
