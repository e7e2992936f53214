"""Event ring of the simulated board: events are stored and resent until acknowledged."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from controller.riichi.seat import Seat
from firmware_bridge.wire.codes import EventKind
from firmware_bridge.wire.limits import RESEND_MS, RING_EVENTS
from firmware_bridge.wire.messages import EventReport

NO_SEAT: Final = 255


@dataclass(slots=True)
class _Kept:
    """A stored event and the time when it is due to be sent."""

    sequence: int
    at_ms: int
    kind: EventKind
    seat: int
    pips: tuple[int, int]
    code: int
    due: float


class EventRing:
    """The newest events, numbered from 1 since the start (modulo 2^16)."""

    def __init__(self) -> None:
        self.dropped = 0
        self.sequence = 0
        self._kept: deque[_Kept] = deque()

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, now: float, at_ms: int, kind: EventKind, seat: Seat | None, pips: tuple[int, int], code: int) -> None:
        """Store one event; a full ring drops the oldest."""
        self.sequence = (self.sequence + 1) & 0xFFFF
        place = NO_SEAT if seat is None else int(seat)
        self._kept.append(_Kept(self.sequence, at_ms, kind, place, pips, code, now))
        if len(self._kept) > RING_EVENTS:
            self._kept.popleft()
            self.dropped += 1

    def take(self, sequence: int) -> None:
        """Remove all events up to this sequence number: the host has acknowledged them."""
        while self._kept and (sequence - self._kept[0].sequence) & 0xFFFF < 0x8000:
            self._kept.popleft()

    def due(self, now: float) -> list[EventReport]:
        """Return the events to send now and schedule their resending."""
        sent = []
        for kept in self._kept:
            if now >= kept.due:
                kept.due = now + RESEND_MS / 1000
                oldest = self._kept[0].sequence
                sent.append(
                    EventReport(kept.sequence, oldest, kept.at_ms, kept.kind, kept.seat, *kept.pips, kept.code),
                )
        return sent

    def deadlines(self) -> list[float]:
        """Return when each event is due next."""
        return [kept.due for kept in self._kept]
