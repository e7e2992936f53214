"""Anchors: the head of a journal recorded outside of it, so that truncation or rewriting of its end is detected.

One line of JSON each, in one file per journal in the user's state folder, named by the first digits of the first
record's hash. With a key (``JANTAKU_ANCHOR_KEY``) they are signed: HMAC-SHA256 over the rest of the line.
"""

import hashlib
import hmac
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from api.paths import state_folder
from controller.errors import JournalError
from controller.journal.codec import canonical, parse

KEY: Final = "JANTAKU_ANCHOR_KEY"
_SHORT: Final = re.compile(r"(\d+):([0-9a-f]{12,64})")
_NAMED: Final = 16
_EXPECTED: Final = "expected a file of anchors, or NUMBER:HASH as `jantaku journal anchor` prints it"


@dataclass(frozen=True, slots=True)
class Anchor:
    """End of a journal at time ``at``: its last record, and its last piece of evidence.

    ``journal``: hash of its first record. ``name``: its location then. ``evidence``: number of pieces. An anchor copied
    from paper has only ``sequence`` and the start of ``hash``.
    """

    sequence: int
    hash: str
    journal: str = ""
    name: str = ""
    evidence: int = 0
    evidence_hash: str = ""
    at: float = 0.0
    signature: str = ""

    @property
    def short(self) -> str:
        """The form that a person writes down."""
        return f"{self.sequence}:{self.hash}"

    def line(self) -> str:
        """Return the anchor as one line of JSON."""
        return canonical(asdict(self)).decode()

    def signed(self, key: str) -> "Anchor":
        """Return the anchor signed with the key; unsigned if the key is empty."""
        return replace(self, signature=self._mark(key) if key else "")

    def is_signed_by(self, key: str) -> bool:
        """True if the signature was made with the key."""
        return hmac.compare_digest(self.signature, self._mark(key))

    def _mark(self, key: str) -> str:
        return hmac.new(key.encode(), replace(self, signature="").line().encode(), hashlib.sha256).hexdigest()


def own_key() -> str:
    """Return the key for signing anchors, "" if there is none."""
    return os.environ.get(KEY, "")


def keep(anchor: Anchor) -> None:
    """Append an anchor to its file in the state folder and flush it to disk; raises OSError."""
    file = _file(anchor.journal)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(handle, f"{anchor.line()}\n".encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def stored_anchors(journal: str, name: str) -> tuple[Anchor, ...]:
    """Return the anchors of a journal in the state folder, oldest first.

    ``journal``: hash of its first record. The newest anchor recorded for location ``name`` is included if it belongs to
    another journal, or if the first record is lost: then somebody has replaced the journal.
    """
    own = tuple(_read(_file(journal))) if journal and _file(journal).is_file() else ()
    others = (tuple(_read(file)) for file in (state_folder() / "anchors").glob("*.jsonl"))
    there = [anchors[-1] for anchors in others if anchors and anchors[-1].name == name]
    newest = max(there, key=lambda each: each.at, default=None)
    strange = newest is not None and newest.journal != journal and all(each.at < newest.at for each in own)
    return (*own, newest) if newest is not None and strange else own


def given(words: Sequence[str]) -> tuple[Anchor, ...]:
    """Return the anchors in files, or written as ``NUMBER:HASH``; raises JournalError."""
    found: list[Anchor] = []
    for word in words:
        short = _SHORT.fullmatch(word)
        if short is not None:
            found.append(Anchor(int(short[1]), short[2]))
        elif Path(word).is_file():
            found += _read(Path(word))
        else:
            raise JournalError(f"--anchor {word}: {_EXPECTED}")
    return tuple(found)


def _file(journal: str) -> Path:
    return state_folder() / "anchors" / f"{journal[:_NAMED]}.jsonl"


def _read(file: Path) -> Iterator[Anchor]:
    """Yield the anchors of a file, ignoring a last line truncated by a power failure; raises JournalError."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    except (OSError, UnicodeDecodeError) as error:
        raise JournalError(f"{file}: cannot be read: {error}") from None
    for number, line in enumerate(lines, 1):
        try:
            yield _anchor(parse(line))
        except JournalError as error:
            if number < len(lines) or line.endswith("\n"):
                raise JournalError(f"{file}: line {number}: {error}: {_EXPECTED}") from None


def _anchor(body: dict[str, Any]) -> Anchor:
    kinds = {field.name: field.type for field in fields(Anchor)}
    for name, value in body.items():
        if name not in kinds or type(value) not in ((float, int) if kinds[name] is float else (kinds[name],)):
            raise JournalError(f"{name}: {json.dumps(value)} is no part of an anchor")
    if "sequence" not in body or "hash" not in body:
        raise JournalError("an anchor has a sequence and a hash")
    return Anchor(**body)
