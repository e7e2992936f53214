"""Check of a camera: delivery, brightness and sharpness of its pictures, and agreement with its calibration."""

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from api.cli.doctor.words import found
from controller.errors import EyesError, PoorPictureError, SizeError
from controller.ports.log import without_logins
from firmware_bridge.findings import DoctorFinding
from hardware.profiles.layout import Layout

if TYPE_CHECKING:
    from vision.arrays import Image
    from vision.camera.calibration import Calibration
    from vision.camera.drift import DriftMeter
    from vision.capture.frame import CameraFrame, FrameSource

_PHONE: Final = "phone:"
_FRAME_S: Final = 12.0
"""Longest wait for a first picture, s; chosen: the slowest cameras need that long."""
_WATCHED_S: Final = 4.0
"""Longest observation of consecutive pictures, s; chosen: packets are lost every few seconds or hardly ever."""
_WATCHED: Final = 24
"""Most pictures that are observed; chosen: five show a camera's noise, the others whether it recurs."""
_SEVENTH: Final = 7
"""Every n-th picture is checked for its orientation; chosen: a changed orientation lasts for a second."""
_SMALL_PX: Final = 720
"""Least rows and columns for a whole table; chosen: a tile is 14 px wide then."""


def camera(
    address: str, layout: Layout, calibration: "Calibration | None" = None, watched_s: float = _WATCHED_S
) -> Iterator[DoctorFinding]:
    """Yield the findings about one camera; ``calibration``: its calibration, None if unknown."""
    from vision.capture.open import open_source
    from vision.capture.trouble import FROZEN, code_of

    shown = without_logins(address.partition("#")[0])
    if address.startswith(_PHONE):
        yield found("camera-phone", shown)
        return
    try:
        source = open_source(address, size=None if calibration is None else calibration.size)
    except EyesError as error:
        yield found("camera-no-address", shown, without_logins(str(error)))
        return
    pictures: list[Image] = []
    try:
        frame = source.next(_FRAME_S)
        trouble = source.trouble
        if frame is not None:
            pictures = _watched(frame, source, watched_s)
            trouble = source.trouble
    finally:
        source.close()
    if not pictures:
        yield found("camera-silent", shown, without_logins(trouble or "nothing came"))
        return
    yield from _can(address, shown)
    if trouble is not None and code_of(trouble) == FROZEN:
        yield found(FROZEN, shown)
    if torn := _torn(pictures):
        yield found("camera-torn", shown, torn)
    good, failed = _sorted(pictures)
    if good and failed:
        yield found("camera-unsteady", shown, f"{len(failed)}/{len(pictures)}: {failed[0]}")
    yield from _seen(good or pictures, shown, layout, calibration)


def _watched(first: "CameraFrame", source: "FrameSource", watched_s: float) -> "list[Image]":
    """Return consecutive pictures of the same size."""
    ends = time.monotonic() + watched_s
    pictures, frame = [first.image], source.next(watched_s)
    while frame is not None and frame.image.shape == first.image.shape:
        pictures.append(frame.image)
        left = ends - time.monotonic()
        frame = source.next(left) if left > 0 and len(pictures) < _WATCHED else None
    return pictures


def _torn(pictures: "Sequence[Image]") -> str:
    """Return the exposure problem of pictures given in order of arrival; "" for none."""
    from vision.image.exposure import ExposureCheck

    check = ExposureCheck()
    for each in pictures:
        try:
            check.check(each)
        except PoorPictureError as error:
            return str(error)
    return ""


def _sorted(pictures: "Sequence[Image]") -> "tuple[list[Image], list[str]]":
    """Return the readable pictures, and the reasons why the others are not readable."""
    from vision.image.quality import FrameQuality

    quality, good, failed = FrameQuality.of_picture(pictures[0]), [], []
    for each in pictures:
        try:
            quality.check(each)
        except (PoorPictureError, SizeError) as error:
            failed.append(str(error))
        else:
            good.append(each)
    return good, failed


def _seen(
    pictures: "Sequence[Image]", shown: str, layout: Layout, calibration: "Calibration | None"
) -> Iterator[DoctorFinding]:
    """Yield findings about the first picture and about the orientation of all of them."""
    from vision.camera.aim import metered
    from vision.camera.calibration import fit_camera
    from vision.camera.drift import DriftMeter
    from vision.camera.fiducials import facing_of_sheets
    from vision.camera.model import Facing

    height, width = pictures[0].shape[:2]
    fits = calibration is not None and calibration.size == (width, height)
    aimed = fit_camera(calibration).camera if calibration is not None and fits else None
    if calibration is not None and not fits:
        yield found("camera-resized", shown, f"{width}x{height}, {calibration.size[0]}x{calibration.size[1]}")
        return
    edges = None if aimed is None else DriftMeter(layout, aimed)
    facings = [
        facing_of_sheets(each, layout, aimed) or (Facing.AS_CALIBRATED if edges is None else edges.facing(each))
        for each in pictures[::_SEVENTH]
    ]
    wrong = []
    if odd := [each for each in facings if each is not Facing.AS_CALIBRATED]:
        wrong.append(found("camera-mirrored" if odd[0].mirrors else "camera-turned", shown))
    # Sheets and edges are measured in the orientation of the calibration.
    image = facings[0].upright(pictures[0])
    meter = metered(image, aimed, layout)
    if min(width, height) < _SMALL_PX:
        wrong.append(found("camera-small", shown, f"{width}x{height}"))
    if meter.light != "well":
        wrong.append(found(f"camera-{meter.light}", shown, f"{meter.grey / 2.55:.0f} %, {meter.clipped:.0%}"))
    elif meter.focus != "sharp":
        blurred = meter.focus == "soft"
        wrong.append(found("camera-blurred" if blurred else "camera-plain", shown, f"{meter.edge_px:.1f} px"))
    if edges is not None and not wrong:
        wrong += _view(image, shown, edges)
    yield from wrong or [found("camera", shown, f"{width}x{height}")]


def _view(image: "Image", shown: str, edges: "DriftMeter") -> Iterator[DoctorFinding]:
    from vision.camera.drift import TOLERATED_MM

    drift = edges.drift(image)
    if drift is None:
        yield found("camera-view", shown)
    elif drift.distance_mm > TOLERATED_MM:
        yield found("camera-moved", shown, f"{drift.distance_mm:.0f} mm")


def _can(address: str, shown: str) -> Iterator[DoctorFinding]:
    """Yield the modes and settings that a camera on this machine offers."""
    from vision.capture.open import parted
    from vision.capture.settings import device_of
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
