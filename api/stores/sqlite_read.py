"""Reads a journal file without writing anything, also on a read-only disk."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import NullPool, StaticPool

from api.stores.sqlite_pages import image
from api.stores.sqlite_store import SqliteFile
from controller.errors import JournalError

_WAIT_S: Final = 10.0


class ReadOnlySqlite(SqliteFile):
    """A journal file opened read-only."""

    def __init__(self, path: Path) -> None:
        """Open the file; raises JournalError if it is missing or not a journal."""
        if not path.is_file():
            raise JournalError(f"no journal at {path}")
        try:
            engine = _read_only_engine(path)
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            raise JournalError(f"{path}: not read: {error}") from None
        super().__init__(str(path), engine)


def _read_only_engine(path: Path) -> Engine:
    """Return an engine that reads through SQLite if that creates no files, else from a copy in memory."""
    log, index = (path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm"))
    if index.is_file():
        # If a writer, even a killed one, has left its index, SQLite creates no files for reading. A writer that has
        # written nothing yet has an empty log, and may checkpoint at any moment.
        try:
            _connect(path, "mode=ro").close()
            return _engine(lambda: _connect(path, "mode=ro"))
        except sqlite3.Error:
            # The index cannot be written, as on a read-only disk.
            pass
    if not log.is_file() or not log.stat().st_size:
        # All data is in the file, and nobody is writing.
        return _engine(lambda: _connect(path, "mode=ro&immutable=1"))
    memory = sqlite3.connect(":memory:", check_same_thread=False)
    memory.deserialize(image(path))
    return create_engine("sqlite://", creator=lambda: memory, poolclass=StaticPool)


def _connect(path: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?{how}", uri=True, timeout=_WAIT_S, check_same_thread=False
    )
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error:
        connection.close()
        raise
    except UnicodeDecodeError:
        # SQLite's error message quotes bytes of the damaged file that are not UTF-8.
        connection.close()
        raise sqlite3.DatabaseError("malformed: what it names is no text") from None
    return connection


def _engine(connect: Callable[[], sqlite3.Connection]) -> Engine:
    return create_engine("sqlite://", creator=connect, poolclass=NullPool)
