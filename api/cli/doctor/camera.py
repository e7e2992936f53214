"""What a camera shows: whether pictures come, how light and sharp they are, and whether they fit its calibration."""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from api.cli.doctor.words import found
from controller.errors import EyesError, PoorPictureError
from controller.ports.log import without_logins
from firmware_bridge.findings import DoctorFinding
from hardware.profiles.layout import Layout

if TYPE_CHECKING:
    from vision.arrays import Image
    from vision.camera.calibration import Calibration
    from vision.capture.frame import CameraFrame, FrameSource

_PHONE: Final = "phone:"
_FRAME_S: Final = 12.0
"""Longest wait for a first picture; chosen: as long as the slowest cameras take for it."""
_WATCHED_S: Final = 4.0
"""Longest that pictures are watched one after another; chosen: packets are lost every few seconds or hardly ever."""
_WATCHED: Final = 24
"""Pictures that are watched at most; chosen: five tell a camera's noise, the others whether it comes again."""
_SMALL_PX: Final = 720
"""Rows or columns below which tiles of a whole table are too small; chosen: a tile is then 14 px wide."""


def camera(address: str, layout: Layout, calibration: "Calibration | None" = None) -> Iterator[DoctorFinding]:
    """Findings about one camera; ``calibration``: what it was aimed by, None where nobody says."""
    from vision.capture.open import open_source

    shown = without_logins(address.partition("#")[0])
    if address.startswith(_PHONE):
        yield found("camera-phone", shown)
        return
    try:
        source = open_source(address, size=None if calibration is None else calibration.size)
    except EyesError as error:
        yield found("camera-no-address", shown, without_logins(str(error)))
        return
    torn = ""
    try:
        frame = source.next(_FRAME_S)
        trouble = source.trouble
        if frame is not None:
            torn = _torn(frame, source)
    finally:
        source.close()
    if frame is None:
        yield found("camera-silent", shown, without_logins(trouble or "nothing came"))
        return
    yield from _can(address, shown)
    if torn:
        yield found("camera-torn", shown, torn)
    yield from _seen(frame.image, shown, layout, calibration)


def _torn(first: "CameraFrame", source: "FrameSource") -> str:
    """What is wrong with pictures as they come one after another; "" for nothing."""
    from vision.image.exposure import ExposureCheck

    check, ends = ExposureCheck(), time.monotonic() + _WATCHED_S
    size, count = first.image.shape, 0
    frame: CameraFrame | None = first
    while frame is not None and frame.image.shape == size and count < _WATCHED:
        try:
            check.check(frame.image)
        except PoorPictureError as error:
            return str(error)
        count += 1
        left = ends - time.monotonic()
        frame = source.next(left) if left > 0 else None
    return ""


def _seen(image: "Image", shown: str, layout: Layout, calibration: "Calibration | None") -> Iterator[DoctorFinding]:
    from vision.camera.aim import metered
    from vision.camera.calibration import fit_camera

    height, width = image.shape[:2]
    fits = calibration is not None and calibration.size == (width, height)
    aimed = fit_camera(calibration).camera if calibration is not None and fits else None
    meter = metered(image, aimed, layout)
    wrong = []
    if calibration is not None and not fits:
        yield found("camera-resized", shown, f"{width}x{height}, {calibration.size[0]}x{calibration.size[1]}")
        return
    if min(width, height) < _SMALL_PX:
        wrong.append(found("camera-small", shown, f"{width}x{height}"))
    if meter.light != "well":
        wrong.append(found(f"camera-{meter.light}", shown, f"{meter.grey / 2.55:.0f} %, {meter.clipped:.0%}"))
    elif meter.focus != "sharp":
        blurred = meter.focus == "soft"
        wrong.append(found("camera-blurred" if blurred else "camera-plain", shown, f"{meter.edge_px:.1f} px"))
    if aimed is not None and not wrong:
        wrong += _view(image, shown, layout, aimed)
    yield from wrong or [found("camera", shown, f"{width}x{height}")]


def _view(image: "Image", shown: str, layout: Layout, aimed: object) -> Iterator[DoctorFinding]:
    from vision.camera.drift import TOLERATED_MM, DriftMeter
    from vision.camera.model import Camera

    assert isinstance(aimed, Camera)
    drift = DriftMeter(layout, aimed).drift(image)
    if drift is None:
        yield found("camera-view", shown)
    elif drift.distance_mm > TOLERATED_MM:
        yield found("camera-moved", shown, f"{drift.distance_mm:.0f} mm")


def _can(address: str, shown: str) -> Iterator[DoctorFinding]:
    """What a camera on this machine has to be set by."""
    from vision.capture.settings import device_of, parted
    from vision.capture.v4l2 import probe

    plain, settings = parted(address)
    device = device_of(plain)
    told = probe(device) if device else None
    if told is None or not (told.modes or told.controls):
        return
    sizes = dict.fromkeys(f"{mode.width}x{mode.height} {mode.format} {mode.rate:g}/s" for mode in told.modes)
    held = (f"{name} {each.least}-{each.most}" for name, each in (told.controls or {}).items())
    yield found("camera-can", shown, "; ".join((*sizes, *held)))
    if told.autofocus and not settings.focus:
        yield found("camera-hunts", shown)
