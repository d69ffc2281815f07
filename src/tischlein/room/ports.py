"""The interface of a host to its rooms: encoding of messages, randomness, comparison of names, limits."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tischlein.engine.game import Game
from tischlein.engine.types import Json


class Codec(Protocol):
    """Encodes messages for the host's connections."""

    def message(self, message: Json) -> Any:
        """Encode a whole message."""


class PlainCodec:
    """Leaves messages as they are."""

    def message(self, message: Json) -> Json:
        return message


class Signer(Protocol):
    """Signs the event chains of seats with the host's Ed25519 key; key and signature are hexadecimal digits."""

    public: str

    def sign(self, text: str) -> str:
        """Return the signature of a text."""


class RandomSource(Protocol):
    """The source of a room's own randomness; the cards have sources of their own."""

    def below(self, n: int) -> int:
        """Return a number from 0 to n − 1."""

    def seed(self) -> int:
        """Return a seed for the bots of a table."""

    def code(self) -> str:
        """Return a code for a new table."""

    def secret(self) -> str:
        """Return a secret for a shuffle that players can check; empty where they cannot."""

    def cards(self) -> Any:
        """Return the chance outcomes of a table without such a secret; None is the system's randomness."""


class Spelling(Protocol):
    """Compares and cleans what people type; Unicode is not at hand everywhere."""

    def clean_name(self, name: str) -> str:
        """Return a name without invisible characters; empty if nothing is left of it."""

    def skeleton(self, name: str) -> str:
        """Return the skeleton of a name: two names with the same skeleton look alike."""

    def clean_line(self, text: str) -> str:
        """Return a line of chat without what cannot be printed."""


@dataclass(slots=True, eq=False)
class Bounds:
    """Limits of a room; times are in milliseconds, except thinking times of bots."""

    levels: Sequence[str]
    rows: int = 40_000  # entries of a log
    undos: int = 500  # per game
    reopens: bool = False  # an undo may take back the end of a game
    chat_kept: int = 100
    sent_away: int = 600_000  # until a person whom the host has sent away may sit down again
    share: int = 5_000  # until a start goes on without missing shares
    away: int = 60_000  # without a connection, until others may have a bot play
    watching: int = 40
    sockets_per_seat: int = 6
    seconds: float = 1.0  # that a bot may think
    instant_seconds: float = 0.3  # likewise, where bots play at once
    unavailable: Collection[str] = ()  # types of messages that mean something only with a server


@dataclass(slots=True, eq=False)
class Ports:
    """Everything that a room is handed by its host."""

    codec: Codec
    rng: RandomSource
    spelling: Spelling
    bounds: Bounds
    games: Mapping[str, Game]
    signer: Signer | None = None
