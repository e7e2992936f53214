"""What is to be served over TLS, as settings and the command line say it."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class TlsPlan:
    """Nothing, by the local authority, or by a certificate and key of one's own (PEM files), on a port of its own."""

    kind: Literal["off", "local", "own"] = "off"
    port: int = 8443
    certificate: str = ""
    key: str = ""
