"""Settings of the way out of one machine, as `venue.toml` and the commands give them; secrets come by environment."""

import os
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec

from api.hub.subjects import token
from api.paths import state_folder
from controller.errors import JantakuError

USER: Final = "JANTAKU_NATS_USER"
PASSWORD: Final = "JANTAKU_NATS_PASSWORD"


class BrokerConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the broker is: ``nats`` addresses with commas; ``ca``, ``cert``, ``key``: PEM files where it speaks TLS."""

    nats: str = "nats://127.0.0.1:4222"
    ca: str = ""
    cert: str = ""
    key: str = ""

    @property
    def login(self) -> tuple[str, str] | None:
        """User and password: of the environment, else of the first address; raises JantakuError."""
        part = urlsplit(self.servers[0]) if self.servers else None
        named = (part.username, part.password or "") if part is not None and part.username else None
        return credentials() or named

    @property
    def servers(self) -> list[str]:
        """The addresses, one by one."""
        return [part.strip() for part in self.nats.split(",") if part.strip()]

    def tls(self) -> ssl.SSLContext | None:
        """What checks the broker and shows who we are; None where no TLS is set. Raises JantakuError."""
        if not self.ca and not self.cert and not any(each.startswith("tls://") for each in self.servers):
            return None
        try:
            context = ssl.create_default_context(cafile=self.ca or None)
            if self.cert:
                context.load_cert_chain(self.cert, self.key or None)
        except (OSError, ssl.SSLError) as error:
            raise JantakuError(f"TLS of the broker: {self.ca or self.cert}: {error}") from None
        return context


class HubConfig(BrokerConfig, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[hub]`` of a venue: name and address for publishing.

    ``edge``: the broker is the venue's and stores for the hub; its streams are made here, with ``keep_days``.
    ``clips``: pictures of faults and questions go to the hub. ``signing_key``: file of the key that signs public
    messages, made if there is none; empty: one of this user's.
    """

    venue: str
    edge: bool = False
    keep_days: float = 30.0
    clips: bool = True
    signing_key: str = ""

    def __post_init__(self) -> None:
        """Raises JantakuError for a venue that cannot be a part of a subject."""
        token(self.venue, "venue")

    @property
    def signing_file(self) -> Path:
        """Where the signing key is."""
        return Path(self.signing_key) if self.signing_key else state_folder() / f"signing-{self.venue}.pem"


def credentials(environment: Mapping[str, str] | None = None) -> tuple[str, str] | None:
    """User and password for the broker by environment, None where there are none; raises JantakuError for a half."""
    found = os.environ if environment is None else environment
    user, password = found.get(USER, ""), secret(PASSWORD, found)
    if bool(user) != bool(password):
        raise JantakuError(f"expected both {USER} and {PASSWORD}, or neither")
    return (user, password) if user else None


def secret(name: str, environment: Mapping[str, str] | None = None) -> str:
    """A password by environment, or from the file that ``NAME_FILE`` names; empty where there is none."""
    found = os.environ if environment is None else environment
    named = found.get(f"{name}_FILE", "")
    if found.get(name) or not named:
        return found.get(name, "")
    try:
        return Path(named).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise JantakuError(f"{name}_FILE: {error}") from None
