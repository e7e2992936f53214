"""Links to this service for other devices, and their QR codes."""

from dataclasses import dataclass
from typing import TypedDict

from starlette.requests import HTTPConnection

from api.reach.ends import Asked
from api.reach.plan import base
from api.reach.reach import Reach
from api.tls.names import parsed_ip


class TrustJson(TypedDict):
    """The page from which a new device learns to trust the local authority."""

    address: str
    picture: str
    fingerprint: str


class LinkJson(TypedDict):
    """A link for another device."""

    address: str
    picture: str | None
    trust: TrustJson | None


def reach_of(connection: HTTPConnection) -> Reach:
    """Return how this service is reached."""
    found: Reach = connection.app.state.reach
    return found


def asked_of(connection: HTTPConnection) -> Asked:
    """Return by which scheme, host and addresses a request arrived."""
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
    """Builds links to this service.

    ``base``: start of every link. ``others``: machines other than the asking one can open them.
    """

    base: str
    others: bool
    reach: Reach
    asked: Asked

    def link_json(self, path: str) -> LinkJson:
        """Return a link with its QR code as ``picture``, None if no other device can open it.

        ``trust``: the page that a new device must open first to trust the local authority, None if not necessary.
        """
        address = f"{self.base}{path}"
        return {"address": address, "picture": picture_of(address) if self.others else None, "trust": self.trust()}

    def trust(self) -> TrustJson | None:
        """Return the page that explains the local authority, None if users of these links do not need it."""
        tls = self.reach.tls
        if not self.others or tls is None or tls.authority is None or not self.base.startswith("https://"):
            return None
        plain = self.reach.elsewhere(secure=False, asked=self.asked)
        address = f"{(*plain, self.base)[0]}/authority"
        return {"address": address, "picture": picture_of(address), "fingerprint": tls.authority.fingerprint}


def links_of(connection: HTTPConnection, *, secure: bool | None = None) -> Links:
    """Return links for other devices.

    ``secure``: only over TLS (True) or plain HTTP (False); None: like the request, or the other if that is unreachable.
    If nothing is reachable from elsewhere, links start with the request's own base address.
    """
    reach, asked = reach_of(connection), asked_of(connection)
    wanted = asked.scheme == "https" if secure is None else secure
    found = reach.elsewhere(secure=wanted, asked=asked)
    if not found and secure is None:
        found = reach.elsewhere(secure=not wanted, asked=asked)
    return Links(found[0] if found else asked.base, bool(found), reach, asked)


def secure_base(connection: HTTPConnection) -> str:
    """Return the base address over TLS for the asking device, under the name that it uses; "" if unreachable."""
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
    """Return the QR code of an address as a data URI (SVG)."""
    # QR codes are rare, so starting the service must not wait for the library.
    import segno

    return segno.make(address, error="m").svg_data_uri(scale=6, border=4)
