"""Port of the journal's storage; the databases that implement it are in the ``api`` package."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from controller.journal.chain import Record, link
from controller.journal.codec import canonical, evidence_to_json
from controller.ports.evidence import Evidence


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """A piece of evidence under the id by which events name it; ids grow within a journal."""

    id: int
    evidence: Evidence


def evidence_head(before: str, rows: Iterable[EvidenceRow]) -> str:
    """Return the head of the evidence chain after these rows follow the head ``before``."""
    for row in rows:
        before = link(before, row.id, canonical(evidence_to_json(row.evidence)))
    return before


class JournalStore(Protocol):
    """An append-only journal. Every method may raise JournalError."""

    def append(self, records: Sequence[Record], evidence: Sequence[EvidenceRow] = ()) -> None:
        """Write all or nothing; afterwards the rows survive a power cut. Raises for a record that does not follow.

        A record of the second format must cover the evidence stored with it.
        """
        ...

    def evidence_head(self) -> str:
        """Return the head of the evidence chain after all evidence stored so far."""
        ...

    def read(self, after: int = 0, kinds: Collection[str] = ()) -> Iterator[Record]:
        """Yield the records after sequence ``after`` in order, not verified; ``kinds``: event types, () for all."""
        ...

    def last(self) -> Record | None:
        """Return the newest record, or None in an empty journal."""
        ...

    def evidence(self, ids: Sequence[int]) -> Sequence[EvidenceRow]:
        """Return the rows with these ids in order of id; unknown ids are left out."""
        ...

    def newest_evidence(self, limit: int) -> Sequence[EvidenceRow]:
        """Return the last ``limit`` rows in order of id."""
        ...

    def close(self) -> None:
        """Close the journal and release its resources."""
        ...
