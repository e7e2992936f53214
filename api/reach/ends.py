"""The ends of a connection: a socket of the service that takes it, and a client that asked by it."""

from dataclasses import dataclass

from api.reach.plan import base
from api.tls.names import Address


@dataclass(frozen=True, slots=True)
class Listener:
    """A listening socket: the address that it is bound to, its port, and whether it speaks TLS."""

    address: Address
    port: int
    secure: bool

    @property
    def scheme(self) -> str:
        """Of the addresses that lead here."""
        return "https" if self.secure else "http"

    def takes(self, address: Address) -> bool:
        """Whether a connection to that address of this machine comes in here."""
        if self.address.is_unspecified:
            return self.address.version in (address.version, 6)
        return self.address == address


@dataclass(frozen=True, slots=True)
class Asked:
    """Origin of a request: scheme, name and port as sent, the address of this machine, and the client's."""

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
        """Its port, said or not."""
        return self.port or {"http": 80, "https": 443}[self.scheme]
