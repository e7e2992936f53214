"""Walls that stand to the millimetre where the profile says, as machines put them up, are read there."""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from controller.ports.eyes import SeenIndicator, SeenTile
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout, Spot
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.explain.found import FoundTile, Surface
from vision.explain.wall.widths import Eye
from vision.image.change import ChangeDetector
from vision.image.felt import Felt
from vision.image.kept import KeptAnswers
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
Wall = tuple[int | None, ...]
"""Tiles on the stacks of a wall, None where a stack cannot be judged."""


class WallsInPlace:
    """Reads the walls of one table under one camera where they stand in their places."""

    def __init__(self, layout: Layout, camera: Camera, changes: ChangeDetector, kept: KeptAnswers) -> None:
        self._layout, self._camera, self._changes, self._kept = layout, camera, changes, kept
        self._size_mm, self._eye = layout.profile.tile.thickness_mm, camera.position
        self._readers: tuple[WallReader, ...] = ()

    def walls(
        self, walls: Sequence[Wall | None], tiles: Sequence[FoundTile], image: Image, felt: Felt
    ) -> tuple[Wall | None, ...]:
        """The walls A-D as found tiles tell them, or as they are read where machines put them up."""
        if self._off_mm(walls, tiles) >= _TIGHT_MM:
            return tuple(walls)
        read = [self._read(seat, _beyond(walls, seat), image, felt) for seat in SEATS]
        return tuple(wall if each is None else each for wall, each in zip(walls, read, strict=True))

    def indicators(self, walls: Sequence[Wall | None], tiles: Sequence[FoundTile]) -> tuple[SeenIndicator, ...] | None:
        """The faces on and before walls that machines put up; None where these walls were not."""
        if self._off_mm(walls, tiles) >= _TIGHT_MM:
            return None
        faces = [tile for tile in tiles if tile.surface is Surface.FACE and tile.tile is not None]
        found = []
        for seat in SEATS:
            for stack, height in enumerate(walls[seat] or (), 1):
                on = _nearest(faces, self._layout.wall_stack(seat, stack), self._size_mm, self._eye) if height else None
                before = _nearest(faces, self._layout.lifted_indicator(seat, stack), self._size_mm, self._eye)
                if on is not None:
                    lower = before is not None and height == 1
                    found.append(SeenIndicator(_seen(on), seat, stack, lower))
                    found += [SeenIndicator(_seen(before), seat, stack)] if lower and before is not None else []
        return tuple(found)

    def _read(self, seat: Seat, beyond: BareBeyond, image: Image, felt: Felt) -> Wall | None:
        if not self._readers:
            readers = [WallReader(self._layout, self._camera, each) for each in SEATS]
            fit = fit_focal(self._camera, readers, image, felt)
            if fit is None:
                return None
            self._readers = tuple(WallReader(self._layout, fit.camera, each) for each in SEATS)
            for each in self._readers:
                each.correct(fit.rim_mm, fit.pitch)
        reader = self._readers[seat]

        def look() -> Wall | None:
            self._kept.looked(*np.nonzero(self._changes.blocks_of(reader.view.outline)))
            return reader.heights(image, felt, beyond)

        return self._kept.answer(("wall in place", seat), beyond, look)

    def _off_mm(self, walls: Sequence[Wall | None], tiles: Sequence[FoundTile]) -> float:
        """The usual mm by which tiles lie off the stacks that may stand; without end where they are not these."""
        at = _either_tier([tile for tile in tiles if tile.score > _LEAST], self._size_mm, self._eye)
        each = [(seat, stack) for seat in SEATS for stack, height in enumerate(walls[seat] or ()) if height != 0]
        spots = [self._layout.wall_stack(seat, stack + 1) for seat, stack in each]
        if not spots or not len(at):
            return math.inf
        off = np.hypot(*(at[:, None] - [(spot.x, spot.y) for spot in spots]).transpose(2, 0, 1)).min(axis=0)
        return float(np.median(off)) if (off < _AT_MM).mean() >= _MOST else math.inf


def _nearest(faces: Sequence[FoundTile], spot: Spot, tile_mm: float, eye: Eye) -> FoundTile | None:
    """The face that lies at a spot, on the table or on another tile; None where none does."""
    at = _either_tier(faces, tile_mm, eye)
    off = np.hypot(at[:, 0] - spot.x, at[:, 1] - spot.y)
    return faces[int(off.argmin()) % len(faces)] if off.min(initial=math.inf) < _AT_MM else None


def _seen(face: FoundTile) -> SeenTile:
    return SeenTile(face.tile, face.x, face.y, face.angle, face.confidence, face.other)


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
