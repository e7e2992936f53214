"""The tables of a journal, and how records and evidence are stored in their rows.

Triggers keep them append-only for every client: no update, no deletion, and only the next row inserted.
"""

import zlib
from typing import Final

from sqlalchemy import Column, Connection, Float, Integer, LargeBinary, MetaData, String, Table, Text

from api.stores.revisions import create, revision_table
from controller.errors import JournalError
from controller.journal.chain import Record, link, record_to_line
from controller.journal.codec import canonical, evidence_from_json, evidence_to_json, parse
from controller.journal.store import EvidenceRow

_SAID: Final = "the journal is append-only"
JOURNAL: Final = MetaData()
REVISION: Final = revision_table("journal_version", JOURNAL)
NEWEST: Final = "j0003"
"""The revision of this program's tables."""
RECORDS: Final = Table(
    "records",
    JOURNAL,
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("time", Float, nullable=False),
    Column("kind", String, nullable=False),
    Column("hash", String, nullable=False),
    Column("line", LargeBinary, nullable=False),
)
# ``place`` counts from 1 in the order of storing, which the hash chain follows. A row without body stands for a
# piece that a repair could not save; its hash continues the chain.
EVIDENCE: Final = Table(
    "evidence",
    JOURNAL,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String, nullable=False),
    Column("body", LargeBinary),
    Column("place", Integer, nullable=False, unique=True),
    Column("hash", String, nullable=False),
)
# Operations on the journal as a file, such as a repair; ``body`` is JSON.
NOTES: Final = Table(
    "notes",
    JOURNAL,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String, nullable=False),
    Column("body", Text, nullable=False),
)
_KNOWN: Final = "EXISTS (SELECT 1 FROM evidence WHERE id = NEW.id)"
_NOT_NEXT: Final = {
    "records": "NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM records)",
    "evidence": f"{_KNOWN} OR NEW.place <> (SELECT coalesce(max(place), 0) + 1 FROM evidence)",
    "notes": "NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM notes)",
}
"""When an insert into each table is refused."""


def create_journal(connection: Connection) -> None:
    """Create the tables, append-only, in the caller's transaction."""
    create(connection, REVISION, NEWEST)
    for table, refused in _NOT_NEXT.items():
        _guard(connection, table, refused)


def _guard(connection: Connection, table: str, refused: str) -> None:
    """Create the triggers of a table; ``refused``: SQL condition over NEW under which an insert is refused."""
    statements = _sqlite(table, refused) if connection.dialect.name == "sqlite" else _postgres(table, refused)
    for statement in statements:
        connection.exec_driver_sql(statement)


def _sqlite(table: str, refused: str) -> tuple[str, ...]:
    # INSERT OR REPLACE deletes rows without firing the DELETE trigger, so inserts need their own trigger. Requiring
    # the next number also keeps out a second writer.
    stop = f"BEGIN SELECT RAISE(ABORT, '{_SAID}'); END"
    return (
        f"CREATE TRIGGER {table}_UPDATE BEFORE UPDATE ON {table} {stop}",
        f"CREATE TRIGGER {table}_DELETE BEFORE DELETE ON {table} {stop}",
        f"CREATE TRIGGER {table}_INSERT BEFORE INSERT ON {table} WHEN {refused} {stop}",
    )


def _postgres(table: str, refused: str) -> tuple[str, ...]:
    # No percent sign needs doubling, as these statements have no parameters.
    stop = f"RAISE EXCEPTION '{_SAID}' USING ERRCODE = 'integrity_constraint_violation';"
    return (
        f"CREATE FUNCTION {table}_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {stop} END $$",
        f"CREATE FUNCTION {table}_next() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN IF {refused} THEN {stop} END IF; RETURN NEW; END $$",
        f"CREATE TRIGGER {table}_kept BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_kept()",
        f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} EXECUTE FUNCTION {table}_kept()",
        f"CREATE TRIGGER {table}_next BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_next()",
    )


def record_row(record: Record) -> dict[str, object]:
    """Return the row of a record; ``line`` is complete, the other columns are for reading without this program."""
    return {
        "sequence": record.sequence,
        "time": record.time,
        "kind": type(record.event).__name__,
        "hash": record.hash,
        "line": record_to_line(record),
    }


def evidence_row(row: EvidenceRow, place: int, previous: str) -> dict[str, object]:
    """Return the row of a piece of evidence at ``place``, its JSON compressed; ``previous``: hash before it."""
    told = canonical(evidence_to_json(row.evidence))
    return {
        "id": row.id,
        "at": row.evidence.at,
        "kind": type(row.evidence).__name__,
        "body": zlib.compress(told, 6),
        "place": place,
        "hash": link(previous, row.id, told),
    }


def evidence_of(number: int, body: bytes) -> EvidenceRow:
    """Return the evidence in a row's columns; raises JournalError."""
    return EvidenceRow(number, evidence_from_json(parse(unpacked(number, body))))


def unpacked(number: int, body: bytes) -> bytes:
    """Return the JSON of a row's body as it was written; raises JournalError."""
    try:
        return zlib.decompress(body)
    except zlib.error as error:
        raise JournalError(f"evidence {number}: cannot be unpacked: {error}") from None
