"""The journal in one SQLite file: append-only by triggers, in WAL mode, each commit on disk before it returns."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, text

from api.stores.one_writer import OneWriter
from api.stores.sql_journal import DATABASE_ERRORS, SqlJournal, reason
from api.stores.tables import create_journal
from controller.errors import JournalError

# Schema number in the file's header.
SCHEMA: Final = 3
# Timeout in seconds for another process's lock; short, because the table waits and the write is retried later.
_PATIENCE_S: Final = 1.0
# Page cache of a connection in KiB: appending needs few pages; SQLite's default is 2 MB per journal.
_CACHE_KIB: Final = 256
_TABLES: Final = {"records", "evidence"}
_COLUMNS: Final = {
    "records": ("sequence", "time", "kind", "hash", "line"),
    "evidence": ("place", "id", "at", "kind", "hash", "body"),
    "notes": ("number", "at", "kind", "body"),
}


class SqliteFile(SqlJournal):
    """A journal in a SQLite database, through an existing engine."""

    def __init__(self, name: str, engine: Engine) -> None:
        """Take over the engine; raises JournalError if it is not a journal, or one of a later release."""
        super().__init__(name, engine)
        try:
            with engine.connect() as connection:
                checked_schema(connection, name)
            self._take_up()
        except DATABASE_ERRORS as error:
            raise JournalError(f"{name}: not a journal: {reason(error)}") from error

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._engine.connect().execution_options(immediate=True) as connection, connection.begin():
            yield connection

    def _rows_of(self, table: str) -> Iterator[Any]:
        names = _COLUMNS[table]
        return self._rows(text(f"SELECT {', '.join(names)} FROM {table} ORDER BY {names[0]}"))


class SqliteJournal(SqliteFile):
    """A journal file, created if missing; one writer at a time."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; raises JournalError if it is foreign, damaged, or open in another process."""
        self._held: OneWriter | None = None
        engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": _PATIENCE_S})
        event.listen(engine, "connect", _on_connect)
        event.listen(engine, "begin", _on_begin)
        try:
            self._held = OneWriter(path)
            try:
                with engine.connect() as connection:
                    schema = checked_schema(connection, str(path), to_write=True)
                _write_ahead(engine)
                if not schema:
                    _create(engine, str(path))
            except DATABASE_ERRORS as error:
                raise JournalError(f"{path}: not a journal: {reason(error)}") from error
            super().__init__(str(path), engine)
        except JournalError:
            engine.dispose()
            self._let_go()
            raise

    def close(self) -> None:
        """Close the file and release the lock."""
        super().close()
        self._let_go()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None


def checked_schema(connection: Connection, name: str, to_write: bool = False) -> int:
    """Return the schema number of a journal, 0 for an empty file.

    Raises JournalError for any other database, another schema, or without ``to_write`` for an empty file.
    """
    found = int(connection.execute(text("PRAGMA user_version")).scalar_one())
    if found not in (0, SCHEMA):
        raise JournalError(f"{name}: journal schema {found}: expected {SCHEMA}")
    tables = {row[0] for row in connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'"))}
    if found and not tables >= _TABLES:
        raise JournalError(f"{name}: a database without the tables of a journal")
    if not found and tables:
        raise JournalError(f"{name}: a database of something else: expected a journal or no file")
    if not found and not to_write:
        raise JournalError(f"{name}: not a journal: it holds nothing yet")
    return found


def _create(engine: Engine, name: str) -> None:
    """Create the tables in one transaction, so that a kill leaves the file unchanged; raises JournalError."""
    with engine.connect().execution_options(immediate=True) as connection, connection.begin():
        if not checked_schema(connection, name, to_write=True):
            create_journal(connection)
            connection.execute(text(f"PRAGMA user_version = {SCHEMA}"))


def _write_ahead(engine: Engine) -> None:
    connection = engine.raw_connection()
    try:
        # The mode is stored in the file's header, so it is set only for a journal; it cannot be set in a transaction.
        connection.cursor().execute("PRAGMA journal_mode = WAL")
    except sqlite3.Error as error:
        raise JournalError(f"not a journal: {error}") from error
    finally:
        connection.close()


def _on_connect(connection: Any, _record: object) -> None:
    # ``_on_begin`` starts all transactions; otherwise sqlite3 would commit before each statement that creates tables.
    connection.isolation_level = None
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")


def _on_begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get("immediate")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
