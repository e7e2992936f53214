"""The discards of one seat: rows of six from the left, the first row nearest to the centre (npm art. 23 ro)."""

from dataclasses import replace
from typing import Final

from controller.ports.eyes import SeenRiverTile, Sighting
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Image
from vision.camera.model import Camera
from vision.image import means
from vision.image.felt import Felt
from vision.image.view import LEAST_VISIBLE, RectifiedView, Span
from vision.table.place.row import FlatTile, RowEvidence, rim_cover, seams, segments, unexplained_mm, without_sides
from vision.table.place.zone_reader import TileZoneReader, with_seat
from vision.tiles.recogniser import FacePose, Recognised

ROWS: Final = 4
"""Rows looked for, 24 discards; 70 draws give each seat 18, calls by others some more."""
_MARGIN_MM: Final = 12.0
"""Felt in the view beside the rows, mm; chosen: over half a tile's width, by which a river may be shifted."""
_CORE_MM: Final = 8.0
"""Half the length, mm, of the middle of a row; chosen within the 10.5 of half a sideways tile, rows being askew."""
_RIM_MM: Final = (11.9, 13.2)
"""Mm from the middle of a row: beyond the edge of a sideways tile (10.5), within that of an upright one (14); on the
far side, where no tile's side shows."""
_SEAM_MM: Final = 10.0
"""Half the length, mm, along which seams are looked for; chosen within the 14 of half a tile, whose ends are round."""
_BEYOND_MM: Final = (1.5, 4.0)
"""Mm past where the side of a tile of the last row ends; chosen: what covers felt there goes on towards the wall."""
_SIDE_MM: Final = 4.0
"""Mm that the view goes on for the side of a tile of the last row; chosen for a camera about above the table."""
_STRAY_MM: Final = 6.0
"""Most mm of a row that tiles leave unexplained; chosen: under a third of a tile's width, so that none is missed."""


class RiverReader(TileZoneReader[tuple[FlatTile, ...]]):
    """Finds the discards of one seat of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, seat: Seat) -> None:
        river, tile = layout.profile.river, layout.profile.tile
        self._layout, self._seat = layout, seat
        self._size, self._columns = tile, river.columns
        self._shapes = {(count, turned) for count in range(river.columns + 2) for turned in range(min(count, 1) + 1)}
        self._rows = [river.distance_mm + tile.height_mm / 2 + river.row_pitch_mm * row for row in range(ROWS)]
        right = river.across_mm + tile.width_mm * river.columns + (tile.height_mm - tile.width_mm) * 2
        self._end = self._rows[-1] + tile.height_mm / 2
        self.view = RectifiedView(
            layout,
            camera,
            seat,
            tile.thickness_mm,
            Span(river.across_mm - _MARGIN_MM, right + _MARGIN_MM),
            Span(river.distance_mm, self._end + _SIDE_MM + _BEYOND_MM[1]),
        )
        self._foot = max(self._end, self.view.seen(0.0, self._end, 0.0)[1])
        self._lean = self.view.lean(self._rows[0])

    def find(self, image: Image, felt: Felt) -> tuple[FlatTile, ...] | None:
        """Discards in order; None when the place is out of view or what lies there is no river."""
        if self.view.visible < LEAST_VISIBLE:
            return None
        piece = self.view.cut(image)
        covered = felt.covered(self.view, piece)
        found: list[FlatTile] = []
        for middle in self._rows:
            last = middle == self._rows[-1]
            if last and len(found) < self._columns * (ROWS - 1):
                break  # Indicators laid before the wall come near the fourth row.
            evidence = self._evidence(piece, covered, middle, last)
            row = segments(evidence, self._size, self._shapes)
            open_row = len(found) % self._columns > 0
            if (row and open_row) or len(row) > self._columns or unexplained_mm(evidence, row) > _STRAY_MM:
                return None
            found += [each.flat_tile(self.view, middle) for each in row]
        return tuple(found)

    def poses(self, found: tuple[FlatTile, ...]) -> tuple[FacePose, ...]:
        """The faces of the discards."""
        return tuple(tile.pose(self._layout, self._seat) for tile in found)

    def add_to(self, sighting: Sighting, found: tuple[FlatTile, ...], faces: tuple[Recognised, ...]) -> Sighting:
        """The sighting with the discards of this seat."""
        river = tuple(SeenRiverTile(face.seen(), tile.sideways) for tile, face in zip(found, faces, strict=True))
        return replace(sighting, rivers=with_seat(sighting.rivers, self._seat, river))

    def _evidence(self, piece: Image, covered: Image, middle: float, last: bool) -> RowEvidence:
        core = means.of_columns(covered[self.view.rows(middle - _CORE_MM, middle + _CORE_MM)])
        if last:
            # What reaches on towards the wall is an indicator laid before it.
            core *= (
                means.of_columns(covered[self.view.rows(self._foot + _BEYOND_MM[0], self._foot + _BEYOND_MM[1])]) < 0.5
            )
        return RowEvidence(
            without_sides(core, self._lean),
            rim_cover(
                piece,
                covered,
                self.view.rows(middle - _CORE_MM, middle + _CORE_MM),
                self.view.rows(middle + _RIM_MM[0], middle + _RIM_MM[1]),
            ),
            seams(piece, self.view.rows(middle - _SEAM_MM, middle + _SEAM_MM)),
        )
