"""The names under which this server answers.

A foreign page can let its own name point to this machine, and so send requests as if they came from our page. Such requests still
carry the foreign name, and are refused.
"""

import ipaddress
import re
import socket
from functools import cache

NETLOC = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(?P<port>[0-9]{1,5}))?")
MOST = 65_535  # the highest port
# Domains that routers at home give to the machines around them.
AT_HOME = ("", ".local", ".lan", ".home.arpa", ".fritz.box")


def name_of(netloc: str) -> str:
    """Return the name in a Host header or an origin without its port; empty if it is not a name and a port.

    >>> name_of("Localhost:8077"), name_of("[::1]:80"), name_of("localhost:http"), name_of("[::1")
    ('localhost', '::1', '', '')
    """
    found = NETLOC.fullmatch(netloc.strip().lower())
    if found is None or int(found["port"] or 0) > MOST:
        return ""
    return found["name"].strip("[]").rstrip(".")


def is_loopback_name(name: str) -> bool:
    """Return True for the names of this machine itself."""
    address = _address(name)
    return name == "localhost" or (address is not None and address.is_loopback)


def is_lan_name(name: str) -> bool:
    """Return True for names that machines in the local network use; an address cannot be made to point elsewhere."""
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
