"""A camera held while it is aimed: its newest picture, how sharp and light that is, and its calibration."""

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from api.setup.told import AimLookTold, FittedTold
from controller.errors import EyesError
from controller.referee.faults.devices import DEVICE_CURES, DEVICES
from controller.text import Text
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile

if TYPE_CHECKING:
    # What opens pictures is loaded with the first camera that somebody aims.
    from vision.camera.calibration import Calibration
    from vision.capture.frame import CameraFrame

IDLE_S: Final = 20.0
"""As of a board."""
_LOOK_S: Final = 0.5
_PAUSE_S: Final = 0.15
"""Pause between two pictures; chosen: a person turning a lens sees the effect at once, and the processor stays free."""
FRAME_S: Final = 6.0
"""Longest wait for a first picture; chosen: a stream opens within four seconds or not at all."""
_GOOD_PX: Final = 3.0
"""As `jantaku calibrate` has it."""


class CameraBench:
    """One camera on its own thread that takes pictures, until it is closed or unused for a while."""

    def __init__(self, address: str, idle_s: float = IDLE_S, clock: Callable[[], float] = time.monotonic) -> None:
        """Open it; ``trouble`` says why pictures do not come. Raises EyesError for an invalid address."""
        from vision.capture.open import open_source

        self.address, self._idle_s, self._clock = address, idle_s, clock
        self._source = open_source(address, clock=time.monotonic)
        self._frame: CameraFrame | None = None
        self._news, self._closing = threading.Condition(), threading.Event()
        self._asked_at, self._best = clock(), 0
        self._thread = threading.Thread(target=self._take, name="setup-camera", daemon=True)
        self._thread.start()

    @property
    def open(self) -> bool:
        """Whether pictures are still taken."""
        return self._thread.is_alive() and not self._closing.is_set()

    @property
    def trouble(self) -> str:
        """What keeps pictures from coming; empty while all is well."""
        return self._source.trouble or ""

    def picture(self) -> bytes:
        """The newest picture as a JPEG; raises EyesError where none has come."""
        frame = self._newest()
        if frame.file is not None and frame.file.startswith(b"\xff\xd8"):
            return frame.file
        from vision.capture.frame import jpeg

        return jpeg(frame.image)

    def look(self, profile: TableProfile, calibration: "Calibration | None") -> AimLookTold:
        """Meters of the newest picture, sheets in sight, and the field drawn over it where it is calibrated."""
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
        """Calibration by four corners of the field, px, or by the sheets in sight where there are none; EyesError."""
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
        """Let go of the camera."""
        self._closing.set()
        self._thread.join(2.0)

    def _newest(self) -> "CameraFrame":
        self._asked_at = self._clock()
        with self._news:
            self._news.wait_for(lambda: self._frame is not None or self._closing.is_set(), FRAME_S)
            if self._frame is None:
                raise EyesError(self._unseen())
            return self._frame

    def _unseen(self) -> Text:
        """Why there is no picture, in the words of the camera's fault; the line of its trouble has English alone."""
        from vision.capture.trouble import code_of

        trouble = self._source.trouble or "nothing came"
        kind = next(each for each in DEVICES if each.code == code_of(trouble))
        cure = DEVICE_CURES[kind.code].text
        return Text(f"{kind.name.ja}。{cure.ja}", f"{kind.name.en} ({trouble}). {cure.en}")

    def _take(self) -> None:
        try:
            while not self._closing.is_set() and self._clock() - self._asked_at < self._idle_s:
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
    """A calibration with its quality of fit: ``told`` for people, ``text`` for the venue."""

    calibration: "Calibration"
    told: FittedTold

    @classmethod
    def of(cls, calibration: "Calibration", image: Any, layout: Layout, how: str) -> "Fitted":
        """Fit the camera; raises EyesError where none above the table sees the points so. ``how``: corners, sheets."""
        from vision.camera.calibration import fit_camera
        from vision.camera.drift import TOLERATED_MM, DriftMeter

        fit = fit_camera(calibration)
        drift = DriftMeter(layout, fit.camera).drift(image)
        off_mm = None if drift is None else round(drift.distance_mm, 1)
        told: FittedTold = {
            "how": how,
            "error_px": round(fit.error_px, 2),
            "edges_off_mm": off_mm,
            "focal_certain": fit.focal_certain,
            "height_mm": round(fit.camera.position[2]),
            "well": fit.error_px <= _GOOD_PX and (off_mm is None or off_mm <= TOLERATED_MM),
        }
        return cls(calibration, told)

    @classmethod
    def kept(cls, calibration: dict[str, Any], told: FittedTold) -> "Fitted":
        """The calibration of a stored text; raises EyesError for an invalid one."""
        from vision.camera.calibration import Calibration

        return cls(Calibration.from_json(calibration), told)

    def text(self) -> str:
        """The calibration as its file has it."""
        return json.dumps(self.calibration.to_json(), indent=1) + "\n"


def kept_calibration(file: Path) -> "Calibration | None":
    """The calibration of a file; None where none can be read there."""
    from vision.camera.calibration import Calibration

    try:
        return Calibration.load(file)
    except EyesError:
        return None
