"""``[[webhooks]]`` of a venue: who is told of what, and which addresses may be told at all."""

import ipaddress
import re
import socket
import ssl
from typing import Final, Literal
from urllib.parse import urlsplit

import httpx2
import msgspec

from controller.errors import JantakuError

Kind = Literal["round.ended", "game.ended", "fault.raised", "service.health"]
KINDS: Final[tuple[Kind, ...]] = ("round.ended", "game.ended", "fault.raised", "service.health")
LEAST_SECRET: Final = 16
_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
_OF_PROTOCOLS: Final = ipaddress.IPv4Network("192.0.0.0/24")
"""RFC 6890, 2.1."""
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class WebhookConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One receiver. ``secret`` signs every message: give it by environment, ``env:NAME``.

    ``events``: kinds that it gets; ``fault.raised`` is for staff programs. ``private``: whether addresses of the
    venue's own network may be told; without it only public https addresses are. ``ca``: PEM file of the authority
    of the receiver's certificate, "" for those that the system trusts.
    """

    name: str
    url: str
    secret: str
    events: tuple[Kind, ...] = ("round.ended", "game.ended")
    private: bool = False
    ca: str = ""

    def __post_init__(self) -> None:
        """Raises JantakuError for a name, address or secret that cannot be."""
        if _NAME.fullmatch(self.name) is None:
            raise JantakuError(f"webhook {self.name!r}: expected a name of 1 to 64 of A-Z a-z 0-9 _ -")
        if len(self.secret.encode()) < LEAST_SECRET:
            raise JantakuError(f"webhook {self.name}: secret: expected at least {LEAST_SECRET} bytes")
        try:
            parts, _ = urlsplit(self.url), httpx2.URL(self.url)
            port = parts.port
        except (ValueError, httpx2.InvalidURL) as error:
            raise JantakuError(f"webhook {self.name}: url: {error}") from None
        known = ("https", "http") if self.private else ("https",)
        if parts.scheme not in known or not parts.hostname or "@" in parts.netloc or port == 0 or "%" in parts.netloc:
            raise JantakuError(f"webhook {self.name}: url: expected {' or '.join(known)}://HOST/… without a password")


def checking(config: WebhookConfig) -> ssl.SSLContext:
    """What checks a receiver's certificate; raises JantakuError for an authority that cannot be read."""
    try:
        return ssl.create_default_context(cafile=config.ca or None)
    except (OSError, ssl.SSLError) as error:
        raise JantakuError(f"webhook {config.name}: ca: {config.ca}: {error}") from None


def reachable(host: str, port: int, private: bool) -> str:
    """The address to connect to for a host, looked up now; raises JantakuError where it may not be told.

    The caller connects to this very address, so that a name cannot lead elsewhere a moment later.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    # A name with an empty or endless part is no OSError.
    except (OSError, UnicodeError) as error:
        raise JantakuError(f"{host}: {error}") from None
    addresses = [str(each[4][0]) for each in found]
    for address in addresses:
        if not private and not _is_public(address):
            raise JantakuError(f"{host} is {address}: of a private network, which this webhook may not reach")
    return addresses[0]


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        # Outside of what is given out for unicast (RFC 4291 2.4) are ways of writing an IPv4 address, too.
        if inner is None:
            return ip in _UNICAST and ip.is_global
        ip = inner
    return ip.is_global and not ip.is_multicast and ip not in _OF_PROTOCOLS
