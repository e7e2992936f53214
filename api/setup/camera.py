"""Camera that is being aimed: newest picture, focus and exposure meters, calibration."""

import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from api.setup.schemas import AimLookJson, FittedJson
from controller.errors import EyesError
from controller.referee.faults.devices import DEVICE_CURES, DEVICES
from controller.text import Text
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile

if TYPE_CHECKING:
    # Imported late: the image libraries load slowly and are needed only once a camera is aimed.
    from vision.camera.calibration import Calibration
    from vision.capture.frame import CameraFrame

IDLE_S: Final = 20.0
"""Seconds without a request after which the camera is released; see ``api.setup.board.IDLE_S``."""
_LOOK_S: Final = 0.5
_PAUSE_S: Final = 0.15
"""Pause between two pictures, s; chosen: the effect of turning the lens shows at once, at a low processor load."""
FRAME_S: Final = 6.0
"""Longest wait for the first picture, s; chosen: a stream opens within four seconds or not at all."""
_GOOD_PX: Final = 3.0
"""Largest reprojection error of a good calibration, px; the same limit as in ``jantaku calibrate``."""


class CameraBench:
    """A camera with a thread that takes pictures until the bench is closed or unused for ``IDLE_S``."""

    def __init__(self, address: str) -> None:
        """Open the camera; raises EyesError for an invalid address. ``trouble`` reports later failures of
        the camera.
        """
        from vision.capture.open import open_source

        self.address = address
        self._source = open_source(address, clock=time.monotonic)
        self._frame: CameraFrame | None = None
        self._news, self._closing = threading.Condition(), threading.Event()
        self._asked_at, self._best = time.monotonic(), 0
        self._thread = threading.Thread(target=self._take, name="setup-camera", daemon=True)
        self._thread.start()

    @property
    def open(self) -> bool:
        """True while the camera takes pictures."""
        return self._thread.is_alive() and not self._closing.is_set()

    @property
    def trouble(self) -> str:
        """Reason why no pictures arrive; empty if there is none."""
        return self._source.trouble or ""

    def picture(self) -> bytes:
        """Return the newest picture as JPEG; raises EyesError if there is none."""
        frame = self._newest()
        if frame.file is not None and frame.file.startswith(b"\xff\xd8"):
            return frame.file
        from vision.capture.frame import jpeg

        return jpeg(frame.image)

    def look(self, profile: TableProfile, calibration: "Calibration | None") -> AimLookJson:
        """Return the meters of the newest picture, the visible calibration sheets, and the outline of the field if
        calibrated.
        """
        from vision.camera.aim import field_lines, metered, seat_marks
        from vision.camera.calibration import fit_camera

        frame, layout = self._newest(), Layout(profile)
        height, width = frame.image.shape[:2]
        fits = calibration is not None and calibration.size == (width, height)
        camera = fit_camera(calibration).camera if calibration is not None and fits else None
        meter = metered(frame.image, camera, layout)
        self._best = max(self._best, meter.sharpness)
        return {
            "frame": frame.number,
            "size": [width, height],
            "focus": {"id": meter.focus, "level": meter.sharpness, "best": self._best},
            "light": {"id": meter.light, "level": round(meter.grey / 2.55), "clipped": round(meter.clipped, 3)},
            "sheets": {name: outline.round(1).tolist() for name, outline in meter.sheets.items()},
            "lines": {} if camera is None else field_lines(layout, camera),
            "seats": {} if camera is None else seat_marks(layout, camera),
            "resized": calibration is not None and not fits,
        }

    def calibrated(self, profile: TableProfile, corners: Sequence[tuple[float, float]]) -> "Fitted":
        """Calibrate by four corners of the field, px, or without corners by the visible sheets; raises EyesError."""
        from vision.camera.aim import field_corners, from_corners
        from vision.camera.calibration import fit_sheets

        image, layout = self._newest().image, Layout(profile)
        height, width = image.shape[:2]
        found = (
            from_corners((width, height), corners, field_corners(layout))
            if corners
            else fit_sheets(layout, [image]).calibration
        )
        return Fitted.of(found, image, layout, "corners" if corners else "sheets")

    def close(self) -> None:
        """Stop the thread, which releases the camera."""
        self._closing.set()
        self._thread.join(2.0)

    def _newest(self) -> "CameraFrame":
        self._asked_at = time.monotonic()
        with self._news:
            self._news.wait_for(lambda: self._frame is not None or self._closing.is_set(), FRAME_S)
            if self._frame is None:
                raise EyesError(self._unseen())
            return self._frame

    def _unseen(self) -> Text:
        """Return why there is no picture, as a text in both languages: the source reports trouble in English only."""
        from vision.capture.trouble import code_of

        trouble = self._source.trouble or "nothing came"
        kind = next(each for each in DEVICES if each.code == code_of(trouble))
        cure = DEVICE_CURES[kind.code].text
        return Text(f"{kind.name.ja}。{cure.ja}", f"{kind.name.en} ({trouble}). {cure.en}")

    def _take(self) -> None:
        try:
            while not self._closing.is_set() and time.monotonic() - self._asked_at < IDLE_S:
                frame = self._source.next(_LOOK_S)
                self._closing.wait(_PAUSE_S)
                if frame is not None:
                    with self._news:
                        self._frame = frame
                        self._news.notify_all()
        finally:
            self._source.close()


@dataclass(frozen=True, slots=True)
class Fitted:
    """A calibration with its quality of fit; ``told`` is the quality as JSON."""

    calibration: "Calibration"
    told: FittedJson

    @classmethod
    def of(cls, calibration: "Calibration", image: Any, layout: Layout, how: str) -> "Fitted":
        """Fit the camera; raises EyesError if no camera above the table fits the points. ``how``: corners, sheets."""
        from vision.camera.calibration import fit_camera
        from vision.camera.drift import TOLERATED_MM, DriftMeter

        fit = fit_camera(calibration)
        drift = DriftMeter(layout, fit.camera).drift(image)
        off_mm = None if drift is None else round(drift.distance_mm, 1)
        told: FittedJson = {
            "how": how,
            "error_px": round(fit.error_px, 2),
            "edges_off_mm": off_mm,
            "focal_certain": fit.focal_certain,
            "height_mm": round(fit.camera.position[2]),
            "well": fit.error_px <= _GOOD_PX and (off_mm is None or off_mm <= TOLERATED_MM),
        }
        return cls(calibration, told)

    @classmethod
    def from_stored(cls, calibration: dict[str, Any], told: FittedJson) -> "Fitted":
        """Rebuild from stored values; raises EyesError for an invalid calibration."""
        from vision.camera.calibration import Calibration

        return cls(Calibration.from_json(calibration), told)

    def text(self) -> str:
        """Return the calibration as text of its file."""
        return json.dumps(self.calibration.to_json(), indent=1) + "\n"


def stored_calibration(file: Path) -> "Calibration | None":
    """Load the calibration from a file; None if it cannot be read."""
    from vision.camera.calibration import Calibration

    try:
        return Calibration.load(file)
    except EyesError:
        return None
