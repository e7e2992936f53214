"""The input from one phone: its newest picture, never a queue, and the phone's state."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NotRequired, TypedDict

from vision.capture.network.phone_line import PhonePicture

LOW_BATTERY: Final = 0.15
"""Share of a full battery below which the phone will not last a game; chosen: half an hour of filming."""
_RATED: Final = 12
"""Pictures over which the rate is averaged; chosen: two seconds and a half of five a second."""
_PACED: Final = 8
"""Readings over which the eyes' pace is averaged; chosen: one busy picture among still ones changes nothing."""
_MOST_PAUSE_S: Final = 2.0
"""Longest pause that a phone is asked for; chosen: below that a camera counts as silent (``GONE_S``)."""
GONE_S: Final = 3.0
"""Seconds without a picture after which a connected phone counts as silent; chosen: as for a lost camera."""


class AdviceTold(TypedDict, total=False):
    """What the newest picture of a phone says: ``hints`` alone, and ``why``, where it cannot be opened."""

    light: str
    focus: str
    sharpness: int
    sheets: list[str]
    field: list[tuple[float, float]] | None
    hints: list[str]
    why: str


class PhoneStandTold(TypedDict):
    """A phone's state as JSON; ``advice`` once a picture was looked at."""

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
    advice: NotRequired[AdviceTold]


@dataclass(frozen=True, slots=True)
class PhoneState:
    """A phone's report about itself. ``battery``: share of full, None if its browser does not say.

    ``dropped``: pictures it dropped because the link was busy; ``locked``: lens settings held fixed.
    """

    battery: float | None = None
    charging: bool | None = None
    dropped: int = 0
    hidden: bool = False
    angle: int = 0
    locked: tuple[str, ...] = ()

    @property
    def is_low(self) -> bool:
        """Whether it will not last."""
        return self.battery is not None and self.battery < LOW_BATTERY and not self.charging


@dataclass(slots=True)
class PhoneVisit:
    """One connection of a phone; ``ended``: called once another phone has taken its place."""

    device: str
    ended: Callable[[], None]
    told: PhoneState = field(default_factory=PhoneState)


class PhoneLine:
    """The one phone of a table or seat; the last one to connect has it."""

    def __init__(self, name: str, ticking: Callable[[], float] = time.monotonic) -> None:
        """Nobody has come yet."""
        self.name, self._ticking = name, ticking
        self._news = threading.Condition()
        self._visit: PhoneVisit | None = None
        self._newest = PhonePicture()
        self._size = (0, 0)
        self._came: deque[float] = deque(maxlen=_RATED)
        self._took: deque[float] = deque(maxlen=_PACED)
        self._given_at: float | None = None
        self._advice: AdviceTold = {}
        self._over = False

    def enter(self, visit: PhoneVisit) -> None:
        """A phone connected; the previous one is told to disconnect."""
        with self._news:
            before, self._visit = self._visit, visit
            self._came.clear()
            self._advice = {}
        if before is not None:
            before.ended()

    def leave(self, visit: PhoneVisit) -> None:
        """A phone has gone."""
        with self._news:
            if self._visit is visit:
                self._visit = None

    def take(self, visit: PhoneVisit, jpeg: bytes, size: tuple[int, int], at: float) -> bool:
        """Its newest picture, in place of the one before; False where another phone has taken its place."""
        with self._news:
            if self._visit is not visit:
                return False
            self._newest = PhonePicture(self._newest.number + 1, at, jpeg, "", visit.told.is_low)
            self._size = size
            self._came.append(self._ticking())
            self._news.notify_all()
            return True

    def advise(self, advice: AdviceTold) -> None:
        """Result of its newest picture, for whoever watches its state."""
        with self._news:
            self._advice = advice

    def past(self, number: int, wait_s: float) -> PhonePicture:
        """The newest picture past that number, waited for so long; else why none has come."""
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
        """How long the phone may wait between pictures: half of what the eyes take with one; 0 while nobody looks.

        Half, so that a new one has come whenever they are done; more would be sent for nothing.
        """
        with self._news:
            if not self._took:
                return 0.0
            return min(_MOST_PAUSE_S, sum(self._took) / len(self._took) / 2)

    @property
    def newest(self) -> bytes | None:
        """The newest picture as it came; None before the first."""
        return self._newest.jpeg or None

    def stand(self) -> PhoneStandTold:
        """Its state as plain values: no picture, and of a picture only light and sharpness."""
        with self._news:
            visit, came = self._visit, tuple(self._came)
            told = visit.told if visit is not None else PhoneState()
            span = came[-1] - came[0] if len(came) > 1 else 0.0
            stand: PhoneStandTold = {
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
