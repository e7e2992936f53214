"""The present tables of a journal, and how records and evidence are stored in their rows.

Their migrations are in ``versions``.
"""

import zlib
from typing import Final

from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, String, Table, Text

from controller.errors import JournalError
from controller.journal.chain import Record, link, record_to_line
from controller.journal.codec import canonical, evidence_from_json, evidence_to_json, parse
from controller.journal.store import EvidenceRow

JOURNAL: Final = MetaData()
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
