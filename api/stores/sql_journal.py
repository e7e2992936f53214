"""What a journal in a database does whichever database it is: rows read, appended, chained, and never in part."""

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

# A complaint of SQLite that quotes a damaged file may be no text.
DATABASE_ERRORS: Final = (SQLAlchemyError, OSError, UnicodeDecodeError)


class SqlJournal(ABC):
    """A journal in the tables of an engine, named by ``name`` in messages. Raises JournalError."""

    def __init__(self, name: str, engine: Engine) -> None:
        """Take over an engine whose tables are a journal's; its owner then calls ``_take_up``."""
        self._name = name
        self._engine = engine
        self._last: Record | None = None
        self._tail: tuple[int, str] | None = None
        # After a failed write: if the connection was lost at its end, it may have been stored.
        self._doubtful = False
        self._writing = Lock()
        self._watcher: Callable[[Sequence[Record]], None] | None = None

    def append(self, records: Sequence[Record], evidence: Sequence[EvidenceRow] = ()) -> None:
        """Write all or nothing; on the disk when it returns. Refuses a record that does not follow the last one."""
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
        """Records above sequence ``after`` in order, unverified; only those of ``kinds`` if any are given."""
        query = select(RECORDS.c.line).where(RECORDS.c.sequence > after).order_by(RECORDS.c.sequence)
        query = query.where(RECORDS.c.kind.in_(kinds)) if kinds else query
        for (line,) in self._rows(query):
            yield record_from_line(line)

    def lines(self, last: int) -> Iterator[bytes]:
        """The lines of records up to ``last``, in order, as they lie there."""
        query = select(RECORDS.c.line).where(RECORDS.c.sequence <= last).order_by(RECORDS.c.sequence)
        for (line,) in self._rows(query):
            yield bytes(line)

    def last(self) -> Record | None:
        """The newest record, or None in an empty journal; looked up anew after a write that failed."""
        if self._doubtful:
            self._take_up()
        return self._last

    def evidence(self, ids: Sequence[int]) -> Sequence[EvidenceRow]:
        """The rows kept under these ids, in order of id; unknown ids are left out."""
        query = select(EVIDENCE.c.id, EVIDENCE.c.body).where(EVIDENCE.c.id.in_(ids)).order_by(EVIDENCE.c.id)
        return [evidence_of(number, body) for number, body in self._rows(query) if body is not None]

    def newest_evidence(self, limit: int) -> Sequence[EvidenceRow]:
        """The last ``limit`` rows kept, in order of id."""
        query = select(EVIDENCE.c.id, EVIDENCE.c.body).order_by(EVIDENCE.c.id.desc()).limit(limit)
        return [evidence_of(number, body) for number, body in self._rows(query) if body is not None][::-1]

    def evidence_head(self) -> str:
        """Head of the chain of evidence; the hash before the first where there is none."""
        return self.evidence_tail()[1]

    def evidence_tail(self) -> tuple[int, str]:
        """How many pieces of evidence were chained, and the head of their chain."""
        self.last()
        if self._tail is None:
            query = select(EVIDENCE.c.place, EVIDENCE.c.hash).order_by(EVIDENCE.c.place.desc()).limit(1)
            self._tail = next(((place, head) for place, head in self._rows(query)), (0, GENESIS))
        return self._tail

    def raw(self, table: str) -> Iterator[tuple[Any, ...]]:
        """The rows of ``records``, ``evidence`` or ``notes`` as they lie there, in their order, whatever they hold.

        Columns: sequence, time, kind, hash, line; or place, id, at, kind, hash, body (no place and hash before they
        were chained); or number, at, kind, body. Raises JournalError where the database itself cannot go on.
        """
        for row in self._rows_of(table):
            yield tuple(row)

    def note(self, at: float, kind: str, body: str) -> None:
        """Note what was done to the journal as a file."""
        number = sum(1 for _ in self.raw("notes")) + 1
        row = {"number": number, "at": at, "kind": kind, "body": body}
        try:
            with self._transaction() as connection:
                connection.execute(insert(NOTES), row)
        except DATABASE_ERRORS as error:
            raise JournalError(f"{self._name}: not written: {reason(error)}") from error

    def put(self, table: str, rows: Sequence[dict[str, Any]]) -> None:
        """Put rows in as they are, for a copy of another journal; what may not follow is refused by the tables."""
        if not rows:
            return
        into = {"records": RECORDS, "evidence": EVIDENCE, "notes": NOTES}[table]
        try:
            with self._transaction() as connection:
                connection.execute(insert(into), list(rows))
        except DATABASE_ERRORS as error:
            raise JournalError(f"{self._name}: not written: {reason(error)}") from error

    def watch(self, told: Callable[[Sequence[Record]], None]) -> None:
        """Tell what was appended from now on, each time, and nothing (an empty row) before the journal is closed."""
        self._watcher = told
        told(())

    def close(self) -> None:
        """Release the journal."""
        self._tell(())
        self._watcher = None
        self._engine.dispose()

    @abstractmethod
    def change_revision(self, to: str) -> str:
        """Bring the tables up or down to a revision and tell which; the journal is to be closed then."""

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[Connection]:
        """A connection in a transaction that writes; committed and on the disk when it ends well."""

    @abstractmethod
    def _rows_of(self, table: str) -> Iterator[Any]:
        """The rows for ``raw``."""

    def _tell(self, records: Sequence[Record]) -> None:
        if self._watcher is not None and (records or self._last is not None):
            self._watcher(records)

    def _followed(self, last: Record | None, records: Sequence[Record], head: str) -> Record | None:
        """The last record once these are appended; raises JournalError for one that does not follow."""
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
    """What a database said, in one line."""
    told = getattr(error, "orig", None) or error
    if told.args and isinstance(told.args[0], dict):
        # pg8000 hands on the fields of the server's message.
        return str(told.args[0].get("M", told))
    return (str(told).splitlines() or [type(told).__name__])[0]
