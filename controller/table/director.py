"""State machine of one table: evidence in, events and effects out. Pure: no I/O and no clock."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, Self

from controller.errors import JournalError
from controller.journal import events as ev
from controller.journal.chain import Record
from controller.journal.invariants import broken_invariants
from controller.journal.ledger import pending, round_at
from controller.journal.reduce import UNTOUCHED, Replay, reduce, replay
from controller.journal.state import NOTHING_YET, PastRound, Phase, RiichiStand, RoundState, TableState
from controller.journal.store import EvidenceRow
from controller.journal.wording import not_taken
from controller.ports.evidence import Evidence, FileVouched, Tick
from controller.ports.eyes import Sighting
from controller.ports.referee import Claim
from controller.ports.table import GoalReport, Request, SignalKind, TableSignal
from controller.referee.detect.finding import Case, Finding
from controller.referee.referee import BY_RECORD, Referee
from controller.referee.rules.duties import declaration_clause
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.catalogue import rulebook as known_rulebook
from controller.rulebooks.catalogue import stored_book
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.written import book_text, digest
from controller.table import flow
from controller.table.checkpoint import copied
from controller.table.compatibility import as_played
from controller.table.effects import AskPoints, AskReferee, AskSettlement, Effect, Refused, Step
from controller.table.enter.decisions import automatic, claimed
from controller.table.enter.entry import ClaimEntry
from controller.table.enter.goals import goal_moved
from controller.table.foresee import Foreseen, foreseen
from controller.table.infer.ending import ENDING, is_exhausted
from controller.table.infer.lag import gone_on, left_open
from controller.table.infer.play import PLAYING
from controller.table.infer.questions import QUESTIONS
from controller.table.infer.setting_up import SETTING_UP, STANDING_WALLS
from controller.table.infer.standing_hands import STANDING_HANDS
from controller.table.infer.sweeping import swept
from controller.table.observe.debounce import Debounced
from controller.table.observe.moment import Moment
from controller.table.observe.observation import Observation, Waiting
from controller.table.observe.scene import Scene
from controller.table.observe.sight import Sight
from controller.table.obstacles import obstacles
from controller.table.phases import PhaseMachine
from controller.table.rejudge import RoundFacts
from controller.table.signals import Report, signalled
from controller.table.unseen_end import dealer_seen
from controller.table.venue import Venue
from controller.table.watch import clock
from controller.table.watch.ending import ENDS, still_wrong
from controller.table.watch.hands import HANDS
from controller.table.watch.laid import LAID, found_its_place
from controller.table.watch.marks import MARKS, wrong_points
from controller.table.watch.place_seen import place_seen
from controller.table.watch.walls import WALLS
from controller.table.watch.watch import Watch, Watcher
from controller.text import Text

_RECENT: Final = 128
# Number of sightings after a restored link within which signals that the board queued meanwhile arrive.
_LATE_REPORTS: Final = 10
_PROPOSERS: Final[tuple[Callable[[Observation], Iterator[ev.Event]], ...]] = (
    *STANDING_WALLS,
    *SETTING_UP,
    *PLAYING,
    *ENDING,
    gone_on,
    swept,
    place_seen,
    found_its_place,
    *QUESTIONS,
    *STANDING_HANDS,
)
_WATCHERS: Final[tuple[Watcher, ...]] = (*HANDS, *WALLS, *LAID, *MARKS, *ENDS)
_BEFORE_WALLS: Final = (Phase.WAITING_FOR_SET, Phase.MIXING)
# Attributes left out of checkpoints: no evidence changes them, and the machine's phase is saved separately.
_LASTING: Final = ("rulebook", "_machine")
_PHASE: Final = Text("この段階では起こりえません。", "Not possible in this phase.")
_OUT_OF_PHASE: Final = Text("局のこの段階では起こりえない", "it cannot happen at this point of the round")
_UNSEEN_BEFORE: Final = Text("見えていない間のことがもとになる", "it rests on what was not seen")
_UNSEEN: Final = Text(
    "見えていない間のことに基づくため、反則としません。", "It rests on something unseen, so it is not judged."
)
_PENALIZED: Final = (ev.DrawKind.CHOMBO, ev.DrawKind.NOTEN_RIICHI)


class Director:
    """Director of one table. ``state``: sum of the events so far; ``phase``: phase of the machine."""

    def __init__(self, venue: Venue, rulebook: Rulebook, state: TableState, last_evidence: int, is_clear: bool) -> None:
        """Start at a given state; use ``open`` or ``resume`` instead."""
        self.venue = venue
        self._book = rulebook
        self.rulebook = as_played(rulebook, venue.work)
        self.state = state
        self._machine = PhaseMachine(state.phase)
        self._referee = Referee(self.rulebook, frozenset(venue.confirmed))
        self._last_evidence = last_evidence
        self._is_clear = is_clear
        self._emptied: frozenset[Seat] = frozenset()
        self._frame: int | None = None
        self._cases: list[Case] = []
        self._refused: list[Refused] = []
        self._facts = RoundFacts(self.rulebook, venue.same_time_s)
        self._recent: dict[int, Evidence] = {}
        self._kept: deque[int] = deque(maxlen=4 * _RECENT)
        self._signals: deque[str] = deque(maxlen=_RECENT)
        self._relinked = 0
        self._now = 0.0
        self._ticked = False
        self._timed: list[ev.Event] = []
        self._sight = Sight()
        self._settled = NOTHING_YET
        self._fresh_scene()

    @classmethod
    def open(cls, venue: Venue, at: float, rulebook: Rulebook | None = None) -> tuple[Self, Step]:
        """Return the director of a new sitting, with its first events; raises RulebookError for an unknown id."""
        book = rulebook or known_rulebook(venue.rulebook)
        director = cls(venue, book, NOTHING_YET, 0, is_clear=False)
        opened = ev.SessionOpened(at=at, rulebook=book.id, profile=venue.profile, names=venue.names)
        events = director._apply_all((opened, *flow.first_round(book, 1, ev.Stamp(at=at, evidence=()))))
        return director, director._close(events, (), at)

    @classmethod
    def resume(
        cls,
        records: Iterable[Record],
        venue: Venue,
        rulebook: Rulebook | None = None,
        newest_evidence: Sequence[EvidenceRow] = (),
        begun: Replay = UNTOUCHED,
        seen: Callable[[Record, TableState], None] = lambda _, __: None,
    ) -> Self:
        """Restore a table from its journal, also in the middle of a round; raises JournalError or RulebookError.

        ``newest_evidence``: the last rows, to recognise a signal that the board sends again. ``begun``: replay of the
        records before these. ``seen``: called with each record and the state after it.
        """
        replayed = replay(records, begun, seen)
        if replayed.last is None:
            raise JournalError("empty journal: expected a session to resume")
        book = (
            rulebook
            or (stored_book(replayed.book) if replayed.book else None)
            or known_rulebook(replayed.state.rulebook)
        )
        if book.id != replayed.state.rulebook:
            raise JournalError(f"journal is of rulebook {replayed.state.rulebook}, not of {book.id}")
        last = max((replayed.last_evidence, *(row.id for row in newest_evidence)))
        is_clear = replayed.state.phase not in _BEFORE_WALLS
        director = cls(venue, book, replayed.state, last, is_clear)
        of_table = (row.evidence for row in newest_evidence if not isinstance(row.evidence, FileVouched))
        known = max((replayed.last.event.at, *(evidence.at for evidence in of_table)))
        director._sight.take_up(replayed.state.phase is not Phase.WAITING_FOR_SET, known)
        director._facts.take_up(replayed.start, replayed.facts)
        signals = (row.evidence for row in newest_evidence if isinstance(row.evidence, TableSignal))
        director._signals.extend(signal.id for signal in signals if signal.id)
        return director

    def keep_book(self, at: float) -> Step:
        """Record the full text of the rulebook in play, unless the journal already has this very text."""
        text = book_text(self._book)
        if digest(text) == self.state.book:
            return self._close([], (), at)
        return self._close(self._apply_all((ev.RulebookKept(at=at, rulebook=self._book.id, book=text),)), (), at)

    def keep_board(self, board: str, at: float) -> Step:
        """Record the board that the venue's settings name, unless it is recorded already or is ""."""
        if board in ("", self.state.board_set):
            return self._close([], (), at)
        return self._close(self._apply_all((ev.BoardNamed(at=at, board=board, set=True),)), (), at)

    @property
    def phase(self) -> Phase:
        """Phase of the machine."""
        return self._machine.phase

    def checkpoint(self) -> dict[str, Any]:
        """Return a snapshot of everything that evidence may change; it can be passed to ``restore`` once."""
        kept = {name: copied(value) for name, value in vars(self).items() if name not in _LASTING}
        return {**kept, "phase": self.phase}

    def restore(self, kept: dict[str, Any]) -> None:
        """Return to a checkpoint; the effects of later evidence are dropped."""
        self._machine.stand_at(kept.pop("phase"))
        vars(self).update(kept)

    def handle(self, evidence: Evidence) -> Step:
        """Process one piece of evidence and return the step. Never raises for input from outside, however odd."""
        self._refused.clear()
        self._last_evidence += 1
        number = self._last_evidence
        self._recent[number] = evidence
        if len(self._recent) > _RECENT:
            del self._recent[next(iter(self._recent))]
        if isinstance(evidence, FileVouched):
            # Its time is from another clock than the table's, and it describes nothing that happened at the table.
            return Step(evidence=(EvidenceRow(number, evidence),))
        self._pass_time(evidence)
        if isinstance(evidence, Tick) or self._is_known(evidence):
            return self._close([], (), evidence.at)
        if isinstance(evidence, Sighting):
            return self._close(self._look(evidence, number), (), evidence.at)
        if isinstance(evidence, Claim):
            before = self._apply_all(self._sight.unwatched(evidence, number, self.state)) if self.venue.seen else []
            entry = ClaimEntry(evidence, number, self.state, self.rulebook, self.venue, self._frame)
            proposed, effects = claimed(entry)
            made = (replace(each, maker=evidence.maker) for each in proposed)
            return self._close([*before, *self._apply_all(made)], effects, evidence.at, number)
        if isinstance(evidence, Request | GoalReport):
            moves, effects = goal_moved(evidence, number, self.state, self.rulebook, self.venue)
            return self._close(self._apply_all(moves), effects, evidence.at, number)
        return self._signal(evidence, number)

    def foresee(self, claim: Claim) -> Foreseen:
        """Return a preview of an entry; the table does not change."""
        kept, before = self.checkpoint(), self.state
        try:
            step = self.handle(claim)
            return foreseen(before, self.state, step, self.rulebook)
        finally:
            self.restore(kept)

    def _signal(self, evidence: TableSignal, number: int) -> Step:
        """Process a report of the table about itself, or of a camera about itself."""
        self._signals.append(evidence.id)
        if evidence.kind is SignalKind.DICE_PRESSED:
            self.scene.dice_pressed()
        elif evidence.kind is SignalKind.DICE_STOPPED:
            self.scene.dice_stopped()
        if evidence.kind is SignalKind.POINTS:
            self.scene.points.read(evidence.points, number)
            found = wrong_points(self.state, self.scene.points)
            raised = self._referee.raise_faults(self.state, found, self._stamp(evidence.at), self._frame)
            return self._close(self._apply_all(raised), (), evidence.at)
        if evidence.kind is SignalKind.LINK_UP:
            self._relinked = _LATE_REPORTS
        in_play = self._relinked > 0 and any(river.length.value for river in self.scene.rivers)
        venue, round_ = self.venue, self.state.round
        seen = None if round_ is None else self._observe(round_, evidence.at, number)
        report = Report(
            *(evidence, number, self.state, self.rulebook, venue.auto_settle, venue.work, in_play, venue.same_time_s),
            sweep_s=venue.sweep_s,
            blind=not venue.seen or self._sight.blind(evidence.at, self.state),
            patchy=self._sight.patchy == self.state.rounds,
            lags=seen is not None and left_open(seen),
            spent=seen is not None and is_exhausted(seen),
        )
        return self._close(self._apply_all(signalled(report)), (), evidence.at, number)

    def _is_known(self, evidence: Evidence) -> bool:
        """True if the board has sent this signal before."""
        return isinstance(evidence, TableSignal) and bool(evidence.id) and evidence.id in self._signals

    def _pass_time(self, evidence: Evidence) -> None:
        """Apply events of the game's clock up to the time of this evidence; they precede the events of the evidence."""
        if isinstance(evidence, Tick):
            self._ticked = True
        elif self._ticked:
            return
        self._now = evidence.at
        self._timed += self._apply_all(clock.due(self.state, self.rulebook, self._stamp(self._now)))

    def _look(self, sighting: Sighting, number: int) -> list[ev.Event]:
        round_ = self.state.round
        self._frame = sighting.frame
        self._relinked = max(0, self._relinked - 1)
        self._cases.clear()
        self._sight.saw(sighting, self.state)
        self.scene.read(sighting, number, 0 if round_ is None else round_.kongs)
        if round_ is not None and round_.discards and round_.discards[-1].called_by is None:
            seat = round_.discards[-1].seat
            self.scene.note_last(seat, len(round_.river(seat)))
        for seat in SEATS:
            if round_ is not None and round_.riichi[seat].stand is RiichiStand.ACCEPTED and seat is not round_.turn:
                self.scene.note_riichi_hand(seat)
        self._emptied = (self._emptied | self.scene.empty_rivers()) - self.scene.full_rivers()
        self._is_clear = self._is_clear or len(self._emptied) == len(SEATS)
        events: list[ev.Event] = []
        for proposer in (self._sight.lost, *_PROPOSERS, self._sight.regained):
            if self._is_clear or proposer in STANDING_WALLS:
                round_ = self.state.round
                if round_ is None:
                    break
                events += self._apply_all(proposer(self._observe(round_, sighting.at, number)))
        return [*events, *self._watched(sighting.at, number)]

    def _watched(self, at: float, number: int) -> list[ev.Event]:
        """Raise faults that sightings have shown for their dwell."""
        found: list[tuple[Finding, tuple[int, ...]]] = []
        round_ = self.state.round
        if round_ is not None and self._is_clear:
            moment = Moment(self._observe(round_, at, number), tuple(self._cases))
            found += self._watch.count((each for watcher in _WATCHERS for each in watcher(moment)), number)
        events: list[ev.Event] = []
        for finding, evidence in found:
            raised = self._referee.raise_faults(self.state, (finding,), ev.Stamp(at=at, evidence=evidence), self._frame)
            events += self._apply_all(raised)
        return events

    def _observe(self, round_: RoundState, at: float, number: int) -> Observation:
        return Observation(self.state, round_, self.rulebook, self.venue, self.scene, self._waiting, at, number)

    def _apply_all(self, proposed: Iterable[ev.Event]) -> list[ev.Event]:
        return [event for each in proposed for event in self._apply(each)]

    def _apply(self, event: ev.Event) -> list[ev.Event]:
        """Return the event with the referee's additions; an empty list if it is refused, which the step reports."""
        before = self.state
        if isinstance(event, ev.FaultRaised) and self._sight.excuses(event.fault, before):
            self._refuse(event, "unseen", _UNSEEN, f"{event.fault.code} rests on a gap", _UNSEEN_BEFORE)
            return []
        if not self._machine.allows(event):
            self._refuse(event, "phase", _PHASE, f"it cannot happen in {self.phase.value}", _OUT_OF_PHASE)
            return []
        after = reduce(before, event)
        for breach in broken_invariants(before, event, after, self.rulebook)[:1]:
            rule = breach.invariant
            self._refuse(event, rule.id, rule.text, breach.detail, rule.because)
            return []
        self.state = after
        self._machine.advance(event)
        if isinstance(event, ev.JudgingChanged):
            self.venue = replace(self.venue, automatic=after.automatic, confirmed=after.confirmed)
            self._referee = Referee(self.rulebook, frozenset(after.confirmed))
        if isinstance(event, ev.DicePressed):
            self._sight.pressed(event.seat, after)
        if isinstance(event, ev.RoundStarted | ev.WallsRaised):
            if self.scene.dealt.held(1):
                # Dice and break happened before anything of this set was seen.
                self._sight.unseen_set_up = after.rounds
            self._fresh_scene()
            self._is_clear = False
        self._cases.append(Case(self.rulebook, before, event, after))
        applied = [event]
        judged = self._referee.judge(before, event, after, self._frame)
        for added in (*judged, *self._rejudged(before, event), *dealer_seen(event, after, self.rulebook)):
            applied += self._apply(added)
        if isinstance(event, ev.FaultRaised) and event.fault.code in self.venue.automatic:
            applied += self._apply_all(tuple(automatic(self.state, self.rulebook, event)))
        return applied

    def _refuse(self, event: ev.Event, rule: str, reason: Text, detail: str, because: Text) -> None:
        """Store a refused event, which the step reports."""
        self._refused.append(Refused(event, self.phase, rule, reason, detail, not_taken(event, because)))

    def _rejudged(self, before: TableState, event: ev.Event) -> Iterator[ev.Event]:
        """Yield what a correction changes: faults that are cleared or found, and the result by the corrected record."""
        rejudged, round_ = self._facts.take(before, event), self.state.round
        if rejudged is None or round_ is None:
            return
        stamp, gone = event.stamp, rejudged.gone
        if isinstance(event, ev.HandRevealed):
            about, still = still_wrong(Moment(self._observe(round_, event.at, self._last_evidence)), event.seat)
            gone |= about - still
        for standing in self.state.open_faults():
            fault = standing.fault
            if standing.round == self.state.rounds and (fault.code, fault.subject) in gone and not fault.by:
                yield ev.FaultDecided(**stamp, fault=fault.id, decision=ev.Decision.CLEARED, by=BY_RECORD)
        if rejudged.result is not None:
            yield replace(rejudged.result, **stamp)
        elif rejudged.falls:
            phase = replace(round_, outcome=None).phase
            yield ev.RoundReopened(**stamp, back_to=phase.value)
        yield from self._referee.raise_faults(self.state, rejudged.come, stamp, self._frame)

    def _stamp(self, at: float) -> ev.Stamp:
        return {"at": at, "evidence": (self._last_evidence,)}

    def _fresh_scene(self) -> None:
        self.scene = Scene(self.venue)
        self._waiting = Waiting(Debounced(), Debounced(), Debounced(), Debounced(), Debounced())
        self._watch = Watch()

    def _close(self, events: list[ev.Event], effects: tuple[Effect, ...], at: float, always: int = 0) -> Step:
        """Complete a step: settle automatically if the venue does so, ask the referee, select the evidence to store."""
        events = [*self._timed, *events]
        self._timed = []
        events += self._apply_all(clock.started(self.state, self.rulebook, self._stamp(self._now)))
        ended = [event for event in events if isinstance(event, ev.RoundWon | ev.RoundDrawn)]
        if self.phase is Phase.RESULT and self._settles_itself(round_at(self.state, self.state.rounds)):
            stamp = ev.Stamp(at=at, evidence=ended[-1].evidence) if ended else self._stamp(at)
            events += self._apply_all(flow.settle(self.state, self.rulebook, "auto", stamp))
        elif self.phase is Phase.RESULT and ended:
            effects = (*effects, AskSettlement())
        if any(isinstance(event, ev.PointsCalled | ev.RoundStarted) for event in events):
            clause = declaration_clause(self.state, self.rulebook)
            effects = (*effects, AskPoints(clause)) if clause else effects
        events += self._settled_late(at)
        raised = tuple(AskReferee(event.fault.id) for event in events if isinstance(event, ev.FaultRaised))
        named = {number for event in events for number in event.evidence} | ({always} if always else set())
        rows = [EvidenceRow(number, self._recent[number]) for number in sorted(named) if self._is_new(number)]
        self._kept.extend(row.id for row in rows)
        return Step(tuple(events), (*effects, *raised), tuple(rows), tuple(self._refused))

    def _settled_late(self, at: float) -> list[ev.Event]:
        """Confirm results that waited while play continued, if the venue allows it and no obstacle is left."""
        events: list[ev.Event] = []
        while self.venue.auto_settle and self.state is not self._settled:
            # Only a change of the state can make another result payable.
            self._settled = self.state
            for told in pending(self.state):
                if self._settles_itself(told):
                    settled = flow.settle(self.state, self.rulebook, "auto", self._stamp(at), told.ordinal)
                    events += self._apply_all(settled)
        return events

    def _settles_itself(self, told: PastRound | None) -> bool:
        """True if the venue pays this result without a person: no obstacle, and no penalty that a person has to see."""
        if not self.venue.auto_settle or told is None or told.round.outcome is None:
            return False
        if obstacles(self.state, told.ordinal, self.rulebook):
            return False
        here = (each for each in self.state.faults if each.round == told.ordinal)
        return told.round.outcome.draw not in _PENALIZED or any(each.by == "automatic" for each in here)

    def _is_new(self, number: int) -> bool:
        return number in self._recent and number not in self._kept
