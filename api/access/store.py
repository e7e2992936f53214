"""Storage of people, devices, sessions, tokens and links: one small SQLite file, readable by its user only."""

import os
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import structlog
from sqlalchemy import Connection, CursorResult, Engine, RowMapping, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from api.access.proofs import digest
from controller.errors import JantakuError
from controller.ports.log import WordLog

FILE: Final = "access.sqlite"
AGAIN_S: Final = 60.0
"""Seconds within which a link's opener may open it again; chosen: a page reloaded in a bad network."""
_LEFT_OUT_S: Final = 30.0
"""Seconds without further attempts after a failed write of marks; chosen: as the interval of time last seen."""
LEAST_ATTEMPT: Final = 16
"""Minimum length of an opener's secret; chosen: 96 bits as pages encode them."""
# Migration to each version from the one before, the first one from nothing; released ones are never edited.
MIGRATIONS: Final = {
    6: (
        "CREATE TABLE service (id TEXT NOT NULL)",
        "INSERT INTO service VALUES (lower(hex(randomblob(4))))",
        "CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, password TEXT, pin TEXT,"
        " made REAL NOT NULL, ended REAL)",
        "CREATE UNIQUE INDEX people_names ON people (name) WHERE ended IS NULL",
        "CREATE TABLE devices (id TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people, name TEXT NOT NULL,"
        " role TEXT NOT NULL, made REAL NOT NULL, seen REAL NOT NULL, ended REAL,"
        # Time until which a device has acknowledged others under its person's name.
        " known REAL NOT NULL DEFAULT 0)",
        "CREATE TABLE sessions (hash TEXT PRIMARY KEY, device TEXT NOT NULL REFERENCES devices, made REAL NOT NULL,"
        " used REAL NOT NULL, sure_until REAL NOT NULL DEFAULT 0,"
        # The session's secret before its PIN was entered.
        " renews TEXT NOT NULL DEFAULT '')",
        "CREATE INDEX sessions_devices ON sessions (device)",
        "CREATE TABLE tokens (id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL, role TEXT NOT NULL,"
        " made REAL NOT NULL, seen REAL, ended REAL, seat TEXT NOT NULL DEFAULT '', camera TEXT NOT NULL DEFAULT '')",
        # The opener's secret for opening a link again, and the device or token made by the first opening.
        "CREATE TABLE links (hash TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, made REAL NOT NULL,"
        " ends REAL NOT NULL, used REAL, attempt TEXT NOT NULL DEFAULT '', opened TEXT NOT NULL DEFAULT '')",
        "CREATE TABLE camera_links (hash TEXT PRIMARY KEY, camera TEXT NOT NULL, made REAL NOT NULL,"
        " ends REAL NOT NULL, used REAL, attempt TEXT NOT NULL DEFAULT '', opened TEXT NOT NULL DEFAULT '')",
    ),
}
log: WordLog = structlog.get_logger()


class AccessError(JantakuError):
    """The file of people and devices cannot be read or written."""


class AccessStore:
    """The file, created if missing and migrated if older; without a path, a database in memory."""

    def __init__(self, path: Path | None = None) -> None:
        """Open the file; raises AccessError for a foreign file, or one of a newer version."""
        self._path = path
        # All threads share the single in-memory connection, so they need a lock.
        self._turn = threading.RLock() if path is None else None
        self._own = threading.local()
        self._marks: dict[str, tuple[tuple[str, Mapping[str, object]], ...]] = {}
        self._marking, self._marker = threading.Lock(), ThreadPoolExecutor(1, thread_name_prefix="seen")
        self._is_marked, self._unmarked_until = False, 0.0
        self._engine = _engine(path)
        with self._connected() as connection:
            _migrate(connection, path)
        self.id: str = self.one("SELECT id FROM service")["id"]

    def close(self) -> None:
        """Write pending marks, and close the file."""
        self._marker.shutdown()
        self._engine.dispose()

    def one(self, query: str, **values: object) -> RowMapping:
        """Return the only row of a query; raises AccessError if there is none."""
        found = self.first(query, **values)
        if found is None:
            raise AccessError(f"{self._path}: no answer to {query}")
        return found

    def first(self, query: str, **values: object) -> RowMapping | None:
        """Return the first row of a query, None if there is none."""
        with self._connected() as connection:
            return connection.execute(text(query), values).mappings().first()

    def spent_link(self, table: str, secret: str, attempt: str, now: float) -> RowMapping | None:
        """Mark a link as opened and return its row; None if it was opened before or has expired.

        ``attempt``: a secret of this opener, who may open the link again within ``AGAIN_S`` seconds if the answer was
        lost.
        """
        return self.first(
            f"UPDATE {table} SET used = coalesce(used, :now), attempt = :attempt WHERE hash = :hash AND"
            " (used IS NULL AND ends >= :now OR attempt <> '' AND attempt = :attempt AND used > :again) RETURNING *",
            now=now,
            attempt=digest(attempt) if len(attempt) >= LEAST_ATTEMPT else "",
            hash=digest(secret),
            again=now - AGAIN_S,
        )

    def all(self, query: str, **values: object) -> list[Any]:
        """Return all rows of a query, each a mapping by column."""
        with self._connected() as connection:
            return [dict(row) for row in connection.execute(text(query), values).mappings()]

    def change(self, *changes: tuple[str, Mapping[str, object]]) -> int:
        """Execute changes, all or none; return how many rows the last one changed."""
        with self._connected() as connection:
            touched: CursorResult[Any] | None = None
            for query, values in changes:
                touched = connection.execute(text(query), dict(values))
            return 0 if touched is None else touched.rowcount

    def mark(self, key: str, *changes: tuple[str, Mapping[str, object]]) -> None:
        """Execute changes in the background, so that the caller never waits for the disk.

        Only the newest changes of each ``key`` are written. A failed write is logged and retried later.
        """
        with self._marking:
            self._marks[key] = changes
            if self._is_marked or time.monotonic() < self._unmarked_until:
                return
            self._is_marked = True
        if self._path is None:
            self._write_marks()
        else:
            self._marker.submit(self._write_marks)

    def is_due(self, key: str) -> bool:
        """True if changes under that key are not written yet."""
        return key in self._marks

    def _write_marks(self) -> None:
        while due := self._due_marks():
            try:
                self.change(*(change for changes in due.values() for change in changes))
            except AccessError as error:
                with self._marking:
                    self._is_marked, self._unmarked_until = False, time.monotonic() + _LEFT_OUT_S
                log.warning("not written down who was seen", reason=str(error))
                return
            with self._marking:
                self._marks = {key: each for key, each in self._marks.items() if each is not due.get(key)}

    def _due_marks(self) -> dict[str, tuple[tuple[str, Mapping[str, object]], ...]]:
        with self._marking:
            self._is_marked = bool(self._marks)
            return dict(self._marks)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Context of one transaction for this thread's reads and writes: all of it is stored, or nothing.

        No other transaction writes meanwhile.
        """
        with self._connected() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            self._own.connection = connection
            try:
                yield
            finally:
                self._own.connection = None

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        under_way: Connection | None = getattr(self._own, "connection", None)
        if under_way is not None:
            yield under_way
            return
        if self._turn is not None:
            self._turn.acquire()
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise AccessError(f"{self._path}: {getattr(error, 'orig', None) or error}".splitlines()[0]) from error
        finally:
            if self._turn is not None:
                self._turn.release()


def _engine(path: Path | None) -> Engine:
    if path is None:
        return create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        path.chmod(0o600)
    except OSError as error:
        raise AccessError(f"{path}: cannot be written: {error.strerror}") from None
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 5.0})
    event.listen(engine, "connect", _on_connect)
    return engine


def _on_connect(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _migrate(connection: Connection, path: Path | None) -> None:
    found = connection.execute(text("PRAGMA user_version")).scalar_one()
    tables = connection.execute(text("SELECT count(*) FROM sqlite_master")).scalar_one()
    if found > max(MIGRATIONS) or 0 < found < min(MIGRATIONS) or (found == 0 and tables):
        raise AccessError(f"{path}: version {found} of something else: expected {max(MIGRATIONS)}")
    for number, statements in MIGRATIONS.items():
        for statement in statements if number > found else ():
            connection.execute(text(statement))
    connection.execute(text(f"PRAGMA user_version = {max(MIGRATIONS)}"))
