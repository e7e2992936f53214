"""Signatures of public messages: made by a venue's agent, checked by every hub and gateway on the way.

Ed25519 over subject, time of signing and body. A venue's agent has one key in a file. Hub and gateways have a file of
public keys, one line ``VENUE KEY`` each. A venue may have several keys, so that a new key can be distributed before the
agent uses it. The file is read again when it changes.
"""

import base64
import binascii
import hashlib
import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import structlog
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from api.hub.subjects import TableAddress, token
from api.paths import made_private
from controller.errors import JantakuError
from controller.ports.log import WordLog

KEY: Final = "Jantaku-Key"
AT: Final = "Jantaku-At"
SIGNATURE: Final = "Jantaku-Signature"
HEADERS: Final = (KEY, AT, SIGNATURE)
# Times further ahead are ignored, so that a wrong clock cannot block messages signed after its correction.
_MOST_AHEAD_MS: Final = 300_000
_PURPOSE: Final = b"jantaku public message 1"
log: WordLog = structlog.get_logger()


class SignatureError(JantakuError):
    """A public message without valid signature of its venue."""


class Signer:
    """Signs for a venue; each signature has a later time than the previous one."""

    def __init__(self, venue: str, file: Path) -> None:
        """``file``: the private key, created if missing. Raises JantakuError."""
        self.venue = token(venue, "venue")
        self._key = _key(file)
        self._last = 0

    @property
    def public(self) -> str:
        """The line with the public key, for the key file of hub and gateways."""
        return f"{self.venue} {base64.b64encode(_raw(self._key.public_key())).decode()}"

    def after(self, at: int) -> None:
        """Sign with later times than ``at`` (ms): after a clock was set back, earlier signatures would seem newer."""
        self._last = max(self._last, at)

    def headers(self, place: TableAddress, body: bytes) -> dict[str, str]:
        """Return the headers of a public message about a table."""
        self._last = max(counted(self._last) + 1, _now_ms())
        signature = self._key.sign(_signed(place, self._last, body))
        return {
            KEY: _name(_raw(self._key.public_key())),
            AT: str(self._last),
            SIGNATURE: base64.b64encode(signature).decode(),
        }


class Keys:
    """Public keys of venues, from a file or from lines; without either no signature is valid."""

    def __init__(self, file: Path | None = None, lines: Iterable[str] = ()) -> None:
        """Read the keys; raises JantakuError for an unreadable file."""
        self._file = file
        self._stamp: tuple[int, int] | None = None
        self._trouble = ""
        self._known = _parsed(lines, "keys")
        if file is not None:
            self._stamp = _stamp(file)
            self._known = _read(file)

    @property
    def venues(self) -> frozenset[str]:
        """Venues that have a key."""
        return frozenset(venue for venue, _ in self._known)

    def look(self) -> None:
        """Read the file again if it has changed; if that fails, the keys stay as they are, and it is logged once."""
        if self._file is None:
            return
        try:
            stamp = _stamp(self._file)
            if stamp != self._stamp:
                self._known = _read(self._file)
                self._stamp = stamp
            self._trouble = ""
        except JantakuError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                log.warning("keys stay as they were", reason=self._trouble)

    def check(self, place: TableAddress, headers: Mapping[str, str], body: bytes) -> int:
        """Return when a message about a table was signed, in ms; raises SignatureError without valid signature."""
        key = self._known.get((place.venue, headers.get(KEY, "")))
        if key is None:
            raise SignatureError(f"{place.public}: not signed with a known key of the venue")
        try:
            at = int(headers.get(AT, ""))
            key.verify(base64.b64decode(headers.get(SIGNATURE, ""), validate=True), _signed(place, at, body))
        except (InvalidSignature, ValueError):
            raise SignatureError(f"{place.public}: the signature does not fit") from None
        if counted(at) != at:
            raise SignatureError(f"{place.public}: signed in the future, as a wrong clock does")
        return at


def counted(at: int) -> int:
    """Return a time in ms, or 0 if it is so far ahead that it must come from a wrong clock."""
    return at if at <= _now_ms() + _MOST_AHEAD_MS else 0


def _signed(place: TableAddress, at: int, body: bytes) -> bytes:
    return b"\n".join((_PURPOSE, place.public.encode(), str(at).encode(), body))


def _now_ms() -> int:
    return int(time.time() * 1000)


def _raw(key: Ed25519PublicKey) -> bytes:
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw)


def _name(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:16]


def _key(file: Path) -> Ed25519PrivateKey:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        made = Ed25519PrivateKey.generate()
        pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        # Link a complete private draft into place, as another process may create the key at the same time.
        draft = file.with_name(f".{file.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
            opened.write(pem)
        try:
            os.link(draft, file)
        except FileExistsError:
            pem = made_private(file).read_bytes()
        finally:
            draft.unlink()
        key = load_pem_private_key(pem, None)
    except (OSError, ValueError, TypeError) as error:
        raise JantakuError(f"signing key {file}: {error}") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise JantakuError(f"signing key {file}: expected an Ed25519 key in PEM")
    return key


def _stamp(file: Path) -> tuple[int, int]:
    try:
        found = file.stat()
    except OSError as error:
        raise JantakuError(f"keys {file}: {error}") from None
    return found.st_mtime_ns, found.st_size


def _read(file: Path) -> dict[tuple[str, str], Ed25519PublicKey]:
    try:
        return _parsed(file.read_text(encoding="utf-8").splitlines(), str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise JantakuError(f"keys {file}: {error}") from None


def _parsed(lines: Iterable[str], where: str) -> dict[tuple[str, str], Ed25519PublicKey]:
    known = {}
    for number, line in enumerate(lines, 1):
        parts = line.partition("#")[0].split()
        if not parts:
            continue
        try:
            venue, text = parts
            raw = base64.b64decode(text, validate=True)
            known[token(venue, "venue"), _name(raw)] = Ed25519PublicKey.from_public_bytes(raw)
        except (ValueError, binascii.Error):
            raise JantakuError(f"{where}:{number}: expected a venue and its public key") from None
    return known
