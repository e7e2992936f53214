"""How high each stack of a wall is, by where its extent begins and ends and how far its seams are spread."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image.felt import Felt
from vision.image.view import LEAST_VISIBLE, RectifiedView, Span
from vision.table.place.wall.extents import HALF_BAND_MM, Extents, expected_extents, seen_extent, seen_extent_across
from vision.table.place.wall.heights import ALONE_MM, FULL_STACK, BareBeyond, heights
from vision.table.place.wall.seams import expected_edges, off_edges, seen_edges

_MARGIN_MM: Final = 14.0
"""Felt in the view around a wall, mm; chosen: half a tile's height, twice that inside, where an indicator is laid."""
_CAP_MM: Final = 3.0
"""Most mm that a border counts as off its place; chosen above the 2.2 that a second tile hides: 16.5 mm of thickness,
204 mm from the middle under a camera 1.5 m up."""
_UNEXPLAINED_MM: Final = 2.5
"""Mm off from which something else is shown: sides of tiles as dark as the felt, a tile in the way. Chosen: just above
the 2.2 that a second tile hides, see ``_CAP_MM``."""
_BEYOND: Final = 0.1
"""What each mm above ``_UNEXPLAINED_MM`` still counts, so that of two heights that explain badly one is worse; chosen
small."""
_LEAD_BEFORE_FIT_MM: Final = 2.0
"""Lead of one height over the other, mm of cost, below which a stack is not judged, before the focal length was fitted.
Chosen: about what a second tile hides, since the focal length may be wrong by as much."""
_LEAD_AFTER_FIT_MM: Final = 0.1
"""The same once it was fitted; chosen small: what is left open costs a frame its wall."""
RIM_MM: Final = -0.5
"""How much wider, mm, an extent usually seems than it is: its edges are rounded. Chosen: a quarter at each end."""
_LEAST_STACKS: Final = 4
"""Clear stacks from which a shift of the whole wall is measured; chosen: the median of fewer is unsteady."""
_LATE_MM: Final = 1.5
"""By how much, mm, an extent begins too late whose near side is not seen; chosen: over what a tile stands askew."""
_DARK_MM: Final = 0.6
"""What it costs, mm, that a side is not seen: one tile may stand a little farther out instead. Chosen: a small step."""
_SHIFT_MM: Final = 1.2
"""Most that a wall may stand nearer or farther than the layout says, mm; chosen below what a second tile hides."""
_ROUNDS: Final = 3
"""Times that heights and the shift which they imply are found in turn; chosen: rough, corrected, corrected again."""
_RIM_SLACK_MM: Final = 0.5
"""By how much, mm, the edges of one wall may seem softer or harder than those of all; chosen: as much as ``RIM_MM``."""
_BEFORE_MM: Final = 6.0
"""Half the length, mm, of the place inside the wall looked at for a tile; chosen inside the 14 of a tile."""
_BEFORE_SHARE: Final = 0.8
"""Share of that place that a tile laid there covers at least; chosen: a tile may lie a little askew."""
_SEAM_MM: Final = 8.0
"""Half the length, mm, of a top that seams are looked for along; chosen inside the 14 of a tile: its ends are round."""
_SEAM_WEIGHT: Final = 1.0
"""What a seam's mm count beside those of a border; chosen: the same."""

_Extent = tuple[float, float] | None
"""Where a stack begins and ends in the view, mm of distance; None where the felt is bare."""


class WallReader:
    """Reads one wall of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, seat: Seat) -> None:
        profile = layout.profile
        self._seat, self._layout = seat, layout
        self._rim_mm, self._least_lead_mm = RIM_MM, _LEAD_BEFORE_FIT_MM
        self._thick, deep = profile.tile.thickness_mm, profile.tile.height_mm
        half = profile.tile.width_mm * profile.wall.stacks[seat] / 2
        middle = profile.wall.distance_mm
        self.view = RectifiedView(
            layout,
            camera,
            seat,
            FULL_STACK * self._thick,
            Span(-half - _MARGIN_MM, half + _MARGIN_MM),
            Span(middle - deep / 2 - 2 * _MARGIN_MM, middle + deep / 2 + _MARGIN_MM),
        )
        self._across = [
            layout.local(seat, spot.x, spot.y)[0]
            for spot in (layout.wall_stack(seat, stack + 1) for stack in range(profile.wall.stacks[seat]))
        ]
        self._middle, self._deep = middle, deep
        # Right and left edge of each stack.
        self._ends = np.array(self._across)[:, None] + np.array([0.5, -0.5]) * profile.tile.width_mm
        self._levels = [height * self._thick for height in range(1, FULL_STACK + 1)]
        self._bounds, self._pitch = self._expected_bounds(camera), 1.0
        self._extents = self._expected(camera)

    def heights(self, image: Image, felt: Felt, beyond: BareBeyond) -> tuple[int | None, ...] | None:
        """Tiles on each stack in a frame; None when the wall is out of view.

        ``beyond``: whether the table is bare beyond its first and its last stack.
        """
        if self.view.visible < LEAST_VISIBLE:
            return None
        piece = self.view.cut(image)
        covered = felt.covered(self.view, piece)
        extents = self._seen_extents(piece, covered, felt)
        before = [self._laid_before(covered, across) for across in self._across]
        edges, outer = self._seen_edges(piece, extents), self._outer_edges(piece, covered, felt, extents)
        return self._heights(extents, before, (edges, outer), beyond)

    def correct(self, rim_mm: float, pitch: float) -> None:
        """Take over by how much extents seem wider, and by which factor tiles are, as measured on all walls."""
        self._rim_mm, self._pitch, self._least_lead_mm = rim_mm, pitch, _LEAD_AFTER_FIT_MM

    def measure(self, image: Image, felt: Felt) -> Extents:
        """How wide the extent of each stack seems in the view, and where its edges across do."""
        if self.view.visible < LEAST_VISIBLE:
            return Extents(np.full(len(self._across), np.nan), np.full(self._ends.shape, np.nan))
        piece = self.view.cut(image)
        covered = felt.covered(self.view, piece)
        extents = self._seen_extents(piece, covered, felt)
        wide = np.array([np.nan if extent is None else extent[1] - extent[0] for extent in extents])
        return Extents(np.where(wide < self._deep + _MARGIN_MM, wide, np.nan), self._seen_edges(piece, extents))

    def expected(self, camera: Camera) -> Extents:
        """How stacks of 1, 2 tiles would seem in this view, if that camera had taken it."""
        return Extents(
            np.asarray(np.ptp(self._expected(camera), axis=2)), self._expected_edges(camera), (ALONE_MM, 0.0)
        )

    def _seen_extents(self, piece: Image, covered: Image, felt: Felt) -> list[_Extent]:
        return [seen_extent(self.view, piece, covered, felt, across, self._middle) for across in self._across]

    def _seen_edges(self, piece: Image, extents: list[_Extent]) -> Floats:
        """Where right and left edge of each stack meet a neighbour [stacks, 2] mm across; nan where they do not."""
        rows = self.view.rows(self._middle - _SEAM_MM - 1.0, self._middle + _SEAM_MM)
        stands = np.array([extent is not None for extent in extents])
        seen = np.full(len(extents) + 1, np.nan)
        seen[1:-1] = seen_edges(self.view, piece, rows, self._ends[1:, 0])
        seen[1:-1][~(stands[1:] & stands[:-1])] = np.nan
        return np.stack([seen[:-1], seen[1:]], axis=1)

    def _outer_edges(self, piece: Image, covered: Image, felt: Felt, extents: list[_Extent]) -> Floats:
        """Where right and left edge of each stack end a row [stacks, 2] mm across; nan where another one goes on."""
        rows = self.view.rows(self._middle - _SEAM_MM - 1.0, self._middle + _SEAM_MM)
        stands = np.pad([extent is not None for extent in extents], 1)
        outer = np.full(self._ends.shape, np.nan)
        for stack, across in enumerate(self._across):
            ends = not stands[stack], not stands[stack + 2]
            if stands[stack + 1] and any(ends):
                run = seen_extent_across(self.view, piece, covered, felt, across, rows)
                if run is not None:
                    outer[stack] = np.where(ends, run[::-1], np.nan)
        return outer

    def _expected_bounds(self, camera: Camera) -> Floats:
        """Where the edges of stacks of 1, 2 tiles would seem [stacks, heights, 2, 2] mm across: in a row, at its end.

        What ends a row is seen to its foot where that side faces the camera.
        """
        tops = self._expected_edges(camera)
        feet = [expected_edges(self.view, camera, self._ends[:, side], self._middle, [0.0]) for side in (0, 1)]
        last = np.stack([np.maximum(tops[..., 0], feet[0]), np.minimum(tops[..., 1], feet[1])], axis=2)
        return np.stack([tops, last], axis=3)

    def _expected_edges(self, camera: Camera) -> Floats:
        """Where the edges of stacks of 1, 2 tiles would seem [stacks, heights, 2] mm across."""
        return np.stack(
            [expected_edges(self.view, camera, self._ends[:, side], self._middle, self._levels) for side in (0, 1)],
            axis=2,
        )

    def _expected(self, camera: Camera) -> Floats:
        """Where stacks of 1, 2 tiles begin and end [stacks, 2, 2] mm in this view of a frame of that camera."""
        shapes = [(self._deep, level) for level in self._levels]
        return expected_extents(self.view, camera, self._across, self._middle, shapes)

    def _heights(
        self, extents: list[_Extent], before: list[bool], lines: tuple[Floats, Floats], beyond: BareBeyond
    ) -> tuple[int | None, ...]:
        """Heights of the stacks; what shift and rim the whole wall has is told from all of them."""
        shift, rim = 0.0, self._rim_mm
        hidden = _hidden(self._off(extents, shift, rim))
        seams, ends = self._lines(*lines)
        found: tuple[int | None, ...] = ()
        for _ in range(_ROUNDS):
            off = self._off(extents, shift, rim)
            found = heights(_costs(off, hidden) + ends, before, self._least_lead_mm, beyond, seams)
            off[hidden, :, 0] = off[hidden, :, 1]
            moved = [(each[height - 1], bare) for each, height, bare in zip(off, found, ~hidden, strict=True) if height]
            clear = [(each, whole) for each, whole in moved if np.abs(each).max() < _CAP_MM]
            if len(clear) >= _LEAST_STACKS:
                shift = float(np.clip(shift + np.median([each.mean() for each, _ in clear]), -_SHIFT_MM, _SHIFT_MM))
                wider = [each[1] - each[0] for each, whole in clear if whole]
                step = float(np.median(wider)) / 2 if wider else 0.0
                rim = float(np.clip(rim + step, self._rim_mm - _RIM_SLACK_MM, self._rim_mm + _RIM_SLACK_MM))
        return found

    def _lines(self, edges: Floats, outer: Floats) -> tuple[Floats, Floats]:
        """How far seams [stacks - 1, 2] and ends of rows [stacks, 2] are off their places for 1, 2 tiles, mm."""
        seen = np.concatenate([edges[:-1, 1], outer.T.ravel()])
        seams, ends = self._pitch * self._bounds[:-1, :, 1, 0], self._pitch * self._bounds[..., 1]
        off = _SEAM_WEIGHT * off_edges(seen, np.concatenate([seams, ends[..., 0], ends[..., 1]]))
        return off[: len(seams)], off[len(seams) :].reshape(2, -1, FULL_STACK).sum(axis=0)

    def _off(self, extents: list[_Extent], shift: float, rim: float) -> Floats:
        """How much farther out extents begin and end than those of 1, 2 tiles [stacks, 2, 2] mm; nan where bare."""
        seen = np.array([(np.nan, np.nan) if extent is None else extent for extent in extents])
        seen += np.array([0.5, -0.5]) * rim - shift
        return np.clip(seen[:, None] - self._extents, -_CAP_MM, _CAP_MM)

    def _laid_before(self, covered: Image, across: float) -> bool:
        """Whether a tile lies between the wall and the centre next to a stack."""
        profile = self._layout.profile
        middle = profile.wall.distance_mm - profile.tile.height_mm
        columns = slice(self.view.column(across - HALF_BAND_MM), self.view.column(across + HALF_BAND_MM))
        rows = self.view.rows(middle - _BEFORE_MM, middle + _BEFORE_MM)
        return float(covered[rows, columns].mean()) > _BEFORE_SHARE


def _hidden(off: Floats) -> NDArray[np.bool_]:
    """Stacks [N] of whose extent the beginning is not seen, by how far off [N,2,2] extents begin and end.

    A tile lies before them, or their near side is as dark as the felt.
    """
    return np.asarray((off[..., 0] <= -_CAP_MM).all(axis=1) | (off[..., 0] >= _LATE_MM).all(axis=1))


def _costs(off: Floats, hidden: NDArray[np.bool_]) -> Floats:
    """Cost [N,2] in mm of each stack's having 1, 2 tiles, by how far off [N,2,2] its extent begins and ends."""
    # The width tells most: it does not hang on where exactly the wall stands.
    whole = np.abs(off[..., 1] - off[..., 0]) + np.abs(off).sum(axis=2) / 2
    ended = 2 * np.abs(off[..., 1]) + np.where(off[..., 0] > 0, _DARK_MM, 0.0)
    costs = np.where(hidden[:, None], np.where(off[..., 0] > 0, np.minimum(whole, ended), ended), whole)
    return np.minimum(costs, _UNEXPLAINED_MM) + _BEYOND * np.maximum(costs - _UNEXPLAINED_MM, 0.0)
