"""Health of one table, derived from the activity of its sources: pictures, readings, journal writes, board replies.

All times are taken from a monotonic clock, whatever clock dates the evidence. Troubles are computed in the caller's
thread, so that a part that hangs cannot hide them.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from api.health.probes import Probe, ProbeFinding
from api.health.troubles import (
    CAMERA_AWAITED,
    KINDS,
    LINK_AWAITED,
    LINK_LOST,
    LOOP_DOWN,
    LOOP_STUCK,
    NOT_KEPT,
    STORE_HANGS,
    HealthSource,
    TableTrouble,
)
from api.hiding import Hiding
from controller.journal.state import TableState
from controller.ports.evidence import Evidence
from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind, TableSignal
from controller.referee.faults.devices import WATCHING
from controller.riichi.seat import Seat
from controller.text import Text

STORE_HANGS_S: Final = 3.0
"""Time after which a journal write counts as hanging, s; chosen: as for a lost camera."""
PROBE_HANGS_S: Final = 15.0
"""Time after which a probe counts as hanging, s; chosen: longer than any time limit inside a probe."""
# Sources whose troubles get a banner on every page; troubles of cameras and link are faults with their own card.
_BANNERED: Final = frozenset({HealthSource.TABLE, HealthSource.STORE})


class Loops(Protocol):
    """State of the loops (threads) of a table and of its journal."""

    @property
    def down(self) -> bool:
        """True if a loop has ended with an error."""
        ...

    @property
    def refused(self) -> str | None:
        """Reason of the last failed journal write; None if it succeeded."""
        ...

    def quiet(self) -> dict[str, float]:
        """Return the seconds since each overdue loop last completed a cycle, by name."""
        ...


@dataclass(slots=True)
class _Probed:
    """A probed source. ``began``: start time of the running probe; ``at_once``: probed on every request."""

    source: HealthSource
    probe: Probe
    at_once: bool
    found: tuple[ProbeFinding, ...] = ()
    began: float | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True, slots=True)
class Watched:
    """Fitted sources of a table: a fitted camera or link must have answered once.

    ``ticking``: monotonic clock of the watch, neither adjusted nor simulated.
    """

    fitted: frozenset[HealthSource] = frozenset()
    ticking: Callable[[], float] = time.monotonic


ALL_OWN: Final = Watched()
"""For a table without camera and board: only its loops and its journal."""


class _Now(NamedTuple):
    """A trouble that was found; ``began``: start on the watch's clock, None if it starts now."""

    code: str
    seat: Seat | None = None
    detail: str = ""
    began: float | None = None


class SourceWatch:
    """Detects troubles of the sources of one table; thread-safe, and never blocks."""

    def __init__(
        self,
        table: str,
        loops: Loops,
        watched: Watched = ALL_OWN,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``clock``: wall clock that dates the reports."""
        self._table, self._loops = table, loops
        self._clock, self._ticking = clock, watched.ticking
        self._fitted = watched.fitted | {HealthSource.TABLE, HealthSource.STORE}
        self._lock = threading.Lock()
        self._began = self._ticking()
        self._seen_at: float | None = None
        self._link_known = False
        self._told: dict[tuple[str, Seat | None], tuple[float, str]] = {}
        self._since: dict[tuple[str, Seat | None], float] = {}
        self._storing: float | None = None
        self._probes: dict[int, _Probed] = {}
        self._attached = 0
        self._hiding = Hiding()

    @property
    def fitted(self) -> frozenset[HealthSource]:
        """Sources that the table has now."""
        return self._fitted | {each.source for each in tuple(self._probes.values())}

    def heard(self, evidence: Sequence[Evidence]) -> Sequence[Evidence]:
        """Register evidence from board or cameras, and return it unchanged."""
        now = self._ticking()
        for each in evidence:
            if isinstance(each, Sighting):
                self._seen_at = now
            elif isinstance(each, TableSignal):
                self._signal(each, now)
        return evidence

    def _signal(self, signal: TableSignal, now: float) -> None:
        match signal.kind:
            case SignalKind.LINK_UP | SignalKind.LINK_LOST:
                self._link_known = True
                self._note((LINK_LOST, None), signal.kind is SignalKind.LINK_LOST, now, signal.code)
            case SignalKind.FAULT | SignalKind.FAULT_CLEARED if signal.code in WATCHING:
                blind = KINDS[signal.code].stops and signal.seat is None and self._seen_at is not None
                began = self._seen_at if blind and self._seen_at is not None else now
                self._note((signal.code, signal.seat), signal.kind is SignalKind.FAULT, began)
            case _:
                return

    def _note(self, key: tuple[str, Seat | None], holds: bool, began: float, detail: str = "") -> None:
        with self._lock:
            if holds:
                self._told.setdefault(key, (began, detail))
            else:
                self._told.pop(key, None)

    @contextmanager
    def storing(self) -> Iterator[None]:
        """Mark a journal write as running while the context is open."""
        self._storing = self._ticking()
        try:
            yield
        finally:
            self._storing = None

    def attach(self, source: HealthSource, probe: Probe, *, at_once: bool = False) -> Callable[[], None]:
        """Add a probe of a source; returns the function that removes it.

        ``at_once``: probe on every request, for a probe that only reports known state.
        """
        key, self._attached = self._attached, self._attached + 1
        self._probes[key] = _Probed(source, probe, at_once)

        def leave() -> None:
            self._probes.pop(key, None)

        return leave

    def probe(self) -> None:
        """Run every attached probe except those run on request; blocks as long as the probes do."""
        for each in [each for each in tuple(self._probes.values()) if not each.at_once]:
            with each.lock:
                each.began = self._ticking()
                each.found = tuple(each.probe())
                each.began = None

    def troubles(self, state: TableState | None = None) -> tuple[TableTrouble, ...]:
        """Return the current troubles; ``state``: of the table, for faults that its machine reports."""
        now, wall = self._ticking(), self._clock()
        found = {(each.code, each.seat): each for each in self._now(now, state)}
        with self._lock:
            self._since = {
                key: self._since.get(key, now if each.began is None else each.began) for key, each in found.items()
            }
            since = dict(self._since)
        return tuple(
            TableTrouble(
                *(self._table, each.code, max(0.0, wall - (now - since[key])), each.seat),
                detail=" ".join(self._hiding.line(each.detail).split()),
            )
            for key, each in found.items()
        )

    def banner(self) -> Text | None:
        """Return the banner for every page of the table that says why it is not watched or recorded; None if there is
        none.
        """
        first = next((each for each in self.troubles() if each.blinds and each.source in _BANNERED), None)
        return None if first is None else first.text

    def _now(self, now: float, state: TableState | None) -> Iterator[_Now]:
        yield from self._of_loops(now)
        with self._lock:
            told = dict(self._told)
        for (code, seat), (began, detail) in told.items():
            yield _Now(code, seat, detail, began)
        if HealthSource.CAMERA in self._fitted and self._seen_at is None and not _blind(told):
            yield _Now(CAMERA_AWAITED, began=self._began)
        if HealthSource.LINK in self._fitted and not self._link_known:
            yield _Now(LINK_AWAITED, began=self._began)
        yield from self._probed(now)
        for fault in () if state is None else state.open_faults():
            kind = KINDS.get(fault.fault.code)
            if kind is not None and kind.source is HealthSource.TABLE:
                yield _Now(kind.code)

    def _of_loops(self, now: float) -> Iterator[_Now]:
        refused, quiet = self._loops.refused, self._loops.quiet()
        if self._loops.down:
            yield _Now(LOOP_DOWN)
        if refused is not None:
            yield _Now(NOT_KEPT, detail=refused)
        began = self._storing
        if began is not None and now - began > STORE_HANGS_S:
            yield _Now(STORE_HANGS, began=began)
        elif quiet and refused is None:
            # A full journal queue pauses the camera: that is reported already.
            yield _Now(LOOP_STUCK, detail=", ".join(sorted(quiet)), began=now - max(quiet.values()))

    def _probed(self, now: float) -> Iterator[_Now]:
        for each in tuple(self._probes.values()):
            began = each.began
            if began is not None and now - began > PROBE_HANGS_S and each.source is HealthSource.STORE:
                yield _Now(STORE_HANGS, began=began)
            for found in each.probe() if each.at_once else each.found:
                yield _Now(found.code, None, found.detail, now - found.ago_s)


def _blind(told: Collection[tuple[str, Seat | None]]) -> bool:
    return any(KINDS[code].stops and code in WATCHING and seat is None for code, seat in told)
