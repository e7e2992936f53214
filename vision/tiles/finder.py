"""Finds tiles in a picture and segments it into tile, bare table and foreign objects, by one network of stride 4.

The network was trained on faces of 15-62 pixels.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import AnyFloats, Image
from vision.tiles.network import Network, load_model, softmax

STRIDE: Final = 4
"""Pixels to a cell of the network's maps."""
SURFACES: Final = 3
"""Number of surfaces of a tile that may face the camera: FACE, BACK, TOP of a standing tile."""
FACE, BACK, TOP = range(SURFACES)
MATTERS: Final = 3
"""Number of classes of the segmentation: BARE table, TILE (all its sides, sticks, dice), FOREIGN (arms, cups)."""
BARE, TILE, FOREIGN = range(MATTERS)
GEOMETRY: Final = 8
"""Number of maps of geometry: logit of a centre; offset x, y in cells; log of size over BEST_PX; complex s, p (see
``edges``)."""
UPPER, STANDING = GEOMETRY + SURFACES, GEOMETRY + SURFACES + 1
"""Indices of the maps after the logits of the surface: logit of lying on another tile, and of standing."""
MATTER: Final = STANDING + 1
"""Index of the first map of the segmentation's logits."""
CHANNELS: Final = MATTER + MATTERS
"""Number of maps."""
BEST_PX: Final = 36.0
"""Size (square root of width times height) in pixels that the finder detects best."""
MODEL: Final = "finder.onnx"
PHOTO: Final = "photo/finder.onnx"
"""Model for photos: it also detects tiles seen from beside a table, but is less certain of walls with faint seams."""
_LEAST_SIDE: Final = 16
"""Pixels to a multiple of which the sides of a picture are padded, as the network requires."""
MOST_BOXES: Final = 1000
"""Largest number of boxes of one look, the best by score; chosen: no picture shows so many tiles, and arrays over pairs
of them stay within megabytes."""
INSIDE: Final = 0.5
"""Distance from a box's centre, in its edges, below which another centre is inside it, up to its rim."""
_AROUND: Final = 0.42
"""Distance from the centre of a worse box, in its edges, below which it encloses the centre of a better one; chosen:
boxes may be a little too large."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """N surfaces of tiles in pixels: centre [N,2], edge vectors [N,2] (``right`` is nearer to the x axis), score [N].

    ``surface`` [N,3]: probabilities of FACE, BACK and TOP; ``upper`` [N]: that it is on another tile; ``standing`` [N]:
    that the tile stands, with its face or back upright, or its top in view. All are 0-1.
    """

    centre: NDArray[np.float32]
    right: NDArray[np.float32]
    down: NDArray[np.float32]
    score: NDArray[np.float32]
    surface: NDArray[np.float32]
    upper: NDArray[np.float32]
    standing: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.score)

    @property
    def size(self) -> NDArray[np.float32]:
        """Square root of the area of each face, pixels."""
        area = self.right[:, 0] * self.down[:, 1] - self.right[:, 1] * self.down[:, 0]
        return np.sqrt(np.abs(area)).astype(np.float32)

    @property
    def corners(self) -> NDArray[np.float32]:
        """Corners [N,4,2], clockwise from top left."""
        signs = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
        edges = signs[None, :, :1] * self.right[:, None] + signs[None, :, 1:] * self.down[:, None]
        return np.asarray(self.centre[:, None] + edges, np.float32)

    @property
    def kinds(self) -> NDArray[np.int64]:
        """Most probable surface [N] of each: FACE, BACK or TOP."""
        return np.asarray(self.surface.argmax(axis=1), np.int64)

    def take(self, which: NDArray[Any]) -> "Boxes":
        """Return the boxes selected by an index or mask array."""
        return Boxes(*(getattr(self, part.name)[which] for part in fields(self)))

    def strongest(self) -> "Boxes":
        """Return at most ``MOST_BOXES`` boxes with the best scores, best first."""
        return self.take(np.argsort(-self.score, kind="stable")[:MOST_BOXES])

    def scaled(self, wide: float, tall: float) -> "Boxes":
        """Return the boxes of the same picture made ``wide`` times as wide and ``tall`` times as tall."""
        factor = np.array([wide, tall], np.float32)
        shift = (factor - np.float32(1)) / np.float32(2)
        return replace(self, centre=self.centre * factor + shift, right=self.right * factor, down=self.down * factor)

    @staticmethod
    def join(parts: "list[Boxes]") -> "Boxes":
        """Return the boxes of all parts as one."""
        pairs, chances, single = (np.zeros(shape, np.float32) for shape in ((0, 2), (0, SURFACES), 0))
        every = [Boxes(pairs, pairs, pairs, single, chances, single, single), *parts]
        return Boxes(*(np.concatenate([getattr(part, name.name) for part in every]) for name in fields(Boxes)))


@dataclass(frozen=True, slots=True)
class Overview:
    """Result of one look at a picture [h,w]: the boxes, tops of standing tiles included, and the segmentation.

    ``matter`` [h/4, w/4, 3], rounded up: probabilities 0-1 of BARE, TILE and FOREIGN; cell (i, j) covers pixels 4i to
    4i + 3 from above, 4j to 4j + 3 from the left.
    """

    boxes: Boxes
    matter: NDArray[np.float32]


LookWindow = tuple[int, int, int, int]
"""Left, top, right, bottom of a part of the picture, in its pixels."""


@dataclass(frozen=True, slots=True)
class FinderLook:
    """Result of one run of the finder on a window of the picture at ``scale``; boxes in the picture's pixels."""

    window: LookWindow
    scale: float
    seen: Overview

    def scaled(self, wide: float, tall: float) -> "FinderLook":
        """Return the look at the same picture made ``wide`` times as wide and ``tall`` times as tall."""
        left, top, right, low = self.window
        window = (round(left * wide), round(top * tall), round(right * wide), round(low * tall))
        seen = replace(self.seen, boxes=self.seen.boxes.scaled(wide, tall))
        return FinderLook(window, self.scale / float(wide * tall) ** 0.5, seen)


@dataclass(frozen=True, slots=True)
class Finder:
    """The finder network, run on ``threads`` threads."""

    session: Network

    @classmethod
    def load(cls, threads: int = 2, *, photo: bool = False) -> "Finder":
        """Load the network that ships with the project; raises EyesError if its file is missing or broken.

        ``photo``: the network for photos, in floats and slower by half. Slightly inexact outlines spoil the pose of a
        real photograph: on four of them 9 of 15 rivers are read with floats, 4 with the quantised network.
        """
        return cls(load_model(PHOTO if photo else MODEL, threads, floats=photo))

    def look(self, image: Image, threshold: float = 0.4) -> Overview:
        """Detect tiles of about 36 pixels in size (15-62 are found) in a BGR picture uint8 [h,w,3], and segment it."""
        height, width = image.shape[:2]
        padded = np.zeros((1, *(-(-side // _LEAST_SIDE) * _LEAST_SIDE for side in (height, width)), 3), np.uint8)
        padded[0, :height, :width] = image
        (maps,) = self.session.run(padded)
        boxes = decode(maps[0], threshold)
        seen = maps[0, :, : -(-height // STRIDE), : -(-width // STRIDE)]
        matter = np.ascontiguousarray(softmax(seen[MATTER:], axis=0).transpose(1, 2, 0))
        return Overview(boxes.take(suppress_overlaps(boxes, boxes.score)), matter)

    def find(self, image: Image, threshold: float = 0.4) -> Boxes:
        """Return the faces and backs in a picture, without tops; arguments as of ``look``."""
        boxes = self.look(image, threshold).boxes
        return boxes.take(boxes.kinds != TOP)


def decode(maps: NDArray[np.float32], threshold: float) -> Boxes:
    """Decode boxes at the local peaks of maps [16,h,w] from ``threshold`` on: at most ``MOST_BOXES``, best first."""
    heat = 1 / (1 + np.exp(-maps[0]))
    peaks = (heat >= threshold) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero(peaks)
    best = np.argsort(-heat[rows, columns], kind="stable")[:MOST_BOXES]
    rows, columns = rows[best], columns[best]
    values = maps[:, rows, columns]
    cells = np.stack([columns, rows], axis=1) + values[1:3].T + 0.5
    size = BEST_PX * np.exp(np.clip(values[3], -2, 2))
    first, second = edges(values[4] + 1j * values[5], values[6] + 1j * values[7], size)
    right, down = _oriented(first, second)
    surface, chances = softmax(values[GEOMETRY:UPPER].T, axis=1), 1 / (1 + np.exp(-values[UPPER:MATTER]))
    score = heat[rows, columns].astype(np.float32)
    boxes = Boxes((cells * STRIDE - 0.5).astype(np.float32), right, down, score, surface, chances[0], chances[1])
    return boxes.take(np.isfinite(np.hstack([boxes.centre, right, down, surface, score[:, None]])).all(axis=1))


def edges(s: NDArray[Any], p: NDArray[Any], size: AnyFloats) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return edge vectors as complex numbers a, b from s = (a² + b²)/|ab| and p = a²b²/|ab|², up to order and sign."""
    p = p / np.maximum(np.abs(p), 1e-6)
    root = np.sqrt(s * s - 4 * p)
    return np.sqrt((s + root) / 2) * size, np.sqrt((s - root) / 2) * size


def signature(first: NDArray[Any], second: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], AnyFloats]:
    """Return s, p and size of edge vectors given as complex numbers: the inverse of ``edges`` up to order and sign."""
    area = np.abs(first) * np.abs(second)
    return (first**2 + second**2) / area, (first * second) ** 2 / area**2, np.sqrt(area)


def _oriented(first: NDArray[Any], second: NDArray[Any]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return edges right and down [N,2] from two edge vectors as complex numbers, of any order and sign."""
    swap = np.abs(first.real) * np.abs(second) < np.abs(second.real) * np.abs(first)
    right, down = np.where(swap, second, first), np.where(swap, first, second)
    right = np.where(right.real < 0, -right, right)
    turn = right.real * down.imag - right.imag * down.real
    down = np.where(turn < 0, -down, down)
    across, along = (np.stack([edge.real, edge.imag], axis=1).astype(np.float32) for edge in (right, down))
    return across, along


def suppress_overlaps(boxes: Boxes, rank: AnyFloats) -> NDArray[np.int64]:
    """Return the indices of boxes that overlap none of a better rank [N], best first (non-maximum suppression)."""
    order = np.argsort(-rank, kind="stable")
    within = apart(boxes.take(order))
    # Two boxes overlap if the centre of the worse one is in the better one, or the worse one encloses the better one's.
    clash = np.triu((within < INSIDE) | (within.T < _AROUND), 1)
    free = np.ones(len(order), np.bool_)
    for place in np.flatnonzero(clash.any(axis=1)).tolist():
        if free[place]:
            free &= ~clash[place]
    return np.asarray(order[free], np.int64)


def apart(boxes: Boxes, others: Boxes | None = None) -> NDArray[np.float32]:
    """Return the distances [N,M] of the centres of ``others``, or of the boxes themselves, from each box.

    In edges of that box, the larger of both directions.
    """
    (ax, ay), (bx, by) = boxes.right.T, boxes.down.T
    area = ax * by - ay * bx
    area = np.where(np.abs(area) < 1e-3, np.float32(1e-3), area)[:, None]
    there = boxes.centre if others is None else others.centre
    x, y = (there[None, :, axis] - boxes.centre[:, None, axis] for axis in (0, 1))
    across = (x * by[:, None] - y * bx[:, None]) / area
    down = (y * ax[:, None] - x * ay[:, None]) / area
    return np.asarray(np.maximum(np.abs(across), np.abs(down)), np.float32)
