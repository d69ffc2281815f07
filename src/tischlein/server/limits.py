"""What a client may use up; a hostile one disturbs nobody."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

HOUR = 3600.0
DAY = 24 * HOUR


@dataclass(frozen=True)
class Limits:
    """Every bound of the server in one place; docs/operations.md lists them."""

    body: int = 16_384  # bytes of a request
    message: int = 4_096  # bytes of a message on the socket
    messages_per_second: float = 30.0
    messages_burst: int = 120
    patience: int = 40  # refused messages in a row before the connection is closed
    chats_per_second: float = 0.5
    chats_burst: int = 6
    syncs_per_second: float = 0.5  # each may bring the whole game
    syncs_burst: int = 10
    requests_per_second: float = 20.0  # per address
    requests_burst: int = 120
    files_per_second: float = 50.0  # per address, of the page
    files_burst: int = 600
    # Connections; those from this machine are not counted, where a proxy may speak for many.
    lines_per_address: int = 200
    request_seconds: float = 10.0  # until a request is complete
    replays_per_second: float = 2.0  # per address, and lists of own tables
    replays_burst: int = 20
    tables_per_hour: float = 60.0  # per address
    tables_burst: int = 40
    sockets_per_address: int = 100
    sockets_per_seat: int = 6
    watching: int = 40  # per table
    tables: int = 50_000  # stored
    live: int = 2_000  # in memory; those that nobody looks at go first
    unsent: int = 64  # messages that wait for a slow client
    rows: int = 40_000  # decisions and chance outcomes of a game
    chat_kept: int = 100
    hello_seconds: float = 10.0
    away: float = 60.0  # without a connection: then others may have a bot play, and a lobby gets another host
    quiet: float = 10 * 60.0  # a table that nobody looks at leaves the memory
    idle_lobby: float = DAY
    idle_game: float = 30 * DAY
    keep: float = 365 * DAY


class Bucket:
    """So many at once, and then so many per second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Is there room for one more?"""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket per address; the least recently used are forgotten, so that addresses cannot fill the memory."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take()
