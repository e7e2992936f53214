"""Rate limits per client, counted in memory by a monotonic clock."""

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from api.access.settings import RateLimits

# Wrong PINs per person: trying the 10,000 PINs of four digits takes weeks.
WRONG_PINS: Final = "10/hour"
_SECONDS: Final = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86_400.0}
_LOOKED_THROUGH: Final = 4096
"""Clients stored before expired ones are dropped; chosen: a hall of telephones, and some MB."""


class Rates:
    """Counts by kind and client over a sliding window; a restart resets them."""

    def __init__(self, settings: RateLimits, clock: Callable[[], float] = time.monotonic) -> None:
        """``settings``: the limits, as words such as ``10/minute``."""
        told = {name: getattr(settings, name) for name in settings.__struct_fields__} | {"wrong_pin": WRONG_PINS}
        self._limits = {name: _limit(rate) for name, rate in told.items()}
        self._clock, self._turn = clock, threading.Lock()
        self._came: dict[tuple[str, str], deque[float]] = {}

    def wait_s(self, kind: str, client: str) -> int:
        """Count one attempt and return 0, or return the seconds until the next attempt is allowed."""
        with self._turn:
            left = self._left(kind, client)
            if not left:
                if (kind, client) not in self._came:
                    self._forget()
                    self._came[kind, client] = deque(maxlen=self._limits[kind][0])
                self._came[kind, client].append(self._clock())
            return left

    def forgive(self, kind: str, client: str) -> None:
        """Remove the newest count of that client: the attempt was right, or was not made."""
        with self._turn:
            came = self._came.get((kind, client))
            if came:
                came.pop()

    def _left(self, kind: str, client: str) -> int:
        most, window = self._limits[kind]
        came = self._came.get((kind, client))
        if came is None or len(came) < most:
            return 0
        return max(0, math.ceil(came[0] + window - self._clock()))

    def _forget(self) -> None:
        if len(self._came) < _LOOKED_THROUGH:
            return
        now = self._clock()
        kept = {key: came for key, came in self._came.items() if came}
        self._came = {key: came for key, came in kept.items() if came[-1] + self._limits[key[0]][1] > now}


def _limit(rate: str) -> tuple[int, float]:
    """Return count and seconds from words such as ``10/minute``."""
    most, _, unit = rate.partition("/")
    return int(most), _SECONDS[unit]
