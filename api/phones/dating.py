"""Time of a phone's picture by the service's clock: each picture comes with the phone's own time."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

KEPT_S: Final = 60.0
"""For how long a measurement counts; chosen: crystals of phones part by 50 ppm at most, 3 ms in that time."""
_OPEN: Final = 8
"""Questions that wait for an answer; chosen: each picture asks one, and the phone answers at once."""


class PhoneClock:
    """How far a phone's clock is off, by the quickest answer lately: it is off by half of that journey at most."""

    def __init__(self, clock: Callable[[], float], ticking: Callable[[], float] = time.monotonic) -> None:
        """``clock``: the service's time; ``ticking``: what journeys are measured by."""
        self._clock, self._ticking = clock, ticking
        self._asked: dict[int, tuple[float, float]] = {}
        self._count = 0
        self._known: deque[tuple[float, float, float]] = deque()
        self._last = float("-inf")

    def ask(self) -> int:
        """The number of a question that goes out now."""
        self._count += 1
        self._asked[self._count] = (self._ticking(), self._clock())
        while len(self._asked) > _OPEN:
            del self._asked[next(iter(self._asked))]
        return self._count

    def answered(self, ask: int, phone_s: float) -> None:
        """The phone's clock showed that; an answer to what nobody asked counts for nothing."""
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
        """There and back, the quickest lately; None before the first answer."""
        return min((journey for _, journey, _ in self._known), default=None)

    def dated(self, phone_s: float) -> float:
        """The service's time of what the phone's clock dates so: never to come, never before the picture before it."""
        now = self._clock()
        offset = min(self._known, key=lambda each: each[1])[2] if self._known else now - phone_s
        self._last = min(now, max(phone_s + offset, now - KEPT_S, self._last))
        return self._last
