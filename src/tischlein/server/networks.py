"""Names of clients and of the networks around them, by which limits count."""

import ipaddress

Client = tuple[str, int] | None  # host and port


def client_name(client: Client) -> str:
    """Return the name of a client: its IPv4 address, or the /64 network of its IPv6 address."""
    if client is None:
        return "?"
    host = client[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:  # an IPv4 client of a proxy that listens for both
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def networks(client: str) -> tuple[str, str, str]:
    """Return a client, as ``client_name`` names it, and two networks around it: of IPv6 /64, /56 and /48, of IPv4 /32, /28 and /24.

    >>> networks("2001:db8:1:2ff::/64")
    ('2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48')
    """
    try:
        network = ipaddress.ip_network(client)
    except ValueError:
        return client, client, client
    wider = (56, 48) if network.version == 6 else (28, 24)
    return client, *(str(network.supernet(new_prefix=length)) for length in wider)  # type: ignore[return-value]  # there are two
