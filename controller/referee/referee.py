"""Findings become numbered faults, proposed to the referee; their remedy may change as play continues."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from controller.journal import events as ev
from controller.journal.events import Decision, Fault, Severity
from controller.journal.ledger import books_of, round_at
from controller.journal.state import FaultState, PastRound, RoundState, TableState
from controller.referee.detect.ending import ENDING
from controller.referee.detect.finding import Case, Detector, Finding
from controller.referee.detect.playing import PLAYING
from controller.referee.detect.setting_up import SETTING_UP
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.penalties import due_penalty
from controller.referee.faults.remedies import due_remedy, field_of, is_doubtful, is_lawful
from controller.riichi.seat import Seat
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, BesideWin, Penalty
from controller.rulebooks.schema.riichi import NotenRiichi

BY_RECORD: Final = "record"
_FORGIVEN: Final = "penalties.chombo_forgiven_by_win"
_AFTER: Final = "penalties.after_chombo"
_CHANGING: Final = (ev.Discarded, ev.Called, ev.RoundWon, ev.RoundReopened)
DETECTORS: Final[tuple[Detector, ...]] = (*SETTING_UP, *PLAYING, *ENDING)


@dataclass(frozen=True, slots=True)
class Referee:
    """Judgement under one rulebook. Pure: the state stores the open faults.

    ``confirmed``: codes whose doubtful reading the venue has confirmed; others remain notes.
    """

    rulebook: Rulebook
    confirmed: frozenset[str] = frozenset()

    def judge(
        self, before: TableState, event: ev.Event, after: TableState, frame: int | None = None
    ) -> tuple[ev.Event, ...]:
        """Return faults that an event raises, and remedies that it changes; ``frame``: newest frame of the camera."""
        case = Case(self.rulebook, before, event, after)
        found = [finding for detector in DETECTORS for finding in detector(case)]
        raised = self.raise_faults(after, found, event.stamp, frame)
        return (*raised, *self._changed_remedies(after, event))

    def raise_faults(
        self,
        state: TableState,
        findings: Iterable[Finding],
        stamp: ev.Stamp,
        frame: int | None = None,
        told: PastRound | None = None,
    ) -> Iterator[ev.FaultRaised]:
        """Yield a FaultRaised for each finding that is a fault under the book and not yet open in its round.

        ``told``: the earlier round that the findings are about, None for the current one.
        """
        number, ordinal = len(state.faults), state.rounds if told is None else told.ordinal
        seen = state if told is None else replace(state, round=told.round)
        standing = {
            (fault.fault.code, fault.fault.subject)
            for fault in state.faults
            if (fault.decision is None if _comes_again(fault) else fault.round == ordinal and not _fell(fault))
        }
        for finding in findings:
            if (finding.code, finding.subject) in standing or is_lawful(finding.code, self.rulebook):
                continue
            standing.add((finding.code, finding.subject))
            number += 1
            game = state.game if told is None else told.game
            fault = self._fault(f"F{number}", finding, seen, frame, game)
            yield ev.FaultRaised(**stamp, fault=fault, round=0 if told is None else ordinal)

    def severity(self, code: str) -> Severity:
        """Return the severity of a fault under the book; a fault that depends on a doubtful reading is only noted."""
        severity = FAULT_KINDS[code].severity
        if severity is Severity.REFEREE and code not in self.confirmed and is_doubtful(code, self.rulebook):
            return Severity.NOTE
        return severity

    def _fault(self, number: str, finding: Finding, state: TableState, frame: int | None, game: int) -> Fault:
        code = finding.code
        beside = others_won(state.round, finding.seat)
        discarded = _own_discard_came_last(state.round, finding.seat)
        penalty = due_penalty(code, self.rulebook, discarded=discarded, beside_win=beside)
        forgiven = beside and penalty is not None and penalty.penalty is Penalty.FREE
        return Fault(
            id=number,
            code=code,
            severity=Severity.NOTE if forgiven else self.severity(code),
            name=FAULT_KINDS[code].name,
            detail=finding.detail,
            rulebook=self.rulebook.id,
            remedy=due_remedy(
                code,
                self.rulebook,
                state.round,
                discarded=discarded,
                beside_win=beside,
                subject=finding.subject,
                game_over=books_of(state, game).game_over,
            ),
            seat=finding.seat,
            subject=finding.subject,
            penalty=penalty,
            frame=frame,
            by=finding.by,
        )

    def _changed_remedies(self, state: TableState, event: ev.Event) -> Iterator[ev.FaultRemedyChanged]:
        if not isinstance(event, _CHANGING):
            return
        for standing in state.open_faults():
            if standing.round != state.rounds:
                continue
            due, penalty = due_now(standing, state, self.rulebook), penalty_now(standing, state, self.rulebook)
            if (due, penalty) != (standing.fault.remedy, standing.fault.penalty):
                yield ev.FaultRemedyChanged(**event.stamp, fault=standing.fault.id, remedy=due, penalty=penalty)


def _comes_again(standing: FaultState) -> bool:
    """True for device trouble: open across rounds while it lasts, and raised again each time it returns."""
    return standing.fault.severity is Severity.SERVICE


def _fell(standing: FaultState) -> bool:
    """True if the fault was cleared by a correction of the record; it may then be raised again."""
    return standing.decision is Decision.CLEARED and standing.by == BY_RECORD


def due_now(standing: FaultState, state: TableState, rulebook: Rulebook) -> ev.DueRemedy:
    """Return the remedy of a fault in its round."""
    discarded, beside = has_discarded(standing, state), won_beside(standing, state)
    fault, told = standing.fault, round_at(state, standing.round)
    return due_remedy(
        fault.code,
        rulebook,
        state.round,
        discarded=discarded,
        beside_win=beside,
        subject=fault.subject,
        game_over=told is not None and books_of(state, told.game).game_over,
    )


def penalty_now(standing: FaultState, state: TableState, rulebook: Rulebook) -> ev.DuePenalty | None:
    """Return the penalty of a fault in its round, None if it carries none."""
    discarded, beside = has_discarded(standing, state), won_beside(standing, state)
    return due_penalty(standing.fault.code, rulebook, discarded=discarded, beside_win=beside)


def won_beside(standing: FaultState, state: TableState) -> bool:
    """True if another player won the round at the moment of the fault."""
    told = round_at(state, standing.round)
    same = told is not None and len(told.round.discards) == standing.discards
    return told is not None and same and others_won(told.round, standing.offender)


def others_won(round_: RoundState | None, seat: Seat | None) -> bool:
    """True if the play of the round has a valid win by another seat than this one."""
    outcome = None if round_ is None else round_.played
    wins = () if outcome is None else outcome.wins
    return any(won.win.winner is not seat and not won.furiten for won in wins)


def beside_win_due(standing: FaultState, state: TableState, rulebook: Rulebook) -> BesideWin | None:
    """Return how a round-ending penalty combines with another player's valid win if not ruled; None without a win."""
    due = beside_win_by(standing, state, rulebook)
    return None if due is None else due[0]


def beside_win_by(standing: FaultState, state: TableState, rulebook: Rulebook) -> tuple[BesideWin, str] | None:
    """Return how a round-ending penalty combines with another's valid win, and the name of the deciding field.

    A simultaneous win counts alone if the book forgives the fault. A later win is void if the text has the round
    replayed after such an act; any win is void if the text has it replayed for this very act (wakashachi art. 10). If
    the book is silent, no valid win is void: both count then.
    """
    told, rules = round_at(state, standing.round), rulebook.penalties
    if told is None or not others_won(told.round, standing.offender):
        return None
    priced = FAULT_KINDS[standing.fault.code].penalty_field
    if priced and _replays(field_of(rulebook, priced)):
        return BesideWin.INSTEAD, priced
    if won_beside(standing, state):
        forgiven = rules.chombo_forgiven_by_win.value
        return BesideWin.FORGIVEN if forgiven else BesideWin.BOTH, _FORGIVEN
    return (BesideWin.INSTEAD, _AFTER) if _replays(rules.after_chombo) else (BesideWin.BOTH, _FORGIVEN)


def _replays(rule: Rule[Any]) -> bool:
    """True if the text has the round played again."""
    return rule.value in (AfterChombo.REPLAY, NotenRiichi.PAYS_EACH_AND_REPLAY) and not rule.unstated


def has_discarded(standing: FaultState, state: TableState) -> bool:
    """True if a discard was made since the act, or its round is over."""
    round_ = state.round
    if round_ is None or standing.round != state.rounds or len(round_.discards) > standing.discards:
        return True
    return standing.acted or _own_discard_came_last(round_, standing.offender)


def _own_discard_came_last(round_: RoundState | None, seat: Seat | None) -> bool:
    """True if the last act is that seat's discard, so that its fault came before the discard."""
    last = None if round_ is None else round_.last
    return last is not None and last.seat is seat and last.meld is None


def clear(state: TableState, code: str, subject: str, stamp: ev.Stamp) -> Iterator[ev.FaultDecided]:
    """Clear every open fault of that code and subject, as reported by the device."""
    for standing in state.open_faults():
        if (standing.fault.code, standing.fault.subject) == (code, subject):
            yield ev.FaultDecided(**stamp, fault=standing.fault.id, decision=Decision.CLEARED, by="table")


def find_open(state: TableState, fault: str) -> FaultState | None:
    """Return the open fault with that id, or None."""
    return next((standing for standing in state.open_faults() if standing.fault.id == fault), None)
