"""Stored rows of a table: its settings, seats, log and chat, and the writes of one step."""

from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")

# Seconds per move from which players need not be connected.
UNHURRIED = 86_400
# Message id of an entry that a bot decided because the player's time was up. Clients cannot send an empty id.
BY_CLOCK = ""
# Seat of an ``Advice`` row that allows everybody at the table to ask the coach.
EVERYBODY = -1
# Seat of a chat line whose author has left the table.
NOBODY = -1

# The deals of an evening's rounds are named evening/CODE/ROUND.
EVENING = "evening/"

# Columns of a row by name.
Columns = dict[str, Any]


@dataclass(slots=True, eq=False)
class Seat:
    """One seat. The player's token is never stored, only its hash."""

    seat: int
    kind: str = "open"  # open, person or bot
    name: str | None = None
    level: str | None = None  # of a bot
    token_hash: str | None = None
    standing_in: bool = False  # a bot plays for this person
    device: int | None = None  # seats with the same number share a device
    left: bool = False  # the person has left the running game
    preferences: dict[str, bool] = field(default_factory=dict)  # standing answers, by name
    avatar: str | None = None
    guest: str | None = None  # the hash of the key to the guest's games


@dataclass(slots=True, eq=False)
class Row:
    """The row of a table: its settings and the state of its game."""

    id: int
    code: str
    game: str
    version: int
    options: dict[str, Any]
    state: str  # lobby, playing or over
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
    secret: str  # of the shuffle; empty only in the page, where players cannot check it
    archived: bool = False
    rematch: str | None = None
    start: dict[str, Any] | None = None
    base: int = 0  # entries of the log before the position ``start``
    position: dict[str, Any] | None = None
    shuffle: dict[str, list[str | None]] | None = None
    listed: bool = False
    attended: bool = False
    watching: int = 0
    bank: int | None = None
    increment: int = 0
    clocks: list[int] | None = None
    deal: str | None = None
    creator: str | None = None  # a hash of the network that has created the table
    group_code: str | None = None  # of the group whose table it is; told to nobody, since it lets people in

    @property
    def deal_name(self) -> str:
        """Return the name that the shuffle is bound to: the shared deal, or else the table's code."""
        return self.deal or self.code

    @property
    def of_evening(self) -> bool:
        """Return True for a table of an evening, which is played to the end by bots if everybody has gone."""
        return self.deal is not None and self.deal.startswith(EVENING)

    @property
    def clocked(self) -> bool:
        """Return True if players have limited time."""
        return self.timer is not None or self.bank is not None

    @property
    def unhurried(self) -> bool:
        """Return True if each move has a day or more."""
        return self.timer is not None and self.timer >= UNHURRIED


@dataclass(slots=True, eq=False)
class Entry:
    """An entry of the log: a decision, a chance outcome (seat −1) or an undo."""

    seq: int
    seat: int
    text: str
    message_id: str | None
    at: int


@dataclass(slots=True, eq=False)
class ChatLine:
    """A line of the chat."""

    n: int
    seat: int
    name: str
    text: str
    at: int


@dataclass(slots=True, eq=False)
class Advice:
    """A request for advice, made when the log had ``seq`` entries; or the permission for everybody."""

    seq: int
    seat: int


@dataclass(slots=True, eq=False)
class Result:
    """The result of a game for one guest; ``game`` is shown in the guest's list of games."""

    seat: int
    guest: str
    at: int
    game: dict[str, Any]
    left: bool = False  # the guest has left the game


@dataclass(slots=True, eq=False)
class DealEntry:
    """A guest who plays a shared deal; place and score are None until the game is over."""

    guest: str
    code: str
    name: str
    place: int | None = None
    score: int | None = None


@dataclass(slots=True, eq=False)
class Stored:
    """Everything that is stored of a table."""

    row: Row
    seats: list[Seat]
    log: list[Entry] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)
    advice: list[Advice] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Writes:
    """The writes of one step, in one transaction.

    An entry whose number is taken fails the whole transaction, and so does a seat that is not stored as in ``seats_before``.
    """

    table: int  # the row's id
    code: str
    entries: list[Entry] = field(default_factory=list)
    columns: Columns = field(default_factory=dict)
    seats_before: list[Seat] = field(default_factory=list)
    seats: list[Seat] | None = None  # all of them, if any has changed
    holder: tuple[int, str | None] | None = None  # a seat, and the key that must still open it
    lines: list[ChatLine] = field(default_factory=list)  # new lines of the chat
    keep: int = 0  # lines that stay when new ones are added
    moved: list[ChatLine] = field(default_factory=list)  # lines whose seat has changed
    advice: list[Advice] = field(default_factory=list)
    results: list[Result] | None = None  # of a finished game, in place of those before
    deal: tuple[int, int] | None = None  # place and score of the person who played a deal of the day
    tables: list[Stored] = field(default_factory=list)  # new tables; storing them sets the ids of their rows


def apply(stored: Stored, writes: Writes) -> None:
    """Apply the writes of one step to stored rows; for hosts that keep them in memory or as a whole."""
    for name, value in writes.columns.items():
        setattr(stored.row, name, value)
    stored.log.extend(writes.entries)
    if writes.seats is not None:
        stored.seats = [copy_of(seat) for seat in writes.seats]
    if writes.lines:
        stored.chat = [*stored.chat, *writes.lines][-writes.keep :]
    places = {line.n: line.seat for line in writes.moved}
    for line in stored.chat:
        line.seat = places.get(line.n, line.seat)
    stored.advice.extend(writes.advice)


def copy_of(record: T) -> T:
    """Return a shallow copy of a record."""
    kind = type(record)
    return kind(*[getattr(record, name) for name in record.__slots__])  # type: ignore[attr-defined]


def columns_of(record: object) -> Columns:
    """Return the fields of a record by name."""
    return {name: getattr(record, name) for name in record.__slots__}  # type: ignore[attr-defined]
