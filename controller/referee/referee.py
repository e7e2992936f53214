"""Findings become numbered faults, proposed to the referee; their remedy may change as play goes on."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from controller.journal import events as ev
from controller.journal.events import Decision, Fault, Severity
from controller.journal.state import FaultState, TableState
from controller.referee.detect.ending import ENDING
from controller.referee.detect.finding import Case, Detector, Finding
from controller.referee.detect.playing import PLAYING
from controller.referee.detect.setting_up import SETTING_UP
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.penalties import due_penalty
from controller.referee.faults.remedies import due_remedy, is_doubtful, is_lawful
from controller.rulebooks.rulebook import Rulebook

DETECTORS: Final[tuple[Detector, ...]] = (*SETTING_UP, *PLAYING, *ENDING)


@dataclass(frozen=True, slots=True)
class Referee:
    """Judges under one rulebook. Pure: the state knows which faults stand already.

    ``confirmed``: codes whose doubtful reading the venue has confirmed; the others stay notes.
    """

    rulebook: Rulebook
    confirmed: frozenset[str] = frozenset()

    def judge(
        self, before: TableState, event: ev.Event, after: TableState, frame: int | None = None
    ) -> tuple[ev.Event, ...]:
        """Faults that an event raises, and remedies that it changes; ``frame``: the newest one of the camera."""
        case = Case(self.rulebook, before, event, after)
        found = [finding for detector in DETECTORS for finding in detector(case)]
        raised = self.raise_faults(after, found, event.at, event.evidence, frame)
        return (*raised, *self._changed_remedies(after, event))

    def raise_faults(
        self,
        state: TableState,
        findings: Iterable[Finding],
        at: float,
        evidence: tuple[int, ...],
        frame: int | None = None,
    ) -> Iterator[ev.FaultRaised]:
        """A FaultRaised for each finding that is one under the book and does not stand in this round yet."""
        number = len(state.faults)
        standing = {
            (fault.fault.code, fault.fault.subject)
            for fault in state.faults
            if fault.round == state.rounds or (fault.decision is None and fault.fault.severity is Severity.SERVICE)
        }
        for finding in findings:
            if (finding.code, finding.subject) in standing or is_lawful(finding.code, self.rulebook):
                continue
            standing.add((finding.code, finding.subject))
            number += 1
            yield ev.FaultRaised(at=at, evidence=evidence, fault=self._fault(f"F{number}", finding, state, frame))

    def severity(self, code: str) -> Severity:
        """How much a fault asks of people under the book: what rests on a doubtful reading is noted only."""
        severity = FAULT_KINDS[code].severity
        if severity is Severity.REFEREE and code not in self.confirmed and is_doubtful(code, self.rulebook):
            return Severity.NOTE
        return severity

    def _fault(self, number: str, finding: Finding, state: TableState, frame: int | None) -> Fault:
        code = finding.code
        return Fault(
            id=number,
            code=code,
            severity=self.severity(code),
            name=FAULT_KINDS[code].name,
            detail=finding.detail,
            rulebook=self.rulebook.id,
            remedy=due_remedy(code, self.rulebook, state.round, discarded=False),
            seat=finding.seat,
            subject=finding.subject,
            penalty=due_penalty(code, self.rulebook, discarded=False),
            frame=frame,
            by=finding.by,
        )

    def _changed_remedies(self, state: TableState, event: ev.Event) -> Iterator[ev.FaultRemedyChanged]:
        if not isinstance(event, ev.Discarded | ev.Called):
            return
        for standing in state.open_faults():
            if standing.round != state.rounds:
                continue
            due = due_now(standing, state, self.rulebook)
            if due != standing.fault.remedy:
                yield ev.FaultRemedyChanged(at=event.at, evidence=event.evidence, fault=standing.fault.id, remedy=due)


def due_now(standing: FaultState, state: TableState, rulebook: Rulebook) -> ev.DueRemedy:
    """The remedy of a fault as its round stands."""
    return due_remedy(standing.fault.code, rulebook, state.round, discarded=has_discarded(standing, state))


def has_discarded(standing: FaultState, state: TableState) -> bool:
    """Whether a discard was made since the fault was raised, or its round is over."""
    round_ = state.round
    return round_ is None or standing.round != state.rounds or len(round_.discards) > standing.discards


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
