"""Port of the journal's storage; the databases that implement it are in the api package."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from controller.journal.chain import Record, link
from controller.journal.codec import canonical, evidence_to_json
from controller.ports.evidence import Evidence


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """A piece of evidence under the id that events name it by; ids grow within a journal."""

    id: int
    evidence: Evidence


def evidence_head(before: str, rows: Iterable[EvidenceRow]) -> str:
    """Head of the chain of evidence after these rows, stored on top of ``before``."""
    for row in rows:
        before = link(before, row.id, canonical(evidence_to_json(row.evidence)))
    return before


class JournalStore(Protocol):
    """An append-only journal. Every method may raise JournalError."""

    def append(self, records: Sequence[Record], evidence: Sequence[EvidenceRow] = ()) -> None:
        """Write all or nothing; when it returns the rows survive a power cut. Refuses a record that does not follow.

        A record of the second format must cover the evidence that is stored with it.
        """
        ...

    def evidence_head(self) -> str:
        """Head of the chain of evidence that the next record covers, without evidence stored with it."""
        ...

    def read(self, after: int = 0, kinds: Collection[str] = ()) -> Iterator[Record]:
        """Records with a sequence above ``after``, in order, not verified; of these kinds of events alone, if any."""
        ...

    def last(self) -> Record | None:
        """The newest record, or None in an empty journal."""
        ...

    def evidence(self, ids: Sequence[int]) -> Sequence[EvidenceRow]:
        """The rows with these ids, in order of id; unknown ids are left out."""
        ...

    def newest_evidence(self, limit: int) -> Sequence[EvidenceRow]:
        """The last ``limit`` rows, in order of id."""
        ...

    def close(self) -> None:
        """Release the journal."""
        ...
