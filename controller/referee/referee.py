"""All faults at once: findings become numbered proposals, change their remedy at the opening, and are decided."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from controller.journal import events as ev
from controller.journal.events import Decision, Fault, Severity
from controller.journal.state import FaultState, TableState
from controller.ports import Claim, ClaimKind
from controller.referee.catalogue import CATALOGUE
from controller.referee.detectors import DETECTORS, Case, Finding
from controller.referee.openings import due_remedy
from controller.rulebooks.rulebook import Rulebook

_DECISIONS = {ClaimKind.UPHOLD_FAULT: Decision.UPHELD, ClaimKind.DISMISS_FAULT: Decision.DISMISSED}


@dataclass(frozen=True, slots=True)
class Referee:
    """Judges under one rulebook. Pure: the state knows which faults stand already."""

    rulebook: Rulebook

    def judge(self, before: TableState, event: ev.Event, after: TableState) -> tuple[ev.Event, ...]:
        """Faults that an event raises, and remedies that it changes."""
        case = Case(self.rulebook, before, event, after)
        found = [finding for detector in DETECTORS for finding in detector(case)]
        return (*self.raise_faults(after, found, event.at, event.evidence), *self._changed_remedies(after, event))

    def raise_faults(
        self, state: TableState, findings: Iterable[Finding], at: float, evidence: tuple[int, ...]
    ) -> Iterator[ev.FaultRaised]:
        """A FaultRaised for each finding that does not stand in this round yet."""
        number = len(state.faults)
        standing = {
            (fault.fault.code, fault.fault.subject)
            for fault in state.faults
            if fault.round == state.rounds or (fault.decision is None and fault.fault.severity is Severity.SERVICE)
        }
        for finding in findings:
            if (finding.code, finding.subject) in standing:
                continue
            standing.add((finding.code, finding.subject))
            number += 1
            entry = CATALOGUE[finding.code]
            fault = Fault(
                id=f"F{number}",
                code=entry.code,
                severity=entry.severity,
                name=entry.name,
                detail=finding.detail,
                rulebook=self.rulebook.id,
                remedy=due_remedy(entry.code, self.rulebook, state.round),
                seat=finding.seat,
                subject=finding.subject,
            )
            yield ev.FaultRaised(at=at, evidence=evidence, fault=fault)

    def _changed_remedies(self, state: TableState, event: ev.Event) -> Iterator[ev.FaultRemedyChanged]:
        if not isinstance(event, ev.Discarded | ev.Called):
            return
        for standing in state.open_faults():
            if standing.round != state.rounds:
                continue
            due = due_remedy(standing.fault.code, self.rulebook, state.round)
            if due != standing.fault.remedy:
                yield ev.FaultRemedyChanged(at=event.at, evidence=event.evidence, fault=standing.fault.id, remedy=due)


def decide(state: TableState, claim: Claim, evidence: int) -> ev.FaultDecided | None:
    """The decision that a claim enters, or None when no open fault has its subject's id."""
    decision = _DECISIONS.get(claim.kind)
    if decision is None or find_open(state, claim.subject) is None:
        return None
    return ev.FaultDecided(at=claim.at, evidence=(evidence,), fault=claim.subject, decision=decision, by=claim.by)


def clear(state: TableState, code: str, subject: str, at: float, evidence: int) -> Iterator[ev.FaultDecided]:
    """The device's own all-clear for every open fault of that code and subject."""
    for standing in state.open_faults():
        if (standing.fault.code, standing.fault.subject) == (code, subject):
            yield ev.FaultDecided(
                at=at, evidence=(evidence,), fault=standing.fault.id, decision=Decision.CLEARED, by="table"
            )


def find_open(state: TableState, fault: str) -> FaultState | None:
    """The open fault with that id, or None."""
    return next((standing for standing in state.open_faults() if standing.fault.id == fault), None)
