"""Decides whether lying tiles lie on another one, by the side that is visible below the edge nearest to the lens."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import cv2
import numpy as np

from hardware.profiles.schema import TileSize
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.tiles.finder import TOP, Boxes
from vision.tiles.network import Network, load_model

MODEL: Final = "tier.onnx"
TALL: Final = 48
"""Rows of a crop."""
WIDE: Final = 40
"""Columns of a crop."""
SMOOTH: Final = 0.02
"""Share of labels that training assumes to be wrong; it is removed from the network's probabilities again."""
_EDGE: Final = 12
"""Row of the upper edge; also the number of rows from it to the foot of one tile, and from there to that of two."""
_TILE: Final = 12
"""Number of columns of a tile's width: neighbours on both sides are in view, whose rims may be as high or not."""
_DEEP: Final = 20
"""Number of rows that the whole upper surface would take."""
_CHUNK: Final = 256
"""Number of crops cut at a time: OpenCV takes 32767 rows at most."""
_HALVES: Final = 1.5
"""Height of the surface, in tile thicknesses, for which the direction down is computed: between one tile and two."""


@dataclass(frozen=True, slots=True)
class TierNetwork:
    """The network, run on one thread."""

    session: Network

    @classmethod
    def load(cls) -> "TierNetwork":
        """Load the network that ships with the project; raises EyesError if its file is missing or broken."""
        return cls(_session())

    def read(self, image: Image, camera: Camera, tile: TileSize, boxes: Boxes) -> Boxes:
        """Return the boxes with ``upper`` set for each lying tile: the probability that it lies on another one."""
        lying = np.flatnonzero((boxes.kinds != TOP) & (boxes.standing <= 0.5))
        if not len(lying):
            return boxes
        crops = tier_crops(image, camera, tile, boxes.take(lying))
        (logits,) = self.session.run(crops)
        upper = boxes.upper.copy()
        chances = 1.0 / (1.0 + np.exp(-logits[:, 0]))
        upper[lying] = np.clip((chances - SMOOTH) / (1 - 2 * SMOOTH), 0.0, 1.0)
        return replace(boxes, upper=upper)


def tier_crops(image: Image, camera: Camera, tile: TileSize, boxes: Boxes) -> Image:
    """Return crops uint8 [N, TALL, WIDE, 6] of the short and the long edge nearest to the lens, three channels each.

    A crop shows a strip of the surface above the edge and the side below it, scaled so that the feet of one tile and of
    two are at the same rows in every view.
    """
    edges, down = _edges(camera, tile, boxes)
    rows, columns = np.arange(TALL) - _EDGE, (np.arange(WIDE) - (WIDE - 1) / 2) / _TILE
    up, below = np.maximum(-rows, 0) / _DEEP, np.maximum(rows, 0) / _EDGE
    maps = []
    for near, far, across in edges:
        spots = np.empty((2, len(boxes), TALL, WIDE), np.float32)
        for places, begin, end, deep, aside in zip(spots, near.T, far.T, down.T, across.T, strict=True):
            # The middle of each row, from which the row extends along the edge.
            middles = begin[:, None] + up * (end - begin)[:, None] + below * deep[:, None]
            np.add(middles[..., None], (aside[:, None] * columns)[:, None], out=places, casting="same_kind")
        maps.append(spots.reshape(2, -1, WIDE))
    crops = np.empty((len(boxes), TALL, WIDE, 3 * len(edges)), np.uint8)
    for start in range(0, len(boxes), _CHUNK):
        few = slice(start * TALL, (start + _CHUNK) * TALL)
        cut = [cv2.remap(image, x[few], y[few], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for x, y in maps]
        crops[start : start + _CHUNK] = cv2.merge(cut).reshape(-1, TALL, WIDE, 3 * len(edges))
    return crops


def _edges(camera: Camera, tile: TileSize, boxes: Boxes) -> tuple[list[tuple[Floats, Floats, Floats]], Floats]:
    """Return for the near short and the near long edge: its middle, the opposite edge's middle, its vector [N,2], px.

    And the vector [N,2], px, that leads one thickness down.
    """
    corners = boxes.corners.astype(np.float64)
    z = np.full(4 * len(boxes), _HALVES * tile.thickness_mm)
    flat = camera.to_plane(corners.reshape(-1, 2), z)
    feet = camera.project(np.column_stack([flat, z - tile.thickness_mm])).reshape(-1, 4, 2)
    down = np.nan_to_num((feet - corners).mean(axis=1))
    mm = flat.reshape(-1, 4, 2)
    lies = np.linalg.norm(mm[:, 1] - mm[:, 0], axis=1) > np.linalg.norm(mm[:, 2] - mm[:, 1], axis=1)
    every = np.arange(len(boxes))
    edges = []
    for turned in (lies, ~lies):
        # Edges of a box: top, right, bottom, left; the short ones are top and bottom unless it is sideways.
        ends = np.where(turned[:, None, None], np.roll(corners, -1, axis=1), corners)
        middles = (ends[:, [0, 2]] + ends[:, [1, 3]]) / 2
        nearest = (((middles[:, 1] - middles[:, 0]) * down).sum(axis=1) > 0).astype(int)
        across = np.where(nearest[:, None] == 1, ends[:, 2] - ends[:, 3], ends[:, 1] - ends[:, 0])
        edges.append((middles[every, nearest], middles[every, 1 - nearest], across))
    return edges, down


@cache
def _session() -> Network:
    return load_model(MODEL, 1)
