"""Links that an answer gives out: addresses of this service for other devices, and their QR codes."""

from dataclasses import dataclass
from typing import TypedDict

from starlette.requests import HTTPConnection

from api.reach.ends import Asked
from api.reach.plan import base
from api.reach.reach import Reach
from api.tls.names import parsed_ip


class TrustTold(TypedDict):
    """Where a new device learns of the authority that vouches for this service."""

    address: str
    picture: str
    fingerprint: str


class LinkTold(TypedDict):
    """A link for another device."""

    address: str
    picture: str | None
    trust: TrustTold | None


def reach_of(connection: HTTPConnection) -> Reach:
    """How this service is reached."""
    found: Reach = connection.app.state.reach
    return found


def asked_of(connection: HTTPConnection) -> Asked:
    """How a request came."""
    url, server, client = connection.url, connection.scope.get("server"), connection.client
    return Asked(
        "https" if url.scheme in ("https", "wss") else "http",
        (url.hostname or "").lower(),
        url.port,
        "" if server is None else str(parsed_ip(str(server[0])) or server[0]).lower(),
        "" if client is None else client.host,
    )


@dataclass(frozen=True, slots=True)
class Links:
    """What links begin with: ``base``, and whether ``others`` than the machine that asks can open them."""

    base: str
    others: bool
    reach: Reach
    asked: Asked

    def told(self, path: str) -> LinkTold:
        """A link: ``address``, its QR code as ``picture``, None where no other device can open it, and ``trust``.

        ``trust``: the link that a new device opens first, to learn of the authority that vouches for this one; None
        where it needs none.
        """
        address = f"{self.base}{path}"
        return {"address": address, "picture": picture_of(address) if self.others else None, "trust": self.trust()}

    def trust(self) -> TrustTold | None:
        """Page that explains the authority to users of these links; None if they need none."""
        tls = self.reach.tls
        if not self.others or tls is None or tls.authority is None or not self.base.startswith("https://"):
            return None
        plain = self.reach.elsewhere(secure=False, asked=self.asked)
        address = f"{(*plain, self.base)[0]}/authority"
        return {"address": address, "picture": picture_of(address), "fingerprint": tls.authority.fingerprint}


def links_of(connection: HTTPConnection, *, secure: bool | None = None) -> Links:
    """Links for other devices.

    ``secure``: over TLS alone, None: over TLS if the request came so, or there is nothing else. If none is reachable
    from elsewhere they are those of the request.
    """
    reach, asked = reach_of(connection), asked_of(connection)
    wanted = asked.scheme == "https" if secure is None else secure
    found = reach.elsewhere(secure=wanted, asked=asked)
    if not found and secure is None:
        found = reach.elsewhere(secure=not wanted, asked=asked)
    return Links(found[0] if found else asked.base, bool(found), reach, asked)


def secure_base(connection: HTTPConnection) -> str:
    """The base address over TLS for the device that asks, by the name that it uses; empty where it reaches none."""
    reach, asked = reach_of(connection), asked_of(connection)
    if asked.scheme == "https":
        return asked.base
    arrived = parsed_ip(asked.arrived)
    if reach.tls is not None and reach.tls.covers(asked.name) and arrived is not None:
        for listener in reach.listeners:
            if listener.secure and listener.takes(arrived):
                return base("https", asked.name, listener.port)
    return (*reach.elsewhere(secure=True, asked=asked), "")[0]


def picture_of(address: str) -> str:
    """An address as a QR code that a page can show."""
    # Pictures of codes are rare, and every start would wait for the library.
    import segno

    return segno.make(address, error="m").svg_data_uri(scale=6, border=4)
