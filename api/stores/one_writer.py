"""A cross-platform lock that allows one writer of a file: SQLite's lock on a small file beside it.

The lock is released when its process ends.
"""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from controller.errors import JournalError


class OneWriter:
    """The right to write a file, from construction until ``close``.

    Raises JournalError if another process has it.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.with_name(f"{path.name}.lock")
        while True:
            try:
                self._file.touch(mode=0o600)
                before = self._file.stat()
            except OSError as error:
                raise JournalError(f"{path}: cannot be written: {error.strerror}") from None
            held = sqlite3.connect(self._file, timeout=0.0, isolation_level=None, check_same_thread=False)
            try:
                self._take(held)
            except sqlite3.OperationalError:
                owner = _owner(self._file)
                held.close()
                raise JournalError(
                    f"{path}: open in another service (process {owner}): a journal has one writer"
                ) from None
            except sqlite3.DatabaseError:
                # A lock file of an earlier release that was killed: a line of text.
                held.close()
                self._file.unlink(missing_ok=True)
                continue
            # The previous holder may have removed the file meanwhile, so check that the open file is the one on disk.
            if self._file.is_file() and os.path.samestat(before, self._file.stat()):
                self._held = held
                return
            held.close()

    def close(self) -> None:
        """Release the lock."""
        # Some systems cannot remove an open file; the next writer then reuses it.
        with suppress(OSError):
            self._file.unlink(missing_ok=True)
        self._held.close()

    @staticmethod
    def _take(held: sqlite3.Connection) -> None:
        # No journal file and no sync: the content is needed only while the process runs.
        held.execute("PRAGMA journal_mode = MEMORY")
        held.execute("PRAGMA synchronous = OFF")
        held.execute("BEGIN IMMEDIATE")
        held.execute("CREATE TABLE IF NOT EXISTS owner (process INTEGER)")
        held.execute("DELETE FROM owner")
        held.execute("INSERT INTO owner VALUES (?)", (os.getpid(),))
        held.execute("COMMIT")
        # This transaction is the lock: others can read the owner, but not write.
        held.execute("BEGIN IMMEDIATE")


def _owner(file: Path) -> str:
    """Return the process id of the lock's holder, "" if unknown."""
    try:
        with closing(sqlite3.connect(file, timeout=0.0)) as reading:
            row = reading.execute("SELECT process FROM owner").fetchone()
    except sqlite3.DatabaseError:
        return ""
    return "" if row is None else str(row[0])
