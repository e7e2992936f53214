"""Walls that stand to the millimetre where the profile says, as machines put them up, are read there."""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import SeenIndicator
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.explain.found import FoundTile, Surface, ZoneReading
from vision.explain.wall.overlooked import doubted_where_hidden
from vision.explain.wall.widths import Eye
from vision.image.change import ChangeDetector
from vision.image.felt import Felt
from vision.table.place.wall.focal import fit_focal
from vision.table.place.wall.heights import BareBeyond
from vision.table.place.wall.stacks import WallReader

_LEAST: Final = 0.3
"""Chance of a found tile from which it tells that something stands on a stack; chosen: backs are found less surely."""
_AT_MM: Final = 7.0
"""Mm within which a found tile lies on a stack: a third of a tile; finder and pose err by 2 mm each."""
_TIGHT_MM: Final = 1.5
"""The median of those distances up to which walls were put up by a machine: the error of finder and pose alone.

Measured on painted tables: .4 to 1.5 where laid exactly, from 1.5 on where laid carefully.
"""
_MOST: Final = 0.8
"""Share of the stacks told at which a tile was found in their place; chosen: backs are missed together."""
_CERTAIN: Final = 0.975
"""Chance from which a wall that found tiles tell in every stack is not looked at in its place.

Measured on painted tables: of 236 such walls all were read there as they were told, of 93 less sure ones one was not.
"""
Wall = tuple[int | None, ...]
"""Tiles on the stacks of a wall, None where a stack cannot be judged."""


class WallsInPlace:
    """Reads the walls of one table under one camera where they stand in their places."""

    def __init__(self, layout: Layout, camera: Camera, changes: ChangeDetector) -> None:
        self._layout, self._camera, self._changes = layout, camera, changes
        self._size_mm, self._eye = layout.profile.tile.thickness_mm, camera.position
        self._readers = tuple(WallReader(layout, camera, seat) for seat in SEATS)
        self._fitted, self._known = False, dict[Seat, tuple[object, Wall | None]]()
        stacks = layout.profile.wall.stacks
        self._places = [(seat, stack) for seat in SEATS for stack in range(1, stacks[seat] + 1)]
        self._stacks, self._before = (
            np.array([(spot.x, spot.y) for spot in (spot_of(*place) for place in self._places)])
            for spot_of in (layout.wall_stack, layout.lifted_indicator)
        )

    def read(
        self,
        told: Sequence[ZoneReading[Wall] | None],
        walls: Sequence[Wall | None],
        tiles: Sequence[FoundTile],
        image: Image,
        felt: Felt,
    ) -> tuple[tuple[Wall | None, ...], tuple[SeenIndicator, ...] | None]:
        """The ``walls`` A-D that found tiles ``told``, or as they are read where machines put them up.

        Then also the faces on and before these, else None.
        """
        for seat, reader in zip(SEATS, self._readers, strict=True):
            if self._changes.changed_within(reader.view.outline):
                self._known.pop(seat, None)
        if self._off_mm(walls, tiles) >= _TIGHT_MM:
            return tuple(walls), None
        read = [
            _filled(wall, self._read(seat, wall, _certain(it), _beyond(walls, seat), image, felt))
            for seat, it, wall in zip(SEATS, told, walls, strict=True)
        ]
        faces = self._indicators(read, tiles) if self._off_mm(read, tiles) < _TIGHT_MM else ()
        # Where one is to be seen, as tiles are drawn from the walls, none was found: that tells nothing.
        return tuple(read), faces or None

    def _indicators(self, walls: Sequence[Wall | None], tiles: Sequence[FoundTile]) -> tuple[SeenIndicator, ...]:
        """The faces on and before walls; none where it is open which tile was lifted from where."""
        faces = [tile for tile in tiles if tile.surface is Surface.FACE and tile.tile is not None]
        if not faces:
            return ()
        at, found = _either_tier(faces, self._size_mm, self._eye), []
        on, before = (_nearest(at, spots) for spots in (self._stacks, self._before))
        for place in np.flatnonzero(on >= 0).tolist():
            seat, stack = self._places[place]
            height = (walls[seat] or (0,) * stack)[stack - 1]
            if height:
                lower = height == 1
                if lower and before[place] < 0:
                    return ()
                face = faces[on[place] % len(faces)]
                if lower:
                    face = doubted_where_hidden(face, tiles, self._layout.profile.tile, self._eye)
                found.append(SeenIndicator(face.seen, seat, stack, lower))
                found += [SeenIndicator(faces[before[place] % len(faces)].seen, seat, stack)] * lower
        # At a corner one face may lie before two stacks.
        return tuple(found) if len({(each.seen.x, each.seen.y) for each in found}) == len(found) else ()

    def _read(
        self, seat: Seat, wall: Wall | None, certain: bool, beyond: BareBeyond, image: Image, felt: Felt
    ) -> Wall | None:
        """A wall as it is read in its place; where its tiles tell it surely, as they tell it."""
        if certain or not self._fit(image, felt):
            return wall
        given, known = (beyond, felt), self._known.get(seat)
        if known is None or known[0] != given:
            known = self._known[seat] = given, self._readers[seat].heights(image, felt, beyond)
        return known[1]

    def _fit(self, image: Image, felt: Felt) -> bool:
        """Fit the readers to the camera, once; whether they are."""
        fit = None if self._fitted else fit_focal(self._camera, self._readers, image, felt)
        if fit is not None:
            self._readers = tuple(WallReader(self._layout, fit.camera, seat) for seat in SEATS)
            for each in self._readers:
                each.correct(fit.rim_mm, fit.pitch)
            self._fitted = True
        return self._fitted

    def _off_mm(self, walls: Sequence[Wall | None], tiles: Sequence[FoundTile]) -> float:
        """The usual mm by which tiles lie off the stacks that may stand; without end where they are not these."""
        at = _either_tier([tile for tile in tiles if tile.score > _LEAST], self._size_mm, self._eye)
        stands = [(walls[seat] or (0,) * stack)[stack - 1] != 0 for seat, stack in self._places]
        if not any(stands) or not len(at):
            return math.inf
        off = np.sqrt(_squares(at, self._stacks[stands]).min(axis=0))
        return float(np.median(off)) if (off < _AT_MM).mean() >= _MOST else math.inf


def _certain(wall: ZoneReading[Wall] | None) -> bool:
    return wall is not None and wall.chance >= _CERTAIN and None not in wall.content


def _filled(wall: Wall | None, in_place: Wall | None) -> Wall | None:
    """What found tiles tell of a wall, the stacks that they leave open as they are read in their places."""
    if wall is None or in_place is None:
        return wall or in_place
    return tuple(there if known is None else known for known, there in zip(wall, in_place, strict=True))


def _nearest(at: Floats, spots: Floats) -> NDArray[np.int64]:
    """For each of some spots [S, 2] which of the places [N, 2] is nearest; -1 where none is there."""
    squares = _squares(at, spots)
    return np.where(squares.min(axis=0) < _AT_MM**2, squares.argmin(axis=0), -1)


def _squares(at: Floats, spots: Floats) -> Floats:
    """Squares of the distances between places and spots [N, S]."""
    return np.asarray((at[:, :1] - spots[:, 0]) ** 2 + (at[:, 1:] - spots[:, 1]) ** 2)


def _either_tier(tiles: Sequence[FoundTile], tile_mm: float, eye: Eye) -> Floats:
    """Places [2N,2] mm of lying tiles, each taken to lie on the table and on another tile."""
    lying = [tile for tile in tiles if tile.surface is not Surface.TOP]
    at = np.array([(tile.x, tile.y) for tile in lying]).reshape(-1, 2)
    z = np.array([tile.z for tile in lying])
    reaches = [(z - tier * tile_mm) / (eye[2] - z) for tier in (1, 2)]
    return np.concatenate([at + (at - eye[:2]) * reach[:, None] for reach in reaches])


def _beyond(walls: Sequence[Wall | None], seat: Seat) -> BareBeyond:
    """Whether the neighbouring stacks of a wall's first and last one are gone, or not known to stand."""
    right, left = walls[seat.turn(1)], walls[seat.turn(-1)]
    return not (right and right[-1]), not (left and left[0])
