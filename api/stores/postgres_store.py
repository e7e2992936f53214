"""The journal in PostgreSQL: one schema per journal, append-only by triggers, one writer by an advisory lock."""

import hashlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError

from api.stores.dialing import only_postgresql
from api.stores.revisions import check_revision, revision
from api.stores.sql_journal import DATABASE_ERRORS, SqlJournal, reason
from api.stores.tables import NEWEST, REVISION, create_journal
from controller.errors import JournalError, StoreError

_JOURNAL: Final = re.compile(r"[a-z0-9_]{1,40}")
# Timeout in seconds for an unresponsive server; the write is retried later.
_WAIT_S: Final = 5
# Timeout in seconds for another client's lock; short, because the whole mahjong table waits.
_LOCKED_S: Final = 1
# The server takes a moment to notice that a service is gone and to release its lock.
_LET_GO_S, _AGAIN_S = 1.0, 0.05
_COLUMNS: Final = {
    "records": "sequence, time, kind, hash, line",
    "evidence": "place, id, at, kind, hash, body",
    "notes": "number, at, kind, body",
}


class ReadOnlyPostgres(SqlJournal):
    """A journal in PostgreSQL opened read-only; it must exist with this release's schema."""

    def __init__(self, address: str) -> None:
        """Connect; raises JournalError."""
        told = parse_address(address)
        name, self._schema = told.name, told.schema
        super().__init__(name, _engine(told, read_only=True))
        try:
            with self._engine.connect() as connection:
                found = revision(connection, REVISION, self._schema)
            if found is None:
                raise JournalError(f"{name}: no journal there")
            check_revision(found, NEWEST)
            self._take_up()
        except DATABASE_ERRORS as error:
            raise JournalError(f"{name}: not read: {reason(error)}") from error

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._engine.begin() as connection:
            yield connection

    def _rows_of(self, table: str) -> Iterator[Any]:
        names = _COLUMNS[table]
        return self._rows(text(f"SELECT {names} FROM {table} ORDER BY {names.partition(',')[0]}"))


class PostgresJournal(ReadOnlyPostgres):
    """A journal in PostgreSQL for writing, created if missing; one writer at a time, on any machine."""

    def __init__(self, address: str) -> None:
        """Connect, take the lock and create missing tables; raises JournalError, also if another service is writing."""
        told = parse_address(address)
        name, schema = told.name, told.schema
        SqlJournal.__init__(self, name, _engine(told, read_only=False))
        self._schema = schema
        self._writer: Connection | None = None
        try:
            with self._transaction() as connection:
                found = revision(connection, REVISION, schema)
                if found is None:
                    connection.execute(text(f'CREATE SCHEMA IF NOT EXISTS "{schema}"'))
                    create_journal(connection)
                else:
                    check_revision(found, NEWEST)
            self._take_up()
        except DATABASE_ERRORS as error:
            self.close()
            raise JournalError(f"{name}: not opened: {reason(error)}") from error
        except JournalError:
            self.close()
            raise

    def close(self) -> None:
        """Release the lock and close the connections."""
        super().close()
        if self._writer is not None:
            # Close the connection for good: returned to the pool it would keep the lock.
            self._writer.invalidate()
            self._writer.close()
            self._writer = None

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Use the connection that holds the lock for all writes; if it is lost, the next write takes the lock again."""
        if self._writer is None:
            self._writer = self._locked()
        try:
            with self._writer.begin():
                yield self._writer
        except DATABASE_ERRORS:
            writer, self._writer = self._writer, None
            writer.invalidate()
            writer.close()
            raise

    def _locked(self) -> Connection:
        connection = self._engine.connect()
        key = int.from_bytes(hashlib.sha256(self._schema.encode()).digest()[:8], "big", signed=True)
        deadline = time.monotonic() + _LET_GO_S
        while True:
            with connection.begin():
                taken = connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": key}).scalar_one()
            if taken:
                return connection
            if time.monotonic() > deadline:
                connection.close()
                # The lock may belong to a lost connection of this service, so the error must allow a retry.
                raise StoreError(f"{self._name}: open in another service: a journal has one writer")
            time.sleep(_AGAIN_S)


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """URL to connect to, the journal's schema, and its name in messages, without password."""

    url: URL
    schema: str
    name: str


def parse_address(address: str) -> PostgresAddress:
    """Parse an address; raises JournalError."""
    try:
        url = make_url(address)
    except ArgumentError:
        # The address itself may contain a password, so it is not quoted.
        raise JournalError(
            "address after postgresql+pg8000://: expected USER@HOST:PORT/DATABASE?journal=NAME"
        ) from None
    journal = url.query.get("journal", "journal")
    if not isinstance(journal, str) or not _JOURNAL.fullmatch(journal) or not url.database:
        raise JournalError(
            f"{url.render_as_string()}: expected postgresql+pg8000://USER@HOST:PORT/DATABASE?journal=NAME,"
            " the name of small letters, digits and _"
        )
    name = url.render_as_string()
    url = url.difference_update_query(["journal"])
    if url.password is None and "PGPASSWORD" in os.environ:
        url = url.set(password=os.environ["PGPASSWORD"])
    return PostgresAddress(url, f"jantaku_{journal}", name)


def _engine(told: PostgresAddress, read_only: bool) -> Engine:
    options = {"timeout": _WAIT_S, "application_name": "jantaku"}
    engine = only_postgresql(create_engine(told.url, connect_args=options, pool_pre_ping=True))

    def settle(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f'SET search_path TO "{told.schema}"')
        # A commit must be on disk when it returns, regardless of the server's setting.
        cursor.execute("SET synchronous_commit TO on")
        cursor.execute(f"SET lock_timeout TO '{_LOCKED_S}s'")
        cursor.execute(f"SET default_transaction_read_only TO {'on' if read_only else 'off'}")
        connection.commit()
        cursor.close()

    event.listen(engine, "connect", settle)
    return engine


def try_database(told: PostgresAddress, to_begin: bool = False) -> str:
    """Return why a journal cannot be stored in that database now, "" if it can.

    Checked are that it answers and has no other schema; with ``to_begin`` also that this user may create the journal's
    tables or write them, which is rolled back. The text contains no password.
    """
    engine = _engine(told, read_only=not to_begin)
    try:
        with engine.connect() as connection:
            found = revision(connection, REVISION, told.schema)
            if to_begin:
                writing = f'LOCK TABLE "{told.schema}".records IN ROW EXCLUSIVE MODE'
                connection.execute(text(writing if found else f'CREATE SCHEMA IF NOT EXISTS "{told.schema}"'))
    except DATABASE_ERRORS as error:
        return reason(error)
    finally:
        engine.dispose()
    return "" if found in (None, NEWEST) else f"journal of revision {found}: expected {NEWEST}"
