"""Calls for the referee: from which seat, since when, and who responds.

A call is not a fact of the game and nothing in a round depends on it. Calls are therefore logged and not written to the
journal, and they end with the service; the page of a seat that still wants the referee then calls again.
"""

import threading
from collections.abc import Callable

import structlog

from controller.ports.log import WordLog
from controller.riichi.seat import Seat
from controller.views.referee import SummonsView

log: WordLog = structlog.get_logger()


class RefereeCalls:
    """Open calls of one table, at most one per seat; thread-safe."""

    def __init__(self, table: str, changed: Callable[[], object]) -> None:
        """Create without calls; ``changed`` is called after each change, from the changing thread."""
        self._table, self._changed = table, changed
        self._stand: dict[Seat, SummonsView] = {}
        self._lock = threading.Lock()

    @property
    def now(self) -> tuple[SummonsView, ...]:
        """Return the open calls, oldest first."""
        return tuple(sorted(self._stand.values(), key=lambda each: each.at))

    def call(self, seat: Seat, by: str, at: float) -> None:
        """Open a call from a seat; an unanswered call of the seat stays as it is."""
        with self._lock:
            standing = self._stand.get(seat)
            if standing is not None and not standing.answered_by:
                return
            self._stand[seat] = SummonsView(seat, at, by)
        log.info("referee called", table=self._table, seat=seat.name, by=by)
        self._changed()

    def answer(self, seat: Seat, by: str, at: float) -> bool:
        """Record who responds to a call; False if the seat has no open call. The first response is kept."""
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
        """Close a call that is settled or withdrawn; False if the seat has no open call."""
        with self._lock:
            standing = self._stand.pop(seat, None)
        if standing is None:
            return False
        log.info("call over", table=self._table, seat=seat.name, by=by)
        self._changed()
        return True
