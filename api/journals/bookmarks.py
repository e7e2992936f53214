"""Bookmarks: the state after a late round of a journal, so that a table resumes without reading all records.

One file per journal in the user's state folder, beside its anchors. A bookmark is valid only for the program that wrote
it and for the present records: their whole chain is hashed up to the bookmark, and later records are read and applied
as usual. If anything does not match, all records are read; a bookmark is never required.
"""

import hashlib
import hmac
import io
import pickle
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import structlog

import controller
from api.journals.anchors import own_key
from api.paths import made_private, state_folder
from api.stores.sql_journal import SqlJournal
from controller.errors import JournalError
from controller.journal.chain import Record, leads_to
from controller.journal.codec import canonical, parse
from controller.journal.events import RoundStarted
from controller.journal.reduce import UNTOUCHED, Replay, replay
from controller.journal.state import TableState
from controller.ports.log import WordLog

_APART: Final = 256
"""Minimum records between bookmarks. Measured: so many are read and applied in 50 ms; writing one takes as long."""
_KEPT_S: Final = 30 * 86_400.0
"""Age in seconds at which a bookmark is deleted; chosen: an evening is not resumed a month later."""
_FROM: Final = "controller."
"""Package of all classes in a state; no other class is created from a bookmark file."""
_LOG: Final[WordLog] = structlog.get_logger("jantaku.journal")


class Bookmark:
    """The bookmark of one journal, updated while records are appended."""

    def __init__(self, journal: SqlJournal) -> None:
        """Read nothing yet."""
        self._journal = journal
        self._replayed = UNTOUCHED
        self._marked = 0
        self._writing = threading.Lock()

    def take_up(
        self, seen: Callable[[Record, TableState], None] = lambda _, __: None, since: int | None = None
    ) -> Replay:
        """Return the state after all records of the journal; raises JournalError.

        ``seen`` is called with each record that is read and the state after it; records from ``since`` on are always
        read.
        """
        if self._replayed is UNTOUCHED:
            found = self._found()
            if found is not None and found.last is not None and (since is None or found.last.sequence < since):
                self._replayed = found
            self._marked = self._number
        self._replayed = replay(self._journal.read(self._number), self._replayed, seen)
        self._keep_beside()
        return self._replayed

    def follow(self, facts: Sequence[tuple[Record, TableState]]) -> None:
        """Take appended records, each with the state after it."""
        for record, state in facts:
            if record.sequence != self._number + 1:
                # A record was missed, so the next state must be computed from the journal.
                self._replayed = UNTOUCHED
                return
            self._replayed = self._replayed.followed(record, state)
            if isinstance(record.event, RoundStarted):
                self._keep_beside()

    @property
    def _number(self) -> int:
        return 0 if self._replayed.last is None else self._replayed.last.sequence

    def _first(self) -> str:
        """Return the hash of the first record, which names the file; "" for an empty journal."""
        return next((record.hash for record in self._journal.read()), "")

    def _found(self) -> Replay | None:
        """Return the bookmarked state; None if there is no valid bookmark."""
        try:
            head, _, body = _file(self._first()).read_bytes().partition(b"\n")
        except OSError:
            return None
        try:
            told = parse(head)
            number, last, mark = int(told["sequence"]), str(told["hash"]), str(told["mark"])
            if not hmac.compare_digest(mark, _mark(number, last, body)):
                return None
            if not leads_to(self._journal.lines(number), last):
                return None
            found = _Unpickler(io.BytesIO(body)).load()
        except Exception as error:
            # A bookmark can always be replaced by reading all records.
            _LOG.warning("bookmark_not_read", reason=type(error).__name__)
            return None
        fits = isinstance(found, Replay) and found.last is not None and found.last.hash == last
        return found if fits else None

    def _keep_beside(self) -> None:
        """Write the bookmark in a thread if enough records were added since the last one."""
        here = self._replayed
        if here.last is not None and here.last.sequence >= self._marked + _APART:
            self._marked = here.last.sequence
            threading.Thread(target=self._keep, args=(here, here.last), name="bookmark", daemon=True).start()

    def _keep(self, here: Replay, last: Record) -> None:
        with self._writing:
            try:
                body = pickle.dumps(here, pickle.HIGHEST_PROTOCOL)
                mark = _mark(last.sequence, last.hash, body)
                head = canonical({"sequence": last.sequence, "hash": last.hash, "mark": mark})
                _write(_file(self._first()), head + b"\n" + body)
            except (OSError, JournalError) as error:
                _LOG.warning("bookmark_not_written", reason=str(error))


class _Unpickler(pickle.Unpickler):
    """Unpickles classes of the controller only."""

    def find_class(self, module: str, name: str) -> Any:
        """Return the class of that name; raises UnpicklingError for anything else."""
        found = super().find_class(module, name) if module.startswith(_FROM) else None
        if not isinstance(found, type):
            raise pickle.UnpicklingError(f"{module}.{name} is no class of a state")
        return found


def _mark(number: int, last: str, body: bytes) -> str:
    """Return the HMAC of a bookmark and this program's fingerprint, by the anchors' signing key."""
    said = f"{_program()}:{number}:{last}:".encode() + body
    return hmac.new(own_key().encode(), said, hashlib.sha256).hexdigest()


@cache
def _program() -> str:
    """Return a fingerprint of the program's state types: the controller's files by size and modification time."""
    root = Path(controller.__file__).parent
    files = sorted((file.relative_to(root).as_posix(), file.stat()) for file in root.rglob("*.py"))
    told = canonical([[name, stat.st_size, stat.st_mtime_ns] for name, stat in files])
    return hashlib.sha256(sys.version.encode() + told).hexdigest()


def _file(first: str) -> Path:
    return state_folder() / "bookmarks" / f"{first[:16]}.bin"


def _write(file: Path, content: bytes) -> None:
    """Replace the file atomically without fsync: a file damaged by a power failure fails its HMAC."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    for other in file.parent.iterdir():
        if other.stat().st_mtime < time.time() - _KEPT_S:
            other.unlink(missing_ok=True)
    made = file.with_suffix(".new")
    made_private(made).write_bytes(content)
    made.replace(file)
