"""Cameras and readers of one table put together: what is needed to do so, and what comes of it."""

import http.client
import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from api.paths import sets_folder
from api.steady import steady_clock
from controller.errors import EyesError
from controller.ports.evidence import Evidence
from controller.ports.eyes import EyesPort, Sighting
from controller.ports.table import TableSignal
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.profiles.schema import TableProfile
from vision.kept import ALL, Retention

if TYPE_CHECKING:
    from api.evidence.pictures import Aimed, Remembering

    # What opens pictures is loaded where eyes are opened: a service whose eyes live in other processes starts without.
    from vision.camera.calibration import Calibration
    from vision.capture.frame import FrameSource
    from vision.seat.eyes import SeatCameraEyes
    from vision.tiles.classifier import Classifier

# Seconds that a simulated camera's answer may take. It renders each exposure when it is asked for, and simulated time
# stands still meanwhile, so the ceiling is far above any rendering: no frame is lost on a busy machine.
_SIMULATED_ANSWER_S: Final = 30.0


Timed = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class WrittenCalibration:
    """Text and path of a camera's calibration, parsed when the eyes are opened."""

    where: str
    text: str

    def read(self) -> "Calibration":
        """The calibration; raises EyesError."""
        from vision.camera.calibration import Calibration

        try:
            return Calibration.from_json(json.loads(self.text))
        except ValueError as error:
            raise EyesError(f"{self.where}: no calibration there: {error}") from None


@dataclass(frozen=True, slots=True)
class SeatEyesSetup:
    """The camera behind a player's tiles."""

    seat: Seat
    camera: str
    calibration: WrittenCalibration


@dataclass(frozen=True, slots=True)
class EyesSetup:
    """Configuration of a table's eyes; can be sent to another process.

    ``habits``: file of what is learnt of the venue; ``pictures``: folder of saved frames; ``recorded``: folder of every
    frame, None: not recorded; ``shared_time``: as in TableConfig; ``kept`` and ``kept_recorded``: quotas of both;
    ``tiles``: the set of the table's tiles, "" for any.
    """

    profile: str
    camera: str
    calibration: WrittenCalibration
    pictures: Path
    habits: Path | None = None
    seats: tuple[SeatEyesSetup, ...] = ()
    shared_time: bool = False
    threads: int = 1
    tiles: str = ""
    recorded: Path | None = None
    kept: Retention = ALL
    kept_recorded: Retention = ALL


@dataclass(frozen=True, slots=True)
class OpenEyes:
    """Eyes: ``frames`` remembers pictures of the camera above the table, ``aimed`` where it hangs.

    ``await_open`` returns once they are open; raises EyesError where they cannot be.
    """

    port: EyesPort
    frames: "Remembering"
    aimed: "Aimed"
    await_open: Callable[[], None] = lambda: None


def open_eyes(setup: EyesSetup, timed: Timed) -> OpenEyes:
    """Eyes in this process; raises EyesError for an invalid calibration or address.

    ``timed`` gets the seconds that each reading took.
    """
    from vision.camera.calibration import fit_camera
    from vision.capture.evidence_frames import EvidenceFrames, field_only
    from vision.capture.open import open_source
    from vision.capture.recorder import RecordingSource
    from vision.capture.settings import ANSWER_S
    from vision.eyes import PACE_S, CameraEyes
    from vision.photo.enrolment import TileSet
    from vision.seat.eyes import CombinedEyes
    from vision.table.reader import TableReader
    from vision.tiles.classifier import Classifier

    profile = load_profile(setup.profile)
    own = TileSet.load(sets_folder(), setup.tiles) if setup.tiles else None
    classifier = Classifier.load(setup.threads, own)
    reader = TableReader(profile, fit_camera(setup.calibration.read()).camera, classifier, habits=setup.habits)
    seats = {each.seat: _seat(each, setup, profile, classifier) for each in setup.seats}
    # Time of a simulated table pauses while it is looked at, and stops once the play is over.
    waits = _SIMULATED_ANSWER_S if setup.shared_time else ANSWER_S
    source = open_source(
        setup.camera, waits, may_freeze=not setup.shared_time, clock=steady_clock(), size=reader.camera.size
    )
    layout = Layout(profile)
    frames = EvidenceFrames(source, setup.pictures, lambda image: field_only(image, layout, reader.camera), setup.kept)
    seen: FrameSource = (
        frames if setup.recorded is None else RecordingSource(frames, setup.recorded, setup.kept_recorded)
    )
    over = CameraEyes(seen, reader, timed=timed, pace_s=0.0 if setup.shared_time else PACE_S)
    return OpenEyes(CombinedEyes(over, seats) if seats else over, frames, reader)


def _seat(each: SeatEyesSetup, setup: EyesSetup, profile: TableProfile, classifier: "Classifier") -> "SeatCameraEyes":
    """A seat's camera; later trouble is reported as camera-lost."""
    from vision.camera.calibration import fit_camera
    from vision.capture.open import open_source
    from vision.seat.eyes import SeatCameraEyes
    from vision.seat.reader import SeatReader

    camera = fit_camera(each.calibration.read()).camera
    # A real camera answers when it likes; only for a simulated one time stands still meanwhile, and it gives no new
    # picture while nothing moves before it.
    if setup.shared_time:
        source = open_source(each.camera, _SIMULATED_ANSWER_S, may_freeze=False)
    else:
        source = open_source(each.camera, own_thread=True, clock=steady_clock(), size=camera.size)
    return SeatCameraEyes(each.seat, source, SeatReader(profile, camera, classifier, each.seat))


class MissingCamera:
    """The eyes of a table without a camera (``EyesPort``): they see nothing."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def look(self, timeout: float) -> Sighting | None:
        """None."""
        self._closed.wait(timeout)
        return None

    def signals(self) -> Sequence[TableSignal]:
        """None."""
        return ()

    def close(self) -> None:
        """Whoever waits goes on."""
        self._closed.set()


class InStep:
    """Tells the simulator at an address the number of each exposure whose sighting was taken.

    Its time waits for that, however long it takes.
    """

    def __init__(self, address: str) -> None:
        """Connects when it is first asked."""
        parts = urlsplit(address)
        self._path = parts.path
        self._link = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_SIMULATED_ANSWER_S)

    def __call__(self, evidence: Evidence) -> None:
        """Report that this evidence was taken; raises EyesError if the address does not answer."""
        if not isinstance(evidence, Sighting):
            return
        try:
            self._link.request("POST", f"{self._path}/{evidence.frame}")
            self._link.getresponse().read()
        except (OSError, http.client.HTTPException) as error:
            self._link.close()
            raise EyesError(f"the simulated table does not answer: {error}") from None
