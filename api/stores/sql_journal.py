"""The parts of a database journal common to all databases: reading, and atomic appending of chained rows."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from threading import Lock
from typing import Any, Final

from sqlalchemy import Connection, Engine, insert, select
from sqlalchemy.exc import SQLAlchemyError

from api.stores.tables import EVIDENCE, NOTES, RECORDS, evidence_of, evidence_row, record_row
from controller.errors import JournalError, StoreError
from controller.journal.chain import GENESIS, Record, record_from_line
from controller.journal.store import EvidenceRow

# SQLite's error message may quote bytes of a damaged file that are not UTF-8.
DATABASE_ERRORS: Final = (SQLAlchemyError, OSError, UnicodeDecodeError)


class SqlJournal(ABC):
    """A journal in the tables of an engine; ``name`` identifies it in messages. Raises JournalError."""

    def __init__(self, name: str, engine: Engine) -> None:
        """Take over an engine with a journal's tables; the subclass must then call ``_take_up``."""
        self._name = name
        self._engine = engine
        self._last: Record | None = None
        self._tail: tuple[int, str] | None = None
        # True after a failed write, which may have been stored if only the connection was lost.
        self._doubtful = False
        self._writing = Lock()
        self._watcher: Callable[[Sequence[Record]], None] | None = None

    def append(self, records: Sequence[Record], evidence: Sequence[EvidenceRow] = ()) -> None:
        """Append atomically, on disk when this returns; raises JournalError if a record does not follow the last."""
        with self._writing:
            last = self.last()
            place, head = self.evidence_tail()
            rows = []
            for row in evidence:
                place += 1
                rows.append(evidence_row(row, place, head))
                head = str(rows[-1]["hash"])
            last = self._followed(last, records, head)
            try:
                with self._transaction() as connection:
                    if rows:
                        connection.execute(insert(EVIDENCE), rows)
                    if records:
                        connection.execute(insert(RECORDS), [record_row(record) for record in records])
            except DATABASE_ERRORS as error:
                self._doubtful = True
                raise StoreError(f"{self._name}: not written: {reason(error)}") from error
            self._last, self._tail = last, (place, head)
        self._tell(records)

    def read(self, after: int = 0, kinds: Collection[str] = ()) -> Iterator[Record]:
        """Yield records above sequence ``after`` in order, unverified; only those of ``kinds`` if any are given."""
        query = select(RECORDS.c.line).where(RECORDS.c.sequence > after).order_by(RECORDS.c.sequence)
        query = query.where(RECORDS.c.kind.in_(kinds)) if kinds else query
        for (line,) in self._rows(query):
            yield record_from_line(line)

    def lines(self, last: int) -> Iterator[bytes]:
        """Yield the stored lines of records up to sequence ``last``, in order."""
        query = select(RECORDS.c.line).where(RECORDS.c.sequence <= last).order_by(RECORDS.c.sequence)
        for (line,) in self._rows(query):
            yield bytes(line)

    def last(self) -> Record | None:
        """Return the newest record, None in an empty journal; read again from the database after a failed write."""
        if self._doubtful:
            self._take_up()
        return self._last

    def evidence(self, ids: Sequence[int]) -> Sequence[EvidenceRow]:
        """Return the evidence with these ids, in order of id; unknown ids are left out."""
        query = select(EVIDENCE.c.id, EVIDENCE.c.body).where(EVIDENCE.c.id.in_(ids)).order_by(EVIDENCE.c.id)
        return [evidence_of(number, body) for number, body in self._rows(query) if body is not None]

    def newest_evidence(self, limit: int) -> Sequence[EvidenceRow]:
        """Return the last ``limit`` pieces of evidence, in order of id."""
        query = select(EVIDENCE.c.id, EVIDENCE.c.body).order_by(EVIDENCE.c.id.desc()).limit(limit)
        return [evidence_of(number, body) for number, body in self._rows(query) if body is not None][::-1]

    def evidence_head(self) -> str:
        """Return the head of the chain of evidence; the genesis hash if there is none."""
        return self.evidence_tail()[1]

    def evidence_tail(self) -> tuple[int, str]:
        """Return the length and the head of the chain of evidence."""
        self.last()
        if self._tail is None:
            query = select(EVIDENCE.c.place, EVIDENCE.c.hash).order_by(EVIDENCE.c.place.desc()).limit(1)
            self._tail = next(((place, head) for place, head in self._rows(query)), (0, GENESIS))
        return self._tail

    def raw(self, table: str) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of ``records``, ``evidence`` or ``notes`` as stored, in order, without any checks.

        Columns: sequence, time, kind, hash, line; or place, id, at, kind, hash, body; or number, at, kind,
        body. Raises JournalError if the database cannot be read further.
        """
        for row in self._rows_of(table):
            yield tuple(row)

    def note(self, at: float, kind: str, body: str) -> None:
        """Add a note about an operation on the journal as a file, such as a repair."""
        number = sum(1 for _ in self.raw("notes")) + 1
        row = {"number": number, "at": at, "kind": kind, "body": body}
        try:
            with self._transaction() as connection:
                connection.execute(insert(NOTES), row)
        except DATABASE_ERRORS as error:
            raise JournalError(f"{self._name}: not written: {reason(error)}") from error

    def put(self, table: str, rows: Sequence[dict[str, Any]]) -> None:
        """Insert rows unchanged, for a copy of another journal; the triggers refuse rows out of order."""
        if not rows:
            return
        into = {"records": RECORDS, "evidence": EVIDENCE, "notes": NOTES}[table]
        try:
            with self._transaction() as connection:
                connection.execute(insert(into), list(rows))
        except DATABASE_ERRORS as error:
            raise JournalError(f"{self._name}: not written: {reason(error)}") from error

    def watch(self, told: Callable[[Sequence[Record]], None]) -> None:
        """Call ``told`` with each batch of appended records, and with an empty sequence now and before closing."""
        self._watcher = told
        told(())

    def close(self) -> None:
        """Close the journal."""
        self._tell(())
        self._watcher = None
        self._engine.dispose()

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[Connection]:
        """Return a connection in a write transaction; committed and on disk if it ends without error."""

    @abstractmethod
    def _rows_of(self, table: str) -> Iterator[Any]:
        """Return the rows for ``raw``."""

    def _tell(self, records: Sequence[Record]) -> None:
        if self._watcher is not None and (records or self._last is not None):
            self._watcher(records)

    def _followed(self, last: Record | None, records: Sequence[Record], head: str) -> Record | None:
        """Return the last record after appending; raises JournalError if a record does not follow."""
        for record in records:
            expected = 1 if last is None else last.sequence + 1
            if record.sequence != expected or (last is not None and record.previous != last.hash):
                raise JournalError(f"{self._name}: record {record.sequence} does not follow: expected {expected}")
            if record.evidence not in ("", head):
                raise JournalError(f"{self._name}: record {record.sequence} does not vouch for its evidence")
            last = record
        return last

    def _take_up(self) -> None:
        query = select(RECORDS.c.line).order_by(RECORDS.c.sequence.desc()).limit(1)
        self._last = next((record_from_line(line) for (line,) in self._rows(query)), None)
        self._tail, self._doubtful = None, False

    def _rows(self, query: Any) -> Iterator[Any]:
        try:
            with self._engine.connect() as connection:
                yield from connection.execute(query)
        except DATABASE_ERRORS as error:
            raise StoreError(f"{self._name}: not read: {reason(error)}") from error


def reason(error: Exception) -> str:
    """Return a database's error message in one line."""
    told = getattr(error, "orig", None) or error
    if told.args and isinstance(told.args[0], dict):
        # pg8000 passes the fields of the server's message as a mapping.
        return str(told.args[0].get("M", told))
    return (str(told).splitlines() or [type(told).__name__])[0]
