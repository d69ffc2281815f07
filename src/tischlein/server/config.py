"""The configuration of a server: where it listens, where it stores tables, and its limits."""

import os
import sys
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple

from tischlein.engine.errors import OptionError
from tischlein.server.errors import ServeError
from tischlein.server.logs import LogStyle

HOUR = 3600.0
DAY = 24 * HOUR

PORT = 8077  # where a server listens, if nothing else is said


class Rate(NamedTuple):
    """A limit: the number of things at once, and the number per second from then on."""

    per_second: float
    burst: int


@dataclass(frozen=True)
class Limits:
    """All limits of the server; docs/operations.md lists them.

    Those per address leave room for an evening of 64 phones behind one router.
    """

    body: int = 16_384  # bytes of a request
    message: int = 4_096  # bytes of a message on the socket
    messages: Rate = Rate(30.0, 120)  # on one socket
    messages_of_address: Rate = Rate(100.0, 1_000)  # on all of its sockets
    patience: int = 40  # refused messages in a row before the connection is closed
    chats: Rate = Rate(0.5, 6)
    syncs: Rate = Rate(0.5, 10)  # each may bring the whole game
    requests: Rate = Rate(60.0, 600)  # per address
    files: Rate = Rate(50.0, 3_000)  # per address, of the page
    # Connections; those of this machine and of trusted proxies, which serve many people, are not counted. Of these, of sockets, of
    # held requests and of new tables, the networks around an address get twice and four times as many.
    connections_per_address: int = 600
    held_per_address: int = 150  # requests that wait for news of an evening
    held: int = 4_000  # in all
    request_seconds: float = 10.0  # until a request is complete
    answer_seconds: float = 30.0  # in which a client must read some of an answer
    joins: Rate = Rate(0.5, 100)  # per address
    attends: Rate = Rate(0.1, 6)  # per person of an evening, who leaves or comes back
    replays: Rate = Rate(2.0, 80)  # per address, and lists of own tables
    matches: Rate = Rate(0.2, 10)  # per address
    # Advice at the table.
    advice: Rate = Rate(20 / 60, 10)  # per address
    advice_waiting: int = 20  # in all
    advice_per_address: int = 3  # of them
    advice_seconds: float = 30.0  # for one answer of the coach
    advice_worlds: int = 128
    # The coach looks at one finished game at a time.
    coach_nice: int = 15  # niceness of its processes
    coach_idle: float = 300.0  # seconds until a process without a question ends
    reviews_waiting: int = 20  # in the queue
    reviews_per_address: int = 4  # of them
    reviews: Rate = Rate(30 / HOUR, 10)  # that an address may ask for
    review_steps: int = 4_000  # decisions and chance outcomes of a game
    review_seconds: float = 900.0  # for one review
    review_patience: float = 90.0  # seconds until a review that nobody asks about is dropped
    review_worlds: int = 256  # in which the best choices of a decision are compared
    new_tables: Rate = Rate(60 / HOUR, 40)  # per address
    round_tables: Rate = Rate(240 / HOUR, 160)  # per address, of the rounds of its evenings
    sockets_per_address: int = 250
    sockets_per_seat: int = 6
    frames: Rate = Rate(20.0, 200)  # per socket: pings, pongs, and messages in pieces
    watching: int = 40  # per table
    tables: int = 50_000  # stored
    evenings: int = 10_000  # stored
    groups: int = 10_000  # stored
    groups_per_guest: int = 20
    members: int = 100  # of a group
    live: int = 2_000  # in memory; those without connections leave it first
    unsent: int = 64  # messages that wait for a slow client
    unsent_bytes: int = 1_000_000  # of several such messages
    rows: int = 40_000  # decisions and chance outcomes of a game
    undos: int = 500  # of a game
    chat_kept: int = 100
    sent_away: float = 10 * 60.0  # until a kicked person may join again
    sockets: int = 6_000  # in all
    connections: int = 8_000  # in all, sockets not included
    path: int = 1_000  # characters of an address
    instant_seconds: float = 0.3  # for a bot to think at the pace "instant"
    share_seconds: float = 5.0  # until a game starts without missing shares
    hello_seconds: float = 10.0
    stranger_seconds: float = (
        5.0  # for which a socket without a known key keeps its place, where places are short
    )
    away: float = 60.0  # without a connection: then a bot may stand in, and a lobby gets another host
    quiet: float = 10 * 60.0  # until a table without connections leaves the memory
    quiet_over: float = 20.0  # the same after the end of the game
    idle_lobby: float = DAY
    idle_game: float = 30 * DAY
    keep: float = 365 * DAY


@dataclass(frozen=True)
class ServerConfig:
    """The options of ``tischlein serve``."""

    port: int | None = None  # None: the usual port, or any free one
    lan: bool | None = None  # None: open if the page has opened it
    public_url: str | None = None
    data: str | None = None  # a folder, or postgresql://…
    limits: Limits | None = None
    bots: tuple[str, ...] = ()  # the operator's own: module:Class
    log: LogStyle = "text"
    peer_url: str | None = None  # where other servers on the same database reach this one
    signing_key: str | None = None  # a file with the key that signs what players were told
    rating: bool = True  # ratings of guests, where openskill is installed
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks that may name the client's address


POSTGRESQL = ("postgresql://", "postgres://")


def database(data: str | None) -> str | None:
    """Return the address of the chosen PostgreSQL database; None if tables are stored in a folder."""
    chosen = data or os.environ.get("TISCHLEIN_DATA", "")
    if "://" in chosen and not chosen.startswith(POSTGRESQL):
        raise OptionError(
            f"{chosen.partition('://')[0]}://… cannot store tables: name a folder, or postgresql://…"
        )
    return chosen if chosen.startswith(POSTGRESQL) else None


def data_home(data: str | None = None) -> Path:
    """Return the folder for tables: ``data``, ``TISCHLEIN_DATA``, or the usual one in the user's home."""
    chosen = data or os.environ.get("TISCHLEIN_DATA")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    elif sys.platform == "darwin":
        home = Path.home() / "Library/Application Support"
    else:
        chosen = os.environ.get("XDG_DATA_HOME", "")  # its specification says to ignore relative paths
        home = Path(chosen) if os.path.isabs(chosen) else Path.home() / ".local/share"
    return home / "tischlein"


def check_network(text: str) -> None:
    """Raise ServeError if this is neither an address nor a network: nothing would ever match it."""
    try:
        ip_network(text)
    except ValueError as error:
        raise ServeError(
            f"--trusted-proxy {text!r}: an address, or a network such as 10.0.0.0/8 ({error})"
        ) from None


def check_url(url: str, option: str = "--public-url") -> str:
    """Return the address without a slash at the end; ServeError if it is not one."""
    scheme, colon, rest = url.partition("://")
    if scheme not in ("http", "https") or not colon or not rest.strip("/") or set(rest) & set(" ?#"):
        raise ServeError(f"{option} {url!r}: write it as https://example.org")
    if "/" in rest.rstrip("/"):
        raise ServeError(f"{option} {url!r}: the table needs a host name of its own, without a path")
    return url.rstrip("/")
