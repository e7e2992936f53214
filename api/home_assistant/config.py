"""Address of Home Assistant's broker, and the topics of a venue there."""

import re
import ssl
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from controller.errors import JantakuError
from controller.text import Language

ROOT: Final = "jantaku-home"
HOME_STATUS: Final = "homeassistant/status"
"""Topic on which Home Assistant reports that it has started, whatever the prefix of its discovery is."""
_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
_PART: Final = re.compile(r"[A-Za-z0-9_-]+")
_PREFIX: Final = re.compile(rf"{_PART.pattern}(/{_PART.pattern})*")


@dataclass(frozen=True, slots=True)
class HomeConfig:
    """``[home_assistant]`` of a venue; ``staff``: also publish entities for the staff."""

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
        """Raise JantakuError for an invalid address, prefix, venue or login."""
        try:
            parts = urlsplit(self.address)
            port = parts.port
        except ValueError as error:
            raise JantakuError(f"[home_assistant] address: {error}") from None
        # The address may contain a password, so messages do not repeat it.
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
        """Return the TLS context that verifies the broker; None without TLS. Raises JantakuError."""
        if not self.address.startswith("mqtts:"):
            return None
        try:
            return ssl.create_default_context(cafile=self.ca or None)
        except (OSError, ssl.SSLError) as error:
            raise JantakuError(f"[home_assistant] ca: {self.ca}: {error}") from None

    @property
    def status(self) -> str:
        """Topic of the service's availability: ``online``, or ``offline`` by its last will."""
        return f"{ROOT}/{self.venue}/status"

    @property
    def tables(self) -> str:
        """Topic of the running tables, ``{id: true}``."""
        return f"{ROOT}/{self.venue}/tables"

    def values(self, table: str, audience: str) -> str:
        """Return the topic of a table's values for an audience."""
        return f"{ROOT}/{self.venue}/{plain_name(table)}/{audience}"


def plain_name(table: str) -> str:
    """Return a table's id as part of topics and ids, with letters outside A-Z a-z 0-9 _ - escaped."""
    return "".join(each if _PART.fullmatch(each) else f"x{ord(each):x}" for each in table)
