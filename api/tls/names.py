"""Names and addresses of this machine, and the domains and networks that a local authority may sign for."""

import socket
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import Final

Address = IPv4Address | IPv6Address
LOCAL_DOMAINS: Final = ("localhost", "local", "lan", "internal", "home.arpa", "test")
"""Domains without a public owner: RFC 6761, RFC 6762, RFC 8375, ICANN 2024 (internal); ``lan`` as used by
home routers.
"""
_PRIVATE: Final = ((0x0A000000, 8), (0xAC100000, 12), (0xC0A80000, 16), (0x64400000, 10), (0xA9FE0000, 16))
LOCAL_NETWORKS: Final[tuple[IPv4Network | IPv6Network, ...]] = (
    *(IPv4Network(each) for each in (*_PRIVATE, (0x7F000000, 8))),
    *(IPv6Network(each) for each in ("fc00::/7", "fe80::/10", "::1/128")),
)
"""Private, shared, link-local and loopback addresses: RFC 1918, 6598, 3927, 4193, 4291."""
_LOOPBACK: Final = "127.0.0.1"
_NAME_S: Final = 60.0
"""Time for which the result of a name lookup is cached, s."""
_ANSWER_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class ServedNames:
    """Host names in lower case, and addresses."""

    hosts: tuple[str, ...]
    addresses: tuple[Address, ...]


def lan_addresses() -> tuple[Address, ...]:
    """Return the addresses of this machine's active network cards, without loopback, the best reachable first.

    Order: cards with the default route, other hardware cards, then bridges and tunnels.
    """
    # Imported late: only a service that is reached from other machines needs it.
    from psutil import net_if_addrs, net_if_stats

    down = {name for name, each in net_if_stats().items() if not each.isup}
    routed, found = _routed(), dict[Address, tuple[bool, bool, int, int]]()
    for card, each in ((card, each) for card, all_ in net_if_addrs().items() if card not in down for each in all_):
        address = parsed_ip(each.address.partition("%")[0])
        if address is None or address.is_loopback:
            continue
        is_hardware = Path(f"/sys/class/net/{card}/device").exists()
        found[address] = (address not in routed, not is_hardware, address.version, int(address))
    return tuple(sorted(found, key=found.__getitem__))


def _routed() -> set[Address]:
    """Return the source addresses of the default routes; connecting a datagram socket sends nothing."""
    found = set[Address]()
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asked:
                asked.connect((elsewhere, 9))
                address = parsed_ip(asked.getsockname()[0])
        except OSError:
            continue
        if address is not None:
            found.add(address)
    return found


@cache
def own_names() -> tuple[str, ...]:
    """Return the names of this machine in its network."""
    name = socket.gethostname().lower()
    return tuple(dict.fromkeys((name, f"{name.partition('.')[0]}.local")))


def is_loopback(name: str) -> bool:
    """True if a name or address always leads back to the machine that uses it."""
    address = parsed_ip(name.strip("[]"))
    return name.lower() == "localhost" if address is None else address.is_loopback


class _Resolver:
    """Cached lookups of names in a thread, because a network without DNS answers late."""

    def __init__(self) -> None:
        self._known = dict[str, tuple[float, bool]]()

    def leads_somewhere(self, name: str) -> bool:
        """True if a name resolves to an address other than loopback; False if there is no answer within a second."""
        until, known = self._known.get(name, (0.0, False))
        if time.monotonic() < until:
            return known
        # A later answer is used by the next call.
        self._known[name] = (time.monotonic() + _NAME_S, False)
        asking = threading.Thread(target=self._ask, args=(name,), name="names", daemon=True)
        asking.start()
        asking.join(_ANSWER_S)
        return self._known[name][1]

    def _ask(self, name: str) -> None:
        try:
            found = {parsed_ip(str(each[4][0]).partition("%")[0]) for each in socket.getaddrinfo(name, None)}
        except (OSError, UnicodeError):
            return
        leads = any(address is not None and not address.is_loopback for address in found)
        self._known[name] = (time.monotonic() + _NAME_S, leads)


leads_somewhere: Final = _Resolver().leads_somewhere


def served_names(hosts: Iterable[str]) -> ServedNames:
    """Return all names and addresses of this machine: its own, and those given in the settings."""
    given = [each.lower() for each in hosts]
    named = [each for each in given if parsed_ip(each) is None]
    addressed = [address for each in given if (address := parsed_ip(each)) is not None]
    loopback = (ip_address(_LOOPBACK), ip_address("::1"))
    names = dict.fromkeys(("localhost", *own_names(), *named))
    return ServedNames(tuple(names), tuple(dict.fromkeys((*loopback, *lan_addresses(), *addressed))))


def parsed_ip(text: str) -> Address | None:
    """Parse an address; None for a name. An IPv4-mapped IPv6 address is returned as IPv4."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
