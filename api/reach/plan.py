"""Addresses, ports and TLS on which to listen, from settings and command line."""

from dataclasses import dataclass, field
from typing import Final

from api.tls.names import is_loopback, parsed_ip
from api.tls.plan import TlsPlan

ANY: Final = ("0.0.0.0", "::")
"""Wildcard addresses, which bind all addresses of the machine."""
_OWN: Final = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}


@dataclass(frozen=True, slots=True)
class ListenPlan:
    """Address to bind, port of plain HTTP (0: none), and TLS beside it."""

    host: str = "127.0.0.1"
    port: int = 8000
    tls: TlsPlan = field(default_factory=TlsPlan)

    @property
    def here(self) -> str:
        """Base address of plain HTTP for this machine itself; empty if none is served."""
        return base("http", _OWN.get(self.host, self.host), self.port) if self.port else ""

    @property
    def is_local(self) -> bool:
        """True if no other machine can connect."""
        return is_loopback(self.host)

    @property
    def everywhere(self) -> str:
        """Address to bind in order to accept connections from every network of the machine."""
        return self.host if not self.is_local else "::" if ":" in self.host else "0.0.0.0"

    @property
    def here_alone(self) -> str:
        """Address to bind in order to accept connections from this machine only."""
        return self.host if self.is_local else "::1" if self.host == "::" else "127.0.0.1"


def base(scheme: str, name: str, port: int | None) -> str:
    """Return a base address, without the port if it is the scheme's default."""
    host = f"[{name}]" if parsed_ip(name) is not None and ":" in name else name
    is_usual = port is None or port == {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{host}" if is_usual else f"{scheme}://{host}:{port}"
