"""One writer of a file at a time, on every system: SQLite's lock on a small file beside it, gone with its process."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from controller.errors import JournalError


class OneWriter:
    """The right to write a file, from its making until ``close``; raises JournalError where another process has it."""

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
                # What an earlier release left that was killed: a line of text.
                held.close()
                self._file.unlink(missing_ok=True)
                continue
            # The previous holder removes the file: the file on disk must be this one.
            if self._file.is_file() and os.path.samestat(before, self._file.stat()):
                self._held = held
                return
            held.close()

    def close(self) -> None:
        """Let others write."""
        # Where an open file cannot be taken away it stays, and the next writer takes it up.
        with suppress(OSError):
            self._file.unlink(missing_ok=True)
        self._held.close()

    @staticmethod
    def _take(held: sqlite3.Connection) -> None:
        # In memory and unsynced: nothing in it outlives its process.
        held.execute("PRAGMA journal_mode = MEMORY")
        held.execute("PRAGMA synchronous = OFF")
        held.execute("BEGIN IMMEDIATE")
        held.execute("CREATE TABLE IF NOT EXISTS owner (process INTEGER)")
        held.execute("DELETE FROM owner")
        held.execute("INSERT INTO owner VALUES (?)", (os.getpid(),))
        held.execute("COMMIT")
        # Held from here on: others may read who it is, and write nothing.
        held.execute("BEGIN IMMEDIATE")


def _owner(file: Path) -> str:
    """The process that holds it, empty where it does not say."""
    try:
        with closing(sqlite3.connect(file, timeout=0.0)) as reading:
            row = reading.execute("SELECT process FROM owner").fetchone()
    except sqlite3.DatabaseError:
        return ""
    return "" if row is None else str(row[0])
