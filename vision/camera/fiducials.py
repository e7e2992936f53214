"""The printed calibration sheets: one in each corner of the field, its marks at known millimetres.

Each sheet is an A4 page (landscape) with a chessboard whose white squares hold ArUco marks. The page's lower and right
edges touch the rails: of the seat whose letter it bears and of its right neighbour. The four sheets surround the middle
of the field, each a quarter turn from the last, and leave the dome free.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera, Facing

PAGE_MM: Final = (297.0, 210.0)
"""Width and height of a page in mm: A4 (ISO 216), landscape."""
SQUARES: Final = (7, 5)
"""Squares of the chessboard across and down: as many as fit the page with margins that any printer keeps."""
SQUARE_MM: Final = 36.0
"""Side of a square in mm."""
MARK_MM: Final = 24.0
"""Side of an ArUco mark in mm: six cells of 4 mm, with two thirds of a square; the rest is its white border."""
BOARD_MM: Final = (22.5, 11.0)
"""Distances of the chessboard from the page's left and upper edges, mm."""
CELL_MM: Final = 2.0
"""Side in mm of the cells that a board is drawn in: divides the squares, the marks and their borders."""
_MARKS: Final = (SQUARES[0] * SQUARES[1]) // 2
"""Marks on a sheet: one in each white square."""
_LEAST_CORNERS: Final = 6
"""Corners of squares, of 24, that a sheet must show; chosen: four fix a pose, two more tell whether they agree."""
_LEAST_PERIMETER: Final = 0.01
"""Perimeter of the smallest mark, in parts of the longer side: far corners of a wide lens show it in 20 px."""


@dataclass(frozen=True, slots=True)
class SeenSheet:
    """A sheet in a picture: its seat, its chessboard's corners on the page [N, 2] mm and in the picture [N, 2] px."""

    seat: Seat
    page: Floats
    px: Floats

    def on_table(self, layout: Layout) -> Floats:
        """Return the corners [N,2], mm in the table frame, of the sheet placed in its corner of the field."""
        half = layout.profile.table.field_mm / 2
        spots = [
            layout.place(self.seat, half - PAGE_MM[0] + float(x), half - PAGE_MM[1] + float(y)) for x, y in self.page
        ]
        return np.array([(spot.x, spot.y) for spot in spots])


def find_sheets(image: Image) -> tuple[SeenSheet, ...]:
    """Detect the sheets in a picture, each at most once."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    # Detect the marks of all four sheets once: a board detector that is given none would search all of them again.
    marks, ids, _ = _marks().detectMarkers(grey)
    found = []
    for seat, detector in _detectors().items() if marks else ():
        corners, numbers, _, _ = detector.detectBoard(grey, markerCorners=marks, markerIds=ids)
        if numbers is None or len(numbers) < _LEAST_CORNERS:
            continue
        page = np.asarray(detector.getBoard().getChessboardCorners(), dtype=np.float64)[np.ravel(numbers), :2]
        px = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
        found.append(SeenSheet(seat, page + np.array(BOARD_MM), px))
    return tuple(found)


def facing_of_sheets(image: Image, layout: Layout, camera: Camera | None) -> Facing | None:
    """Return a picture's orientation by the sheets in it; None if none are visible or one is in the wrong corner.

    ``camera``: as calibrated; None: the sheets determine only whether the picture is mirrored.
    """
    for each in Facing:
        sheets = find_sheets(each.upright(image))
        if sheets and (camera is None or all(_is_in_its_corner(sheet, layout, camera) for sheet in sheets)):
            return each
    return None


def sheet_frames(frames: Iterable[tuple[float, Image]], most: int) -> list[Image]:
    """Return the frame with the most corners of each of ``most`` stretches of a film; those without corners give none.

    ``frames``: each with its position in the film, 0 to 1. Stretches make sheets turned by hand appear at many slants.
    """
    best: dict[int, tuple[int, Image]] = {}
    for place, image in frames:
        stretch = min(int(place * most), most - 1)
        corners = sum(len(sheet.px) for sheet in find_sheets(image))
        if corners > best.get(stretch, (0, image))[0]:
            best[stretch] = corners, image
    return [best[stretch][1] for stretch in sorted(best)]


def cells(seat: Seat) -> NDArray[np.bool_]:
    """Return the chessboard of a sheet with its marks: True where a cell of ``CELL_MM`` is black."""
    size = (round(SQUARES[0] * SQUARE_MM / CELL_MM), round(SQUARES[1] * SQUARE_MM / CELL_MM))
    picture: Any = _board(seat).generateImage(size)
    return np.asarray(picture == 0)


def _is_in_its_corner(sheet: SeenSheet, layout: Layout, camera: Camera) -> bool:
    """True if a sheet is nearer to its corner of the field than to the opposite one."""
    seen, own = camera.to_plane(sheet.px), sheet.on_table(layout)
    return bool(np.linalg.norm(seen - own) < np.linalg.norm(seen + own))


def _board(seat: Seat) -> Any:
    marks = np.arange(_MARKS) + _MARKS * seat
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARK_MM, _dictionary(), marks)


def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)


@cache
def _marks() -> Any:
    found = cv2.aruco.DetectorParameters()
    found.minMarkerPerimeterRate = _LEAST_PERIMETER
    found.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(_dictionary(), found)


@cache
def _detectors() -> Mapping[Seat, Any]:
    return {seat: cv2.aruco.CharucoDetector(_board(seat)) for seat in SEATS}
