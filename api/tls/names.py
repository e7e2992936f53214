"""Under which names and addresses other machines reach this one, and which of them a local authority may sign for."""

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

Address = IPv4Address | IPv6Address
LOCAL_DOMAINS: Final = ("localhost", "local", "lan", "internal", "home.arpa", "test")
"""Domains that nobody owns: RFC 6761, RFC 6762, RFC 8375, ICANN 2024 (internal); ``lan`` as home routers have it."""
_PRIVATE: Final = ((0x0A000000, 8), (0xAC100000, 12), (0xC0A80000, 16), (0x64400000, 10), (0xA9FE0000, 16))
LOCAL_NETWORKS: Final[tuple[IPv4Network | IPv6Network, ...]] = (
    *(IPv4Network(each) for each in (*_PRIVATE, (0x7F000000, 8))),
    *(IPv6Network(each) for each in ("fc00::/7", "fe80::/10", "::1/128")),
)
"""Private, shared, link-local and loopback addresses: RFC 1918, 6598, 3927, 4193, 4291."""
_LOOPBACK: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class ServedNames:
    """Names of hosts, in lower case, and addresses."""

    hosts: tuple[str, ...]
    addresses: tuple[Address, ...]


def lan_addresses() -> tuple[Address, ...]:
    """The addresses of this machine's network cards, loopback apart."""
    # Loaded for a service that is reached from elsewhere only.
    from psutil import net_if_addrs

    told = (each.address.partition("%")[0] for cards in net_if_addrs().values() for each in cards)
    found = [address for each in told if (address := parsed_ip(each)) is not None and not address.is_loopback]
    return tuple(sorted(set(found), key=lambda each: (each.version, int(each))))


def lan_address() -> str:
    """The address by which a phone in the same network reaches this machine; loopback where it has no network."""
    found = [each for each in lan_addresses() if each.version == 4 and not each.is_link_local]
    return str(next(iter(sorted(found, key=lambda each: (not each.is_private, int(each)))), _LOOPBACK))


def served_names(hosts: Iterable[str]) -> ServedNames:
    """All names of this machine: its own, those that the settings give, its addresses."""
    own = socket.gethostname().lower()
    first = own.partition(".")[0]
    given = [each.lower() for each in hosts]
    named = [each for each in given if parsed_ip(each) is None]
    addressed = [address for each in given if (address := parsed_ip(each)) is not None]
    loopback = (ip_address(_LOOPBACK), ip_address("::1"))
    names = dict.fromkeys(("localhost", own, f"{first}.local", *named))
    return ServedNames(tuple(names), tuple(dict.fromkeys((*loopback, *lan_addresses(), *addressed))))


def parsed_ip(text: str) -> Address | None:
    """The address that a text is, None for a name."""
    try:
        return ip_address(text)
    except ValueError:
        return None
