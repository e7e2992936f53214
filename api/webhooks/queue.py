"""Queue of undelivered messages on disk; it stores messages and the read position of a journal in one transaction."""

import json
import sqlite3
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from api.paths import made_private
from controller.errors import JantakuError

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS positions (journal TEXT PRIMARY KEY, sequence INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS waiting (
    hook TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, tries INTEGER NOT NULL, since REAL NOT NULL,
    due REAL NOT NULL, PRIMARY KEY (hook, id)
);
"""


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """A message that one receiver has not accepted yet."""

    hook: str
    message: dict[str, Any]
    tries: int
    since: float


class WebhookQueue:
    """Queue in one file; thread-safe."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; raises JantakuError."""
        try:
            self._file = sqlite3.connect(made_private(path), check_same_thread=False)
            self._file.executescript(_TABLES)
            # The clock may have differed before this start, so everything is retried now.
            self._file.execute("UPDATE waiting SET due = 0")
            self._file.commit()
        except sqlite3.Error as error:
            raise JantakuError(f"{path}: queue of webhooks: {error}") from None
        self._lock = threading.Lock()

    def position(self, journal: str) -> int | None:
        """Return the sequence up to which a journal was read; None for a new one."""
        with self._lock:
            row = self._file.execute("SELECT sequence FROM positions WHERE journal = ?", (journal,)).fetchone()
        return None if row is None else int(row[0])

    def add(self, journal: str, sequence: int, rows: Iterable[tuple[str, dict[str, Any]]], now: float) -> None:
        """Store messages with their receivers and the read position of the journal, in one transaction."""
        with self._lock, self._file:
            self._file.executemany(
                "INSERT OR IGNORE INTO waiting VALUES (?, ?, ?, 0, ?, ?)",
                [(hook, message["id"], json.dumps(message), now, now) for hook, message in rows],
            )
            self._file.execute("INSERT OR REPLACE INTO positions VALUES (?, ?)", (journal, sequence))

    def due(self, hook: str, now: float) -> QueuedMessage | None:
        """Return a receiver's message with the earliest due time; None if none is due."""
        query = "SELECT body, tries, since FROM waiting WHERE hook = ? AND due <= ? ORDER BY due LIMIT 1"
        with self._lock:
            row = self._file.execute(query, (hook, now)).fetchone()
        return None if row is None else QueuedMessage(hook, json.loads(row[0]), row[1], row[2])

    def taken(self, one: QueuedMessage) -> None:
        """Remove a message that was delivered or given up."""
        with self._lock, self._file:
            self._file.execute("DELETE FROM waiting WHERE hook = ? AND id = ?", (one.hook, one.message["id"]))

    def later(self, one: QueuedMessage, due: float) -> None:
        """Count a failed attempt and set the time of the next one."""
        words = "UPDATE waiting SET tries = tries + 1, due = ? WHERE hook = ? AND id = ?"
        with self._lock, self._file:
            self._file.execute(words, (due, one.hook, one.message["id"]))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()
