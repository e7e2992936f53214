"""Every watchdog uses a monotonic clock: it reports within its limit, whatever the clock of the evidence does.

Regression: with a stopped clock of a simulated table, hung eyes were not reported, nor a poll that never returned.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import numpy as np
import pytest

from api.eyes.asked import Look, Looked
from api.eyes.process import EyesProcess
from api.health.probes import ProbeFinding
from api.health.source_watch import PROBE_HANGS_S, STORE_HANGS_S, SourceWatch, Watched
from api.health.troubles import BROKER_BEHIND, LOOP_STUCK, STORE_HANGS, HealthSource
from api.health.upkeep import STUCK_S, Upkeep
from api.http.board import SILENT_S as BOARD_SILENT_S
from api.http.board import VenueBoard
from api.hub.outbox import Outbox
from api.hub.subjects import TableAddress
from controller.ports.eyes import LOST_S, Sighting
from controller.ports.table import SignalKind
from controller.views.gate import Audience, Released
from firmware_bridge.session.link import BoardLink
from firmware_bridge.session.session import LOST_S as LINK_LOST_S
from firmware_bridge.table import SerialTable
from tests.api.eyes.test_eyes_process import of
from tests.support.waiting import PATIENCE_S, eventually
from vision.capture.frame import CameraFrame
from vision.capture.newest import NewestSource
from vision.capture.retry import RetryingSource
from vision.capture.trouble import FROZEN, SILENT_S
from vision.eyes import CameraFaults

EDGE_S: Final = 0.05
"""Seconds before and after a limit: nothing is reported before, and the trouble after."""
STARTED: Final = 1_000_000.0
BEGAN: Final = 100.0


@dataclass
class Times:
    """The watchdog's monotonic time ``own``, and the evidence clock, which ``paced`` derives from it."""

    paced: Callable[[float], float]
    own: float = BEGAN
    under_way: ExitStack = field(default_factory=ExitStack)

    def ticking(self) -> float:
        return self.own

    def clock(self) -> float:
        return STARTED + self.paced(self.own - BEGAN)


CLOCKS: Final[dict[str, Callable[[float], float]]] = {
    "stands": lambda _: 0.0,
    "slow": lambda own: own / 10,
    "fast": lambda own: own * 50,
    "set back": lambda own: own - (7200.0 if own > 1 else 0.0),
    "set on": lambda own: own + (7200.0 if own > 1 else 0.0),
}
Fired = Callable[[], bool]
Arm = Callable[[Times, Path], Fired]


def sighting(at: float) -> Sighting:
    return Sighting(1, at, ((),) * 4, (None,) * 4, ((),) * 4, (None,) * 4, None, None)


class HungLink:
    """A pipe whose other end answers the first look and no other."""

    def __init__(self, times: Times) -> None:
        self._left = [Looked(sighting(times.clock()), (), b"", ())]

    def poll(self, _timeout: float) -> bool:
        return bool(self._left)

    def recv(self) -> Looked:
        return self._left.pop()

    def send(self, asked: Look) -> None:
        assert isinstance(asked, Look)

    def close(self) -> None:
        self._left = []


def eyes(shared_time: bool) -> Arm:
    def arm(times: Times, folder: Path) -> Fired:
        def start(self: Any) -> None:
            self._link, self._open, self._asked, self._answer = HungLink(times), True, False, None

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(EyesProcess, "_start", start)
            watched = EyesProcess(replace(of(folder), shared_time=shared_time), print, clock=times.ticking, wait=False)
        assert watched.look(0.0) is not None
        assert watched.look(0.0) is None

        def fired() -> bool:
            assert watched.look(0.0) is None
            return [signal.kind for signal in watched.signals()] == [SignalKind.FAULT]

        return fired

    return arm


def camera_faults(times: Times, _folder: Path) -> Fired:
    faults = CameraFaults(times.ticking)
    faults.seen(times.clock())
    return lambda: faults.missed("no answer") and bool(faults.drain())


class StillSource(RetryingSource):
    """A camera that returns the same exposure at every other request."""

    retried = (OSError,)

    def __init__(self, times: Times) -> None:
        super().__init__("still", ticking=times.ticking)
        self._frame = CameraFrame(np.zeros((8, 8, 3), np.uint8), 1, times.clock())
        self.asked = 0

    def close(self) -> None:
        """Do nothing."""

    def _fetch(self, deadline: float) -> CameraFrame | None:
        del deadline
        self.asked += 1
        return self._frame if self.asked % 2 else None


def frozen(times: Times, _folder: Path) -> Fired:
    source = StillSource(times)
    assert source.next(0.0) is not None

    def fired() -> bool:
        # Skip the short pause before a camera without a new picture is asked again.
        source._retry._again_at = 0.0
        source.asked = 0
        assert source.next(0.0) is None
        return getattr(source.trouble, "code", "") == FROZEN

    return fired


class HungSource:
    """A source whose ``next`` never returns."""

    trouble = None

    def __init__(self) -> None:
        self.asked, self.over = threading.Event(), threading.Event()

    def next(self, _timeout: float) -> CameraFrame | None:
        self.asked.set()
        self.over.wait()
        return None

    def close(self) -> None:
        """Nothing is open."""


def newest(times: Times, _folder: Path) -> Fired:
    inner = HungSource()
    source = NewestSource(inner, times.ticking)
    assert inner.asked.wait(PATIENCE_S)
    return lambda: source.trouble is not None


class SilentPort:
    """A serial port without answers."""

    def read(self, timeout: float) -> bytes:
        del timeout
        return b""

    def write(self, data: bytes) -> None:
        """Discard the bytes."""

    def close(self) -> None:
        """Nothing is open."""


def link(board_time: bool) -> Arm:
    def arm(times: Times, _folder: Path) -> Fired:
        table = SerialTable(BoardLink(SilentPort, times.ticking), times.clock, board_time, ticking=times.ticking)
        assert table.poll(0.0) == []
        return lambda: [signal.kind for signal in table.poll(0.0)] == [SignalKind.LINK_LOST]

    return arm


def watched(times: Times) -> tuple[SourceWatch, Upkeep]:
    upkeep = Upkeep("1", lambda: None, times.ticking)
    return SourceWatch("1", upkeep, Watched(ticking=times.ticking), times.clock), upkeep


def codes(watch: SourceWatch) -> list[str]:
    return [each.code for each in watch.troubles()]


def store(times: Times, _folder: Path) -> Fired:
    watch, _ = watched(times)
    times.under_way.enter_context(watch.storing())
    return lambda: codes(watch) == [STORE_HANGS]


def loop(times: Times, _folder: Path) -> Fired:
    watch, upkeep = watched(times)
    upkeep.ran("camera")
    return lambda: codes(watch) == [LOOP_STUCK]


def probe(times: Times, _folder: Path) -> Fired:
    watch, _ = watched(times)
    begun, over = threading.Event(), threading.Event()

    def hangs() -> tuple[ProbeFinding, ...]:
        begun.set()
        over.wait()
        return ()

    watch.attach(HealthSource.STORE, hangs)
    threading.Thread(target=watch.probe, daemon=True).start()
    assert begun.wait(PATIENCE_S)
    return lambda: codes(watch) == [STORE_HANGS]


class HungTable:
    """A table that returns its card once per audience and then hangs."""

    def __init__(self) -> None:
        self.over, self._told = threading.Event(), False

    def card(self, audience: Audience) -> Released:
        if self._told:
            self.over.wait()
        self._told = audience is list(Audience)[-1]
        return Released({})


def board(times: Times, _folder: Path) -> Fired:
    shown = VenueBoard({"1": HungTable()}, ticking=times.ticking)
    eventually(lambda: shown.newest(Audience.STAFF)["1"].get("card") is not None)
    return lambda: shown.newest(Audience.STAFF)["1"]["stand"]["silent_since"] is not None


WATCHDOGS: Final[dict[str, tuple[float, Arm]]] = {
    "eyes": (LOST_S, eyes(False)),
    "eyes of a simulated table": (LOST_S, eyes(True)),
    "camera lost": (LOST_S, camera_faults),
    "camera frozen": (SILENT_S, frozen),
    "camera that does not come back": (SILENT_S, newest),
    "link": (LINK_LOST_S, link(False)),
    "link of a simulated table": (LINK_LOST_S, link(True)),
    "store": (STORE_HANGS_S, store),
    "loop": (STUCK_S, loop),
    "probe": (PROBE_HANGS_S, probe),
    "board": (BOARD_SILENT_S, board),
}


@pytest.mark.parametrize("pace", sorted(CLOCKS))
@pytest.mark.parametrize("name", sorted(WATCHDOGS))
def test_a_watchdog_tells_within_its_bound_whatever_the_clock_does(name: str, pace: str, tmp_path: Path) -> None:
    (bound_s, arm), times = WATCHDOGS[name], Times(CLOCKS[pace])
    fired = arm(times, tmp_path)
    for share in (0.2, 0.6, 1.0):
        times.own = BEGAN + share * bound_s - EDGE_S
        assert not fired(), f"told after {times.own - BEGAN:.2f} s of {bound_s} s"
    times.own = BEGAN + bound_s + EDGE_S
    assert fired(), f"not told after {times.own - BEGAN:.2f} s of {bound_s} s"


def test_a_broker_that_takes_nothing_is_told_since_its_last_word() -> None:
    times = Times(CLOCKS["stands"])
    source = SimpleNamespace(number=7)
    with ThreadPoolExecutor(1) as threads:
        outbox = Outbox(TableAddress("kyoto", "1"), cast(Any, source), threads, cast(Any, None), 1.0, times.ticking)
        outbox._client = cast(Any, SimpleNamespace(is_connected=True))
        assert outbox.stand() == ()
        outbox._failing["records"] = "no answer"
        times.own += 12.0
        (found,) = outbox.stand()
    assert (found.code, found.ago_s) == (BROKER_BEHIND, 12.0)
    assert "7 records wait" in found.detail
