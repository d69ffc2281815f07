"""Rate limits per address."""

import asyncio
import ipaddress
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable
from contextlib import suppress

from starlette.requests import HTTPConnection

from tischlein.server.clock import seconds
from tischlein.server.config import Limits, Rate
from tischlein.server.errors import Refusal
from tischlein.server.http.guards.address import LOOPBACK
from tischlein.server.networks import Client, client_name, networks

ALLOWED = "tischlein.allowed"  # in the scope of a request: the outcome of ``may_ask``
IN_A_TURN = 4  # clients that are welcomed in one turn of the event loop, 2 ms each


class Bucket:
    """A token bucket."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = float(rate.burst)
        self._at = seconds()

    @property
    def has_room(self) -> bool:
        """True if there is room for one more."""
        now = seconds()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        return self._left >= 1

    def take(self) -> bool:
        """Take one; return False if there is no room."""
        if not self.has_room:
            return False
        self._left -= 1
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


class Entrance:
    """Lets a few clients in at each turn of the event loop, so that those who play do not wait for all who come at once."""

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def passed(self) -> None:
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


class RateLimits:
    """All limits per address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.entrance = Entrance()
        # By kind; those of an address, ``attends`` those of a person.
        self._buckets = {kind: Buckets(rate) for kind, rate in vars(limits).items() if isinstance(rate, Rate)}
        # For the client and two networks around it; each may create twice as many tables as the one inside it.
        rate = limits.new_tables
        self._tables = [Buckets(Rate(times * rate.per_second, times * rate.burst)) for times in (1, 2, 4)]
        self._sockets: Counter[str] = Counter()
        self._connections: Counter[str] = Counter()
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
        """Count a connection; return False if the address has too many. Each one counted must be disconnected."""
        who = client_name(client)
        many = self._connections[who] >= self.limits.connections_per_address
        if many and not self._speaks_for_many(client):
            return False
        self._connections[who] += 1
        return True

    @property
    def crowded(self) -> bool:
        """True if there are as many connections as this server accepts."""
        return self._connections.total() >= self.limits.connections

    def disconnect(self, client: Client) -> None:
        """Forget a connection."""
        _less(self._connections, client_name(client))

    def may(self, kind: str, who: str) -> bool:
        """Return True if a client may do one more thing of a kind: set a table, or what has a bucket.

        ``who`` is a client's name, or a person where many may share an address.
        """
        return self._may_set_a_table(who) if kind == "tables" else self._buckets[kind].take(who)

    def check(self, kind: str, who: str) -> None:
        """Refuse what ``may`` does not allow."""
        if not self.may(kind, who):
            raise Refusal("too_many_tables" if kind == "tables" else "too_fast", 429)

    def _may_set_a_table(self, client: str) -> bool:
        """Return True if a client may create one more table, and so may the networks around it."""
        around = zip(self._tables, networks(client), strict=True)
        buckets = [tables.of(network) for tables, network in around]
        return all(bucket.has_room for bucket in buckets) and all(bucket.take() for bucket in buckets)

    def open_socket(self, client: str) -> bool:
        """Count a socket; return False if the address has too many. Each one counted must be closed."""
        if self._sockets[client] >= self.limits.sockets_per_address:
            return False
        self._sockets[client] += 1
        return True

    @property
    def full(self) -> bool:
        """True if there are more sockets than this server accepts."""
        return self._sockets.total() > self.limits.sockets

    def close_socket(self, client: str) -> None:
        """Forget a socket."""
        _less(self._sockets, client)


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
