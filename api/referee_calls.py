"""Calls for the referee: from which seat, since when, and who goes there.

They are no facts of the game: nothing in a round follows from one. So they are not in the journal, but told in the log
with who and when, and over with the service; the page of a seat that still wants the referee then calls anew.
"""

import threading
from collections.abc import Callable

import structlog

from controller.ports.log import WordLog
from controller.riichi.seat import Seat
from controller.views.referee import SummonsView

log: WordLog = structlog.get_logger()


class RefereeCalls:
    """The calls of one table that stand, one a seat at most; safe from any thread."""

    def __init__(self, table: str, changed: Callable[[], object]) -> None:
        """None stands; ``changed`` is called, from any thread, after each change."""
        self._table, self._changed = table, changed
        self._stand: dict[Seat, SummonsView] = {}
        self._lock = threading.Lock()

    @property
    def now(self) -> tuple[SummonsView, ...]:
        """Those that stand, the oldest first."""
        return tuple(sorted(self._stand.values(), key=lambda each: each.at))

    def call(self, seat: Seat, by: str, at: float) -> None:
        """A seat calls; one that calls already goes on waiting since then."""
        with self._lock:
            standing = self._stand.get(seat)
            if standing is not None and not standing.answered_by:
                return
            self._stand[seat] = SummonsView(seat, at, by)
        log.info("referee called", table=self._table, seat=seat.name, by=by)
        self._changed()

    def answer(self, seat: Seat, by: str, at: float) -> bool:
        """Somebody goes there; False where the seat does not call. Whoever said so first stays."""
        with self._lock:
            standing = self._stand.get(seat)
            if standing is None:
                return False
            if standing.answered_by:
                return True
            self._stand[seat] = SummonsView(seat, standing.at, standing.by, by, at)
        log.info("call answered", table=self._table, seat=seat.name, by=by, after_s=round(at - standing.at, 1))
        self._changed()
        return True

    def end(self, seat: Seat, by: str) -> bool:
        """The call is settled, or the seat takes it back; False where it does not call."""
        with self._lock:
            standing = self._stand.pop(seat, None)
        if standing is None:
            return False
        log.info("call over", table=self._table, seat=seat.name, by=by)
        self._changed()
        return True
