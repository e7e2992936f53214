"""Count standing tiles along a row of detected tops, by the covered felt and the lines between tops."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.explain.found import FoundTile
from vision.image import means
from vision.image.cached_answers import CachedAnswers
from vision.image.felt import Felt, lighting_terms
from vision.image.row import Segment, seams, segments, unexplained_mm, without_sides
from vision.image.view import PX_PER_MM
from vision.table.place.deposits import LaidThing, hidden_by

Place = tuple[float, float]
"""Across and distance, mm, in the frame of a seat."""
_INWARDS_MM: Final = 60.0
"""Distance, mm, inwards from a hand's nominal place where it may stand; chosen: rows are pushed in by up to 55 mm."""
_OUTWARDS_MM: Final = 60.0
"""The same towards the rail; chosen: the felt ends there."""
_LONG: Final = 3.5
"""Width in tiles below which a thing at the rail may be the first dealer's plate, or sticks; chosen."""
_PLATE_MM: Final = 20.0
"""Largest distance, mm, of that plate from its nominal place along the rail; chosen: a person puts it down, and a tile
leaves no room for it."""
_ALONE: Final = 2
"""Number of connected parts of a strip in which one thing is covered: the felt, and that thing."""
_END_PX: Final = 19
"""Columns at either end of the covered felt whose middle is taken as its end; chosen as ``_SOLID_PX``."""
_SHIFT_MM: Final = 45.0
"""Distance, mm, beyond the usual ends of a hand that is searched; chosen: hands are shifted by up to 40 mm."""
_SOLID_PX: Final = 19
"""Side, in columns and rows (9.5 mm), of a square that a standing tile covers; chosen below the thickness of a tile."""
_BAND: Final = 0.35
"""Half depth of the searched band of a row, in tile thicknesses; chosen: a lying tile shows in it."""
_ROUND_MM: Final = 1.5
"""Margin, mm, around a lying tile that still counts as covered; chosen: boxes are up to 2 mm off."""
_COVERED: Final = 0.5
"""Covered share of a strip's end from which the row goes on beyond it; chosen: half."""
_NODE_PX: Final = 16
"""Columns (8 mm) between the places of a strip that are projected; chosen: under half a tile's width."""
_APART_MM: Final = 40.0
"""Bare felt, mm, beyond which something covered is not of the row; chosen: drawn tiles are set 14 mm apart by hand."""
_BEYOND: Final = 6
"""Distance, in tile widths, beyond the ends of the found tops that is searched; chosen: more than are missed together.
"""
_HALF_MM: Final = 9.0
"""Half the depth of the strip, mm; chosen: a mm more than half a tile's thickness."""
_HALVES: Final = ((-0.35, -0.06), (0.06, 0.35))
"""Front and back half of a top, in thicknesses from its middle; a half of the felt's colour is no evidence."""
_RIMS: Final = ((-0.46, -0.36), (0.36, 0.46))
"""Where seams are searched, likewise; chosen: a line that runs across the whole top shows at both."""
_STRAY_MM: Final = 10.0
"""Largest length, mm, of a row that tiles leave unexplained; chosen: under half a tile's width."""
_MOST: Final = 16
"""Largest number of tiles of a row: 14, and two more so that one too many is counted and not refused."""
_SHOWS: Final = 0.3
"""Evidence of a line between two tiles from which it is visible; chosen: a third of a clear one."""
_LINES: Final = 5
"""Consecutive invisible lines that leave the number undetermined; chosen: gaps of 4 mm each make up a tile."""
_EDGE_MM: Final = 1.5
"""Standard deviation, mm, of an edge of a found tile; chosen: boxes lie up to 2 mm off."""
_STRAIGHT: Final = 4
"""Fewest tops from which a row has a direction; chosen: two or three, 2 mm off, would turn it by some degrees."""
_BENT_MM: Final = 3.0
"""Root mean square, mm, of tops off a straight line from which the row bends; chosen: boxes lie 2 mm off."""
_STEEPEST: Final = 0.3
"""Steepest slope of a row at its ends; chosen: hands are fanned by up to 15 degrees."""


class StandingRows:
    """Counts the standing tiles of one table under one camera in the picture that was shown last."""

    def __init__(self, layout: Layout, camera: Camera, block: int, kept: CachedAnswers) -> None:
        """``block``: side of the blocks of change detection, px."""
        self._layout, self._camera, self._block, self._kept = layout, camera, block, kept
        self._shown: tuple[Image, Felt] | None = None
        self._things: Sequence[LaidThing] = ()

    def show(self, image: Image, felt: Felt, things: Sequence[LaidThing]) -> None:
        """Set the picture to count in; ``things``: outlines that are no tiles."""
        self._shown, self._things = (image, felt), things

    def count(self, seat: Seat, tops: Sequence[Place], lying: Sequence[FoundTile]) -> int | None:
        """Number of standing tiles along a row of ``tops`` (across and distance, mm, of a seat), or anywhere if empty.

        ``lying``: the lying tiles near it. None if it cannot be determined.
        """
        if self._shown is None:
            return None
        if not tops:
            ends = self._ends(seat, lying)
            if not ends:
                return 0 if ends is not None else None
            tops = ends
        number = self._along(seat, tops, lying)
        if number is None:
            # The row goes on beyond the found tops, as far as it covers the felt.
            ends = self._ends(seat, lying)
            number = (
                self._along(seat, _with_ends(tops, ends, self._layout.profile.tile.width_mm), lying) if ends else None
            )
        return number

    def _along(self, seat: Seat, tops: Sequence[Place], lying: Sequence[FoundTile]) -> int | None:
        """Number of standing tiles along the line of some tops; None if it cannot be determined."""
        size = self._layout.profile.tile
        across, distance = _line(np.array(tops, np.float64), size.width_mm)
        piece, covered, spots = self._strip(seat, across, distance, _HALF_MM)
        core = np.max([means.of_columns(covered[self._rows(*half)]) for half in _HALVES], axis=0)
        core[self._taken(spots, lying, _BAND * size.thickness_mm)] = 0.0
        if core[[0, -1]].max() > _COVERED:
            return None
        core = without_sides(core, self._lean(seat, across))
        lines = np.maximum(seams(piece, *(self._rows(*rim) for rim in _RIMS)), _edges(across, tops, size.width_mm))
        found = segments(core, lines, size, _MOST)
        if not found or unexplained_mm(core, found) > _STRAY_MM or _blurred(lines, found):
            return None
        return len(_with_tops(found, across, [top[0] for top in tops])) or None

    def _ends(self, seat: Seat, lying: Sequence[FoundTile]) -> tuple[Place, ...] | None:
        """First and last standing tile along a seat's rail, by the covered felt; () if there is none.

        None if something else may be there.
        """
        hand, size = self._layout.profile.hand, self._layout.profile.tile
        across = np.arange(-hand.across_mm - _SHIFT_MM, hand.across_mm + _SHIFT_MM, 1 / PX_PER_MM)
        middle, half = hand.distance_mm + (_OUTWARDS_MM - _INWARDS_MM) / 2, (_OUTWARDS_MM + _INWARDS_MM) / 2
        _, covered, spots = self._strip(seat, across, np.full(len(across), middle), half)
        covered[:, self._taken(spots, (), 0.0)] = 0
        for tile in lying:
            corners = [self._layout.local(seat, x, y) for x, y in self._outline(tile)]
            corner_px = (np.array(corners) - (across[0], middle - half)) * PX_PER_MM
            cv2.fillConvexPoly(covered, np.round(corner_px).astype(np.int32), 0)
        solid = cv2.morphologyEx(covered, cv2.MORPH_OPEN, np.ones((_SOLID_PX, _SOLID_PX), np.uint8))
        count, labels, stats, centres = cv2.connectedComponentsWithStats(np.asarray(solid, np.uint8), connectivity=4)
        if count < 2:
            return ()
        largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
        left, wide = stats[largest, cv2.CC_STAT_LEFT], stats[largest, cv2.CC_STAT_WIDTH]
        farther = middle - half + float(centres[largest][1]) / PX_PER_MM > hand.distance_mm + size.thickness_mm
        if farther and wide < _LONG * size.width_mm * PX_PER_MM:
            plate = self._layout.plate_spot(seat)
            due = self._layout.local(seat, plate.x, plate.y)[0]
            middle_mm = float(across[0]) + float(centres[largest][0]) / PX_PER_MM
            return () if count == _ALONE and abs(middle_mm - due) < _PLATE_MM else None
        ends = []
        for column in (slice(left, left + _END_PX), slice(left + max(0, wide - _END_PX), left + wide)):
            rows = np.flatnonzero((labels[:, column] == largest).any(axis=1))
            ends.append(middle - half + float(rows.mean()) / PX_PER_MM)
        places = (left / PX_PER_MM + size.width_mm / 2, (left + wide) / PX_PER_MM - size.width_mm / 2)
        return tuple((float(across[0]) + place, distance) for place, distance in zip(places, ends, strict=True))

    def _taken(self, places: Floats, lying: Sequence[FoundTile], beside_mm: float) -> NDArray[np.bool_]:
        """Mask of the places [N, 2] mm at the height of tops that lie beyond the field or show lying tiles or things.

        ``beside_mm``: margin around these.
        """
        size, eye = self._layout.profile.tile, self._camera.position
        beyond = (np.abs(places) > self._layout.profile.table.field_mm / 2).any(axis=1)
        flat = [LaidThing(tile.x, tile.y, tile.angle, size.width_mm, size.height_mm, tile.z) for tile in lying]
        hidden = hidden_by([*flat, *self._things], places, size.height_mm, eye, _ROUND_MM + beside_mm)
        return np.asarray(beyond | hidden.any(axis=0))

    def _seen_at(self, tile: FoundTile) -> Place:
        """Centre of a lying tile, x, y mm, projected into the plane of tops."""
        eye_x, eye_y, eye_z = self._camera.position
        reach = (self._layout.profile.tile.height_mm - tile.z) / (eye_z - tile.z)
        return tile.x + (eye_x - tile.x) * reach, tile.y + (eye_y - tile.y) * reach

    def _outline(self, tile: FoundTile) -> Floats:
        """Corners [4,2] mm of a lying tile, projected into the plane of tops."""
        size, turn = self._layout.profile.tile, np.radians(tile.angle)
        half = size.width_mm / 2 + _ROUND_MM, size.height_mm / 2 + _ROUND_MM
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
        return np.asarray(corners @ [(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))] + self._seen_at(tile))

    def _rows(self, low: float, high: float) -> slice:
        thick = self._layout.profile.tile.thickness_mm
        first, last = (round((_HALF_MM + share * thick) * PX_PER_MM) for share in (low, high))
        return slice(first, last + 1)

    def _strip(self, seat: Seat, across: Floats, distance: Floats, half_mm: float) -> tuple[Image, Image, Floats]:
        """The strip [R, C, 3] along a line of tops, mask of the covered felt in it [R, C], and its middle [C, 2] mm."""
        assert self._shown is not None
        image, felt = self._shown
        ways = np.array(
            [(way.x, way.y) for way in (self._layout.place(seat, 1.0, 0.0), self._layout.place(seat, 0.0, 1.0))]
        )
        spots = np.stack([across, distance], axis=1) @ ways
        rows = np.arange(-half_mm, half_mm + 1 / PX_PER_MM, 1 / PX_PER_MM)
        # Only some places are projected: between them the picture is as good as straight.
        nodes = np.unique(np.append(np.arange(0, len(spots), _NODE_PX), len(spots) - 1))
        ends = np.array([rows[0], rows[-1]])
        mm = (spots[None, nodes] + ends[:, None, None] * ways[1]).reshape(-1, 2)
        high = np.full(len(mm), self._layout.profile.tile.height_mm)
        px = np.nan_to_num(self._camera.project(np.column_stack([mm, high])), nan=-1e4)
        corner = image.shape[1] - 1, image.shape[0] - 1
        ends_px = (np.clip(each(px, axis=0), 0, corner).astype(np.int64) for each in (np.min, np.max))
        (left, top), (right, bottom) = (each // self._block for each in ends_px)
        self._kept.looked(slice(top, bottom + 1), slice(left, right + 1))
        light = np.exp(-lighting_terms(mm) @ np.array(felt.lighting))
        coarse = np.column_stack([px, light]).reshape(2, len(nodes), 3)
        columns = np.stack(
            [[np.interp(np.arange(len(spots)), nodes, part[:, axis]) for part in coarse] for axis in range(3)]
        ).astype(np.float32)
        share = np.linspace(0.0, 1.0, len(rows), dtype=np.float32)[:, None]
        right_px, down_px, factor = (first + share * (last - first) for first, last in columns)
        piece = cv2.remap(image, right_px, down_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        even = cv2.multiply(piece, cv2.merge([factor] * 3), dtype=cv2.CV_8U)
        return np.asarray(piece, np.uint8), felt.unlike(np.asarray(even, np.uint8)), spots

    def _lean(self, seat: Seat, across: Floats) -> Floats:
        """Columns by which the foot of a standing tile appears to the left of its top."""
        x, y, z = self._camera.position
        eye = self._layout.local(seat, x, y)[0]
        return np.asarray((across - eye) * self._layout.profile.tile.height_mm / z * PX_PER_MM)


def _with_ends(tops: Sequence[Place], ends: Sequence[Place], width_mm: float) -> list[Place]:
    """Return the tops of a row and the ends of the covered felt that lie beyond them."""
    left, right = min(top[0] for top in tops), max(top[0] for top in tops)
    return [*tops, *(end for end in ends if end[0] < left - width_mm / 2 or end[0] > right + width_mm / 2)]


def _with_tops(found: Sequence[Segment], across: Floats, tops: Sequence[float]) -> list[Segment]:
    """Return the tiles without groups that contain no found top."""
    groups = [[found[0]]]
    for one, other in pairwise(found):
        if other.start - one.stop > _APART_MM * PX_PER_MM:
            groups.append([])
        groups[-1].append(other)
    ends = [(across[group[0].start], across[min(group[-1].stop, len(across) - 1)]) for group in groups]
    return [
        each
        for group, (left, right) in zip(groups, ends, strict=True)
        if any(left < top < right for top in tops)
        for each in group
    ]


def _blurred(seam: Floats, found: Sequence[Segment]) -> bool:
    """True if so many consecutive lines between tiles are invisible that a tile may be lost among them."""
    unseen = 0
    for each in found[1:]:
        shows = seam[max(0, each.start - 1) : each.start + 2].max(initial=0.0) > _SHOWS
        unseen = 0 if shows else unseen + 1
        if unseen >= _LINES:
            return True
    return False


def _edges(across: Floats, tops: Sequence[Place], width_mm: float) -> Floats:
    """Expectation 0-1 of the edge of a found tile at each column."""
    edges = np.array([top + side * width_mm / 2 for top, _ in tops for side in (-1, 1)])
    off = np.abs(across[:, None] - edges[None]).min(axis=1)
    return np.asarray(np.exp(-0.5 * (off / _EDGE_MM) ** 2))


def _line(tops: Floats, width_mm: float) -> tuple[Floats, Floats]:
    """Across and distance [C], mm, of places along a row and beyond its ends, one per column."""
    tops = tops[np.argsort(tops[:, 0])]
    beyond = _BEYOND * width_mm
    across = np.arange(tops[0, 0] - beyond, tops[-1, 0] + beyond, 1 / PX_PER_MM)
    if len(tops) < _STRAIGHT:
        return across, np.full(len(across), np.median(tops[:, 1]))
    slope, level = np.polyfit(tops[:, 0], tops[:, 1], 1)
    off = tops[:, 1] - slope * tops[:, 0] - level
    if np.sqrt((off**2).mean()) < _BENT_MM:
        distance = slope * across + level
    else:
        ends = [
            np.clip(np.polyfit(part[:, 0], part[:, 1], 1)[0], -_STEEPEST, _STEEPEST)
            for part in (tops[:_STRAIGHT], tops[-_STRAIGHT:])
        ]
        distance = np.interp(across, tops[:, 0], tops[:, 1])
        distance += np.minimum(across - tops[0, 0], 0.0) * ends[0] + np.maximum(across - tops[-1, 0], 0.0) * ends[1]
    # Columns have equal distances along the row, also where it is slanted.
    along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(across), np.diff(distance)))])
    even = np.arange(0.0, along[-1], 1 / PX_PER_MM)
    return np.interp(even, along, across), np.interp(even, along, distance)
