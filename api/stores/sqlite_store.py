"""The journal in one SQLite file: append-only by triggers, WAL, every commit on the disk before it returns."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Connection,
    create_engine,
    event,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import SQLAlchemyError

from api.stores.tables import EVIDENCE, JOURNAL, RECORDS, evidence_of, evidence_row, record_row
from controller.errors import JournalError, StoreError
from controller.journal.chain import Record, record_from_line
from controller.journal.store import EvidenceRow

SCHEMA: Final = 1
# How long another's lock is waited for: a whole table waits meanwhile, and what is not written now is tried again.
_PATIENCE_S: Final = 1.0

_RAISE: Final = "SELECT RAISE(ABORT, 'the journal is append-only')"
# An INSERT OR REPLACE deletes without asking the DELETE trigger, so inserts are guarded by themselves; with the number
# that must come next this also keeps out a second writer.
_TRIGGERS: Final = (
    *(
        f"CREATE TRIGGER IF NOT EXISTS {table}_{verb} BEFORE {verb} ON {table} BEGIN {_RAISE}; END"
        for table in ("records", "evidence")
        for verb in ("UPDATE", "DELETE")
    ),
    f"CREATE TRIGGER IF NOT EXISTS records_INSERT BEFORE INSERT ON records"
    f" WHEN NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM records) BEGIN {_RAISE}; END",
    f"CREATE TRIGGER IF NOT EXISTS evidence_INSERT BEFORE INSERT ON evidence"
    f" WHEN EXISTS (SELECT 1 FROM evidence WHERE id = NEW.id) BEGIN {_RAISE}; END",
)


class SqliteJournal:
    """A journal file, made when it is not there; one writer at a time. Raises JournalError."""

    def __init__(self, path: Path) -> None:
        """Open or make the file; raises JournalError for a foreign or damaged one."""
        self._path = path
        self._engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": _PATIENCE_S})
        event.listen(self._engine, "connect", _on_connect)
        try:
            with self._engine.begin() as connection:
                self._set_up(connection)
        except SQLAlchemyError as error:
            raise JournalError(f"{path}: not a journal: {_reason(error)}") from error
        self._last, self._doubtful = self._read_last(), False

    def append(self, records: Sequence[Record], evidence: Sequence[EvidenceRow] = ()) -> None:
        """Write all or nothing; on the disk when it returns. Refuses a record that does not follow the last one."""
        last = self.last()
        for record in records:
            expected = 1 if last is None else last.sequence + 1
            if record.sequence != expected or (last is not None and record.previous != last.hash):
                raise JournalError(f"{self._path}: record {record.sequence} does not follow: expected {expected}")
            last = record
        try:
            with self._engine.begin() as connection:
                if evidence:
                    connection.execute(insert(EVIDENCE), [evidence_row(row) for row in evidence])
                if records:
                    connection.execute(insert(RECORDS), [record_row(record) for record in records])
        except SQLAlchemyError as error:
            self._doubtful = True
            raise StoreError(f"{self._path}: not written: {_reason(error)}") from error
        self._last = last

    def read(self, after: int = 0) -> Iterator[Record]:
        """Records with a sequence above ``after``, in order, not verified."""
        query = select(RECORDS.c.line).where(RECORDS.c.sequence > after).order_by(RECORDS.c.sequence)
        for (line,) in self._rows(query):
            yield record_from_line(line)

    def last(self) -> Record | None:
        """The newest record, or None in an empty journal; looked up anew after a write that failed."""
        if self._doubtful:
            self._last, self._doubtful = self._read_last(), False
        return self._last

    def evidence(self, ids: Sequence[int]) -> Sequence[EvidenceRow]:
        """The rows kept under these ids, in order of id; unknown ids are left out."""
        query = select(EVIDENCE.c.id, EVIDENCE.c.body).where(EVIDENCE.c.id.in_(ids)).order_by(EVIDENCE.c.id)
        return [evidence_of(number, body) for number, body in self._rows(query)]

    def newest_evidence(self, limit: int) -> Sequence[EvidenceRow]:
        """The last ``limit`` rows kept, in order of id."""
        query = select(EVIDENCE.c.id, EVIDENCE.c.body).order_by(EVIDENCE.c.id.desc()).limit(limit)
        return [evidence_of(number, body) for number, body in self._rows(query)][::-1]

    def close(self) -> None:
        """Release the file."""
        self._engine.dispose()

    def _set_up(self, connection: Connection) -> None:
        found = connection.execute(text("PRAGMA user_version")).scalar_one()
        if found not in (0, SCHEMA):
            raise JournalError(f"{self._path}: journal schema {found}: expected {SCHEMA}")
        if found == 0 and inspect(connection).get_table_names():
            raise JournalError(f"{self._path}: a database of something else: expected a journal or no file")
        JOURNAL.create_all(connection)
        for trigger in _TRIGGERS:
            connection.execute(text(trigger))
        connection.execute(text(f"PRAGMA user_version = {SCHEMA}"))

    def _read_last(self) -> Record | None:
        query = select(RECORDS.c.line).order_by(RECORDS.c.sequence.desc()).limit(1)
        return next((record_from_line(line) for (line,) in self._rows(query)), None)

    def _rows(self, query: Any) -> Iterator[Any]:
        try:
            with self._engine.connect() as connection:
                yield from connection.execute(query)
        except SQLAlchemyError as error:
            raise StoreError(f"{self._path}: not read: {_reason(error)}") from error


def _on_connect(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.close()


def _reason(error: SQLAlchemyError) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]
