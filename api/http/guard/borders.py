"""Under which names the service answers, and from whose pages it takes orders."""

import re
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from api.tls.names import parsed_ip

_NO_HOST: Final = re.compile(r"[^\w.:\[\]-]", re.ASCII)
"""Forbidden in names and ports (RFC 9110 7.2): a user, a path, or a zone that would be read as one here."""
_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def knows_host(scope: Scope, headers: Headers, names: Collection[str]) -> bool:
    """True if the request names this service: a page of another name that resolves here must not read or press.

    Its names: those given, and the address that the client connected to.
    """
    given = headers.getlist("host")
    if len(given) != 1:
        return False
    if _NO_HOST.search(given[0]):
        return False
    try:
        parts = urlsplit(f"//{given[0]}")
        # A port that is none raises only once it is asked for.
        name, _ = parts.hostname, parts.port
    except ValueError:
        return False
    server = scope.get("server")
    if name is None or name in names or server is None:
        return name is not None and name in names
    # A socket for both IPv4 and IPv6 writes the former as the latter.
    return name == str(parsed_ip(str(server[0])) or server[0]).lower()


def is_own_page(scope: Scope, headers: Headers) -> bool | None:
    """Whether a page of this very service asks; None where no page says so, as with programs."""
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
