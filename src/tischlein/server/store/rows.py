"""What the store gives and takes: plain records of a table, its seats and its log."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from tischlein.engine.types import Json, Position

# With so many seconds for a move nobody is expected to be there.
UNHURRIED = 86_400


class SeatRow(Struct):
    """One seat. A person's token is never stored, only its hash."""

    seat: int
    kind: str = "open"
    name: str | None = None
    level: str | None = None
    token_hash: str | None = None
    standing_in: bool = False
    device: int | None = None  # people with the same number share one
    left: bool = False  # has left a running game, and not come back
    preferences: dict[str, bool] = field(
        default_factory=dict
    )  # standing answers, by the names that the game gives them
    avatar: str | None = None
    guest: str | None = None  # the hash of the key to their games


# Columns of a row by name, each of the type that the schema declares.
Changes = dict[str, Any]


class TableRow(Struct):
    """One table without its seats and its log."""

    id: int
    code: str
    game: str
    version: int
    options: Json
    state: str
    host: int | None
    timer: int | None
    stand_in: str
    spectators: str
    pace: str
    chat: bool
    lang: str
    seed: int
    created: int
    touched: int
    secret: str
    archived: bool = False
    rematch: str | None = None
    start: Position | None = None
    base: int = 0
    position: Position | None = None
    shuffle: dict[str, list[str | None]] | None = None
    listed: bool = False
    attended: bool = False
    watching: int = 0
    bank: int | None = None
    increment: int = 0
    clocks: list[int] | None = None
    deal: str | None = None

    @property
    def deal_name(self) -> str:
        """What the shuffle is bound to: the deal that others have too, or else the table."""
        return self.deal or self.code

    @property
    def clocked(self) -> bool:
        return self.timer is not None or self.bank is not None

    @property
    def unhurried(self) -> bool:
        """Is there a day for each move, so that nobody is expected to be there?"""
        return self.timer is not None and self.timer >= UNHURRIED


# In place of a message id, of which clients may send none that is empty: a bot has decided, because the seat's time was up.
BY_CLOCK = ""


class LogRow(Struct):
    """A decision, a chance outcome (seat −1) or an undo."""

    seq: int
    seat: int
    text: str
    message_id: str | None
    at: int


class ChatRow(Struct):
    """A line of the chat."""

    n: int
    seat: int
    name: str
    text: str
    at: int


# In place of a seat: advice is allowed at the table.
EVERYBODY = -1


class AdviceRow(Struct):
    """Somebody took the coach's advice when the log had this length."""

    seq: int
    seat: int


class ResultRow(Struct):
    """How a game has ended for one guest."""

    seat: int
    guest: str
    at: int
    data: str  # a ``GuestGame``, as JSON


class Stored(Struct):
    """Everything about a table."""

    table: TableRow
    seats: list[SeatRow]
    log: list[LogRow]
    chat: list[ChatRow]
    advice: list[AdviceRow] = field(default_factory=list)
