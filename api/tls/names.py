"""Names and addresses of this machine, and which of them a local authority may sign for."""

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
"""Domains that nobody owns: RFC 6761, RFC 6762, RFC 8375, ICANN 2024 (internal); ``lan`` as home routers have it."""
_PRIVATE: Final = ((0x0A000000, 8), (0xAC100000, 12), (0xC0A80000, 16), (0x64400000, 10), (0xA9FE0000, 16))
LOCAL_NETWORKS: Final[tuple[IPv4Network | IPv6Network, ...]] = (
    *(IPv4Network(each) for each in (*_PRIVATE, (0x7F000000, 8))),
    *(IPv6Network(each) for each in ("fc00::/7", "fe80::/10", "::1/128")),
)
"""Private, shared, link-local and loopback addresses: RFC 1918, 6598, 3927, 4193, 4291."""
_LOOPBACK: Final = "127.0.0.1"
_NAME_S: Final = 60.0
"""For how long an answer about a name counts."""
_ANSWER_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class ServedNames:
    """Names of hosts, in lower case, and addresses."""

    hosts: tuple[str, ...]
    addresses: tuple[Address, ...]


def lan_addresses() -> tuple[Address, ...]:
    """Addresses of this machine's network cards that are up, without loopback, the most reachable first.

    First the card that the default route leads over, then cards of hardware, then bridges and tunnels of programs.
    """
    # Loaded for a service that is reached from elsewhere only.
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
    """The addresses that the default routes start from; a datagram's socket that is connected sends nothing."""
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
    """What this machine is called in its network."""
    name = socket.gethostname().lower()
    return tuple(dict.fromkeys((name, f"{name.partition('.')[0]}.local")))


def is_loopback(name: str) -> bool:
    """Whether a name or address leads to the machine itself wherever it is used."""
    address = parsed_ip(name.strip("[]"))
    return name.lower() == "localhost" if address is None else address.is_loopback


class _Resolver:
    """Which names lead to some machine in a network; asked in a thread, since a network without DNS answers late."""

    def __init__(self) -> None:
        self._known = dict[str, tuple[float, bool]]()

    def leads_somewhere(self, name: str) -> bool:
        """Whether a name resolves to an address other than loopback, as far as is known within a second."""
        until, known = self._known.get(name, (0.0, False))
        if time.monotonic() < until:
            return known
        # What is answered too late counts from the next time on.
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
    """All names of this machine: its own, those that the settings give, its addresses."""
    given = [each.lower() for each in hosts]
    named = [each for each in given if parsed_ip(each) is None]
    addressed = [address for each in given if (address := parsed_ip(each)) is not None]
    loopback = (ip_address(_LOOPBACK), ip_address("::1"))
    names = dict.fromkeys(("localhost", *own_names(), *named))
    return ServedNames(tuple(names), tuple(dict.fromkeys((*loopback, *lan_addresses(), *addressed))))


def parsed_ip(text: str) -> Address | None:
    """The address that a text is, None for a name; one of IPv4 that is written as IPv6 is one of IPv4."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
