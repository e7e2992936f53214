"""The two tables of a journal, and how a record and a piece of evidence lie in a row of them."""

import zlib
from typing import Final

from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, String, Table

from controller.journal.chain import Record, record_to_line
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
EVIDENCE: Final = Table(
    "evidence",
    JOURNAL,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
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


def evidence_row(row: EvidenceRow) -> dict[str, object]:
    """The row of a piece of evidence, its JSON compressed."""
    body = zlib.compress(canonical(evidence_to_json(row.evidence)), 6)
    return {"id": row.id, "at": row.evidence.at, "kind": type(row.evidence).__name__, "body": body}


def evidence_of(number: int, body: bytes) -> EvidenceRow:
    """The evidence of a row's columns; raises JournalError."""
    return EvidenceRow(number, evidence_from_json(parse(zlib.decompress(body))))
