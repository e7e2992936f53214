"""Hash chain of records: a changed, lost or swapped record is found when the journal is read.

A record has one of two formats. The first covers events alone; the second, marked with ``format``, also covers all
evidence stored by then, through the head of the evidence's chain. A journal moves from the first to the second when a
newer release continues it, and never back. Lines of the first are written unchanged.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from controller.errors import JournalError
from controller.journal.codec import Json, canonical, event_from_json, event_to_json, parse, structured
from controller.journal.events import Event

GENESIS = "0" * 64
FORMAT = 2
# End of a canonical line: the keys that sort after the event and its evidence.
_TAIL: Final = re.compile(
    rb'"hash":"([0-9a-f]{64})",("previous":"([0-9a-f]{64})","sequence":([0-9]+),"time":[^,{}"]+})'
)


@dataclass(frozen=True, slots=True)
class Record:
    """One sealed event: ``sequence`` from 1, ``time`` in seconds since the Unix epoch, SHA-256 ``hash`` of the rest.

    ``evidence``: head of the evidence chain when the record was sealed; "" in a record of the first format.
    """

    sequence: int
    time: float
    previous: str
    hash: str
    event: Event
    evidence: str = ""


def seal(event: Event, time: float, after: Record | None, evidence: str = "") -> Record:
    """Return the record of an event that follows ``after`` (None: first record of the journal).

    ``evidence``: head of the evidence chain, including the evidence stored with this record; "": as in the record
    before.
    """
    sequence = 1 if after is None else after.sequence + 1
    previous = GENESIS if after is None else after.hash
    head = evidence or ("" if after is None else after.evidence)
    return Record(sequence, time, previous, _hash(sequence, time, previous, event, head), event, head)


def link(previous: str, number: int, body: bytes) -> str:
    """Return the hash of a piece of evidence that follows ``previous``; ``body`` is its canonical JSON."""
    return hashlib.sha256(f"{previous}:{number}:".encode() + body).hexdigest()


def verify(records: Iterable[Record], after: Record | None = None) -> Iterator[Record]:
    """Yield the records, each checked against its predecessor; raises JournalError at the first that does not match."""
    last = after
    for record in records:
        sequence = 1 if last is None else last.sequence + 1
        if record.sequence != sequence:
            raise JournalError(f"record {record.sequence}: expected sequence {sequence}")
        previous = GENESIS if last is None else last.hash
        if record.previous != previous:
            raise JournalError(f"record {sequence}: previous hash is {record.previous[:12]}, expected {previous[:12]}")
        if last is not None and last.evidence and not record.evidence:
            raise JournalError(f"record {sequence}: vouches for no evidence, though the record before it does")
        if record.hash != _hash(sequence, record.time, previous, record.event, record.evidence):
            raise JournalError(f"record {sequence}: its hash does not fit what it says")
        yield record
        last = record


def leads_to(lines: Iterable[bytes], head: str) -> bool:
    """True if the lines, from the journal's first on, form an unbroken chain up to the record with hash ``head``.

    Lines are hashed without parsing their events, in a hundredth of ``verify``'s time. A line that is not canonical
    JSON counts as a break in the chain.
    """
    number, last = 0, GENESIS.encode()
    for line in lines:
        number += 1
        place = line.rfind(b'"hash":"')
        tail = _TAIL.fullmatch(line, max(place, 0))
        if tail is None or tail[3] != last or int(tail[4]) != number:
            return False
        last = tail[1]
        if hashlib.sha256(line[:place] + tail[2]).hexdigest().encode() != last:
            return False
    return number > 0 and last == head.encode()


def record_to_line(record: Record) -> bytes:
    """Return the record as one canonical JSON line without a newline."""
    sealed = _sealed(record.sequence, record.time, record.previous, event_to_json(record.event), record.evidence)
    return canonical({**sealed, "hash": record.hash})


def record_from_line(line: bytes | str) -> Record:
    """Return the record of one line, not yet verified; raises JournalError."""
    read = _read(line)
    return Record(read.sequence, read.time, read.previous, read.hash, event_from_json(read.event), read.evidence)


def _read(line: bytes | str) -> "_Line":
    body = parse(line)
    form = body.pop("format", 1)
    if form not in (1, FORMAT) or (form == FORMAT) != ("evidence" in body):
        raise JournalError(f"record of format {form!r}: expected format 1, or {FORMAT} with its evidence")
    return structured(body, _Line, "record")


@dataclass(frozen=True, slots=True)
class SealedLine:
    """Fields of a record's line without its event, whose type may be unknown; ``kind`` is the event's name."""

    sequence: int
    time: float
    previous: str
    hash: str
    kind: str


def sealed_line(line: bytes) -> SealedLine:
    """Return the fields of a line after checking its hash; raises JournalError. Unknown event types are accepted."""
    read = _read(line)
    kind = read.event.get("event")
    if not isinstance(kind, str):
        raise JournalError(f"record {read.sequence}: names no event")
    sealed = _sealed(read.sequence, read.time, read.previous, read.event, read.evidence)
    if hashlib.sha256(canonical(sealed)).hexdigest() != read.hash:
        raise JournalError(f"record {read.sequence}: its hash does not fit what it says")
    return SealedLine(read.sequence, read.time, read.previous, read.hash, kind)


@dataclass(frozen=True, slots=True)
class _Line:
    """Record as parsed from its line, with the event still as JSON."""

    sequence: int
    time: float
    previous: str
    hash: str
    event: Json
    evidence: str = ""


def _sealed(sequence: int, time: float, previous: str, event: Json, evidence: str) -> dict[str, object]:
    body = {"sequence": sequence, "time": time, "previous": previous, "event": event}
    return {**body, "format": FORMAT, "evidence": evidence} if evidence else body


def _hash(sequence: int, time: float, previous: str, event: Event, evidence: str) -> str:
    return hashlib.sha256(canonical(_sealed(sequence, time, previous, event_to_json(event), evidence))).hexdigest()
