"""How high each stack of a wall is, by where its strip begins and ends and how far its seams are spread; its faces."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image.colour import colour_distance
from vision.image.felt import Felt
from vision.image.view import LEAST_VISIBLE, RectifiedView, Span
from vision.table.wall.extents import HALF_BAND_MM, Extents, expected_extents, seen_extent, seen_extent_across
from vision.table.wall.heights import ALONE_MM, FULL_STACK, BareBeyond, heights
from vision.table.wall.seams import expected_edges, off_edges, seen_edges

_MARGIN_MM: Final = 14.0
_CAP_MM: Final = 3.0
_UNEXPLAINED_MM: Final = 2.5
"""What is farther off than this shows something else: sides of tiles as dark as the felt, a tile in the way."""
_BEYOND: Final = 0.1
"""What each mm above that still counts: of two that explain badly one is worse."""
_UNSETTLED_LEAD_MM: Final = 2.0
_SETTLED_LEAD_MM: Final = 0.1
RIM_MM: Final = -0.5
"""How much wider a strip usually seems than it is; its edges are rounded."""
_LEAST_STACKS: Final = 4
_LATE_MM: Final = 1.5
"""By how much a strip begins too late whose near side is not seen."""
_DARK_MM: Final = 0.6
"""What it costs that a side is not seen: one tile may stand a little farther out instead."""
_SHIFT_MM: Final = 1.2
_ROUNDS: Final = 3
_RIM_SLACK_MM: Final = 0.5
"""By how much the edges of one wall may seem softer or harder than those of all."""
_TOP_MM: Final = 9.0
_BEFORE_MM: Final = 6.0
_BEFORE_SHARE: Final = 0.8
_SEAM_MM: Final = 8.0
_SEAM_WEIGHT: Final = 1.0
_COLOUR_STEP: Final = 0.22


@dataclass(frozen=True, slots=True)
class WallStacks:
    """A wall by stacks: tiles (None: cannot be judged), mean BGR of the top, whether a tile lies just inside."""

    heights: tuple[int | None, ...]
    colours: Floats
    before: tuple[bool, ...]


class WallReader:
    """Reads one wall of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, seat: Seat) -> None:
        profile = layout.profile
        self.seat, self._layout = seat, layout
        self.rim_mm, self.least_lead_mm = RIM_MM, _UNSETTLED_LEAD_MM
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
        self._bounds, self._pitch = self._expected_bounds(camera), 1.0
        self._tops = [
            [self.view.seen(across, middle, tier * self._thick)[1] for tier in range(1, FULL_STACK + 1)]
            for across in self._across
        ]
        self._strips = self._expected(camera)
        self._seen: tuple[list[tuple[float, float] | None], list[bool], Floats, Floats] = [], [], self._ends, self._ends

    def read(self, image: Image, felt: Felt) -> WallStacks | None:
        """Heights and colours of the wall in a frame; None when the wall is out of view."""
        if self.view.visible < LEAST_VISIBLE:
            return None
        piece = self.view.cut(image)
        covered = felt.covered(self.view, piece)
        strips = [seen_extent(self.view, piece, covered, felt, across, self._middle) for across in self._across]
        before = [self._laid_before(covered, across) for across in self._across]
        edges, outer = self._seen_edges(piece, strips), self._outer_edges(piece, covered, felt, strips)
        self._seen = strips, before, edges, outer
        found = self._heights((True, True))
        tops = [self._top_colour(piece, stack, height or FULL_STACK) for stack, height in enumerate(found)]
        return WallStacks(found, np.array(tops), tuple(before))

    def bounded(self, look: WallStacks, beyond: BareBeyond) -> WallStacks:
        """The wall just read, once it is known whether the walls beside it go on from its ends."""
        ends = look.heights[0] != 0 and not beyond[0], look.heights[-1] != 0 and not beyond[1]
        return replace(look, heights=self._heights(beyond)) if any(ends) else look

    def settle(self, rim_mm: float, pitch: float) -> None:
        """Take over by how much strips seem wider, and by which factor tiles are, as measured on all walls."""
        self.rim_mm, self._pitch, self.least_lead_mm = rim_mm, pitch, _SETTLED_LEAD_MM

    def shown(self, look: WallStacks, backs: Floats) -> tuple[int, ...]:
        """Stacks (from 1) whose top has another colour than the ``backs`` (BGR), or was laid before: likely faces."""
        likely = (colour_distance(look.colours, backs) > _COLOUR_STEP) | np.array(look.before)
        return tuple(stack + 1 for stack, height in enumerate(look.heights) if height != 0 and likely[stack])

    def measure(self, image: Image, felt: Felt) -> Extents:
        """How wide the strip of each stack seems in the view, and where its edges across do."""
        if self.view.visible < LEAST_VISIBLE:
            return Extents(np.full(len(self._across), np.nan), np.full(self._ends.shape, np.nan))
        piece = self.view.cut(image)
        covered = felt.covered(self.view, piece)
        strips = [seen_extent(self.view, piece, covered, felt, across, self._middle) for across in self._across]
        wide = np.array([np.nan if strip is None else strip[1] - strip[0] for strip in strips])
        return Extents(np.where(wide < self._deep + _MARGIN_MM, wide, np.nan), self._seen_edges(piece, strips))

    def expected(self, camera: Camera) -> Extents:
        """How stacks of 1, 2 tiles would seem in this view, if that camera had taken it."""
        return Extents(
            np.asarray(np.ptp(self._expected(camera), axis=2)), self._expected_edges(camera), (ALONE_MM, 0.0)
        )

    def _seen_edges(self, piece: Image, strips: list[tuple[float, float] | None]) -> Floats:
        """Where right and left edge of each stack meet a neighbour [stacks, 2] mm across; nan where they do not."""
        rows = self.view.rows(self._middle - _SEAM_MM - 1.0, self._middle + _SEAM_MM)
        stands = np.array([strip is not None for strip in strips])
        seen = np.full(len(strips) + 1, np.nan)
        seen[1:-1] = seen_edges(self.view, piece, rows, self._ends[1:, 0])
        seen[1:-1][~(stands[1:] & stands[:-1])] = np.nan
        return np.stack([seen[:-1], seen[1:]], axis=1)

    def _outer_edges(
        self, piece: Image, covered: Image, felt: Felt, strips: list[tuple[float, float] | None]
    ) -> Floats:
        """Where right and left edge of each stack end a row [stacks, 2] mm across; nan where another one goes on."""
        rows = self.view.rows(self._middle - _SEAM_MM - 1.0, self._middle + _SEAM_MM)
        stands = np.pad([strip is not None for strip in strips], 1)
        outer = np.full(self._ends.shape, np.nan)
        for stack, across in enumerate(self._across):
            ends = not stands[stack], not stands[stack + 2]
            if stands[stack + 1] and any(ends):
                run = seen_extent_across(self.view, piece, covered, felt, across, rows)
                if run is not None:
                    outer[stack] = np.where(ends, run[::-1], np.nan)
        return outer

    def _expected_bounds(self, camera: Camera) -> Floats:
        """Where the edges of stacks of 1, 2 tiles would seem [stacks, tiers, 2, 2] mm across: within a row, at its end.

        What ends a row is seen to its foot where that side faces the camera.
        """
        tops = self._expected_edges(camera)
        feet = [expected_edges(self.view, camera, self._ends[:, side], self._middle, [0.0]) for side in (0, 1)]
        last = np.stack([np.maximum(tops[..., 0], feet[0]), np.minimum(tops[..., 1], feet[1])], axis=2)
        return np.stack([tops, last], axis=3)

    def _expected_edges(self, camera: Camera) -> Floats:
        """Where the edges of stacks of 1, 2 tiles would seem [stacks, tiers, 2] mm across."""
        levels = [tier * self._thick for tier in range(1, FULL_STACK + 1)]
        return np.stack(
            [expected_edges(self.view, camera, self._ends[:, side], self._middle, levels) for side in (0, 1)], axis=2
        )

    def _expected(self, camera: Camera) -> Floats:
        """Where stacks of 1, 2 tiles begin and end [stacks, 2, 2] mm in this view of a frame of that camera."""
        shapes = [(self._deep, tier * self._thick) for tier in range(1, FULL_STACK + 1)]
        return expected_extents(self.view, camera, self._across, self._middle, shapes)

    def _heights(self, beyond: BareBeyond) -> tuple[int | None, ...]:
        """Heights of the stacks; what shift and rim the whole wall has is told from all of them."""
        strips, before, edges, outer = self._seen
        shift, rim = 0.0, self.rim_mm
        hidden = _hidden(self._off(strips, shift, rim))
        seams, ends = self._lines(edges, outer)
        found: tuple[int | None, ...] = ()
        for _ in range(_ROUNDS):
            off = self._off(strips, shift, rim)
            found = heights(_costs(off, hidden) + ends, before, self.least_lead_mm, beyond, seams)
            off[hidden, :, 0] = off[hidden, :, 1]
            moved = [(each[height - 1], bare) for each, height, bare in zip(off, found, ~hidden, strict=True) if height]
            clear = [(each, whole) for each, whole in moved if np.abs(each).max() < _CAP_MM]
            if len(clear) >= _LEAST_STACKS:
                shift = float(np.clip(shift + np.median([each.mean() for each, _ in clear]), -_SHIFT_MM, _SHIFT_MM))
                wider = [each[1] - each[0] for each, whole in clear if whole]
                step = float(np.median(wider)) / 2 if wider else 0.0
                rim = float(np.clip(rim + step, self.rim_mm - _RIM_SLACK_MM, self.rim_mm + _RIM_SLACK_MM))
        return found

    def _lines(self, edges: Floats, outer: Floats) -> tuple[Floats, Floats]:
        """How far seams [stacks - 1, 2] and ends of rows [stacks, 2] are off their places for 1, 2 tiles, mm."""
        seen = np.concatenate([edges[:-1, 1], outer.T.ravel()])
        seams, ends = self._pitch * self._bounds[:-1, :, 1, 0], self._pitch * self._bounds[..., 1]
        off = _SEAM_WEIGHT * off_edges(seen, np.concatenate([seams, ends[..., 0], ends[..., 1]]))
        return off[: len(seams)], off[len(seams) :].reshape(2, -1, FULL_STACK).sum(axis=0)

    def _off(self, strips: list[tuple[float, float] | None], shift: float, rim: float) -> Floats:
        """How much farther out strips begin and end than those of 1, 2 tiles [stacks, 2, 2] mm; nan where bare."""
        seen = np.array([(np.nan, np.nan) if strip is None else strip for strip in strips])
        seen += np.array([0.5, -0.5]) * rim - shift
        return np.clip(seen[:, None] - self._strips, -_CAP_MM, _CAP_MM)

    def _laid_before(self, covered: Image, across: float) -> bool:
        """Whether a tile lies between the wall and the centre next to a stack."""
        profile = self._layout.profile
        middle = profile.wall.distance_mm - profile.tile.height_mm
        columns = slice(self.view.column(across - HALF_BAND_MM), self.view.column(across + HALF_BAND_MM))
        rows = self.view.rows(middle - _BEFORE_MM, middle + _BEFORE_MM)
        return float(covered[rows, columns].mean()) > _BEFORE_SHARE

    def _top_colour(self, piece: Image, stack: int, height: int) -> Floats:
        middle, across = self._tops[stack][height - 1], self._across[stack]
        rows = self.view.rows(middle - _TOP_MM, middle + _TOP_MM)
        columns = slice(self.view.column(across - HALF_BAND_MM), self.view.column(across + HALF_BAND_MM))
        return np.asarray(cv2.mean(piece[rows, columns])[:3])


def _hidden(off: Floats) -> NDArray[np.bool_]:
    """Stacks [N] of whose strip it is not seen where it begins, by how far off [N,2,2] strips begin and end.

    A tile lies before them, or their near side is as dark as the felt.
    """
    return np.asarray((off[..., 0] <= -_CAP_MM).all(axis=1) | (off[..., 0] >= _LATE_MM).all(axis=1))


def _costs(off: Floats, hidden: NDArray[np.bool_]) -> Floats:
    # The width tells most: it does not hang on where exactly the wall stands.
    whole = np.abs(off[..., 1] - off[..., 0]) + np.abs(off).sum(axis=2) / 2
    ended = 2 * np.abs(off[..., 1]) + np.where(off[..., 0] > 0, _DARK_MM, 0.0)
    costs = np.where(hidden[:, None], np.where(off[..., 0] > 0, np.minimum(whole, ended), ended), whole)
    return np.minimum(costs, _UNEXPLAINED_MM) + _BEYOND * np.maximum(costs - _UNEXPLAINED_MM, 0.0)


def back_colour(looks: list[WallStacks]) -> Floats | None:
    """The usual BGR colour of the tops of all walls; None when no stack stands."""
    tops = [look.colours[stack] for look in looks for stack, height in enumerate(look.heights) if height]
    return np.median(tops, axis=0) if tops else None
