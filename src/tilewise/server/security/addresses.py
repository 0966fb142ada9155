"""The address that limits count by."""

from ipaddress import AddressValueError, IPv6Address, IPv6Network

NETWORK = 64
"""The prefix length of an IPv6 network that a provider assigns to one customer."""


def network_of(host: str) -> str:
    """Return an address to count by; for IPv6 the network, because one customer has billions of addresses."""
    try:
        address = IPv6Address(host)
    except AddressValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, NETWORK), strict=False))
