"""Input from one phone: its newest picture, without a queue, and the phone's state."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NotRequired, TypedDict

from vision.capture.network.phone_line import PhonePicture

LOW_BATTERY: Final = 0.15
"""Share of a full battery below which a phone will not last a game; chosen: half an hour of filming."""
_RATED: Final = 12
"""Number of pictures over which the rate is averaged; chosen: two and a half seconds at five a second."""
_PACED: Final = 8
"""Number of readings over which the eyes' pace is averaged; chosen: one slow picture changes little."""
_MOST_PAUSE_S: Final = 2.0
"""Longest pause requested of a phone, s; chosen: shorter than the time after which it counts as silent (``GONE_S``)."""
GONE_S: Final = 3.0
"""Time without a picture after which a connected phone counts as silent, s; chosen: as for a lost camera."""


class AdviceJson(TypedDict, total=False):
    """Advice on the newest picture of a phone; only ``hints`` and ``why`` if the picture cannot be decoded."""

    light: str
    focus: str
    sharpness: int
    sheets: list[str]
    field: list[tuple[float, float]] | None
    hints: list[str]
    why: str


class PhoneStandJson(TypedDict):
    """State of a phone as JSON; ``advice`` is set once a picture was examined."""

    camera: str
    connected: bool
    device: str
    trouble: str
    silent_s: float | None
    rate: float
    size: list[int]
    battery: float | None
    charging: bool | None
    battery_low: bool
    dropped: int
    hidden: bool
    angle: int
    locked: list[str]
    advice: NotRequired[AdviceJson]


@dataclass(frozen=True, slots=True)
class PhoneState:
    """State that a phone reports. ``battery``: share of full, None if its browser does not report it.

    ``dropped``: pictures that it discarded because the link was busy; ``locked``: camera settings that are fixed.
    """

    battery: float | None = None
    charging: bool | None = None
    dropped: int = 0
    hidden: bool = False
    angle: int = 0
    locked: tuple[str, ...] = ()

    @property
    def is_low(self) -> bool:
        """True if the battery will not last a game."""
        return self.battery is not None and self.battery < LOW_BATTERY and not self.charging


@dataclass(slots=True)
class PhoneVisit:
    """One connection of a phone; ``ended`` is called when another phone takes its place."""

    device: str
    ended: Callable[[], None]
    told: PhoneState = field(default_factory=PhoneState)


class PhoneLine:
    """The one phone of a table or seat; the last phone that connected is used."""

    def __init__(self, name: str, ticking: Callable[[], float] = time.monotonic) -> None:
        """Create without a phone."""
        self.name, self._ticking = name, ticking
        self._news = threading.Condition()
        self._visit: PhoneVisit | None = None
        self._newest = PhonePicture()
        self._size = (0, 0)
        self._came: deque[float] = deque(maxlen=_RATED)
        self._took: deque[float] = deque(maxlen=_PACED)
        self._given_at: float | None = None
        self._advice: AdviceJson = {}
        self._over = False

    def enter(self, visit: PhoneVisit) -> None:
        """Register a phone that connected; the previous phone is asked to disconnect."""
        with self._news:
            before, self._visit = self._visit, visit
            self._came.clear()
            self._advice = {}
        if before is not None:
            before.ended()

    def leave(self, visit: PhoneVisit) -> None:
        """Register that a phone disconnected."""
        with self._news:
            if self._visit is visit:
                self._visit = None

    def take(self, visit: PhoneVisit, jpeg: bytes, size: tuple[int, int], at: float) -> bool:
        """Store the newest picture in place of the previous one; False if another phone is connected now."""
        with self._news:
            if self._visit is not visit:
                return False
            self._newest = PhonePicture(self._newest.number + 1, at, jpeg, "", visit.told.is_low)
            self._size = size
            self._came.append(self._ticking())
            self._news.notify_all()
            return True

    def advise(self, advice: AdviceJson) -> None:
        """Store the advice on the newest picture."""
        with self._news:
            self._advice = advice

    def past(self, number: int, wait_s: float) -> PhonePicture:
        """Return the newest picture if its number differs from ``number``, waiting up to ``wait_s`` seconds; else the
        reason.
        """
        with self._news:
            if self._given_at is not None:
                self._took.append(self._ticking() - self._given_at)
                self._given_at = None
            self._news.wait_for(lambda: self._over or self._newest.number != number, wait_s)
            if self._newest.jpeg and self._newest.number != number:
                self._given_at = self._ticking()
                return self._newest
            return PhonePicture(trouble=self._trouble(), awaited=not self._newest.jpeg)

    @property
    def pause_s(self) -> float:
        """Return the pause between pictures that the phone may make, s: half of the eyes' reading time; 0 while nobody
        reads.

        With half of the reading time a new picture is always ready after a reading; more pictures would be sent in
        vain.
        """
        with self._news:
            if not self._took:
                return 0.0
            return min(_MOST_PAUSE_S, sum(self._took) / len(self._took) / 2)

    @property
    def newest(self) -> bytes | None:
        """Return the newest picture as received; None before the first."""
        return self._newest.jpeg or None

    def stand(self) -> PhoneStandJson:
        """Return the state as JSON; of the picture only light and sharpness."""
        with self._news:
            visit, came = self._visit, tuple(self._came)
            told = visit.told if visit is not None else PhoneState()
            span = came[-1] - came[0] if len(came) > 1 else 0.0
            stand: PhoneStandJson = {
                "camera": self.name,
                "connected": visit is not None,
                "device": "" if visit is None else visit.device,
                "trouble": self._trouble(),
                "silent_s": round(self._ticking() - came[-1], 1) if came else None,
                "rate": round((len(came) - 1) / span, 1) if span > 0 else 0.0,
                "size": list(self._size),
                "battery": told.battery,
                "charging": told.charging,
                "battery_low": told.is_low,
                "dropped": told.dropped,
                "hidden": told.hidden,
                "angle": told.angle,
                "locked": list(told.locked),
            }
            return {**stand, "advice": self._advice} if self._advice else stand

    def close(self) -> None:
        """Release all waiting callers."""
        with self._news:
            self._over = True
            self._news.notify_all()

    def _trouble(self) -> str:
        if self._visit is None:
            return "no phone is connected" if self._newest.jpeg else "no phone has come yet"
        if self._visit.told.hidden:
            return "the page of the phone is not in front"
        silent = not self._came or self._ticking() - self._came[-1] >= GONE_S
        return "the phone sends no picture" if silent else ""
