"""How much an address may ask for."""

from __future__ import annotations

import ipaddress
from collections import Counter

from starlette.datastructures import Address

from tischlein.server.limits import Buckets, Limits
from tischlein.server.site import LOOPBACK


class Gate:
    """Counts per address: requests, new tables, replays, sockets."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._requests = Buckets(limits.requests_per_second, limits.requests_burst)
        self._tables = Buckets(limits.tables_per_hour / 3600, limits.tables_burst)
        self._replays = Buckets(limits.replays_per_second, limits.replays_burst)
        self._files = Buckets(limits.files_per_second, limits.files_burst)
        self._sockets: Counter[str] = Counter()
        self._lines: Counter[str] = Counter()

    def connect(self, client: Address | None) -> bool:
        """One more connection; whoever is let in has to be let out. This machine itself is not counted: its proxy speaks for many."""
        who = host(client)
        if who != LOOPBACK and self._lines[who] >= self.limits.lines_per_address:
            return False
        self._lines[who] += 1
        return True

    def disconnect(self, client: Address | None) -> None:
        _less(self._lines, host(client))

    def may_read(self, client: Address | None) -> bool:
        """A file of the page."""
        return self._files.take(host(client))

    def may_ask(self, client: Address | None) -> bool:
        return self._requests.take(host(client))

    def may_set_a_table(self, client: Address | None) -> bool:
        return self._tables.take(host(client))

    def may_replay(self, client: Address | None) -> bool:
        return self._replays.take(host(client))

    def come_in(self, client: Address | None) -> bool:
        """One more socket; whoever came in must go out."""
        if self._sockets[host(client)] >= self.limits.sockets_per_address:
            return False
        self._sockets[host(client)] += 1
        return True

    def go_out(self, client: Address | None) -> None:
        _less(self._sockets, host(client))


def _less(counter: Counter[str], who: str) -> None:
    counter[who] -= 1
    if counter[who] <= 0:
        del counter[who]


def host(client: Address | None) -> str:
    """One client: an address, or the network of 2⁶⁴ addresses that is given to one house."""
    if client is None:
        return "?"
    try:
        address = ipaddress.ip_address(client.host)
    except ValueError:
        return client.host
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else client.host
