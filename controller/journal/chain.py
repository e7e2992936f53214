"""Records in a hash chain: a changed, lost or swapped record is found when the journal is read."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from controller.errors import JournalError
from controller.journal.codec import Json, canonical, event_from_json, event_to_json, parse, structured
from controller.journal.events import Event

GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class Record:
    """One sealed event: ``sequence`` from 1, ``time`` in seconds since the Unix epoch, SHA-256 over the rest."""

    sequence: int
    time: float
    previous: str
    hash: str
    event: Event


def seal(event: Event, time: float, after: Record | None) -> Record:
    """The record of an event that follows ``after`` (None: the first of the journal)."""
    sequence = 1 if after is None else after.sequence + 1
    previous = GENESIS if after is None else after.hash
    return Record(sequence, time, previous, _hash(sequence, time, previous, event), event)


def verify(records: Iterable[Record], after: Record | None = None) -> Iterator[Record]:
    """The records as they come, each checked against the one before; raises JournalError at the first that is off."""
    last = after
    for record in records:
        sequence = 1 if last is None else last.sequence + 1
        if record.sequence != sequence:
            raise JournalError(f"record {record.sequence}: expected sequence {sequence}")
        previous = GENESIS if last is None else last.hash
        if record.previous != previous:
            raise JournalError(f"record {sequence}: previous hash is {record.previous[:12]}, expected {previous[:12]}")
        if record.hash != _hash(sequence, record.time, previous, record.event):
            raise JournalError(f"record {sequence}: its hash does not fit what it says")
        yield record
        last = record


def record_to_line(record: Record) -> bytes:
    """The record as one canonical JSON line without its newline."""
    return canonical({**_sealed(record.sequence, record.time, record.previous, record.event), "hash": record.hash})


def record_from_line(line: bytes | str) -> Record:
    """The record of one line, not yet verified; raises JournalError."""
    read = structured(parse(line), _Line, "record")
    return Record(read.sequence, read.time, read.previous, read.hash, event_from_json(read.event))


@dataclass(frozen=True, slots=True)
class SealedLine:
    """What a record's line says beside its event, which need not be known here; ``kind`` is the event's name."""

    sequence: int
    time: float
    previous: str
    hash: str
    kind: str


def sealed_line(line: bytes) -> SealedLine:
    """What a line says, its hash checked; raises JournalError. The line of a newer program's event is one too."""
    read = structured(parse(line), _Line, "record")
    kind = read.event.get("event")
    if not isinstance(kind, str):
        raise JournalError(f"record {read.sequence}: names no event")
    sealed = {"sequence": read.sequence, "time": read.time, "previous": read.previous, "event": read.event}
    if hashlib.sha256(canonical(sealed)).hexdigest() != read.hash:
        raise JournalError(f"record {read.sequence}: its hash does not fit what it says")
    return SealedLine(read.sequence, read.time, read.previous, read.hash, kind)


@dataclass(frozen=True, slots=True)
class _Line:
    """A record as its line has it."""

    sequence: int
    time: float
    previous: str
    hash: str
    event: Json


def _sealed(sequence: int, time: float, previous: str, event: Event) -> dict[str, object]:
    return {"sequence": sequence, "time": time, "previous": previous, "event": event_to_json(event)}


def _hash(sequence: int, time: float, previous: str, event: Event) -> str:
    return hashlib.sha256(canonical(_sealed(sequence, time, previous, event))).hexdigest()
