"""Unsaved choices for a table, stored in files that only this user can read, in the state folder.

They survive a restart and can be continued on another device of the staff, so they are stored by the service and not by
the browser. They are not part of the venue file. Camera addresses in them may contain passwords.
"""

import hashlib
from pathlib import Path
from typing import Any, Final

import msgspec
import structlog

from api.paths import put_in_place, state_folder
from api.photos.schemas import LearntJson
from api.setup.schemas import FittedJson
from api.setup.steps import SetupPart
from controller.ports.log import WordLog

_FOLDER: Final = "setup"
_PRIVATE: Final = 0o600
log: WordLog = structlog.get_logger()


class StoredDraft(msgspec.Struct, frozen=True):
    """Chosen keys of the venue file, parts left out, and results: calibration, its quality of fit, learnt tile set."""

    changes: dict[str, Any]
    without: tuple[SetupPart, ...]
    simulated: bool
    calibration: dict[str, Any] | None = None
    fitted: FittedJson | None = None
    tiles: LearntJson | None = None


class DraftFiles:
    """Stored drafts for one venue file."""

    def __init__(self, venue: Path) -> None:
        """``venue``: path of the venue file; it need not exist yet."""
        self._folder = state_folder() / _FOLDER / hashlib.sha256(str(venue.resolve()).encode()).hexdigest()[:12]
        self._written: dict[str, bytes] = {}

    def tables(self) -> list[str]:
        """Tables with a stored draft."""
        return sorted(file.stem for file in self._folder.glob("*.json"))

    def taken(self, table: str) -> StoredDraft | None:
        """Return the stored draft of a table; None if there is none or its file is invalid."""
        file = self._file(table)
        try:
            return msgspec.json.decode(file.read_bytes(), type=StoredDraft)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as error:
            log.warning("draft not read", table=table, reason=str(error))
            return None

    def keep(self, table: str, draft: StoredDraft | None) -> None:
        """Store a draft atomically, or delete it if None; a failed write is logged, and the draft then lasts only as
        long as the service.
        """
        file = self._file(table)
        try:
            if draft is None:
                self._written.pop(table, None)
                file.unlink(missing_ok=True)
                return
            data = msgspec.json.encode(draft)
            if self._written.get(table) == data:
                return
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            put_in_place(file, data, _PRIVATE)
            self._written[table] = data
        except OSError as error:
            log.warning("draft not kept", table=table, reason=str(error))

    def _file(self, table: str) -> Path:
        return self._folder / f"{table}.json"
