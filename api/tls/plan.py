"""Settings of TLS, from the venue file and the command line."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class TlsPlan:
    """``kind``: no TLS, a certificate of the local authority, or the given certificate and key (PEM files); ``port``:
    TLS port.
    """

    kind: Literal["off", "local", "own"] = "off"
    port: int = 8443
    certificate: str = ""
    key: str = ""
