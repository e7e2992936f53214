"""Limits on open connections, in total and per client; some file descriptors are reserved for the tables."""

import ipaddress
import sys
from collections import Counter
from collections.abc import Collection
from typing import Final

_LEFT: Final = 256
"""File descriptors reserved for tables, journals and devices; chosen: eight tables have about a hundred open."""
_WANTED: Final = 65_536
"""File descriptors that the service requests from the operating system."""
_ELSEWHERE: Final = 8_192
"""Maximum connections on systems other than Linux; chosen."""
OF_ONE: Final = 256
"""Maximum connections of one client, except this machine and named proxies; chosen: forty open pages."""
_NETWORK: Final = 64
"""Prefix length of an IPv6 network that belongs to one household or telephone."""


class Places:
    """Counter of open connections; a connection beyond the limit is closed before anything is read."""

    def __init__(self, most: int, proxies: Collection[str] = (), of_one: int = OF_ONE) -> None:
        """``most``: limit in total. ``proxies``: addresses that many clients share. ``of_one``: limit per client."""
        self._most, self._of_one = most, of_one
        self._proxies = frozenset(proxies)
        self._taken = Counter[str]()

    def take(self, address: str) -> bool:
        """Count a connection of this address; False if a limit is reached."""
        client = one_client(address)
        is_many = address in self._proxies or _is_here(address)
        if self._taken.total() >= self._most or (not is_many and self._taken[client] >= self._of_one):
            return False
        self._taken[client] += 1
        return True

    def leave(self, address: str) -> None:
        """Release a connection counted by ``take``."""
        client = one_client(address)
        self._taken[client] -= 1
        if self._taken[client] <= 0:
            del self._taken[client]


def one_client(address: str) -> str:
    """Return the key of a client: its IPv4 address, or its IPv6 network, within which it can change addresses."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((ip, _NETWORK), strict=False))


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        # A Unix socket has no IP address.
        return True


def most_connections() -> int:
    """Return the maximum number of connections that leaves enough file descriptors for everything else.

    Raises the process's limit of open files as far as the system allows.
    """
    if sys.platform != "linux":
        return _ELSEWHERE
    import psutil

    process = psutil.Process()
    soft, hard = process.rlimit(psutil.RLIMIT_NOFILE)
    wanted = _WANTED if hard == psutil.RLIM_INFINITY else min(hard, _WANTED)
    if soft != psutil.RLIM_INFINITY and soft < wanted:
        try:
            process.rlimit(psutil.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):
            # Some systems refuse even their stated maximum; keep the present limit then.
            pass
    given = _WANTED if soft == psutil.RLIM_INFINITY else soft
    return max(given // 2, given - _LEFT)
