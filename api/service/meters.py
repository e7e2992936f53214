"""Counters and timings of one table: plain numbers, written by its service, read by the metrics endpoint.

Nothing is counted by tile, hand or kind of fact, so that no figure reveals concealed hands.
"""

import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from controller.errors import StoreError
from controller.ports.evidence import Evidence
from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind, TableSignal

BOUNDS_S: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Upper bounds of the histogram buckets, in seconds."""
_CAMERA_LOST: Final = "camera-lost"


class Timing:
    """Histogram of durations; written by one thread at a time."""

    def __init__(self) -> None:
        """Start empty."""
        self.counts = [0] * (len(BOUNDS_S) + 1)
        self.sum_s = 0.0

    def add(self, seconds: float) -> None:
        """Count one duration."""
        self.counts[bisect_left(BOUNDS_S, seconds)] += 1
        self.sum_s += seconds


class TableMeters:
    """Figures of one table since the start of its service.

    ``reading``: seconds from a frame to its sighting. ``storing``: seconds until facts were on disk.
    """

    def __init__(self) -> None:
        """Start with all counters at zero."""
        self.facts = self.sightings = self.signals = 0
        self.link_losses = self.camera_losses = self.store_failures = 0
        self.reading, self.storing = Timing(), Timing()

    def counted(self, evidence: Sequence[Evidence]) -> Sequence[Evidence]:
        """Count reports of table or cameras, and return them."""
        for each in evidence:
            if isinstance(each, Sighting):
                self.sightings += 1
            elif isinstance(each, TableSignal):
                self.signals += 1
                self.link_losses += each.kind is SignalKind.LINK_LOST
                self.camera_losses += each.kind is SignalKind.FAULT and each.code == _CAMERA_LOST
        return evidence

    @contextmanager
    def storing_of(self, facts: int) -> Iterator[None]:
        """Context that times the storing of ``facts`` public facts; nothing is timed if there are none."""
        began = time.perf_counter()
        try:
            yield
        except StoreError:
            self.store_failures += 1
            raise
        if facts:
            self.storing.add(time.perf_counter() - began)
            self.facts += facts
