"""Under which names the service answers, and from whose pages it takes orders."""

import re
import socket
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from api.access.settings import AccessSettings

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_NO_HOST: Final = re.compile(r"[^\w.:\[\]-]", re.ASCII)
"""What stands in no name and port (RFC 9110 7.2): a user, a path, or a zone that would be read as one here."""
_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def knows_host(scope: Scope, headers: Headers, settings: AccessSettings) -> bool:
    """Whether the request names this service: a page of another name that resolves here must not read or press.

    Its names: those of the settings, loopback, the machine's own, and the address that the client has connected to.
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
    reached = () if server is None else (str(server[0]).lower(),)
    return name is not None and name in {*_LOOPBACK, *reached, *own_names(), *map(str.lower, settings.hosts)}


@cache
def own_names() -> frozenset[str]:
    """What this machine is called in its network."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"})


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
