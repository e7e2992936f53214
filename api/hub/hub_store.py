"""The hub's database: each record of every table is stored exactly once, and hash chains are verified."""

import hashlib
import re
import struct
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, Row, Table, bindparam, create_engine, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from api.hub.rows import BREAKS, JOURNALS, NEWEST, RECORDS, REVISION, Clearance, HubBreak, prepare
from api.hub.subjects import TableAddress
from api.stores.dialing import only_postgresql
from api.stores.revisions import revision
from controller.errors import JantakuError, JournalError
from controller.journal.chain import GENESIS, Record, SealedLine, record_from_line, sealed_line
from controller.ports.maker import Maker, MakerKind
from controller.text import one_line

# Rows read at once to verify stored records after a gap was closed.
_STRETCH: Final = 1000
_MOST_RECORDS: Final = 2**31 - 1
"""Maximum of an integer column; a table's longest evening has 10,000 records."""
_KIND: Final = re.compile(r"[A-Za-z]{1,80}")
"""Pattern of a fact's name, also of facts added by newer programs."""
_HASH: Final = re.compile(f"[0-9a-f]{{{len(GENESIS)}}}")
_MOST_TIME: Final = 1e11
"""Maximum time in seconds since the epoch; chosen: three thousand years."""
_DATA: Final = ("22", "23", "54")
"""SQLSTATE classes of errors in the rows themselves: content, constraints, size."""
_MOST_REASON: Final = 500
"""Maximum length of the stored reason of a break, which may quote the message."""
_TOLD: Final = ("venue", "table", "journal", "held", "seen", "heard_at")
_CLEARED: Final = 100
"""Number of latest decisions listed; all of them stay in the database."""
_T = TypeVar("_T")


class HubStoreError(JantakuError):
    """The database is unreachable or refuses; nothing of the write is stored."""


class RowsRefusedError(HubStoreError):
    """The database refuses these rows, and would refuse them again."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One message as received: its subject, the journal named in its header, its body."""

    subject: str
    journal: str
    body: bytes


@dataclass(frozen=True, slots=True)
class HubStanding:
    """A journal in the hub; ``held``: contiguous records from the first, ``seen``: the highest sequence received."""

    id: int
    venue: str
    table: str
    journal: str
    held: int
    seen: int
    heard_at: float


@dataclass(frozen=True, slots=True)
class Written:
    """Result of a batch: number of new rows, number of duplicates dropped, and the reasons of new breaks."""

    new: int
    doubled: int
    breaks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Came:
    """A valid record of a batch with the message it came in."""

    arrival: Arrival
    line: SealedLine


class HubStore:
    """Tables of the hub in one database; safe for several hubs at once. Every method may raise HubStoreError."""

    def __init__(self, address: str) -> None:
        """``address``: for SQLAlchemy; it is not opened yet. Raises JantakuError for an invalid address."""
        try:
            self._engine: Engine = only_postgresql(create_engine(address, pool_pre_ping=True))
        except (SQLAlchemyError, ImportError) as error:
            raise JantakuError(f"database: {error}") from None
        if self._engine.dialect.name not in ("postgresql", "sqlite"):
            raise JantakuError(f"database {self._engine.dialect.name}: expected postgresql+pg8000:// or sqlite:///")
        self._ids: dict[tuple[str, str, str], int] = {}

    def prepare(self) -> None:
        """Create the tables if there are none."""
        self._within(prepare)

    def must_be_prepared(self) -> None:
        """Raise HubStoreError if the tables are not of this program's revision; nothing is changed."""
        found = self._within(lambda connection: revision(connection, REVISION))
        if found != NEWEST:
            stand = (
                "no tables of a hub"
                if found is None
                else f"tables of revision {found}, and this program's are {NEWEST}"
            )
            raise HubStoreError(f"the database has {stand}: start `jantaku hub` on it once, which makes them")

    @property
    def server_version(self) -> str | None:
        """PostgreSQL's version; None for a database in a file."""
        if self._engine.dialect.name != "postgresql":
            return None
        return str(self._within(lambda connection: connection.exec_driver_sql("SHOW server_version").scalar())).split()[
            0
        ]

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    def write(self, arrivals: Sequence[Arrival]) -> Written:
        """Store a batch; when this returns, all of it is on disk. Duplicates are dropped.

        The batch is one transaction. If the database refuses its rows, each half is tried, down to the refused record,
        which is stored among the breaks. Otherwise the broker would deliver it again forever, and nothing after it.
        """
        with suppress(RowsRefusedError):
            return self._within(lambda connection: self._write(connection, arrivals))
        # Try again: the first failure cleared cached row numbers, which may have been of another database.
        try:
            return self._within(lambda connection: self._write(connection, arrivals))
        except RowsRefusedError as error:
            if len(arrivals) == 1:
                odd = [(arrivals[0], str(error))]
                return Written(0, 0, self._within(lambda connection: self._keep_odd(connection, odd)))
        middle = len(arrivals) // 2
        first, second = self.write(arrivals[:middle]), self.write(arrivals[middle:])
        return Written(first.new + second.new, first.doubled + second.doubled, (*first.breaks, *second.breaks))

    def standings(self) -> list[HubStanding]:
        """Return every known journal."""
        query = select(
            *(JOURNALS.c.id, JOURNALS.c.venue, JOURNALS.c.table_name, JOURNALS.c.genesis),
            *(JOURNALS.c.held, JOURNALS.c.seen, JOURNALS.c.heard_at),
        ).order_by(JOURNALS.c.venue, JOURNALS.c.table_name, JOURNALS.c.id)
        return self._within(lambda connection: [HubStanding(*row) for row in connection.execute(query)])

    def held(self, place: TableAddress, journal: str) -> int:
        """Return the number of contiguous records of that journal from the first."""
        query = select(JOURNALS.c.held).where(
            *(JOURNALS.c.venue == place.venue, JOURNALS.c.table_name == place.table, JOURNALS.c.genesis == journal)
        )
        return self._within(lambda connection: connection.execute(query).scalar()) or 0

    def records(self, journal: int) -> Iterator[Record]:
        """Yield the records of a journal in order, reading them in blocks."""
        after = 0
        while rows := self._within(partial(_stretch, journal=journal, after=after)):
            for _, line in rows:
                yield record_from_line(line)
            after = rows[-1][0]

    def breaks(self) -> list[HubBreak]:
        """Return every message that did not fit and is not cleared."""
        query = select(BREAKS).where(BREAKS.c.cleared_at.is_(None)).order_by(BREAKS.c.id)
        return self._within(lambda connection: list(map(_break, connection.execute(query))))

    def cleared(self, most: int) -> list[HubBreak]:
        """Return cleared breaks, the latest first."""
        query = select(BREAKS).where(BREAKS.c.cleared_at.is_not(None)).order_by(BREAKS.c.cleared_at.desc()).limit(most)
        return self._within(lambda connection: list(map(_break, connection.execute(query))))

    def stand(self) -> dict[str, Any]:
        """Return the state of every journal, its breaks and who cleared them, for command line and page."""
        return {
            "journals": [{name: getattr(each, name) for name in _TOLD} for each in self.standings()],
            "breaks": [each.as_json for each in self.breaks()],
            "cleared": [each.as_json for each in self.cleared(_CLEARED)],
        }

    def clear(self, number: int, decision: Clearance) -> bool:
        """Record that a break is cleared; False if no break of that number is open. Nothing is deleted."""
        if not 0 < number <= _MOST_RECORDS:
            return False
        maker = decision.maker
        change = update(BREAKS).where(BREAKS.c.id == number, BREAKS.c.cleared_at.is_(None))
        told = change.values(
            cleared_at=decision.at,
            cleared_by=decision.by,
            cleared_kind=maker.kind.value,
            cleared_id=maker.id,
            cleared_why=decision.why,
        )
        return bool(self._within(lambda connection: connection.execute(told).rowcount))

    def _within(self, work: Callable[[Connection], _T]) -> _T:
        """Return the result of ``work``, run in a transaction."""
        done = False
        try:
            with self._engine.begin() as connection:
                found = work(connection)
            done = True
            return found
        # pg8000 raises socket errors unchanged, and drivers raise these errors for values they cannot send.
        except (SQLAlchemyError, OSError, ValueError, OverflowError, struct.error) as error:
            raise _refusal(error)(f"database: {_said(error)}") from error
        finally:
            if not done:
                # Cached journal numbers may belong to the failed transaction, or to a database that was replaced.
                self._ids.clear()

    def _write(self, connection: Connection, arrivals: Sequence[Arrival]) -> Written:
        sound: dict[tuple[int, int], _Came] = {}
        odd: list[tuple[Arrival, str]] = []
        doubled = 0
        for arrival in arrivals:
            try:
                line = _checked(arrival)
                key = (self._journal(connection, TableAddress.of(arrival.subject), arrival.journal), line.sequence)
            except JantakuError as error:
                odd.append((arrival, str(error)))
                continue
            other = sound.setdefault(key, _Came(arrival, line))
            if other.arrival is not arrival:
                doubled += 1
                odd += _forked(arrival, line, other.line.hash)
        new = self._insert_records(connection, sound)
        old = [key for key in sound if key not in new]
        for key, known_hash in self._hashes(connection, old).items():
            odd += _forked(sound[key].arrival, sound[key].line, known_hash)
        odd += self._follow(connection, {key: sound[key] for key in new})
        return Written(len(new), doubled + len(old), self._keep_odd(connection, odd))

    def _journal(self, connection: Connection, place: TableAddress, genesis: str) -> int:
        """Return the number of a journal's row, inserted if missing."""
        named = (place.venue, place.table, genesis)
        if named not in self._ids:
            row = {"venue": place.venue, "table_name": place.table, "genesis": genesis}
            fresh = {"held": 0, "held_hash": GENESIS, "seen": 0, "heard_at": time.time()}
            connection.execute(self._insert(JOURNALS).values(row | fresh).on_conflict_do_nothing())
            query = select(JOURNALS.c.id).where(*(JOURNALS.c[name] == value for name, value in row.items()))
            self._ids[named] = int(connection.execute(query).scalar_one())
        return self._ids[named]

    def _insert_records(self, connection: Connection, sound: dict[tuple[int, int], _Came]) -> set[tuple[int, int]]:
        """Insert records that are not stored yet; return the keys of the new ones."""
        if not sound:
            return set()
        rows = [
            {
                "journal": journal,
                "sequence": sequence,
                "time": known.line.time,
                "kind": known.line.kind,
                "hash": known.line.hash,
                "line": known.arrival.body,
            }
            for (journal, sequence), known in sorted(sound.items())
        ]
        query = self._insert(RECORDS).on_conflict_do_nothing().returning(RECORDS.c.journal, RECORDS.c.sequence)
        return {(journal, sequence) for journal, sequence in connection.execute(query, rows)}

    def _hashes(self, connection: Connection, keys: list[tuple[int, int]]) -> dict[tuple[int, int], str]:
        if not keys:
            return {}
        query = select(RECORDS.c.journal, RECORDS.c.sequence, RECORDS.c.hash)
        query = query.where(tuple_(RECORDS.c.journal, RECORDS.c.sequence).in_(keys))
        return {(journal, sequence): known for journal, sequence, known in connection.execute(query)}

    def _follow(self, connection: Connection, new: dict[tuple[int, int], _Came]) -> list[tuple[Arrival, str]]:
        """Extend each verified chain as far as possible; return a break for a record that does not fit."""
        if not new:
            return []
        touched = sorted({journal for journal, _ in new})
        query = select(JOURNALS.c.id, JOURNALS.c.held, JOURNALS.c.held_hash, JOURNALS.c.seen)
        query = query.where(JOURNALS.c.id.in_(touched)).order_by(JOURNALS.c.id).with_for_update()
        odd: list[tuple[Arrival, str]] = []
        moved = []
        for journal, before, before_hash, seen in connection.execute(query).all():
            held, held_hash = before, before_hash
            top = max(seen, *(sequence for touching, sequence in new if touching == journal))
            # Records after a gap become verifiable only once the first missing record arrives.
            while known := new.get((journal, held + 1)) or self._beyond(connection, new, journal, held, top):
                if known.line.previous != held_hash:
                    odd.append((known.arrival, f"record {held + 1}: does not follow the record before it"))
                    break
                held, held_hash = held + 1, known.line.hash
            at = {"held": held, "held_hash": held_hash, "seen": top, "heard_at": time.time()}
            moved.append({"which": journal} | at)
        names = ("held", "held_hash", "seen", "heard_at")
        change = update(JOURNALS).where(JOURNALS.c.id == bindparam("which"))
        connection.execute(change.values({name: bindparam(name) for name in names}), moved)
        return odd

    def _beyond(
        self, connection: Connection, new: dict[tuple[int, int], _Came], journal: int, held: int, top: int
    ) -> _Came | None:
        """Return the stored record after ``held``, loading a block; None unless ``held`` itself is new."""
        if held >= top or (journal, held) not in new:
            return None
        for sequence, line in _stretch(connection, journal, held):
            new.setdefault((journal, sequence), _Came(Arrival("", "", line), sealed_line(line)))
        return new.get((journal, held + 1))

    def _keep_odd(self, connection: Connection, odd: list[tuple[Arrival, str]]) -> tuple[str, ...]:
        """Store each break once; return the reasons of the new ones."""
        told = []
        for arrival, reason in odd:
            row = {
                "at": time.time(),
                "subject": arrival.subject,
                "reason": one_line(reason, _MOST_REASON),
                "body": arrival.body,
                "digest": hashlib.sha256(arrival.subject.encode() + b"\n" + arrival.body).hexdigest(),
            }
            query = self._insert(BREAKS).values(row).on_conflict_do_nothing().returning(BREAKS.c.id)
            if connection.execute(query).first() is not None:
                told.append(f"{arrival.subject}: {reason}")
        return tuple(told)

    def _insert(self, table: Table) -> Any:
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        return dialect.insert(table)


def _refusal(error: Exception) -> type[HubStoreError]:
    """Return RowsRefusedError if the data is at fault, HubStoreError if the database is.

    The database is at fault if it is unreachable, full, locked, or of another schema.
    """
    if not isinstance(error, SQLAlchemyError | OSError):
        return RowsRefusedError
    state = _error_fields(error).get("C")
    if state is not None:
        return RowsRefusedError if state[:2] in _DATA else HubStoreError
    return RowsRefusedError if isinstance(error, DataError | IntegrityError) else HubStoreError


def _error_fields(error: Exception) -> Mapping[str, str]:
    """Return PostgreSQL's error fields by letter; empty for any other error."""
    orig = error.orig if isinstance(error, DBAPIError) else None
    fields = orig.args[0] if orig is not None and orig.args else None
    return fields if isinstance(fields, Mapping) else {}


def _said(error: Exception) -> str:
    """Return the first line of an error's message, without the row's content that PostgreSQL would add."""
    said = _error_fields(error).get("M") or str(getattr(error, "orig", None) or error)
    return said.splitlines()[0] if said else type(error).__name__


def _break(row: Row[Any]) -> HubBreak:
    """Return a break from its row."""
    if row.cleared_at is None:
        return HubBreak(row.id, row.at, row.subject, row.reason)
    maker = Maker(MakerKind(row.cleared_kind), row.cleared_id)
    decision = Clearance(row.cleared_at, row.cleared_by, maker, row.cleared_why)
    return HubBreak(row.id, row.at, row.subject, row.reason, decision)


def _stretch(connection: Connection, journal: int, after: int) -> list[tuple[int, bytes]]:
    """Return sequence and line of the next stored records of a journal."""
    query = select(RECORDS.c.sequence, RECORDS.c.line).where(RECORDS.c.journal == journal, RECORDS.c.sequence > after)
    rows = connection.execute(query.order_by(RECORDS.c.sequence).limit(_STRETCH))
    return [(sequence, bytes(line)) for sequence, line in rows]


def _checked(arrival: Arrival) -> SealedLine:
    """Return the record in a message; raises JournalError if it is invalid or not of the named journal."""
    line = sealed_line(arrival.body)
    if _HASH.fullmatch(arrival.journal) is None:
        raise JournalError(f"record {line.sequence}: names no journal")
    # A record that no row can hold would be redelivered forever and block all later ones.
    if line.sequence > _MOST_RECORDS or not abs(line.time) < _MOST_TIME or not _KIND.fullmatch(line.kind):
        raise JournalError("a record that no journal has: its number, time or kind")
    if line.sequence < 1 or (line.sequence == 1 and line.hash != arrival.journal):
        raise JournalError(f"record {line.sequence}: is not the first of the journal that it names")
    return line


def _forked(arrival: Arrival, line: SealedLine, known: str) -> list[tuple[Arrival, str]]:
    """Return a break if a duplicate differs from the stored record, else nothing."""
    if line.hash == known:
        return []
    return [(arrival, f"record {line.sequence}: another record stands there already")]
