"""Merges two looks at a table's photo: tiles read by the photo reader, and tiles searched for under the camera's pose.

There is no picture of the empty table to compare with. So faint detections of one look alone are dropped.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.camera.model import Camera
from vision.explain.found import Eye, FoundTile, Surface
from vision.explain.vacant import BEYOND_MM

_ONE_TILE: Final = 0.5
"""Distance, in tile widths, below which detections of both looks are the same tile; chosen: neighbours are 1 apart."""
_FAINT: Final = 0.5
"""Score below which a lying tile must be detected by both looks; measured on photos of tables: fainter detections of
one look were never tiles."""
_BLANK: Final = 0.35
"""Score times probability of the name from which a blank face is a white dragon; chosen: on photos of tables white
dragons reach 0.43 and more, other blank surfaces that are no side of a tile 0.2."""
_TURNED: Final = 45.0
"""Deviation from a quarter turn, degrees, within which the orientations of two looks disagree; chosen: half of it."""
_OPEN_WAY: Final = 0.49
"""Probability then given to the orientation of the more confident name, low enough to leave its river open; chosen."""
_SIDE_MM: Final = 8.0
"""Largest distance, mm, of a side from its expected position; chosen: half of a tile's thickness."""
_LOW: Final = 15.0
"""Degrees from the vertical below which no side looks as large as a face; chosen: a third of its height."""


def joined_looks(
    layout: Layout, camera: Camera, searched: Sequence[FoundTile], read: Sequence[tuple[FoundTile, Floats]]
) -> tuple[FoundTile, ...]:
    """Return the tiles on the table; ``searched``: tiles of the search under the pose.

    ``read``: tiles of the photo reader, each with the centre [2], px, of its visible side.
    """
    size, limit = layout.profile.tile, layout.profile.table.field_mm / 2 + BEYOND_MM
    return tuple(tile for tile in _joined(size, camera, searched, read) if max(abs(tile.x), abs(tile.y)) < limit)


def _joined(
    size: TileSize, camera: Camera, searched: Sequence[FoundTile], read: Sequence[tuple[FoundTile, Floats]]
) -> Iterator[FoundTile]:
    """Yield the tiles of both looks, each once: of two detections the searched position with the more confident name.

    Standing tiles with a visible side are taken from the photo reader.
    """
    reach = _ONE_TILE * size.width_mm
    seen = np.array([at for _, at in read]).reshape(-1, 2)
    taken: set[int] = set()
    for tile in sorted(searched, key=lambda each: -each.score):
        at, edge = camera.project([(tile.x, tile.y, tile.z), (tile.x + reach, tile.y, tile.z)])
        away = np.linalg.norm(seen - at, axis=1)
        near = int(away.argmin()) if len(away) else -1
        other = read[near][0] if len(away) and away[near] < np.linalg.norm(edge - at) else None
        if other is None:
            if tile.surface is Surface.TOP or _plain(tile):
                yield tile
        elif other.surface is not Surface.TOP and near not in taken:
            taken.add(near)
            named = other.tile is not None and other.confidence > tile.confidence
            one = replace(tile, tile=other.tile, confidence=other.confidence, angle=other.angle) if named else tile
            turned = None not in (tile.tile, other.tile) and abs((tile.angle - other.angle) % 180.0 - 90.0) < _TURNED
            one = replace(one, score=max(tile.score, other.score), way=_OPEN_WAY if turned else one.way)
            if one.tile is not Tile.WHITE or _plain(one):
                yield one
    yield from (tile for place, (tile, _) in enumerate(read) if place not in taken and tile.tile is not Tile.WHITE)


def _plain(tile: FoundTile) -> bool:
    """True if a lying tile is clear enough to need no second look."""
    if tile.tile is Tile.WHITE:
        return tile.score * tile.confidence >= _BLANK
    return tile.score >= _FAINT


def is_side(tile: FoundTile, tops: Sequence[FoundTile], size: TileSize, eye: Eye) -> bool:
    """True if an apparently lying tile is at the expected position of the side below one of the tops."""
    return bool(tops) and bool(_off(tops, [tile], size, eye).min() < _SIDE_MM)


def _off(tops: Sequence[FoundTile], lying: Sequence[FoundTile], size: TileSize, eye: Eye) -> Floats:
    """Return the distances, mm [T,2,N], of N lying tiles from the apparent position of the side below each of T tops.

    Second axis: the top as found, and turned by 90 degrees. Infinite for a top seen too steeply to show its side.
    """
    turn = np.radians([(top.angle, top.angle + 90.0) for top in tops])
    out = np.stack([-np.sin(turn), np.cos(turn)], axis=-1)
    at, lens = np.array([(top.x, top.y) for top in tops])[:, None], np.array(eye[:2])
    away = ((lens - at) * out).sum(axis=-1)
    side = at + (np.sign(away) * size.thickness_mm / 2)[..., None] * out
    x, y, z = np.array([(tile.x, tile.y, tile.z) for tile in lying]).T
    reach = (eye[2] - z) / (eye[2] - size.height_mm / 2)
    seen = lens[:, None] + (side - lens)[..., None] * reach
    off = np.hypot(seen[..., 0, :] - x, seen[..., 1, :] - y)
    return np.asarray(np.where((np.degrees(np.arctan2(np.abs(away), eye[2])) < _LOW)[..., None], np.inf, off))
