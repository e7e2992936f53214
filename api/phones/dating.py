"""Conversion of a picture's time from the phone's clock to the service's clock."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

KEPT_S: Final = 60.0
"""Time for which a measurement is used, s; chosen: crystal clocks drift by 50 ppm at most, 3 ms in that time."""
_OPEN: Final = 8
"""Most unanswered time requests; chosen: each picture sends one, and the phone answers at once."""


class PhoneClock:
    """Offset of a phone's clock, from the recent answer with the shortest round trip; the error is at most
    half of it.
    """

    def __init__(self, clock: Callable[[], float], ticking: Callable[[], float] = time.monotonic) -> None:
        """``clock``: the service's time; ``ticking``: monotonic clock for round trips."""
        self._clock, self._ticking = clock, ticking
        self._asked: dict[int, tuple[float, float]] = {}
        self._count = 0
        self._known: deque[tuple[float, float, float]] = deque()
        self._last = float("-inf")

    def ask(self) -> int:
        """Return the number of a time request that is sent now."""
        self._count += 1
        self._asked[self._count] = (self._ticking(), self._clock())
        while len(self._asked) > _OPEN:
            del self._asked[next(iter(self._asked))]
        return self._count

    def answered(self, ask: int, phone_s: float) -> None:
        """Register an answer with the phone's time; an answer to an unknown request is ignored."""
        began = self._asked.pop(ask, None)
        if began is None:
            return
        now = self._ticking()
        journey = now - began[0]
        self._known.append((now, journey, began[1] + journey / 2 - phone_s))
        while self._known[0][0] < now - KEPT_S:
            self._known.popleft()

    @property
    def journey_s(self) -> float | None:
        """Shortest recent round trip, s; None before the first answer."""
        return min((journey for _, journey, _ in self._known), default=None)

    def dated(self, phone_s: float) -> float:
        """Convert a time of the phone to the service's time; never in the future, and never before the previous
        picture.
        """
        now = self._clock()
        offset = min(self._known, key=lambda each: each[1])[2] if self._known else now - phone_s
        self._last = min(now, max(phone_s + offset, now - KEPT_S, self._last))
        return self._last
