"""Three records and their evidence, sealed as a table's service does."""

from typing import Final

from controller.journal.chain import GENESIS, Record, seal
from controller.journal.events import MixingStarted, SetPressed, WallsRaised
from controller.journal.store import EvidenceRow, JournalStore, evidence_head
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat

ROWS: Final = (
    EvidenceRow(1, TableSignal(SignalKind.SET_PRESSED, 1.0, Seat.A, id="7:1")),
    EvidenceRow(2, TableSignal(SignalKind.MIXING, 2.0, id="7:2")),
    EvidenceRow(9, Claim(ClaimKind.UPHOLD_FAULT, 3.0, "referee", "F1")),
)
EVENTS: Final = (
    SetPressed(at=1.0, evidence=(1,), seat=Seat.A),
    MixingStarted(at=2.0, evidence=(2,)),
    WallsRaised(at=3.0),
)


def old_records() -> list[Record]:
    """Records as written by releases without a chain of evidence."""
    sealed: list[Record] = []
    for number, event in enumerate(EVENTS):
        sealed.append(seal(event, 10.0 + number, sealed[-1] if sealed else None))
    return sealed


def new_records() -> list[Record]:
    """Records with the evidence chain: each covers its own row and those before."""
    sealed: list[Record] = []
    head = GENESIS
    for number, (event, row) in enumerate(zip(EVENTS, ROWS, strict=True)):
        head = evidence_head(head, [row])
        sealed.append(seal(event, 10.0 + number, sealed[-1] if sealed else None, head))
    return sealed


def fill(store: JournalStore, more: int = 0) -> list[Record]:
    """Append the records one by one, then ``more`` records with a row of evidence each; return all."""
    written = new_records()
    for record, row in zip(written, ROWS, strict=True):
        store.append([record], [row])
    for number in range(more):
        row = EvidenceRow(10 + number, TableSignal(SignalKind.MIXING, 4.0 + number, id=f"8:{number}"))
        head = evidence_head(store.evidence_head(), [row])
        written.append(seal(MixingStarted(at=4.0 + number, evidence=(row.id,)), 20.0 + number, written[-1], head))
        store.append([written[-1]], [row])
    return written
