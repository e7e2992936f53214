"""Where pages are served, as settings and the command line say it."""

from dataclasses import dataclass, field
from typing import Final

from api.tls.names import is_loopback, parsed_ip
from api.tls.plan import TlsPlan

ANY: Final = ("0.0.0.0", "::")
"""Wildcard addresses, which bind all of the machine's own."""
_OWN: Final = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}


@dataclass(frozen=True, slots=True)
class ListenPlan:
    """An address to bind, the port of plain HTTP (0: none), and what is served over TLS beside it."""

    host: str = "127.0.0.1"
    port: int = 8000
    tls: TlsPlan = field(default_factory=TlsPlan)

    @property
    def here(self) -> str:
        """The base address of plain HTTP as this machine opens it; empty where none is served."""
        return base("http", _OWN.get(self.host, self.host), self.port) if self.port else ""

    @property
    def is_local(self) -> bool:
        """Whether no other machine can connect."""
        return is_loopback(self.host)

    @property
    def everywhere(self) -> str:
        """The address to bind by which every network of the machine is let in."""
        return self.host if not self.is_local else "::" if ":" in self.host else "0.0.0.0"

    @property
    def here_alone(self) -> str:
        """The address to bind by which this machine alone is let in."""
        return self.host if self.is_local else "::1" if self.host == "::" else "127.0.0.1"


def base(scheme: str, name: str, port: int | None) -> str:
    """A base address, without a port if it is the scheme's default."""
    host = f"[{name}]" if parsed_ip(name) is not None and ":" in name else name
    is_usual = port is None or port == {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{host}" if is_usual else f"{scheme}://{host}:{port}"
