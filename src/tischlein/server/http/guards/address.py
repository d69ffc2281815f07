"""The address of this server: on this machine only, in the local network, or behind a proxy."""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from starlette.datastructures import Address
from starlette.requests import HTTPConnection

from tischlein.server.http.guards.hosts import is_lan_name, is_loopback_name, name_of
from tischlein.server.protocol.shared import Reach

LOOPBACK = "127.0.0.1"


@dataclass
class ServerAddress:
    """The server's own address; the running server fills it in."""

    reach: Reach = "loopback"
    url: str | None = None  # where others reach it; None: as the request says
    opener: Callable[[], Awaitable[str]] | None = None  # opens to the local network and returns the address
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False, compare=False)

    def url_for(self, request: HTTPConnection) -> str:
        """Return the server's address for links."""
        if self.url is not None:
            return self.url
        return f"{request.url.scheme}://{request.url.netloc}"

    def knows(self, host: str) -> bool:
        """Return True if this Host header names this server."""
        name = name_of(host)
        return (
            is_loopback_name(name)
            or (self.url is not None and name == name_of(self.url.partition("://")[2]))
            or (self.reach == "lan" and is_lan_name(name))
        )

    def is_own(self, request: HTTPConnection) -> bool:
        """Return True if a request comes from our own page, or from a program without an origin."""
        origin = request.headers.get("origin")
        if origin is None:
            return True
        return origin == self.url or origin.partition("://")[2] == request.headers.get("host")

    def may_open(self, client: Address | None) -> bool:
        """Return True if a client, who must be on this machine, may open the server to the local network."""
        return self.reach == "loopback" and self.opener is not None and is_loopback(client)

    async def open_to_lan(self) -> None:
        """Open the server to the local network, once."""
        async with self._opening:
            if self.opener is not None and self.reach == "loopback":
                self.url = await self.opener()
                self.reach = "lan"


def is_loopback(client: Address | None) -> bool:
    """Return True for a client on this machine."""
    return client is not None and is_loopback_name(client.host)


def lan_host() -> str | None:
    """Return the address of this machine in the local network, None if it is in none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the route matters
            host = str(probe.getsockname()[0])
        except OSError:
            host = ""
    if not host or ipaddress.ip_address(host).is_loopback:
        return _host_address()
    return host


def _host_address() -> str | None:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return None
    hosts = [str(entry[4][0]) for entry in found]
    return next((host for host in hosts if not ipaddress.ip_address(host).is_loopback), None)
