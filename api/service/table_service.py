"""One running table: evidence from board, cameras and console passes the director into journal and feeds.

Each piece of evidence is processed completely or not at all: it is stored in the journal before the table, the feeds or
any state changes.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

import structlog

from api.discretion import trace_of
from api.evidence.pictures import Pictures
from api.evidence.vouching import Vouching
from api.health.source_watch import ALL_OWN, SourceWatch, Watched
from api.health.telling import LOOK_S, HealthTeller
from api.health.troubles import TableTrouble
from api.journals.bookmarks import Bookmark
from api.journals.machine_health import MachineHealth
from api.referee_calls import RefereeCalls
from api.service.ages import ProvenAges, resumed
from api.service.feed import Feed
from api.service.history import History
from api.service.meters import TableMeters
from api.service.outlet import Outlet, ShownFact, facts_of, with_refused
from api.service.upkeep import AGAIN_S, MOST_WAITING, EdgeLine, Upkeep, cameras_clear
from controller.errors import JantakuError, StoreError
from controller.journal.chain import Record, seal
from controller.journal.reduce import reduce
from controller.journal.state import TableState
from controller.journal.store import JournalStore, evidence_head
from controller.machine.seen import SeenMachine, SeenPoints
from controller.ports.evidence import Evidence, FileVouched, Tick
from controller.ports.eyes import EyesPort, Sighting
from controller.ports.log import WordLog
from controller.ports.maker import Maker
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import GoalReport, GoalRequest, GoalStep, Request, TablePort
from controller.referee.rules.duties import declaration_clause, declaration_waits
from controller.riichi.seat import Seat
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.palette import WinDraft
from controller.table.director import Director
from controller.table.effects import AskTable, CallOff, Effect, Refuse, Step, TakeBoard
from controller.table.enter.against import against_record
from controller.table.enter.unseen import by_hand
from controller.table.flow import dealer_may_stop
from controller.table.foresee import numbered
from controller.table.obstacles import all_obstacles
from controller.text import Text
from controller.views.gate import Audience, Released
from controller.views.late.advice import AdviceView
from controller.views.policy import NEVER, SECRET_FACTS, Release
from controller.views.referee import RefusedView
from controller.views.table import TableView, table_view

# Timeouts in seconds: a waiting poll blocks other users of the board, and camera trouble is reported between looks.
SIGNAL_WAIT_S: Final = 0.2
FRAME_WAIT_S: Final = 0.25
# Resolution in seconds of a game's clock.
TICK_S: Final = 1.0
log: WordLog = structlog.get_logger()


class TableService:
    """A table with its board, cameras, director, journal and feeds. All evidence enters by ``take``, one at a time.

    ``refused``: events proposed since the start that the director refused. ``upkeep``: state of the loops. ``calls``:
    calls for the referee.
    """

    def __init__(
        self,
        name: str,
        director: Director,
        store: JournalStore,
        table: TablePort,
        eyes: EyesPort,
        clock: Callable[[], float] = time.time,
        record: Callable[[Evidence], None] | None = None,
        pictures: Pictures | None = None,
        rule: Release = NEVER,
        monotonic: Callable[[], float] = time.monotonic,
        meters: TableMeters | None = None,
        vouching: Vouching | None = None,
        ages: ProvenAges | None = None,
        bookmark: Bookmark | None = None,
        wall: Callable[[], float] = time.time,
        watched: Watched = ALL_OWN,
    ) -> None:
        """Take over a director whose events are all stored; ``record`` is called with all evidence taken.

        ``pictures``: storage of frames for faults and questions, None for none. ``rule``: when secrets may be seen,
        measured by the clock ``monotonic``. ``clock``: dates people's entries, consistently with board and cameras.
        ``wall``: dates the records. ``meters``: figures shared with another writer. ``vouching``: files outside the
        journal whose contents it vouches for. ``ages``: of the facts. ``bookmark``: of the journal. ``watched``: the
        table's sources.
        """
        self.name = name
        self.pictures = pictures
        self._director = director
        self.meters = meters or TableMeters()
        self._store = store
        self._table = table
        self._eyes = eyes
        self._clock = clock
        self._wall = wall
        self._record = record
        self._vouching = vouching
        self._bookmark = bookmark
        # Time alone leads to facts only if the rulebook limits the length of a game.
        self._is_timed = director.rulebook.flow.clock_minutes.value is not None
        self._ticked = float("-inf")
        self._last: Record | None = store.last()
        self._vouched = store.evidence_head()
        self._state: TableState = director.state
        self._lock = threading.RLock()
        self._news = threading.Condition(self._lock)
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._guarded, args=(look, watch), name=f"{name}-{watch}", daemon=True)
            for watch, look in (("table", self._look_at_table), ("camera", self._look_through_camera))
        ]
        self._refused: tuple[RefusedView, ...] = ()
        self.refused = 0
        self.upkeep = Upkeep(name, self._tell_standing, watched.ticking)
        self.sources = SourceWatch(name, self.upkeep, watched, clock)
        self._teller = HealthTeller(name, self.sources, self.troubles, clock, partial(self._tell_standing, LOOK_S))
        self.calls = RefereeCalls(name, self._tell_standing)
        self._waiting = EdgeLine(name)
        self._again_at = float("-inf")
        self._in_doubt = self._looked = False
        self._machine, self._displays = SeenMachine(), SeenPoints()
        self._configured = rule
        self._ages = ages
        past = [(each, partial(self._view, each.state, ())) for each in (() if ages is None else ages.past())]
        self.history = History(store.read, director.rulebook)
        self.health = MachineHealth(store.read, clock)
        self._outlet = Outlet(name, self._state, self._view(), rule, monotonic, past)

    @property
    def state(self) -> TableState:
        """State of the table after all facts."""
        return self._state

    @property
    def rulebook(self) -> Rulebook:
        """Rulebook of the table."""
        return self._director.rulebook

    @property
    def running(self) -> bool:
        """True if both loops (board and camera) are running."""
        return self.upkeep.running and all(thread.is_alive() for thread in self._threads)

    @property
    def ready(self) -> bool:
        """True if the table is watched and everything is recorded."""
        return self.running and not any(trouble.blinds for trouble in self.troubles())

    def troubles(self) -> tuple[TableTrouble, ...]:
        """Return the present problems of the table's sources and of its machine."""
        return self.sources.troubles(self._state)

    @property
    def waiting(self) -> int:
        """Number of pieces of evidence that wait because the journal cannot be written."""
        return len(self._waiting)

    def start(self) -> None:
        """Start the loops; a goal left over from before the start is reported as having an unknown outcome."""
        left = self._state.goal
        if left is not None and not left.step.ended:
            wish, now = GoalRequest(left.verb, left.by, left.why, maker=left.maker), self._clock()
            self._bring((GoalReport(left.goal, wish, GoalStep.UNKNOWN, now, left.pressed, reason="restarted"),))
        for thread in self._threads:
            thread.start()
        self._teller.start()

    def stop(self) -> None:
        """Stop watching and release table, camera and journal."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=10.0)
        self._teller.stop()
        self._outlet.close()
        self._table.close()
        self._eyes.close()
        self._vouch(closing=True)
        self._store.close()

    @property
    def number(self) -> int:
        """Sequence of the newest fact."""
        return self._last.sequence if self._last else 0

    def records(self, after: int = 0) -> Iterator[Record]:
        """Yield the stored facts with a sequence above ``after``, in order."""
        return self._store.read(after)

    def wait_past(self, number: int, timeout: float | None = None) -> bool:
        """Wait up to ``timeout`` seconds for a fact after ``number``; False if none came or the table stopped."""
        with self._news:
            came = self._news.wait_for(lambda: self.number > number or self._stop.is_set(), timeout)
            return came and self.number > number

    def join(self) -> None:
        """Wait until the table has been stopped."""
        self._stop.wait()

    def feed(self, audience: Audience) -> Feed:
        """Return the live feed for an audience."""
        return self._outlet.feed(audience)

    def clip(self, name: str) -> bytes | None:
        """Return the subject of a fault or question, cropped from its newest picture; None if none was saved."""
        return None if self.pictures is None else self.pictures.crop(name, self._state)

    def contradictions(self, draft: WinDraft, winner: Seat, loser: Seat | None) -> tuple[Text, ...]:
        """Return how an entered win contradicts the record of the round in play."""
        round_ = self._state.round
        return () if round_ is None else against_record(round_, draft, winner, loser, self.rulebook)

    def late_feed(self) -> Feed | None:
        """Return the public feed with secrets released so far; None if nothing is ever released."""
        return self._outlet.late_feed()

    def released_rounds(self) -> frozenset[int]:
        """Return ordinals of the rounds whose concealed hands are all released."""
        return self._outlet.released_rounds()

    def advise(self, advice: AdviceView) -> None:
        """Show an engine's answer on the late feed; it is not a fact."""
        self._outlet.advise(advice)

    @property
    def late_lag_s(self) -> float:
        """Delay of the late feed beyond its policy, in seconds."""
        return self._outlet.late_lag_s

    def summary(self, audience: Audience) -> Released:
        """Return the table's entry in the list of tables."""
        return self._outlet.summary(self.running, audience)

    def newest(self, audience: Audience) -> Released:
        """Return the newest view for an audience."""
        return self._outlet.newest(audience)

    def now(self) -> float:
        """Return the time that entries are dated by, in seconds since the epoch."""
        return self._clock()

    def ask(self, wish: GoalRequest) -> tuple[Effect, ...]:
        """Ask the table for a goal; the effects have ``AskTable`` with its number, or ``Refuse`` with the reason."""
        return self.take(Request(self._clock(), wish.by, wish, wish.maker))

    def call_off(self, by: str, maker: Maker | None = None) -> None:
        """Cancel the goal in progress; the board releases every button, even if that cannot be recorded."""
        self._table.call_off()
        self.take(Request(self._clock(), by, None, maker))

    def card(self, audience: Audience) -> Released:
        """Return the table's card on the venue's board."""
        now = self._wall()
        stand, began, stuck = self._table.stand(), self.history.began(), self.upkeep.stuck(now)
        return self._outlet.card(stand, began, stuck, now, self.health.works(), audience)

    def machine(self, audience: Audience) -> Released:
        """Return the state of the table's machine, the goals it supports, and the last goal."""
        return self._outlet.machine(self._table.stand(), audience)

    def adjust(
        self, auto_settle: bool, undo_s: float, judging: Mapping[str, tuple[str, ...]], rule: Release, why: str = ""
    ) -> None:
        """Apply changed venue settings; ``judging``: lists of ``JudgedBy``. ``why``: reason for the changes."""
        with self._lock:
            self._director.venue = replace(self._director.venue, auto_settle=auto_settle, undo_s=undo_s)
            self._outlet.publish(self._state, self._view())
            changed, self._configured = rule != self._configured, rule
            lists = [name for name, codes in judging.items() if codes != getattr(self._state, name)]
        # Changed venue settings are recorded as facts, like changes by a person.
        told = partial(Claim, at=self._clock(), by="venue", reason=why or "the venue's settings were changed")
        facts = [told(ClaimKind.SET_RELEASE, subject=rule.text)] if changed else []
        self._bring((*facts, *(told(ClaimKind.SET_JUDGING, subject=name, names=judging[name]) for name in lists)))

    def release(self, audience: Audience) -> Released:
        """Return the release policy, and who changed it last."""
        return self._outlet.release(self._director.venue.release_floor_s, audience)

    def take(self, evidence: Evidence) -> tuple[Effect, ...]:
        """Turn one piece of evidence into facts, store and publish them; safe from any thread.

        Raises JantakuError if they cannot be stored, StoreError if nothing can be now; then nothing has changed.
        """
        with self._lock:
            self._work_off()
            return self._take(evidence)

    def foresee(self, claim: Claim, audience: Audience) -> tuple[Released, tuple[Effect, ...]]:
        """Preview of an entry with its effects; nothing is carried out or stored."""
        with self._lock:
            self._work_off()
            told = self._director.foresee(claim)
            return self._outlet.foreseen(numbered(told, self.number), audience), told.effects

    def take_as_shown(self, claim: Claim, outcome: str, audience: Audience) -> tuple[Effect, ...] | Released:
        """Take an entry, or return its preview if that differs from the one shown."""
        with self._lock:
            told, effects = self.foresee(claim, audience)
            refused = any(isinstance(each, Refuse) for each in effects)
            return self._take(claim) if refused or told["outcome"] == outcome else told

    def _work_off(self) -> None:
        """Process earlier evidence that could not be stored, then the time; the lock is held."""
        if self._in_doubt:
            self._follow_journal()
        self._waiting.work_off(self._take)
        now = self._clock()
        if self._is_timed and now - self._ticked >= TICK_S:
            self._take(Tick(now))
            self._ticked = now

    def _take(self, evidence: Evidence) -> tuple[Effect, ...]:
        before = self._director.checkpoint()
        try:
            step = self._director.handle(evidence)
            refused = with_refused(self._refused, step.refused, self.name)
            vouched = evidence_head(self._vouched, step.evidence)
            facts = self._facts(step, refused, vouched)
            if facts or step.evidence:
                told = sum(not isinstance(fact.record.event, SECRET_FACTS) for fact in facts)
                with self.sources.storing(), self.meters.storing_of(told):
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
            last, state = seal(event, self._wall(), last, vouched), reduce(state, event)
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
            if self._bookmark is not None:
                self._bookmark.follow([(fact.record, fact.state) for fact in facts])
        for effect in step.effects:
            if isinstance(effect, AskTable):
                self._table.ask(effect.goal, effect.wish)
            elif isinstance(effect, CallOff):
                self._table.call_off()
            elif isinstance(effect, TakeBoard):
                self._table.accept(effect.board)
        try:
            if self._record is not None and not isinstance(evidence, FileVouched):
                self._record(evidence)
            if self.pictures is not None:
                self.pictures.keep(step.events)
        except (OSError, JantakuError) as error:
            log.error("evidence not kept", table=self.name, reason=str(error))
        try:
            self._show(facts, told)
            if isinstance(evidence, Sighting):
                self._outlet.see(evidence)
        except Exception as error:
            log.error("views not published", table=self.name, trace=trace_of(error))
        self._state = self._director.state

    def _show(self, facts: tuple[ShownFact, ...], told: bool) -> None:
        if facts:
            self._state = facts[-1].state
            for fact, rule in self._outlet.tell(facts):
                if self._ages is not None:
                    self._ages.note(fact.record.sequence, fact.state.rounds, rule)
            self._news.notify_all()
        elif told:
            self._outlet.publish(self._state, self._view())

    def _follow_journal(self) -> None:
        """Restart from the journal if a write took effect although it had failed; raises StoreError."""
        kept = self._store.last()
        here = self._last and self._last.hash, self._vouched
        if (kept and kept.hash, self._store.evidence_head()) != here:
            self._begin_again()
        self._in_doubt = False

    def _begin_again(self) -> None:
        """Build a new director from the journal, as after a restart; raises JournalError."""
        old = self._director
        self._director = resumed(self._store, old.venue, old.rulebook, self._bookmark)
        self._last, self._state = self._store.last(), self._director.state
        self._outlet.publish(self._state, self._view())
        self._vouched = self._store.evidence_head()
        self._news.notify_all()

    def _tell_standing(self, patience_s: float = -1.0) -> bool:
        """Publish the state of sources and loops; False if the lock is busy. ``patience_s`` below 0: no limit."""
        if not self._lock.acquire(timeout=patience_s):
            return False
        with self._lock:
            self._lock.release()
            self._show((), told=True)
        return True

    def _view(self, state: TableState | None = None, refused: tuple[RefusedView, ...] | None = None) -> TableView:
        book, venue = self._director.rulebook, self._director.venue
        now, listed = state or self._state, self._refused if refused is None else refused
        waits, clause = declaration_waits(now, book), declaration_clause(now, book)
        told = (self.sources.banner(), self.calls.now, by_hand(now, book, venue), all_obstacles(now, book))
        return table_view(now, book, venue.undo_s, waits, listed, clause, dealer_may_stop(now, book), *told)

    def _bring(self, evidence: Iterable[Evidence], patience_s: float = -1.0) -> bool:
        """Queue evidence and process the queue; False if it must wait. ``patience_s`` below 0: no limit."""
        self._waiting.add(evidence)
        if time.monotonic() < self._again_at:
            return not self._waiting
        if not self._lock.acquire(timeout=patience_s):
            return False
        try:
            self._work_off()
        except StoreError:
            return False
        finally:
            self._lock.release()
        return True

    def _look_at_table(self) -> None:
        """Process the table's reports; the timeouts keep a blocked journal from delaying a cancellation."""
        if self._waiting and not self._bring((), SIGNAL_WAIT_S):
            self._table.hold(SIGNAL_WAIT_S if time.monotonic() >= self._again_at else AGAIN_S)
        else:
            worn = self.health.news(self._state)
            told = self.sources.heard(self.meters.counted(self._table.poll(SIGNAL_WAIT_S)))
            self._bring((*worn, *told), SIGNAL_WAIT_S)

    def _look_through_camera(self) -> None:
        sighting = self._eyes.look(FRAME_WAIT_S)
        shown: tuple[Evidence, ...] = () if sighting is None else (sighting, *self._displays.see(sighting))
        seen: tuple[Evidence, ...] = (*self._eyes.signals(), *shown)
        for kind in self._machine.see(sighting) if sighting is not None else ():
            self._table.see(kind)
        if sighting is not None and not self._looked:
            self._looked = True
            seen = (*cameras_clear(self._state, sighting.at), *seen)
        kept = self._bring(self.sources.heard(self.meters.counted(seen)))
        self._vouch()
        while not kept and len(self._waiting) > MOST_WAITING and not self._stop.wait(AGAIN_S):
            kept = self._bring(())

    def _vouch(self, closing: bool = False) -> None:
        """Record hashes of files outside the journal; errors are logged only."""
        if self._vouching is None:
            return
        try:
            self._bring(tuple(self._vouching.news(self._clock(), closing)))
        except (OSError, JantakuError) as error:
            log.error("files not vouched for", table=self.name, reason=str(error))

    def _guarded(self, look: Callable[[], None], watch: str) -> None:
        """Call ``look`` repeatedly; after an error, restart from the journal with growing pauses."""
        while not self._stop.is_set():
            try:
                look()
                self.upkeep.ran(watch)
            except Exception as error:
                while not self._stop.wait(self.upkeep.died(watch, error)):
                    try:
                        with self._lock:
                            self._begin_again()
                        self.upkeep.back(watch)
                        break
                    except Exception as again:
                        error = again
