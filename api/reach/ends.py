"""Both ends of a connection: the service's listening socket, and the origin of a request."""

from dataclasses import dataclass

from api.reach.plan import base
from api.tls.names import Address


@dataclass(frozen=True, slots=True)
class Listener:
    """A listening socket: bound address, port, and whether it uses TLS."""

    address: Address
    port: int
    secure: bool

    @property
    def scheme(self) -> str:
        """URL scheme of the addresses served by this socket."""
        return "https" if self.secure else "http"

    def takes(self, address: Address) -> bool:
        """True if this socket accepts connections to the given address of this machine."""
        if self.address.is_unspecified:
            return self.address.version in (address.version, 6)
        return self.address == address


@dataclass(frozen=True, slots=True)
class Asked:
    """Origin of a request. ``arrived``: address of this machine at which it arrived; ``client``: address of the client.

    ``scheme``, ``name`` and ``port`` as the client sent them; ``port`` is None for the scheme's default.
    """

    scheme: str
    name: str
    port: int | None
    arrived: str
    client: str

    @property
    def base(self) -> str:
        """The base address by which this client reaches the service."""
        return base(self.scheme, self.name, self.port)

    @property
    def usual_port(self) -> int:
        """The port, with None replaced by the scheme's default."""
        return self.port or {"http": 80, "https": 443}[self.scheme]
