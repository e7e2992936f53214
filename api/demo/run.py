"""Run simulator and service side by side; they share bytes on a pseudo-terminal and pictures over loopback only."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from api.demo.truth import compare
from api.service.compatibility import check_fit
from api.service.compose import SeatCamera, TableConfig, open_service
from api.service.table_service import TableService
from controller.errors import JantakuError
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, load
from controller.views.policy import NEVER, Release
from hardware.profiles.load import DEFAULT_PROFILE, load_profile

TABLE: Final = "demo"
BOARD, CAMERA = "board", "camera"
"""Parts that a table may do without."""
ENDLESS: Final = 1_000_000
SILENT_S: Final = 60.0
_TRUTH_S: Final = 60.0
"""Seconds within which the simulator ends a round that was read; chosen: a table is cleared within half a minute."""
_LOOK_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class PlayAs:
    """How the simulated players lay and are seen: ``laying`` exact, careful or photo; share of exposures with ``arms``.

    ``tilt``: degrees of the camera from straight above, None as it hangs by default.
    """

    laying: str = "careful"
    arms: float = 0.0
    tilt: float | None = None


@dataclass(frozen=True, slots=True)
class DemoSetup:
    """What the simulated table plays: rounds (0: on and on), pace, seed, rulebook, wrongly broken walls, its family.

    ``evidence``: every frame and signal is kept beside the journal. ``seats``: a camera behind each hand as well.
    ``play``: how its players lay tiles. ``without``: the part that is not there, ``board`` or ``camera``, empty for
    none.
    """

    hands: int
    fast: bool
    seed: int
    rulebook: str = DEFAULT_RULEBOOK
    wrong_break: str = "4"
    profile: str = DEFAULT_PROFILE
    evidence: bool = False
    seats: bool = False
    release: Release = NEVER
    play: PlayAs = field(default_factory=PlayAs)
    without: str = ""

    def __post_init__(self) -> None:
        """Raises JantakuError for a part that cannot be left out."""
        if self.without not in ("", BOARD, CAMERA):
            raise JantakuError(f"--without {self.without}: expected {BOARD} or {CAMERA}")
        if self.without == CAMERA and (self.seats or self.evidence):
            raise JantakuError("--without camera: expected neither --seat-cameras nor --evidence")


class SimulatedTable:
    """The simulator's process, with the addresses of its board and camera."""

    def __init__(self, setup: DemoSetup, folder: Path) -> None:
        """Start it and wait until both stand; raises JantakuError when they do not."""
        check_fit(load(setup.rulebook), load_profile(setup.profile))
        self.truth = folder / "truth.jsonl"
        self.serial = folder / "table"
        command = [sys.executable, "-m", "hardware.simulator", "--seed", str(setup.seed)]
        command += ["--hands", str(setup.hands or ENDLESS), "--rulebook", setup.rulebook]
        command += ["--profile", setup.profile]
        command += ["--pty", str(self.serial), "--truth", str(self.truth), "--wrong-break", setup.wrong_break]
        command += ["--laying", setup.play.laying, "--arms", str(setup.play.arms)]
        command += [] if setup.play.tilt is None else ["--tilt", str(setup.play.tilt)]
        self._process = subprocess.Popen([*command, *(["--fast"] if setup.fast else [])], stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise JantakuError(f"the simulator ended with status {self._process.wait()} before it was ready")
        self.camera: str = json.loads(line)["camera"]

    def truth_of(self, rounds: int, within_s: float = _TRUTH_S) -> Path:
        """The truth, once it tells of so many rounds: a round may be read and settled before its table is cleared."""
        until = time.monotonic() + within_s
        while not self.truth.is_file() or self.truth.read_bytes().count(b"\n") < rounds:
            if time.monotonic() > until or self._process.poll() is not None:
                break
            time.sleep(_LOOK_S)
        return self.truth

    def stop(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.wait(timeout=30.0)


@contextmanager
def running(setup: DemoSetup, folder: Path) -> Iterator[tuple[SimulatedTable, TableService]]:
    """Simulator and service, both stopped at the end."""
    table = SimulatedTable(setup, folder)
    try:
        service = open_service(config(table, setup, folder))
        service.start()
        try:
            yield table, service
        finally:
            service.stop()
    finally:
        table.stop()


def config(table: SimulatedTable, setup: DemoSetup, folder: Path) -> TableConfig:
    """The service's side of a simulated table; the venue of the demonstration settles by itself."""
    return TableConfig(
        name=TABLE,
        profile=setup.profile,
        rulebook=setup.rulebook,
        serial="" if setup.without == BOARD else str(table.serial),
        camera="" if setup.without == CAMERA else f"{table.camera}/frame.jpg",
        calibration="" if setup.without == CAMERA else f"{table.camera}/calibration.json",
        journal=folder / "journal.sqlite",
        auto_settle=True,
        shared_time=True,
        evidence=folder / "evidence" if setup.evidence else None,
        seats=tuple(_seat_camera(table, seat) for seat in SEATS) if setup.seats else (),
        release=setup.release,
    )


def _seat_camera(table: SimulatedTable, seat: Seat) -> SeatCamera:
    own = f"{table.camera}/seat/{seat.name}"
    return SeatCamera(seat, f"{own}/frame.jpg", f"{own}/calibration.json")


def measure(setup: DemoSetup, folder: Path, told: Callable[[int, int], None] = lambda _, __: None) -> dict[str, Any]:
    """Play its rounds to their end and report how record and truth compare.

    ``told``: of rounds settled and facts learnt, whenever there are more.
    """
    started = time.monotonic()
    with running(setup, folder) as (table, service):
        with refereed(setup, table, service) as look:
            wait_for_rounds(service, setup.hands, told=told, look=look)
        seconds = time.monotonic() - started
        records = list(service.records())
        result = compare(table.truth_of(setup.hands), records, seen=setup.without != CAMERA)
    return {
        "rounds": setup.hands,
        "events": len(records),
        "refused": service.refused,
        "scores": {seat.name: service.state.scores[seat] for seat in SEATS},
        **asdict(result),
        "seconds": round(seconds, 1),
    }


@contextmanager
def refereed(setup: DemoSetup, table: SimulatedTable, service: TableService) -> Iterator[Callable[[], None] | None]:
    """What somebody has to do at a table that no camera watches, again and again; None at any other."""
    if setup.without != CAMERA:
        yield None
        return
    from api.demo.referee import SimulatedReferee
    from api.demo.web import WebServer

    web = WebServer({TABLE: service})
    web.start()
    try:
        yield SimulatedReferee(table.camera, table.truth, service, web).step
    finally:
        web.stop()


def settled(service: TableService) -> int:
    """Rounds settled so far."""
    state = service.state
    outcome = state.round.outcome if state.round else None
    return max(0, state.rounds - 1) + (outcome is not None and outcome.confirmed)


def wait_for_rounds(
    service: TableService,
    hands: int,
    silent_s: float = SILENT_S,
    told: Callable[[int, int], None] = lambda _, __: None,
    look: Callable[[], None] | None = None,
) -> None:
    """Return once that many rounds are settled, or nothing new was learnt for so long; JantakuError on a stop.

    ``look``: what somebody does at the table again and again meanwhile.
    """
    known, news_at = -1, time.monotonic()
    while settled(service) < hands:
        if look is not None:
            look()
            if service.number == known and time.monotonic() - news_at < silent_s:
                continue
            news_at = time.monotonic()
        if service.upkeep.failure is not None:
            raise JantakuError(f"the service stopped: {service.upkeep.failure}")
        if not service.wait_past(known, silent_s):
            return
        known = service.number
        told(settled(service), known)
