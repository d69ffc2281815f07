"""Records of whole games, from untrusted input, checked for ``Game.replay``."""

from collections.abc import Mapping
from dataclasses import dataclass

from tischlein.engine.errors import OptionError, RecordError, TischleinError
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.rules.positions import short_repr, whole
from tischlein.engine.types import Options, OptionValue

KEYS = ("game", "version", "seats", "options", "start", "history")
# Keys that a server and a player add so that a deal can be checked (``tischlein verify``).
ADDED = ("fair", "receipt")


@dataclass(frozen=True)
class Record:
    """A record of the right form; whether its entries are possible shows when they are played."""

    seats: int
    options: dict[str, OptionValue]
    start: object  # a position, or None for a new game
    history: list[tuple[object, str]]


def read_record(game: Declaration, record: object) -> Record:
    """Return the parts of a record of this game, or raise RecordError."""
    if not isinstance(record, Mapping) or set(record) - set(ADDED) != set(KEYS):
        raise RecordError(f"a record is a dict with the keys {', '.join(KEYS)}")
    if not isinstance(record["game"], str) or record["game"] != game.id:
        raise RecordError(f"this is a record of {short_repr(record['game'])}, not of {game.id!r}")
    if whole(record["version"]) != game.version:
        raise RecordError(
            f"the record was made with version {short_repr(record['version'])} of the rules of {game.name}; "
            f"these are version {game.version}, under which the same moves may mean something else"
        )
    if not isinstance(record["options"], Mapping):
        raise RecordError(f"options: {short_repr(record['options'])} is not a dict")
    try:
        seats, options = game.check_seats(record["seats"]), game.check_options(record["options"])
    except TischleinError as error:
        raise RecordError(f"the record does not open: {error}") from error
    history = record["history"]
    if not isinstance(history, list | tuple):
        raise RecordError(f"history: {short_repr(history)} is not a list")
    for k, entry in enumerate(history):
        if not isinstance(entry, list | tuple) or len(entry) != 2 or not isinstance(entry[1], str):
            raise RecordError(f"history[{k}]: {short_repr(entry)} is not a pair of seat and text")
    return Record(seats, options, record["start"], [(seat, text) for seat, text in history])


def same_options(game: Declaration, played: Options, shown: Options) -> bool:
    """Return True if a game has the options that a player was shown; what was not shown has the default of these rules."""
    try:
        return game.check_options(shown) == played
    except OptionError:
        return False


def impossible(k: int, entry: tuple[object, str], error: TischleinError) -> RecordError:
    """Return the error for an entry that cannot have happened."""
    problem = RecordError(f"history[{k}]: {short_repr(list(entry))}: {error}")
    problem.entry = k
    return problem
