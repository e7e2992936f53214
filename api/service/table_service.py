"""One running table as pages, programs and the venue use it: what it shows, and what people ask of it.

``intake.py`` turns evidence into stored facts; ``loops.py`` brings the evidence of board and cameras.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from api.evidence.pictures import Pictures
from api.evidence.vouching import Vouching
from api.health.source_watch import ALL_OWN, Watched
from api.health.telling import LOOK_S, HealthTeller
from api.health.troubles import TableTrouble
from api.journals.bookmarks import Bookmark
from api.service.ages import ProvenAges
from api.service.feed import Feed
from api.service.history import History
from api.service.intake import BesideJournal, Clocks, Intake
from api.service.loops import TableLoops
from api.service.meters import TableMeters
from controller.journal.chain import Record
from controller.journal.state import TableState
from controller.journal.store import JournalStore
from controller.ports.evidence import Evidence
from controller.ports.eyes import EyesPort
from controller.ports.maker import Maker
from controller.ports.referee import Claim
from controller.ports.table import GoalReport, GoalRequest, GoalStep, Request, TablePort
from controller.riichi.seat import Seat
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.palette import WinDraft
from controller.table.director import Director
from controller.table.effects import Effect
from controller.table.enter.against import against_record
from controller.text import Text
from controller.views.gate import Audience, Released
from controller.views.late.advice import AdviceView
from controller.views.policy import NEVER, Release


class TableService:
    """A table with its board, cameras, director, journal and feeds. All evidence enters by ``take``, one at a time."""

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
        self.meters = meters or TableMeters()
        self._store, self._table, self._eyes = store, table, eyes
        self._clocks = Clocks(clock, wall, monotonic)
        self._stopped = threading.Event()
        beside = BesideJournal(record, pictures, ages, bookmark)
        self._intake = intake = Intake(
            *(name, director, store, table, self._stopped, self._clocks, beside, self.meters, rule, watched)
        )
        self._loops = TableLoops(name, intake, table, eyes, self._stopped, clock, self.meters, vouching)
        self.upkeep, self.sources, self.calls, self.health = intake.upkeep, intake.sources, intake.calls, intake.health
        self._outlet = intake.outlet
        self.history = History(store.read, director.rulebook)
        self._teller = HealthTeller(name, self.sources, self.troubles, clock, partial(intake.show_standing, LOOK_S))

    @property
    def state(self) -> TableState:
        """State of the table after all facts."""
        return self._intake.state

    @property
    def rulebook(self) -> Rulebook:
        """Rulebook of the table."""
        return self._intake.rulebook

    @property
    def number(self) -> int:
        """Sequence of the newest fact."""
        return self._intake.number

    @property
    def refused(self) -> int:
        """Number of events proposed since the start that the director refused."""
        return self._intake.refused

    @property
    def waiting(self) -> int:
        """Number of pieces of evidence that wait because the journal cannot be written."""
        return self._intake.waiting

    @property
    def running(self) -> bool:
        """True if both loops (board and camera) are running."""
        return self._loops.running

    @property
    def ready(self) -> bool:
        """True if the table is watched and everything is recorded."""
        return self.running and not any(trouble.blinds for trouble in self.troubles())

    def troubles(self) -> tuple[TableTrouble, ...]:
        """Return the present problems of the table's sources and of its machine."""
        return self.sources.troubles(self.state)

    def start(self) -> None:
        """Start the loops; a goal left over from before the start is reported as having an unknown outcome."""
        left = self.state.goal
        if left is not None and not left.step.ended:
            wish, now = GoalRequest(left.verb, left.by, left.why, maker=left.maker), self._clocks.entries()
            self._intake.bring((GoalReport(left.goal, wish, GoalStep.UNKNOWN, now, left.pressed, reason="restarted"),))
        self._loops.start()
        self._teller.start()

    def stop(self) -> None:
        """Stop watching and release table, camera and journal."""
        self._stopped.set()
        self._loops.join()
        self._teller.stop()
        self._outlet.close()
        self._table.close()
        self._eyes.close()
        self._loops.vouch(closing=True)
        self._store.close()

    def join(self) -> None:
        """Wait until the table has been stopped."""
        self._stopped.wait()

    def records(self, after: int = 0) -> Iterator[Record]:
        """Yield the stored facts with a sequence above ``after``, in order."""
        return self._store.read(after)

    def wait_past(self, number: int, timeout: float | None = None) -> bool:
        """Wait up to ``timeout`` seconds for a fact after ``number``; False if none came or the table stopped."""
        return self._intake.wait_past(number, timeout)

    def feed(self, audience: Audience) -> Feed:
        """Return the live feed for an audience."""
        return self._outlet.feed(audience)

    def clip(self, name: str) -> bytes | None:
        """Return the subject of a fault or question, cropped from its newest picture; None if none was saved."""
        return None if self.pictures is None else self.pictures.crop(name, self.state)

    def contradictions(self, draft: WinDraft, winner: Seat, loser: Seat | None) -> tuple[Text, ...]:
        """Return how an entered win contradicts the record of the round in play."""
        round_ = self.state.round
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
        return self._clocks.entries()

    def ask(self, wish: GoalRequest) -> tuple[Effect, ...]:
        """Ask the table for a goal; the effects have ``AskTable`` with its number, or ``Refuse`` with the reason."""
        return self.take(Request(self._clocks.entries(), wish.by, wish, wish.maker))

    def call_off(self, by: str, maker: Maker | None = None) -> None:
        """Cancel the goal in progress; the board releases every button, even if that cannot be recorded."""
        self._table.call_off()
        self.take(Request(self._clocks.entries(), by, None, maker))

    def card(self, audience: Audience) -> Released:
        """Return the table's card on the venue's board."""
        now = self._clocks.records()
        stand, began, stuck = self._table.stand(), self.history.began(), self.upkeep.stuck(now)
        return self._outlet.card(stand, began, stuck, now, self.health.works(), audience)

    def machine(self, audience: Audience) -> Released:
        """Return the state of the table's machine, the goals it supports, and the last goal."""
        return self._outlet.machine(self._table.stand(), audience)

    def release(self, audience: Audience) -> Released:
        """Return the release policy, and who changed it last."""
        return self._outlet.release(self._intake.release_floor_s, audience)

    def adjust(
        self, auto_settle: bool, undo_s: float, judging: Mapping[str, tuple[str, ...]], rule: Release, why: str = ""
    ) -> None:
        """Apply changed venue settings; ``judging``: lists of ``JudgedBy``. ``why``: reason for the changes."""
        self._intake.adjust(auto_settle, undo_s, judging, rule, why)

    def take(self, evidence: Evidence) -> tuple[Effect, ...]:
        """Turn one piece of evidence into facts, store and publish them; safe from any thread.

        Raises JantakuError if they cannot be stored, StoreError if nothing can be now; then nothing has changed.
        """
        return self._intake.take(evidence)

    def foresee(self, claim: Claim, audience: Audience) -> tuple[Released, tuple[Effect, ...]]:
        """Preview of an entry with its effects; nothing is carried out or stored."""
        return self._intake.foresee(claim, audience)

    def take_as_shown(self, claim: Claim, outcome: str, audience: Audience) -> tuple[Effect, ...] | Released:
        """Take an entry, or return its preview if that differs from the one shown."""
        return self._intake.take_as_shown(claim, outcome, audience)
