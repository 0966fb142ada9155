"""The checks that apply to every request."""

from types import SimpleNamespace
from typing import cast

import pytest

from tilewise.server.http.request import address_of
from tilewise.server.security.identity import AnyConnection


def seen_from(host: str) -> str:
    return address_of(cast("AnyConnection", SimpleNamespace(client=SimpleNamespace(host=host))))


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unix", "unix"),
    ],
)
def test_rate_limits_apply_to_ipv6_networks_and_ipv4_addresses(host: str, address: str) -> None:
    assert seen_from(host) == address
