"""Events for a room, each with a time."""

from collections.abc import Collection
from dataclasses import dataclass

from tischlein.engine.types import Json


@dataclass(slots=True, eq=False)
class Now:
    """A moment, in milliseconds: ``ticks`` never go back and run the clocks, ``wall`` counts from 1970 and is stored."""

    ticks: int
    wall: int


@dataclass(slots=True, eq=False)
class ClientConnected:
    """A client has connected and said hello.

    ``listener`` is the number that the host gave the connection, ``key`` what the host made of the client's token, ``since`` the number
    of the last event that the client has seen, ``facts`` the number of steps whose facts it knows, None if it wants none. ``closed`` is a refusal's code where the deal may not be shown to spectators yet.
    """

    listener: int
    key: str | None = None
    lang: str | None = None
    since: int = 0
    address: str = ""
    facts: int | None = None
    closed: str | None = None


@dataclass(slots=True, eq=False)
class ClientDisconnected:
    """A client has disconnected."""

    listener: int


@dataclass(slots=True, eq=False)
class MessageReceived:
    """A client's message, with all of its fields: ``wire`` says what those stand for that were left out."""

    listener: int
    message: Json


@dataclass(slots=True, eq=False)
class SeatRequested:
    """A person takes a free seat."""

    name: str
    key: str
    seat: int | None = None
    avatar: str | None = None
    guest: str | None = None
    address: str = ""


@dataclass(slots=True, eq=False)
class StartRequested:
    """The game starts without the host's word, once these people have promised their shares of the shuffle."""

    awaited: Collection[str] = ()


@dataclass(slots=True, eq=False)
class RoundTimeUp:
    """The time of the evening's round is over: bots decide for everybody, at once, until the game ends."""


@dataclass(slots=True, eq=False)
class PlayerLeft:
    """The person with this key leaves for good, without a connection to say so."""

    key: str


@dataclass(slots=True, eq=False)
class SeatRevoked:
    """The person with this key was removed from the evening: the store has taken the key off the seat already."""

    key: str


@dataclass(slots=True, eq=False)
class BotDecided:
    """A bot has chosen. It began to think at ``began`` and shows its choice no sooner than ``takes`` milliseconds later."""

    seat: int
    since: int
    action: int
    began: int = 0
    takes: int = 0


@dataclass(slots=True, eq=False)
class CoachAnswered:
    """The coach has answered; None if it failed."""

    seat: int
    number: int
    advice: Json | None = None


@dataclass(slots=True, eq=False)
class GuestDeleted:
    """A guest has deleted everything, and is stored at no seat any more."""

    guest: str


@dataclass(slots=True, eq=False)
class TimerFired:
    """The room's timer, ``outbox.wake``, has fired."""


@dataclass(slots=True, eq=False)
class ServerStopping:
    """The host stops; another one may go on with the table."""
