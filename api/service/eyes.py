"""Cameras and readers of one table: their configuration, and opening them."""

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
from vision.stored_frames import ALL, Retention

if TYPE_CHECKING:
    from api.evidence.pictures import Aimed, Remembering

    # Vision modules are loaded only where readers are opened, which may be another process.
    from vision.camera.calibration import Calibration
    from vision.capture.frame import FrameSource
    from vision.seat.eyes import SeatCameraEyes
    from vision.tiles.classifier import Classifier

# Maximum seconds for a simulated camera's answer. It renders each exposure on request while simulated
# time is paused, so a limit far above the rendering time loses no frame on a busy machine.
_SIMULATED_ANSWER_S: Final = 30.0


Timed = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class WrittenCalibration:
    """Text and path of a camera's calibration, parsed when the camera is opened."""

    where: str
    text: str

    def read(self) -> "Calibration":
        """Return the parsed calibration; raises EyesError."""
        from vision.camera.calibration import Calibration

        try:
            return Calibration.from_json(json.loads(self.text))
        except ValueError as error:
            raise EyesError(f"{self.where}: no calibration there: {error}") from None


@dataclass(frozen=True, slots=True)
class SeatEyesSetup:
    """Configuration of the camera behind a player's tiles."""

    seat: Seat
    camera: str
    calibration: WrittenCalibration


@dataclass(frozen=True, slots=True)
class EyesSetup:
    """Configuration of a table's cameras and readers; can be sent to another process.

    ``habits``: file of habits learnt at the venue. ``pictures``: folder of saved frames. ``recorded``: folder of every
    frame, None if they are not recorded. ``shared_time``: as in TableConfig. ``kept`` and ``kept_recorded``: quotas of
    both folders. ``tiles``: the table's tile set, "" for any.
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
    """Opened cameras and readers; ``frames`` remembers pictures of the camera above the table, ``aimed`` has its pose.

    ``await_open`` returns once they are open; raises EyesError if they cannot be opened.
    """

    port: EyesPort
    frames: "Remembering"
    aimed: "Aimed"
    await_open: Callable[[], None] = lambda: None


def open_eyes(setup: EyesSetup, timed: Timed) -> OpenEyes:
    """Open cameras and readers in this process; raises EyesError for an invalid calibration or address.

    ``timed`` is called with the seconds that each reading took.
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
    # Simulated time pauses during a reading, and stops once the play is over.
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
    """Open a seat's camera; later problems are reported as camera-lost."""
    from vision.camera.calibration import fit_camera
    from vision.capture.open import open_source
    from vision.seat.eyes import SeatCameraEyes
    from vision.seat.reader import SeatReader

    camera = fit_camera(each.calibration.read()).camera
    # A real camera may answer slowly, so it gets its own thread. A simulated one pauses time meanwhile, and gives
    # no new picture while nothing moves.
    if setup.shared_time:
        source = open_source(each.camera, _SIMULATED_ANSWER_S, may_freeze=False)
    else:
        source = open_source(each.camera, own_thread=True, clock=steady_clock(), size=camera.size)
    return SeatCameraEyes(each.seat, source, SeatReader(profile, camera, classifier, each.seat))


class MissingCamera:
    """Eyes of a table without camera (``EyesPort``): no sightings, no signals."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def look(self, timeout: float) -> Sighting | None:
        """Return None after the timeout, or once closed."""
        self._closed.wait(timeout)
        return None

    def signals(self) -> Sequence[TableSignal]:
        """Return no signals."""
        return ()

    def close(self) -> None:
        """End pending calls of ``look``."""
        self._closed.set()


class InStep:
    """Reports to the simulator the number of each exposure whose sighting was processed.

    Simulated time waits for that report.
    """

    def __init__(self, address: str) -> None:
        """``address``: of the simulator; it is connected by the first report."""
        parts = urlsplit(address)
        self._path = parts.path
        self._link = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_SIMULATED_ANSWER_S)

    def __call__(self, evidence: Evidence) -> None:
        """Report that this evidence was processed; raises EyesError if the address does not answer."""
        if not isinstance(evidence, Sighting):
            return
        try:
            self._link.request("POST", f"{self._path}/{evidence.frame}")
            self._link.getresponse().read()
        except (OSError, http.client.HTTPException) as error:
            self._link.close()
            raise EyesError(f"the simulated table does not answer: {error}") from None
