"""``jantaku calibrate``: calibration of a camera from pictures, and its check."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import degrees, hypot
from pathlib import Path
from typing import Any, Final

from api.cli.terminal.progress import long_work
from controller.errors import EyesError, JantakuError, PictureError
from hardware.profiles.layout import Layout
from hardware.profiles.load import DEFAULT_PROFILE, load_profile
from vision.arrays import Image
from vision.camera.aim import CORNERS, field_corners, from_corners
from vision.camera.calibration import Calibration, fit_camera, fit_sheets
from vision.camera.drift import TOLERATED_MM, DriftMeter
from vision.camera.fiducials import sheet_frames
from vision.camera.model import Camera
from vision.capture.frame import decode
from vision.capture.network.phone_line import PHONE
from vision.capture.open import open_source
from vision.capture.opencv import VideoSource
from vision.seat.standing import row_corners

FRAME_S: Final = 10.0
GOOD_PX: Final = 3.0
FILMS: Final = frozenset({".mp4", ".mkv", ".avi", ".mov", ".webm"})
"""File name endings of films."""
_LYING, _HELD = 1, 8
"""Number of frames used of a film with lying sheets and with held sheets; chosen: lying sheets do not change."""
_LOOK_S: Final = 0.25
"""Interval between the frames of a film that are examined, s; chosen: a held sheet turns a few degrees in that time."""


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """Inputs of a calibration and form of its output."""

    out: Path | None
    held: list[str]
    corners: str
    lens: Path | None
    json: bool
    row: bool


def calibrate(
    pictures: list[str] | None = None,
    *,
    out: Path | None = None,
    profile: str = DEFAULT_PROFILE,
    sheets: Path | None = None,
    held: list[str] | None = None,
    corners: str = "",
    lens: Path | None = None,
    check: Path | None = None,
    row: bool = False,
    as_json: bool = False,
) -> int:
    """Print the sheets, or calibrate, or check a calibration; 1 if the result is not good enough, 2 for bad input."""
    try:
        if sheets is not None:
            return _print_sheets(sheets)
        if not pictures:
            raise EyesError("expected a picture or camera; or --sheets FOLDER to print the sheets")
        layout = Layout(load_profile(profile))
        looked = _LYING if not (corners or check) else 0
        images = [image for address in pictures for image in _pictures(address, looked, layout)]
        if check is not None:
            return _checked(layout, Calibration.load(check), images[-1], as_json)
        options = CalibrateOptions(out, held or [], corners, lens, as_json, row)
        calibration = _calibration(layout, images, options)
        if out is not None:
            calibration.save(out)
        return _print_result(layout, calibration, images[0], options)
    except JantakuError as error:
        print(error, file=sys.stderr)
        return 2


def _print_sheets(folder: Path) -> int:
    from controller.riichi.seat import SEATS
    from vision.camera.sheets import pdf, svg

    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "sheets.pdf").write_bytes(pdf())
        for seat in SEATS:
            (folder / f"sheet-{seat.name}.svg").write_text(svg(seat), encoding="utf-8")
    except OSError as error:
        raise EyesError(f"{folder}: {error.strerror or error}") from None
    print(
        f"{folder}/sheets.pdf: 100 % の大きさで印刷し、A4 4 枚を四隅に置く"
        " / print at 100 % and lay the four pages in the corners",
        file=sys.stderr,
    )
    return 0


def _calibration(layout: Layout, images: list[Image], options: CalibrateOptions) -> Calibration:
    known = None if options.lens is None else Calibration.load(options.lens)
    if options.corners:
        lens = None if known is None else known.lens
        height, width = images[0].shape[:2]
        if known is not None and known.size != (width, height):
            raise EyesError(f"{options.lens}: lens of a {known.size} picture, expected {(width, height)}")
        mm = row_corners(layout.profile) if options.row else field_corners(layout)
        return from_corners((width, height), _corners(options.corners), mm, lens)
    if options.row:
        raise EyesError("--row: expected --corners with the row's four corners, top left first, clockwise")
    held = [image for address in options.held for image in _pictures(address, _HELD, layout)]
    return fit_sheets(layout, images, held).calibration


def _corners(words: str) -> list[tuple[float, float]]:
    try:
        pairs = [tuple(float(value) for value in word.split(",")) for word in words.split()]
        corners = [(x, y) for x, y in pairs]
    except ValueError:
        corners = []
    if len(corners) != len(CORNERS):
        raise EyesError(f'--corners {words!r}: expected four pixels "x,y x,y x,y x,y", far left first, clockwise')
    return corners


def _print_result(layout: Layout, calibration: Calibration, image: Image, options: CalibrateOptions) -> int:
    fit = fit_camera(calibration)
    good = fit.error_px <= GOOD_PX
    # A seat camera sees no edges of the table.
    drift = None if options.row else DriftMeter(layout, fit.camera).drift(image)
    answer: dict[str, Any] = {
        **_pose(fit.camera),
        "error_px": round(fit.error_px, 3),
        "points": len(calibration.points),
        "focal_certain": fit.focal_certain,
        "edges_off_mm": None if drift is None else round(drift.distance_mm, 2),
        "good": good,
    }
    if options.out is None or options.json:
        print(json.dumps(answer if options.out is not None else {**answer, "calibration": calibration.to_json()}))
    if options.out is not None and not options.json:
        print(f"{options.out}: 誤差 {fit.error_px:.2f} px / error {fit.error_px:.2f} px", file=sys.stderr)
    if not good:
        print(
            "点が合いません。シートの位置か四隅を確かめてください / the points do not fit; check the sheets or corners",
            file=sys.stderr,
        )
    return 0 if good else 1


def _checked(layout: Layout, calibration: Calibration, image: Image, as_json: bool) -> int:
    height, width = image.shape[:2]
    if (width, height) != calibration.size:
        raise EyesError(f"picture of {width}x{height}: the calibration is for {calibration.size}")
    drift = DriftMeter(layout, fit_camera(calibration).camera).drift(image)
    well = drift is not None and drift.distance_mm <= TOLERATED_MM
    if as_json:
        print(json.dumps({"edges_off_mm": None if drift is None else round(drift.distance_mm, 2), "good": well}))
    elif drift is None:
        print("卓の縁が見えません / the table's edges are not in sight")
    else:
        ja, en = ("正常", "well") if well else ("ずれています", "moved")
        print(f"縁のずれ {drift.distance_mm:.1f} mm、{ja} / edges {drift.distance_mm:.1f} mm off, {en}")
    return 0 if well else 1


def _pose(camera: Camera) -> dict[str, Any]:
    x, y, z = camera.position
    axis = camera.matrix[2]
    return {
        "size": list(camera.size),
        "focal_px": round(camera.focal, 1),
        "k1": round(camera.k1, 4),
        "k2": round(camera.k2, 4),
        "fisheye": camera.fisheye,
        "position_mm": [round(x, 1), round(y, 1), round(z, 1)],
        "tilt_degrees": round(degrees(hypot(float(axis[0]), float(axis[1]))), 2),
    }


def _pictures(address: str, most: int, layout: Layout) -> list[Image]:
    """Return a picture file, the newest frame of a camera, or up to ``most`` frames of a film that show sheets;
    EyesError.

    ``most`` 0: the first frame of a film or phone, whatever it shows. Of a phone otherwise the first frame with all
    sheets.
    """
    if address == PHONE:
        # Its page is served until a picture has arrived.
        from api.cli.pictures.phone import phone_picture

        return [phone_picture(layout, sheets=most == _LYING)]
    file = Path(address)
    if file.is_file():
        try:
            return [decode(file.read_bytes(), file.name)]
        except PictureError:
            if file.suffix.lower() not in FILMS:
                raise
    source = open_source(address)
    if isinstance(source, VideoSource) and most:
        return _of_film(source, address, most)
    try:
        frame = source.next(FRAME_S)
        if frame is None:
            raise EyesError(f"{address}: no picture: {source.trouble or 'nothing came'}")
        return [frame.image]
    finally:
        source.close()


def _of_film(film: VideoSource, name: str, most: int) -> list[Image]:
    total = len(film)
    with long_work(f"映像 {Path(name).name}", total or None) as shown:

        def frames() -> Iterator[tuple[float, Image]]:
            for number, image in film.every(_LOOK_S):
                shown.at(number)
                yield (number / total if total else 0.0), image

        try:
            found = sheet_frames(frames(), most)
        finally:
            film.close()
    if not found:
        raise EyesError(f"{name}: no sheet found in any frame; print them with `jantaku calibrate --sheets`")
    return found
