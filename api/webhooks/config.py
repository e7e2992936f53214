"""Webhook receivers of a venue: their events, and the network addresses that they may have."""

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
"""IETF protocol assignments, RFC 6890, 2.1."""
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class WebhookConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One receiver. ``secret`` signs every message and should come from the environment, ``env:NAME``.

    ``events``: kinds of messages that it receives; ``fault.raised`` is for staff programs. ``private``: allow addresses
    of private networks; otherwise only public https addresses are allowed. ``ca``: PEM file of the authority of the
    receiver's certificate, "" for those that the system trusts.
    """

    name: str
    url: str
    secret: str
    events: tuple[Kind, ...] = ("round.ended", "game.ended")
    private: bool = False
    ca: str = ""

    def __post_init__(self) -> None:
        """Raise JantakuError for an invalid name, address or secret."""
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
    """Return the TLS context that verifies a receiver's certificate; raises JantakuError for an unreadable
    authority.
    """
    try:
        return ssl.create_default_context(cafile=config.ca or None)
    except (OSError, ssl.SSLError) as error:
        raise JantakuError(f"webhook {config.name}: ca: {config.ca}: {error}") from None


def reachable(host: str, port: int, private: bool) -> str:
    """Resolve a host and return the address to connect to; raises JantakuError if it is not allowed.

    The caller must connect to this address, because a second lookup of the name could lead elsewhere.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    # A name with an empty or overlong label raises UnicodeError.
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
        # Addresses outside the global unicast range (RFC 4291 2.4) may embed an IPv4 address.
        if inner is None:
            return ip in _UNICAST and ip.is_global
        ip = inner
    return ip.is_global and not ip.is_multicast and ip not in _OF_PROTOCOLS
