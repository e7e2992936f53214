"""The tables of a journal as they are now, and how a record and a piece of evidence lie in a row of them.

How they came to be so is in ``versions``.
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
# ``place`` counts from 1 in the order of keeping, which the chain follows; a row without a body is one that a repair
# could not save: its hash holds its place in the chain.
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
# What was done to the journal as a file, such as a repair; ``body`` is JSON.
NOTES: Final = Table(
    "notes",
    JOURNAL,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String, nullable=False),
    Column("body", Text, nullable=False),
)


def record_row(record: Record) -> dict[str, object]:
    """The row of a record; the line holds all, the other columns are for whoever looks without this program."""
    return {
        "sequence": record.sequence,
        "time": record.time,
        "kind": type(record.event).__name__,
        "hash": record.hash,
        "line": record_to_line(record),
    }


def evidence_row(row: EvidenceRow, place: int, previous: str) -> dict[str, object]:
    """The row of the piece of evidence that is kept at that place after ``previous``, its JSON compressed."""
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
    """The evidence of a row's columns; raises JournalError."""
    return EvidenceRow(number, evidence_from_json(parse(unpacked(number, body))))


def unpacked(number: int, body: bytes) -> bytes:
    """The JSON of a row's body as it was written; raises JournalError."""
    try:
        return zlib.decompress(body)
    except zlib.error as error:
        raise JournalError(f"evidence {number}: cannot be unpacked: {error}") from None
