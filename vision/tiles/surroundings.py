"""Surroundings of each candidate in a photo: how far its background extends beyond its edges, and their contrast.

A tile has a body: beyond the edge of its face is its side, a seam or the table. A print is surrounded by its paper.
"""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import AnyFloats, Floats, Image
from vision.tiles.crop import CROP, FACE, cut_faces
from vision.tiles.finder import Boxes

_WIDE: Final = 2.7
"""Side of the square sampled around a face, in sides of the face; chosen: a hand's breadth."""
_CELLS: Final = CROP // 2
"""Number of cells along either side of the square around a face."""
_OTHERS: Final = 1.3
"""Factor on the outlines of other candidates, in which nothing is sampled; chosen: a face and half of a tile's side."""
_FREE: Final = 0.12
"""Least share of all free cells for a side to count as free; chosen: half of an even share."""
_LIKE: Final = 28.0
"""Difference in levels below which surroundings continue a background; chosen above the shading across a sheet."""
_OWNED_PX: Final = 2048
"""Longest side, px, of the map of candidates; chosen: cells of small candidates have a pixel there."""
_RINGS: Final = (1.0, 1.15, 1.4, 1.9, _WIDE)
"""Limits of the rings that are sampled separately: distances from the centre, 1 at the face's edge."""
RIM: Final = (CROP - FACE) // 2
"""Pixels of a crop outside its face."""


@dataclass(frozen=True, slots=True)
class FaceSurroundings:
    """Surroundings of N candidates: ``own`` [N,K]: features of each.

    ``like`` and ``free`` [N,4]: number of cells on each side that continue the background, and that are in no other
    candidate; ``edge`` [N,4]: contrast across each edge.
    """

    own: Floats
    like: Floats
    free: Floats
    edge: Floats

    def unbroken(self, near: AnyFloats) -> tuple[Floats, Floats]:
        """Return the share [N] of the surroundings that continues the background: least free side, and all sides.

        Summed over each candidate and those ``near`` [N,N] it. Tiles beside a white rim match on one side, tiles
        printed on paper on all sides.
        """
        every = near + np.eye(len(near))
        like, free = every @ self.like, every @ self.free
        counts = free > _FREE * free.sum(axis=1, keepdims=True)
        least = np.where(counts, like / np.maximum(free, 1e-6), 1.0).min(axis=1)
        return np.asarray(least), np.asarray(like.sum(axis=1) / np.maximum(free.sum(axis=1), 1e-6))


def surroundings(image: Image, boxes: Boxes, crops: Image, ground: Floats) -> FaceSurroundings:
    """Return the surroundings of the boxes; ``crops``: their faces; ``ground`` [N,3]: colours of their backgrounds."""
    free = _free(image, boxes)
    zoom = _WIDE * FACE / CROP
    wide = cut_faces(image, boxes.centre, boxes.right * zoom, boxes.down * zoom)
    corners = (wide[:, y::2, x::2].astype(np.uint16) for y in (0, 1) for x in (0, 1))
    off = widest(sum(corners) / np.float32(4) - ground[:, None, None].astype(np.float32))
    like, far, side = off < _LIKE, *_places()
    ring = np.digitize(far, _RINGS).ravel()
    flat, known = (len(boxes), -1), (free & (far > _RINGS[0])).astype(np.float32)
    # Cells of each ring without the face itself, and of each side beyond the nearest ring.
    rings = (ring[:, None] == np.arange(1, len(_RINGS))).astype(np.float32)
    sides = ((side.ravel()[:, None] == np.arange(4)) & (ring[:, None] > 1)).astype(np.float32)
    alike = (like * known).reshape(flat)
    count = np.maximum(known.reshape(flat) @ rings, 1.0)
    by_ring = [alike @ rings / count, (off * known).reshape(flat) @ rings / count / 255]
    like_cells, free_cells = (each.astype(np.float64) for each in (alike @ sides, known.reshape(flat) @ sides))
    share = np.sort(np.where(free_cells > 0, like_cells / np.maximum(free_cells, 1.0), 1.0), axis=1)
    leaks = _leaks(like, known > 0, far)
    edge, rims = _edges(crops, ground)
    own = [
        *np.stack(by_ring, axis=2).reshape(flat).T,
        *share.T,
        leaks,
        free_cells.sum(axis=1) / max(float(sides.sum()), 1.0),
        *np.sort(edge, axis=1).T / 255,
        *rims.T / 255,
    ]
    return FaceSurroundings(np.column_stack(own).astype(np.float64), like_cells, free_cells, edge)


def lightness(levels: AnyFloats | Image) -> NDArray[np.float32]:
    """Return the mean of the channels of levels [..., 3]; NumPy's takes ten times as long along such a short axis."""
    return np.asarray(levels @ np.full(3, 1 / 3, np.float32), np.float32)


def widest(differences: AnyFloats) -> NDArray[np.float32]:
    """Return the largest absolute value among the three channels' differences [..., 3]."""
    blue, green, red = np.moveaxis(np.abs(differences), -1, 0)
    return np.asarray(np.maximum(np.maximum(blue, green), red), np.float32)


def _places() -> tuple[Floats, NDArray[np.int64]]:
    """Return each cell's distance from the centre, 1 at the face's edge, and the side of the face that it is beyond."""
    at = ((np.arange(_CELLS) + 0.5) / _CELLS * 2 - 1) * _WIDE
    x, y = np.meshgrid(at, at)
    side = np.where(np.abs(y) >= np.abs(x), np.where(y < 0, 0, 2), np.where(x > 0, 1, 3))
    return np.asarray(np.maximum(np.abs(x), np.abs(y))), side


def _free(image: Image, boxes: Boxes) -> NDArray[np.bool_]:
    """Return a mask of the cells [N,C,C] around each candidate that are in the picture and in no other candidate."""
    # The candidate at each pixel, in a picture of at most ``_OWNED_PX``.
    by = min(1.0, _OWNED_PX / max(image.shape[:2]))
    tall, wide = (math.ceil(side * by) for side in image.shape[:2])
    owner, middle = np.zeros((tall, wide), np.int16), boxes.centre[:, None]
    outlines = (middle + (boxes.corners - middle) * _OTHERS) * by
    for place, outline in enumerate(np.clip(outlines, -1e5, 1e5).astype(np.int32)):
        cv2.fillConvexPoly(owner, outline, place + 1)
    at = (((np.arange(_CELLS) + 0.5) / _CELLS - 0.5) * _WIDE).astype(np.float32)
    across = boxes.right[:, None, None] * at[None, None, :, None]
    down = boxes.down[:, None, None] * at[None, :, None, None]
    places = np.round(np.clip((boxes.centre[:, None, None] + across + down) * by, -1, 1e5)).astype(np.int32)
    x, y = places[..., 0], places[..., 1]
    inside = (x >= 0) & (y >= 0) & (x < wide) & (y < tall)
    found = owner[y.clip(0, tall - 1), x.clip(0, wide - 1)]
    return np.asarray(inside & ((found == 0) | (found == np.arange(1, len(boxes) + 1)[:, None, None])))


def _leaks(like: NDArray[np.bool_], known: NDArray[np.bool_], far: Floats) -> Floats:
    """Return the share [N] of the known cells around each face that its background reaches without interruption."""
    inner, found = far < 0.9, np.zeros(len(like))
    for place, (own, seen) in enumerate(zip(like, known, strict=True)):
        _, parts = cv2.connectedComponents(own.astype(np.uint8), connectivity=4)
        counts = np.bincount(parts[inner & own], minlength=1)
        if counts.any():
            found[place] = (seen & own & (parts == counts.argmax())).sum() / max(seen.sum(), 1)
    return found


def _edges(crops: Image, ground: Floats) -> tuple[Floats, Floats]:
    """Return the contrast [N,4], levels, between the background of a face and the outside of each edge.

    And the darkest and the lightest level along each edge relative to the background, each sorted [N,8].
    """
    outer = (crops[:, 1:4], crops[:, -4:-1], crops[:, :, 1:4], crops[:, :, -4:-1])
    beyond = np.stack([np.median(strip.reshape(len(crops), -1, 3), axis=1) for strip in outer], axis=1)
    rim, wide, level = 2 * RIM, slice(2 * RIM, -2 * RIM), ground.mean(axis=1)[:, None]
    rims = (crops[:, :rim, wide], crops[:, -rim:, wide], crops[:, wide, :rim], crops[:, wide, -rim:])
    lines = [lightness(each).mean(axis=2 - place // 2) - level for place, each in enumerate(rims)]
    extremes = [np.sort(np.stack([way(line, axis=1) for line in lines], axis=1), axis=1) for way in (np.min, np.max)]
    return np.abs(beyond - ground[:, None]).max(axis=2), np.concatenate(extremes, axis=1)
