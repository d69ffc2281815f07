"""By which names this server may be called.

A page elsewhere can let its own name point to this machine and so speak to the server as if it were from here. Such a request still
carries the foreign name, and is turned away.
"""

from __future__ import annotations

import ipaddress
import socket
from functools import cache

# What routers at home call the machines around them.
AT_HOME = ("", ".local", ".lan", ".home.arpa", ".fritz.box")


def name_of(netloc: str) -> str:
    """The name in a Host header or in an origin, without the port."""
    name = netloc.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].rstrip(".")


def is_loopback_name(name: str) -> bool:
    address = _address(name)
    return name == "localhost" or (address is not None and address.is_loopback)


def is_lan_name(name: str) -> bool:
    """Does a machine in the local network call this one so? Numbers cannot be made to point elsewhere."""
    return _address(name) is not None or name in _own_names()


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


@cache
def _own_names() -> frozenset[str]:
    name = socket.gethostname().lower()
    return frozenset({name, *(name.partition(".")[0] + end for end in AT_HOME)})
