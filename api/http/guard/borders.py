"""Checks of the Host and Origin headers: the names the service answers to, and whether its own page is asking."""

import re
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from api.tls.names import parsed_ip

_NO_HOST: Final = re.compile(r"[^\w.:\[\]-]", re.ASCII)
"""Characters forbidden in a host and port (RFC 9110 7.2): they would let a user, path or zone be parsed as host."""
_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def knows_host(scope: Scope, headers: Headers, names: Collection[str]) -> bool:
    """True if the Host header names this service, which protects against DNS rebinding.

    Accepted are ``names`` and the address that the client connected to.
    """
    given = headers.getlist("host")
    if len(given) != 1:
        return False
    if _NO_HOST.search(given[0]):
        return False
    try:
        parts = urlsplit(f"//{given[0]}")
        # An invalid port raises ValueError only when it is read.
        name, _ = parts.hostname, parts.port
    except ValueError:
        return False
    server = scope.get("server")
    if name is None or name in names or server is None:
        return name is not None and name in names
    # A dual-stack socket reports IPv4 addresses as IPv4-mapped IPv6.
    return name == str(parsed_ip(str(server[0])) or server[0]).lower()


def is_own_page(scope: Scope, headers: Headers) -> bool | None:
    """True if a page of this service sent the request, False for another page, None if no page did.

    Programs send neither Origin nor Sec-Fetch-Site.
    """
    origin = headers.get("origin")
    if origin is None:
        site = headers.get("sec-fetch-site")
        return None if site is None else site in ("same-origin", "none")
    try:
        given = urlsplit(origin)
        asked = urlsplit(f"//{headers.get('host', '')}")
        port = given.port or _PORTS.get(given.scheme)
        return (given.hostname, port) == (asked.hostname, asked.port or _PORTS.get(scope["scheme"])) and (
            given.scheme in ("http", "https")
        )
    except ValueError:
        return False
