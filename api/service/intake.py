"""Intake of a running table: evidence passes the director into the journal, then into table, state and views.

Each piece of evidence is processed completely or not at all: it is stored in the journal before the table, the feeds or
any state changes.
"""

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import structlog

from api.discretion import trace_of
from api.evidence.pictures import Pictures
from api.health.source_watch import ALL_OWN, SourceWatch, Watched
from api.health.upkeep import AGAIN_S, EdgeLine, Upkeep
from api.journals.bookmarks import Bookmark
from api.journals.machine_health import MachineHealth
from api.referee_calls import RefereeCalls
from api.service.ages import ProvenAges, resumed
from api.service.meters import TableMeters
from api.service.outlet import Outlet, ShownFact, facts_of, with_refused
from controller.errors import JantakuError, StoreError
from controller.journal.chain import Record, seal
from controller.journal.reduce import reduce
from controller.journal.state import TableState
from controller.journal.store import JournalStore, evidence_head
from controller.ports.evidence import Evidence, FileVouched, Tick
from controller.ports.eyes import Sighting
from controller.ports.log import WordLog
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import TablePort
from controller.referee.rules.duties import declaration_clause, declaration_waits
from controller.rulebooks.rulebook import Rulebook
from controller.table.director import Director
from controller.table.effects import AskTable, CallOff, Effect, Refuse, Step, TakeBoard
from controller.table.enter.unseen import by_hand
from controller.table.flow import dealer_may_stop
from controller.table.foresee import numbered
from controller.table.obstacles import all_obstacles
from controller.views.gate import Audience, Released
from controller.views.policy import NEVER, SECRET_FACTS, Release
from controller.views.referee import RefusedView
from controller.views.table import TableView, table_view

TICK_S: Final = 1.0
"""Resolution of a game's clock, seconds."""
log: WordLog = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Clocks:
    """``entries``: dates people's entries, consistently with board and cameras. ``records``: dates the records.

    ``releases``: monotonic, measures when secrets may be seen.
    """

    entries: Callable[[], float] = time.time
    records: Callable[[], float] = time.time
    releases: Callable[[], float] = time.monotonic


@dataclass(frozen=True, slots=True)
class BesideJournal:
    """Stores beside the journal. ``record``: called with all evidence taken. ``ages``: of the facts.

    ``pictures``: frames for faults and questions, None for none. ``bookmark``: of the journal.
    """

    record: Callable[[Evidence], None] | None = None
    pictures: Pictures | None = None
    ages: ProvenAges | None = None
    bookmark: Bookmark | None = None


class Intake:
    """Takes evidence, one piece at a time, and publishes its facts by ``outlet``.

    ``refused``: events proposed since the start that the director refused. ``upkeep``: state of the loops and of the
    journal. ``calls``: calls for the referee. ``lock``: held while evidence is processed.
    """

    def __init__(
        self,
        name: str,
        director: Director,
        store: JournalStore,
        table: TablePort,
        stopped: threading.Event,
        clocks: Clocks,
        beside: BesideJournal,
        meters: TableMeters,
        rule: Release = NEVER,
        watched: Watched = ALL_OWN,
    ) -> None:
        """Take over a director whose events are all stored. ``stopped``: set when the table ends."""
        self._name = name
        self._director = director
        self._store = store
        self._table = table
        self._stopped = stopped
        self._clocks, self._beside, self._meters = clocks, beside, meters
        # Time alone leads to facts only if the rulebook limits the length of a game.
        self._is_timed = director.rulebook.flow.clock_minutes.value is not None
        self._ticked = float("-inf")
        self._last: Record | None = store.last()
        self._vouched = store.evidence_head()
        self._state: TableState = director.state
        self.lock = threading.RLock()
        self._news = threading.Condition(self.lock)
        self._refused: tuple[RefusedView, ...] = ()
        self.refused = 0
        self.upkeep = Upkeep(name, self.show_standing, watched.ticking)
        self.sources = SourceWatch(name, self.upkeep, watched, clocks.entries)
        self.calls = RefereeCalls(name, self.show_standing)
        self.health = MachineHealth(store.read, clocks.entries)
        self._waiting = EdgeLine(name)
        self._again_at = float("-inf")
        self._in_doubt = False
        self._configured = rule
        ages = () if beside.ages is None else beside.ages.past()
        past = [(each, partial(self._view, each.state, ())) for each in ages]
        self.outlet = Outlet(name, self._state, self._view(), rule, clocks.releases, past)

    @property
    def state(self) -> TableState:
        """State of the table after all facts."""
        return self._state

    @property
    def rulebook(self) -> Rulebook:
        """Rulebook of the table."""
        return self._director.rulebook

    @property
    def release_floor_s(self) -> float | None:
        """Shortest delay of a release that the venue permits, in seconds; None for no limit."""
        return self._director.venue.release_floor_s

    @property
    def waiting(self) -> int:
        """Number of pieces of evidence that wait because the journal cannot be written."""
        return len(self._waiting)

    @property
    def blocked(self) -> bool:
        """True shortly after the journal could not be written: it is not tried again yet."""
        return time.monotonic() < self._again_at

    @property
    def number(self) -> int:
        """Sequence of the newest fact."""
        return self._last.sequence if self._last else 0

    def wait_past(self, number: int, timeout: float | None = None) -> bool:
        """Wait up to ``timeout`` seconds for a fact after ``number``; False if none came or the table stopped."""
        with self._news:
            came = self._news.wait_for(lambda: self.number > number or self._stopped.is_set(), timeout)
            return came and self.number > number

    def adjust(
        self, auto_settle: bool, undo_s: float, judging: Mapping[str, tuple[str, ...]], rule: Release, why: str = ""
    ) -> None:
        """Apply changed venue settings; ``judging``: lists of ``JudgedBy``. ``why``: reason for the changes."""
        with self.lock:
            self._director.venue = replace(self._director.venue, auto_settle=auto_settle, undo_s=undo_s)
            self.outlet.publish(self._state, self._view())
            changed, self._configured = rule != self._configured, rule
            lists = [name for name, codes in judging.items() if codes != getattr(self._state, name)]
        # Changed venue settings are recorded as facts, like changes by a person.
        told = partial(Claim, at=self._clocks.entries(), by="venue", reason=why or "the venue's settings were changed")
        facts = [told(ClaimKind.SET_RELEASE, subject=rule.text)] if changed else []
        self.bring((*facts, *(told(ClaimKind.SET_JUDGING, subject=name, names=judging[name]) for name in lists)))

    def take(self, evidence: Evidence) -> tuple[Effect, ...]:
        """Turn one piece of evidence into facts, store and publish them; safe from any thread.

        Raises JantakuError if they cannot be stored, StoreError if nothing can be now; then nothing has changed.
        """
        with self.lock:
            self._work_off()
            return self._take(evidence)

    def foresee(self, claim: Claim, audience: Audience) -> tuple[Released, tuple[Effect, ...]]:
        """Preview of an entry with its effects; nothing is carried out or stored."""
        with self.lock:
            self._work_off()
            told = self._director.foresee(claim)
            return self.outlet.foreseen(numbered(told, self.number), audience), told.effects

    def take_as_shown(self, claim: Claim, outcome: str, audience: Audience) -> tuple[Effect, ...] | Released:
        """Take an entry, or return its preview if that differs from the one shown."""
        with self.lock:
            told, effects = self.foresee(claim, audience)
            refused = any(isinstance(each, Refuse) for each in effects)
            return self._take(claim) if refused or told["outcome"] == outcome else told

    def bring(self, evidence: Iterable[Evidence], patience_s: float = -1.0) -> bool:
        """Queue evidence and process the queue; False if it must wait. ``patience_s`` below 0: no limit."""
        self._waiting.add(evidence)
        if self.blocked:
            return not self._waiting
        if not self.lock.acquire(timeout=patience_s):
            return False
        try:
            self._work_off()
        except StoreError:
            return False
        finally:
            self.lock.release()
        return True

    def begin_again(self) -> None:
        """Build a new director from the journal, as after a restart; raises JournalError."""
        old = self._director
        self._director = resumed(self._store, old.venue, old.rulebook, self._beside.bookmark)
        self._last, self._state = self._store.last(), self._director.state
        self.outlet.publish(self._state, self._view())
        self._vouched = self._store.evidence_head()
        self._news.notify_all()

    def show_standing(self, patience_s: float = -1.0) -> bool:
        """Publish the state of sources and loops; False if the lock is busy. ``patience_s`` below 0: no limit."""
        if not self.lock.acquire(timeout=patience_s):
            return False
        try:
            self._show((), told=True)
        finally:
            self.lock.release()
        return True

    def _work_off(self) -> None:
        """Process earlier evidence that could not be stored, then the time; the lock is held."""
        if self._in_doubt:
            self._follow_journal()
        self._waiting.work_off(self._take)
        now = self._clocks.entries()
        if self._is_timed and now - self._ticked >= TICK_S:
            self._take(Tick(now))
            self._ticked = now

    def _take(self, evidence: Evidence) -> tuple[Effect, ...]:
        before = self._director.checkpoint()
        try:
            step = self._director.handle(evidence)
            refused = with_refused(self._refused, step.refused, self._name)
            vouched = evidence_head(self._vouched, step.evidence)
            facts = self._facts(step, refused, vouched)
            if facts or step.evidence:
                told = sum(not isinstance(fact.record.event, SECRET_FACTS) for fact in facts)
                with self.sources.storing(), self._meters.storing_of(told):
                    self._store.append([fact.record for fact in facts], step.evidence)
        except BaseException as error:
            self._director.restore(before)
            if isinstance(error, StoreError):
                self._in_doubt, self._again_at = True, time.monotonic() + AGAIN_S
                self.upkeep.stored(error)
            raise
        self._vouched = vouched
        self._move(evidence, step, facts, refused)
        if facts or step.evidence:
            self.upkeep.stored(None)
        return step.effects

    def _facts(self, step: Step, refused: tuple[RefusedView, ...], vouched: str) -> tuple[ShownFact, ...]:
        last, state, sealed = self._last, self._state, list[tuple[Record, TableState]]()
        for event in step.events:
            last, state = seal(event, self._clocks.records(), last, vouched), reduce(state, event)
            sealed.append((last, state))
        return facts_of(sealed, lambda each: self._view(each, refused))

    def _move(
        self, evidence: Evidence, step: Step, facts: tuple[ShownFact, ...], refused: tuple[RefusedView, ...]
    ) -> None:
        """Update table, state and views after the facts were stored; errors here are logged, not raised."""
        self.refused += len(step.refused)
        told, self._refused = refused != self._refused, refused
        if facts:
            self._last = facts[-1].record
            self.health.note(fact.record for fact in facts)
            if self._beside.bookmark is not None:
                self._beside.bookmark.follow([(fact.record, fact.state) for fact in facts])
        for effect in step.effects:
            if isinstance(effect, AskTable):
                self._table.ask(effect.goal, effect.wish)
            elif isinstance(effect, CallOff):
                self._table.call_off()
            elif isinstance(effect, TakeBoard):
                self._table.accept(effect.board)
        try:
            if self._beside.record is not None and not isinstance(evidence, FileVouched):
                self._beside.record(evidence)
            if self._beside.pictures is not None:
                self._beside.pictures.keep(step.events)
        except (OSError, JantakuError) as error:
            log.error("evidence not kept", table=self._name, reason=str(error))
        try:
            self._show(facts, told)
            if isinstance(evidence, Sighting):
                self.outlet.see(evidence)
        except Exception as error:
            log.error("views not published", table=self._name, trace=trace_of(error))
        self._state = self._director.state

    def _show(self, facts: tuple[ShownFact, ...], told: bool) -> None:
        if facts:
            self._state = facts[-1].state
            for fact, rule in self.outlet.tell(facts):
                if self._beside.ages is not None:
                    self._beside.ages.note(fact.record.sequence, fact.state.rounds, rule)
            self._news.notify_all()
        elif told:
            self.outlet.publish(self._state, self._view())

    def _follow_journal(self) -> None:
        """Restart from the journal if a write took effect although it had failed; raises StoreError."""
        kept = self._store.last()
        here = self._last and self._last.hash, self._vouched
        if (kept and kept.hash, self._store.evidence_head()) != here:
            self.begin_again()
        self._in_doubt = False

    def _view(self, state: TableState | None = None, refused: tuple[RefusedView, ...] | None = None) -> TableView:
        book, venue = self._director.rulebook, self._director.venue
        now, listed = state or self._state, self._refused if refused is None else refused
        waits, clause = declaration_waits(now, book), declaration_clause(now, book)
        told = (self.sources.banner(), self.calls.now, by_hand(now, book, venue), all_obstacles(now, book))
        return table_view(now, book, venue.undo_s, waits, listed, clause, dealer_may_stop(now, book), *told)
