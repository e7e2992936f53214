"""Settings of broker and hub connections, from `venue.toml` and the command line; secrets from the environment."""

import os
import ssl
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
    """The broker: ``nats``: addresses separated by commas. ``ca``, ``cert``, ``key``: PEM files if it uses TLS."""

    nats: str = "nats://127.0.0.1:4222"
    ca: str = ""
    cert: str = ""
    key: str = ""

    @property
    def login(self) -> tuple[str, str] | None:
        """User and password from the environment, else from the first address; raises JantakuError."""
        part = urlsplit(self.servers[0]) if self.servers else None
        named = (part.username, part.password or "") if part is not None and part.username else None
        return credentials() or named

    @property
    def servers(self) -> list[str]:
        """The addresses as a list."""
        return [part.strip() for part in self.nats.split(",") if part.strip()]

    def tls(self) -> ssl.SSLContext | None:
        """Return the TLS context for checking the broker and for the client certificate, None without TLS.

        Raises JantakuError for unreadable files.
        """
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
    """``[hub]`` of a venue: the name and address it publishes with.

    ``edge``: the broker is the venue's own and stores for the hub; its streams are made here, with ``keep_days``.
    ``clips``: send pictures of faults and questions to the hub. ``signing_key``: file of the key that signs public
    messages, created if missing; empty: a file in the user's state folder.
    """

    venue: str
    edge: bool = False
    keep_days: float = 30.0
    clips: bool = True
    signing_key: str = ""

    def __post_init__(self) -> None:
        """Raise JantakuError if the venue's name cannot be part of a subject."""
        token(self.venue, "venue")

    @property
    def signing_file(self) -> Path:
        """Path of the signing key."""
        return Path(self.signing_key) if self.signing_key else state_folder() / f"signing-{self.venue}.pem"


def credentials() -> tuple[str, str] | None:
    """Return the broker's user and password from the environment, None if neither is set.

    Raises JantakuError if only one of them is set.
    """
    user, password = os.environ.get(USER, ""), secret(PASSWORD)
    if bool(user) != bool(password):
        raise JantakuError(f"expected both {USER} and {PASSWORD}, or neither")
    return (user, password) if user else None


def secret(name: str) -> str:
    """Return a password from the environment, or from the file named by ``NAME_FILE``; empty if there is none."""
    given, named = os.environ.get(name, ""), os.environ.get(f"{name}_FILE", "")
    if given or not named:
        return given
    try:
        return Path(named).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise JantakuError(f"{name}_FILE: {error}") from None
