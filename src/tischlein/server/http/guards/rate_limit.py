"""Rate limits per address."""

import asyncio
import ipaddress
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from starlette.requests import HTTPConnection

from tischlein.server.clock import seconds
from tischlein.server.config import Limits, Rate
from tischlein.server.errors import Refusal
from tischlein.server.http.guards.address import LOOPBACK
from tischlein.server.networks import Client, client_name, networks

ALLOWED = "tischlein.allowed"  # in the scope of a request: the outcome of ``may_ask``
RESERVED = 10  # a tenth more connections, for health checks and people who play
PLAYERS = 5  # a fifth of all sockets is for people with a seat
LATER = 1013  # a close code of RFC 6455: try again later
IN_A_TURN = 4  # clients that are welcomed in one turn of the event loop, 2 ms each


class Bucket:
    """A token bucket."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = float(rate.burst)
        self._at = seconds()

    def has_room(self, times: int = 1) -> bool:
        """Return True if this many more are within the limit."""
        now = seconds()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        return self._left >= times

    def take(self, times: int = 1) -> bool:
        """Take one, or more; return False if there is no room."""
        if not self.has_room(times):
            return False
        self._left -= times
        return True


class Buckets:
    """A bucket per address; the least recently used are dropped, so that addresses cannot fill the memory."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """Return the bucket of an address."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate)
        self._buckets[address] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, address: str) -> bool:
        """Take one from the bucket of an address; return False if there is no room."""
        return self.of(address).take()


class AdmissionQueue:
    """Admits a few new clients per turn of the event loop, so that a rush does not delay running games."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def wait_turn(self) -> None:
        """Return when it is this client's turn."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append(future)
        if len(self._waiting) == 1:
            loop.call_soon(self._let_in)
        await future

    def _let_in(self) -> None:
        for _ in range(min(IN_A_TURN, len(self._waiting))):
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(None)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._let_in)


class NestedCount:
    """Counts what clients hold: up to a limit each, and two and four times that for the two networks around a client."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
        self._total = 0

    def take(self, client: str, bounded: bool = True) -> bool:
        """Count one more, or return False if that is too many. Each one counted must be given back."""
        around = list(zip(self._held, networks(client), strict=True))
        if bounded and any(held[name] >= self._most << k for k, (held, name) in enumerate(around)):
            return False
        for held, name in around:
            held[name] += 1
        self._total += 1
        return True

    def give_back(self, client: str) -> None:
        """Count one less."""
        for held, name in zip(self._held, networks(client), strict=True):
            _less(held, name)
        self._total -= 1

    def total(self) -> int:
        """Return how many are held."""
        return self._total


class Closable(Protocol):
    """A connection that can be sent away."""

    def turn_away(self, refusal: Refusal, close: int) -> None: ...


class RateLimits:
    """All limits per address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.entrance = AdmissionQueue()
        # By kind; those of an address, ``attends`` those of a person.
        self._buckets = {kind: Buckets(rate) for kind, rate in vars(limits).items() if isinstance(rate, Rate)}
        # For the client and two networks around it; each may create twice as many tables as the one inside it.
        self._tables = {
            kind: [Buckets(Rate(times * rate.per_second, times * rate.burst)) for times in (1, 2, 4)]
            for kind, rate in (("tables", limits.new_tables), ("round_tables", limits.round_tables))
        }
        self._sockets = NestedCount(limits.sockets_per_address)
        self._connections = NestedCount(limits.connections_per_address)
        self._held = NestedCount(limits.held_per_address)
        self._strangers: dict[
            Closable, float
        ] = {}  # sockets without a known key, with the time since which they are here
        self._proxies: set[ipaddress.IPv4Network | ipaddress.IPv6Network] = {ipaddress.ip_network(LOOPBACK)}

    def trust(self, proxies: Iterable[str]) -> None:
        """Do not limit the connections of these addresses or networks, which serve many people."""
        for proxy in proxies:
            with suppress(ValueError):  # a name instead of an address
                self._proxies.add(ipaddress.ip_network(proxy, strict=False))

    def _speaks_for_many(self, client: Client) -> bool:
        try:
            address = ipaddress.ip_address("" if client is None else client[0])
        except ValueError:
            return False
        return any(address in network for network in self._proxies)

    def connect(self, client: Client) -> bool:
        """Count a connection; return False if its address or network has too many. Each one counted must be disconnected."""
        return self._connections.take(client_name(client), not self._speaks_for_many(client))

    @property
    def crowded(self) -> bool:
        """True if there are as many connections as this server accepts."""
        return self._connections.total() >= self.limits.connections

    def is_spare(self, client: Client) -> bool:
        """Return True if a crowded server still reads a request: for health checks, and for sockets of people who play."""
        reserve = max(1, self.limits.connections // RESERVED)
        return self._connections.total() < self.limits.connections + reserve or self._speaks_for_many(client)

    def disconnect(self, client: Client) -> None:
        """Forget a connection."""
        self._connections.give_back(client_name(client))

    @contextmanager
    def holding(self, client: Client) -> Iterator[None]:
        """Hold a request for a while; Refusal if the address, a network around it, or all together hold too many."""
        who = client_name(client)
        full = self._held.total() >= self.limits.held
        if full or not self._held.take(who, not self._speaks_for_many(client)):
            raise Refusal("too_fast", 429)
        try:
            yield
        finally:
            self._held.give_back(who)

    def may(self, kind: str, who: str, times: int = 1) -> bool:
        """Return True if a client's bucket of this kind allows this many more actions.

        ``who`` is a client's name, or a person where many may share an address.
        """
        if kind in self._tables:
            return self._may_set_tables(kind, who, times)
        return self._buckets[kind].of(who).take(times)

    def check(self, kind: str, who: str, times: int = 1) -> None:
        """Refuse what ``may`` does not allow."""
        if not self.may(kind, who, times):
            raise Refusal("too_many_tables" if kind in self._tables else "too_fast", 429)

    def _may_set_tables(self, kind: str, client: str, times: int) -> bool:
        """Return True if the limits of a client and of the networks around it allow this many more tables."""
        around = zip(self._tables[kind], networks(client), strict=True)
        buckets = [tables.of(network) for tables, network in around]
        return all(bucket.has_room(times) for bucket in buckets) and all(
            bucket.take(times) for bucket in buckets
        )

    def open_socket(self, client: str) -> bool:
        """Count a socket; return False if its address or network has too many. Each one counted must be closed."""
        return self._sockets.take(client)

    @property
    def full(self) -> bool:
        """True if there are more sockets than this server accepts."""
        return self._sockets.total() > self.limits.sockets

    @property
    def short(self) -> bool:
        """True if the places for sockets that are left are for people with a seat."""
        return self._sockets.total() > self.limits.sockets - self.limits.sockets // PLAYERS

    @property
    def hello_seconds(self) -> float:
        """The seconds in which a socket must say who it is."""
        limits = self.limits
        return min(limits.hello_seconds, limits.stranger_seconds) if self.short else limits.hello_seconds

    def add_stranger(self, connection: Closable) -> None:
        """Register a socket without a known key; raise Refusal if connections are short."""
        if self.short:
            raise Refusal("house_full", 503)
        self._strangers[connection] = seconds()

    def drop_stranger(self, connection: Closable) -> None:
        """Forget a socket that has gone, or that has shown a known key."""
        self._strangers.pop(connection, None)

    def make_room(self) -> None:
        """If connections are short, close sockets without a known key after some seconds, oldest first."""
        before = seconds() - self.limits.stranger_seconds
        for connection, since in list(self._strangers.items()) if self.short else []:
            if since > before:
                break
            del self._strangers[connection]
            connection.turn_away(Refusal("house_full", 503), LATER)

    def close_socket(self, client: str) -> None:
        """Forget a socket."""
        self._sockets.give_back(client)


def may_ask(connection: HTTPConnection) -> bool:
    """Return True if a request is within the limit; it is counted once."""
    scope = connection.scope
    if ALLOWED not in scope:
        scope[ALLOWED] = connection.app.state.rate_limits.may("requests", client_name(connection.client))
    return bool(scope[ALLOWED])


def _less(counter: Counter[str], who: str) -> None:
    counter[who] -= 1
    if counter[who] <= 0:
        del counter[who]
