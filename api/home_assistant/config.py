"""Where Home Assistant's broker is, and under which names a venue is told there."""

import re
import ssl
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from controller.errors import JantakuError
from controller.text import Language

ROOT: Final = "jantaku-home"
HOME_STATUS: Final = "homeassistant/status"
"""Where Home Assistant tells that it has started, whatever its discovery's prefix is."""
_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
_PART: Final = re.compile(r"[A-Za-z0-9_-]+")
_PREFIX: Final = re.compile(rf"{_PART.pattern}(/{_PART.pattern})*")


@dataclass(frozen=True, slots=True)
class HomeConfig:
    """``[home_assistant]`` of a venue; ``staff``: entities too that are for the staff alone."""

    address: str
    venue: str
    user: str = ""
    password: str = field(default="", repr=False)
    ca: str = ""
    prefix: str = "homeassistant"
    staff: bool = False
    language: Language = Language.JA
    host: str = field(init=False)
    port: int = field(init=False)

    def __post_init__(self) -> None:
        """Raises JantakuError for an address, prefix, venue or login that cannot be."""
        try:
            parts = urlsplit(self.address)
            port = parts.port
        except ValueError as error:
            raise JantakuError(f"[home_assistant] address: {error}") from None
        # The address is not told again: it may carry a password.
        if parts.scheme not in _PORTS or not parts.hostname or parts.username or parts.path.strip("/") or port == 0:
            raise JantakuError("[home_assistant] address: expected mqtt://HOST:PORT or mqtts://…, without a password")
        if _PREFIX.fullmatch(self.prefix) is None:
            raise JantakuError(f"[home_assistant] prefix {self.prefix!r}: expected parts of A-Z a-z 0-9 _ - with /")
        if _PART.fullmatch(self.venue) is None:
            raise JantakuError(f"[home_assistant] venue {self.venue!r}: expected A-Z a-z 0-9 _ -")
        if self.password and not self.user:
            raise JantakuError("[home_assistant] password: expected a user too")
        object.__setattr__(self, "host", parts.hostname)
        object.__setattr__(self, "port", port or _PORTS[parts.scheme])

    def tls(self) -> ssl.SSLContext | None:
        """What checks the broker; None where it speaks no TLS. Raises JantakuError."""
        if not self.address.startswith("mqtts:"):
            return None
        try:
            return ssl.create_default_context(cafile=self.ca or None)
        except (OSError, ssl.SSLError) as error:
            raise JantakuError(f"[home_assistant] ca: {self.ca}: {error}") from None

    @property
    def status(self) -> str:
        """Where it is told whether this service is there: ``online``, else ``offline`` by its last will."""
        return f"{ROOT}/{self.venue}/status"

    @property
    def tables(self) -> str:
        """Where it is told which tables run, ``{id: true}``."""
        return f"{ROOT}/{self.venue}/tables"

    def values(self, table: str, audience: str) -> str:
        """Where a table's values for an audience are told."""
        return f"{ROOT}/{self.venue}/{plain_name(table)}/{audience}"


def plain_name(table: str) -> str:
    """A table's id as a part of topics and ids, which know no other letters than A-Z."""
    return "".join(each if _PART.fullmatch(each) else f"x{ord(each):x}" for each in table)
