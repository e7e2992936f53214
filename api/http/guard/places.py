"""Connection limits: in all, for one client, with a reserve for the open files of the tables."""

import ipaddress
import sys
from collections import Counter
from collections.abc import Collection
from typing import Final

_LEFT: Final = 256
"""Files that tables, journals and devices keep room for; chosen: eight tables have some hundred open."""
_WANTED: Final = 65_536
"""Open files that the service requests from the system, if it allows so many."""
_ELSEWHERE: Final = 8_192
"""Connections where the system has no such limit; chosen."""
OF_ONE: Final = 256
"""Connections of one client, except this machine and named proxies; chosen: forty open pages."""
_NETWORK: Final = 64
"""Bits of an IPv6 address that one household or telephone has for itself alone."""


class Places:
    """Counts connections; one beyond the limit is closed before anything is read."""

    def __init__(self, most: int, proxies: Collection[str] = (), of_one: int = OF_ONE) -> None:
        """``most`` in all; ``proxies``: addresses behind which many clients are."""
        self._most, self._of_one = most, of_one
        self._proxies = frozenset(proxies)
        self._taken = Counter[str]()

    def take(self, address: str) -> bool:
        """Take a place for a client; False where there is none."""
        client = one_client(address)
        is_many = address in self._proxies or _is_here(address)
        if self._taken.total() >= self._most or (not is_many and self._taken[client] >= self._of_one):
            return False
        self._taken[client] += 1
        return True

    def leave(self, address: str) -> None:
        """Give a place back that was taken."""
        client = one_client(address)
        self._taken[client] -= 1
        if self._taken[client] <= 0:
            del self._taken[client]


def one_client(address: str) -> str:
    """Key of a client: an IPv4 address, or the IPv6 network, within which a client can change its address."""
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
        # A local socket has no address.
        return True


def most_connections() -> int:
    """How many connections leave room for all else; the process may then open as many files as the system lets it."""
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
            # Systems may give less than they say; what there is stays.
            pass
    given = _WANTED if soft == psutil.RLIM_INFINITY else soft
    return max(given // 2, given - _LEFT)
