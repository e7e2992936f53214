"""One running table: evidence from both edges and the console goes through the director into journal and feeds."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

import structlog

from api.evidence.pictures import Pictures
from api.service.feed import Feed
from api.service.late_feed import NEVER, LateFeed, Release
from controller.journal.chain import Record, seal
from controller.journal.reduce import reduce
from controller.journal.state import TableState
from controller.journal.store import JournalStore
from controller.ports.evidence import Evidence, Tick
from controller.ports.eyes import EyesPort
from controller.ports.table import GoalReport, GoalRequest, GoalStep, MachineStand, Request, TablePort
from controller.referee.rules.duties import declaration_clause, declaration_waits
from controller.rulebooks.rulebook import Rulebook
from controller.table.director import Director
from controller.table.effects import AskTable, CallOff, Effect, Refused
from controller.table.flow import dealer_may_stop
from controller.views.referee import RefusedView
from controller.views.table import Audience, TableView, release, table_view

# A waiting poll keeps others from the board; an exposure given up on is lost.
SIGNAL_WAIT_S: Final = 0.2
FRAME_WAIT_S: Final = 3.0
# How exactly a game's clock is kept.
TICK_S: Final = 1.0
# The newest refused events that the console lists: what a person can take in beside the faults.
REFUSED_SHOWN: Final = 5
log = structlog.get_logger()


class TableService:
    """A table with its edges, director, journal and feeds. ``take`` is the only way in, one evidence at a time.

    ``refused``: how many events were proposed since the start and are no facts.
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
    ) -> None:
        """Take over a director whose events up to now are all in the store; ``record`` is given all evidence first.

        ``pictures``: where frames of faults and questions are kept, None: nowhere. ``rule``: when secrets may be seen.
        """
        self.name = name
        self.pictures = pictures
        self._director = director
        self._store = store
        self._table = table
        self._eyes = eyes
        self._clock = clock
        self._record = record
        # Only where the book has a clock does the time itself lead to facts.
        self._is_timed = director.rulebook.flow.clock_minutes.value is not None
        self._ticked = float("-inf")
        self._last: Record | None = store.last()
        self._state: TableState = director.state
        self._lock = threading.Lock()
        self._news = threading.Condition(self._lock)
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._guarded, args=(watch,), name=f"{name}-{watch.__name__}", daemon=True)
            for watch in (self._watch_table, self._watch_camera)
        ]
        self._rule = rule
        self._refused: deque[RefusedView] = deque(maxlen=REFUSED_SHOWN)
        self.refused = 0
        self._feeds = {who: Feed(self.number, self._let_out(self._view(), who)) for who in Audience}
        late = rule.delay_s
        self._late = None if late is None else LateFeed(late, self.number, self._view(), clock)
        self.failure: BaseException | None = None

    @property
    def state(self) -> TableState:
        """What the facts so far add up to."""
        return self._state

    @property
    def rulebook(self) -> Rulebook:
        """What the table plays by."""
        return self._director.rulebook

    @property
    def running(self) -> bool:
        """Whether both edges are being watched."""
        return all(thread.is_alive() for thread in self._threads)

    def start(self) -> None:
        """Begin to watch table and camera; a goal that was under way when the service ended is nobody's now."""
        left = self._state.goal
        if left is not None and not left.step.ended:
            wish = GoalRequest(left.verb, left.by, left.why)
            lost = GoalReport(left.goal, wish, GoalStep.UNKNOWN, self._clock(), left.pressed, reason="restarted")
            self.take(lost)
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop watching and release table, camera and journal."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=10.0)
        if self._late is not None:
            self._late.close()
        self._table.close()
        self._eyes.close()
        self._store.close()

    @property
    def number(self) -> int:
        """Sequence of the newest fact."""
        return self._last.sequence if self._last else 0

    def records(self, after: int = 0) -> Iterator[Record]:
        """The facts kept so far with a sequence above ``after``, in order."""
        return self._store.read(after)

    def wait_past(self, number: int, timeout: float | None = None) -> bool:
        """Wait for a fact after ``number``, at most ``timeout`` seconds; False when none came or the table stopped."""
        with self._news:
            return self._news.wait_for(lambda: self.number > number or self._stop.is_set(), timeout) and (
                self.number > number
            )

    def join(self) -> None:
        """Wait until the table stops."""
        self._stop.wait()

    def feed(self, audience: Audience) -> Feed:
        """The live feed for an audience."""
        return self._feeds[audience]

    def late_feed(self) -> Feed | None:
        """The public feed that runs late and shows what is released by then; None where the table has none."""
        return None if self._late is None else self._late.feed

    def summary(self) -> dict[str, Any]:
        """Phase, rulebook and open faults, for the list of tables."""
        view = self._feeds[Audience.STAFF].view
        open_faults = sum(fault["decision"] == "open" for fault in view["faults"])
        return {
            "table": self.name,
            "phase": view["phase"],
            "rulebook": view["rulebook"],
            "open_faults": open_faults,
            "running": self.running,
        }

    def now(self) -> float:
        """Seconds since the epoch by the service's clock: what entries are dated by."""
        return self._clock()

    def ask(self, wish: GoalRequest) -> tuple[Effect, ...]:
        """Ask the table for a goal; the effects hold ``AskTable`` with its number, or ``Refuse`` with the reason."""
        return self.take(Request(self._clock(), wish.by, wish))

    def call_off(self, by: str) -> None:
        """Call off the goal under way; the board lets go of every button."""
        self.take(Request(self._clock(), by, None))

    def machine(self) -> MachineStand:
        """How the table's machine stands, and the goals that it knows."""
        return self._table.stand()

    def take(self, evidence: Evidence) -> tuple[Effect, ...]:
        """Lead one piece of evidence to facts, keep them, and show them; safe from any thread."""
        with self._lock:
            self._tick()
            return self._take(evidence)

    def _tick(self) -> None:
        """Tell the director the time where a second has passed; the lock is held."""
        now = self._clock()
        if self._is_timed and now - self._ticked >= TICK_S:
            self._ticked = now
            self._take(Tick(now))

    def _take(self, evidence: Evidence) -> tuple[Effect, ...]:
        if self._record is not None:
            self._record(evidence)
        step = self._director.handle(evidence)
        if self.pictures is not None:
            self.pictures.keep(step.events)
        told = self._tell_refused(step.refused)
        records: list[Record] = []
        for event in step.events:
            self._last = seal(event, self._clock(), self._last)
            records.append(self._last)
        if records or step.evidence:
            self._store.append(records, step.evidence)
        for record in records:
            self._state = reduce(self._state, record.event)
            view = self._view()
            self._publish(record.sequence, view)
            if self._late is not None:
                self._late.put(record.sequence, view)
        if records:
            self._news.notify_all()
        elif told:
            self._publish(self.number, self._view())
        for effect in step.effects:
            if isinstance(effect, AskTable):
                self._table.ask(effect.goal, effect.wish)
            elif isinstance(effect, CallOff):
                self._table.call_off()
        return step.effects

    def _tell_refused(self, refused: tuple[Refused, ...]) -> bool:
        """Count, log and list events that are no facts; whether one is new to the list.

        An event that every sighting proposes again is told once.
        """
        self.refused += len(refused)
        news = False
        for each in refused:
            shown = RefusedView(each.event.at, type(each.event).__name__, each.phase.value, each.rule, each.reason)
            if any(replace(shown, at=known.at) == known for known in self._refused):
                continue
            news = True
            self._refused.append(shown)
            log.warning(
                "event refused",
                table=self.name,
                kind=shown.event,
                phase=shown.phase,
                rule=shown.rule,
                detail=each.detail,
            )
        return news

    def _publish(self, number: int, view: TableView) -> None:
        for audience, feed in self._feeds.items():
            feed.publish(number, self._let_out(view, audience))

    def _view(self) -> TableView:
        book, venue = self._director.rulebook, self._director.venue
        waits, clause = declaration_waits(self._state, book), declaration_clause(self._state, book)
        asks = book.flow.dealer_may_stop.value and dealer_may_stop(self._state, book)
        return table_view(self._state, book, venue.undo_s, waits, tuple(self._refused), clause, asks)

    def _let_out(self, view: TableView, audience: Audience) -> dict[str, Any]:
        now = self._clock()
        return release(view, audience, now, self._rule.released_at(self._state, now))

    def _watch_table(self) -> None:
        while not self._stop.is_set():
            for signal in self._table.poll(SIGNAL_WAIT_S):
                self.take(signal)
            with self._lock:
                self._tick()

    def _watch_camera(self) -> None:
        while not self._stop.is_set():
            sighting = self._eyes.look(FRAME_WAIT_S)
            for signal in self._eyes.signals():
                self.take(signal)
            if sighting is not None:
                self.take(sighting)

    def _guarded(self, watch: Callable[[], None]) -> None:
        try:
            watch()
        except Exception as error:
            self.failure = error
            self._stop.set()
            with self._news:
                self._news.notify_all()
            log.exception("table stopped", table=self.name, watch=watch.__name__)
