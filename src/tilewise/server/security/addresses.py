"""Network addresses: the one that limits count by, and lists of allowed ones."""

from collections.abc import Iterable
from ipaddress import AddressValueError, IPv6Address, IPv6Network, ip_address, ip_network

NETWORK = 64
"""The prefix length of an IPv6 network that a provider assigns to one customer."""


def network_of(host: str) -> str:
    """Return an address to count by; for IPv6 the network, because one customer has billions of addresses."""
    try:
        address = IPv6Address(host)
    except AddressValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, NETWORK), strict=False))


def is_in(host: str, networks: Iterable[str]) -> bool:
    """Whether an address belongs to one of these networks."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in ip_network(network) for network in networks)
