"""Finds tiles in a picture, and what is tile, bare table or foreign, by one network of stride 4.

It was trained on faces of 15-62 pixels.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import AnyFloats, Image
from vision.tiles.classifier import load_model, softmax

STRIDE: Final = 4
"""Pixels to a cell of the network's maps."""
SURFACES: Final = 3
"""Number of surfaces of a tile that may look at the camera: FACE, BACK, TOP of a standing tile."""
FACE, BACK, TOP = range(SURFACES)
MATTERS: Final = 3
"""Number of matters of the segmentation: BARE table, TILE (all its sides, sticks, dice), FOREIGN (arms, cups)."""
BARE, TILE, FOREIGN = range(MATTERS)
GEOMETRY: Final = 8
"""Maps of geometry: logit of a centre; offset x, y in cells; log of size over BEST_PX; complex s, p (see ``edges``)."""
UPPER, STANDING = GEOMETRY + SURFACES, GEOMETRY + SURFACES + 1
"""Maps after the logits of the surface: logits that the tile lies on another, and that it stands."""
MATTER: Final = STANDING + 1
"""First of the maps of the segmentation's logits."""
CHANNELS: Final = MATTER + MATTERS
"""Number of maps."""
BEST_PX: Final = 36.0
"""Size (square root of width times height) in pixels that the finder sees best."""
MODEL: Final = "finder.onnx"
_BASE_PX: Final = 1280
"""Longest side in pixels of the pyramid's second step; chosen: a whole table then shows faces of about BEST_PX."""
_STEPS: Final = (2.0, 1.0, 0.5, 0.25)
"""Sizes of the pyramid's steps, in parts of that: each half the last, as the finder sees sizes of 1 to 4."""
_MOST_PIXELS: Final = 4_500_000
"""Pixels of the largest step that is looked at; chosen to bound the time."""
_LEAST_SIDE: Final = 16
"""Pixels of the shortest side that is looked at; the network takes multiples of it."""
_SIZES: Final = (15.0, 62.0)
"""Sizes in pixels of the faces that the network was trained on; others are found at another step."""
_SAME_PLACE: Final = 0.12
"""Distance, in sizes of a face, below which two boxes found at two steps may be the same; chosen: 3 mm on a tile."""
_SAME_SIZE: Final = 0.12
"""Difference in logarithm of size below which they are; chosen as ``_SAME_PLACE``."""
_MOST_BOXES: Final = 1000
"""Boxes that are followed up, the best first, so that no picture takes too long; no photo has so many tiles."""
_INSIDE: Final = 0.5
"""Distance from a better box's centre, in its edges, below which a box overlaps it: its centre lies in that box."""
_AROUND: Final = 0.42
"""The same in the edges of the box itself: it lies around the better one; chosen: boxes may be a little too large."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """N surfaces of tiles in pixels: centre [N,2], edge vectors [N,2] (``right`` is nearer to the x axis), score [N].

    ``surface`` [N,3]: chances of FACE, BACK and TOP; ``upper`` [N]: chance that it lies on another tile; ``standing``
    [N]: chance that the tile stands, which shows its face or back upright, or its top. All chances and scores 0-1.
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
        """The likeliest surface [N] of each: FACE, BACK or TOP."""
        return np.asarray(self.surface.argmax(axis=1), np.int64)

    def take(self, which: NDArray[Any]) -> "Boxes":
        """The boxes of an index or mask array."""
        return Boxes(*(getattr(self, part.name)[which] for part in fields(self)))

    def scaled(self, wide: float, tall: float) -> "Boxes":
        """The same boxes in a picture ``wide`` times as wide and ``tall`` times as tall."""
        factor = np.array([wide, tall], np.float32)
        shift = (factor - np.float32(1)) / np.float32(2)
        return replace(self, centre=self.centre * factor + shift, right=self.right * factor, down=self.down * factor)

    @staticmethod
    def join(parts: "list[Boxes]") -> "Boxes":
        """The boxes of all parts."""
        pairs, chances, single = (np.zeros(shape, np.float32) for shape in ((0, 2), (0, SURFACES), 0))
        every = [Boxes(pairs, pairs, pairs, single, chances, single, single), *parts]
        return Boxes(*(np.concatenate([getattr(part, name.name) for part in every]) for name in fields(Boxes)))


@dataclass(frozen=True, slots=True)
class Overview:
    """What one look at a picture [h,w] gives: the boxes, tops of standing tiles among them, and what lies where.

    ``matter`` [h/4, w/4, 3], rounded up: chances 0-1 of BARE, TILE and FOREIGN; cell (i, j) covers pixels 4i to 4i + 3
    from above, 4j to 4j + 3 from the left.
    """

    boxes: Boxes
    matter: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Finder:
    """The finder network, run on ``threads`` threads."""

    session: Any

    @classmethod
    def load(cls, threads: int = 2) -> "Finder":
        """The network that ships with the project; raises EyesError when its file is missing or broken."""
        return cls(load_model(MODEL, threads))

    def look(self, image: Image, threshold: float = 0.4) -> Overview:
        """Everything in a BGR picture uint8 [h,w,3] whose tiles are about 36 pixels in size (15-62 are found)."""
        height, width = image.shape[:2]
        padded = np.zeros((1, 3, *(-(-side // _LEAST_SIDE) * _LEAST_SIDE for side in (height, width))), np.float32)
        padded[0, :, :height, :width] = image.transpose(2, 0, 1)
        (maps,) = self.session.run(None, {"picture": padded})
        boxes = decode(maps[0], threshold)
        seen = maps[0, :, : -(-height // STRIDE), : -(-width // STRIDE)]
        return Overview(
            boxes.take(suppress_overlaps(boxes, boxes.score)), softmax(seen[MATTER:].transpose(1, 2, 0), axis=2)
        )

    def find(self, image: Image, threshold: float = 0.4) -> Boxes:
        """Faces and backs in a picture as ``look`` takes it."""
        boxes = self.look(image, threshold).boxes
        return boxes.take(boxes.kinds != TOP)

    def find_any_size(self, image: Image, threshold: float = 0.3, stretch: float = 1.0) -> Boxes:
        """Faces of any size, from every step of a pyramid; boxes may overlap (see ``suppress_overlaps``).

        ``stretch``: by how much the picture is widened against its height first.
        """
        found: list[Boxes] = []
        base = min(1.0, _BASE_PX / max(image.shape[:2]))
        for step in _STEPS:
            wide, tall = base * step * stretch**0.5, base * step / stretch**0.5
            size = (round(image.shape[1] * wide), round(image.shape[0] * tall))
            if size[0] * size[1] > _MOST_PIXELS or min(size) < _LEAST_SIDE:
                continue
            method = cv2.INTER_AREA if base * step < 1 else cv2.INTER_LINEAR
            boxes = self.find(cv2.resize(image, size, interpolation=method).astype(np.uint8), threshold)
            found.append(boxes.take((boxes.size > _SIZES[0]) & (boxes.size < _SIZES[1])).scaled(1 / wide, 1 / tall))
        every = Boxes.join(found)
        every = every.take(np.argsort(-every.score, kind="stable")[:_MOST_BOXES])
        return every.take(_not_repeated(every))


def _not_repeated(boxes: Boxes) -> NDArray[np.bool_]:
    """Which boxes, best first, are not a better one found again at another step of the pyramid."""
    size = boxes.size.astype(np.float64)
    away = np.linalg.norm(boxes.centre[:, None] - boxes.centre[None], axis=2) / np.maximum(size, 1e-6)
    alike = (away < _SAME_PLACE) & (np.abs(np.log(size[:, None] / size[None])) < _SAME_SIZE)
    return ~np.asarray(np.tril(alike, -1).any(axis=1))


def decode(maps: NDArray[np.float32], threshold: float) -> Boxes:
    """Surfaces of tiles at the local peaks of maps [16,h,w]."""
    heat = 1 / (1 + np.exp(-maps[0]))
    peaks = (heat >= threshold) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero(peaks)
    values = maps[:, rows, columns]
    cells = np.stack([columns, rows], axis=1) + values[1:3].T + 0.5
    size = BEST_PX * np.exp(np.clip(values[3], -2, 2))
    first, second = edges(values[4] + 1j * values[5], values[6] + 1j * values[7], size)
    right, down = _oriented(first, second)
    surface, chances = softmax(values[GEOMETRY:UPPER].T, axis=1), 1 / (1 + np.exp(-values[UPPER:MATTER]))
    score = heat[rows, columns].astype(np.float32)
    return Boxes((cells * STRIDE - 0.5).astype(np.float32), right, down, score, surface, chances[0], chances[1])


def edges(s: NDArray[Any], p: NDArray[Any], size: AnyFloats) -> tuple[NDArray[Any], NDArray[Any]]:
    """Edge vectors as complex numbers a, b, from s = (a² + b²)/|ab| and p = a²b²/|ab|²: in no order, of no sign."""
    p = p / np.maximum(np.abs(p), 1e-6)
    root = np.sqrt(s * s - 4 * p)
    return np.sqrt((s + root) / 2) * size, np.sqrt((s - root) / 2) * size


def signature(first: NDArray[Any], second: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], AnyFloats]:
    """s, p and size of edge vectors given as complex numbers; the inverse of ``edges`` but for order and sign."""
    area = np.abs(first) * np.abs(second)
    return (first**2 + second**2) / area, (first * second) ** 2 / area**2, np.sqrt(area)


def _oriented(first: NDArray[Any], second: NDArray[Any]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Edges right and down [N,2] from two edge vectors as complex numbers, in no order and of no sign."""
    swap = np.abs(first.real) * np.abs(second) < np.abs(second.real) * np.abs(first)
    right, down = np.where(swap, second, first), np.where(swap, first, second)
    right = np.where(right.real < 0, -right, right)
    turn = right.real * down.imag - right.imag * down.real
    down = np.where(turn < 0, -down, down)
    across, along = (np.stack([edge.real, edge.imag], axis=1).astype(np.float32) for edge in (right, down))
    return across, along


def suppress_overlaps(boxes: Boxes, rank: AnyFloats) -> NDArray[np.int64]:
    """Indices of the boxes that overlap none of a better rank [N], best first (non-maximum suppression)."""
    right, down = boxes.right.astype(np.float64), boxes.down.astype(np.float64)
    inverse = np.linalg.inv(np.stack([right, down], axis=2) + 1e-3 * np.eye(2))
    keep: list[int] = []
    for i in np.argsort(-rank, kind="stable"):
        apart = boxes.centre[i] - boxes.centre[keep]
        within = np.abs(np.einsum("kij,kj->ki", inverse[keep], apart)).max(axis=1, initial=0.0)
        around = np.abs(apart @ inverse[i].T).max(axis=1, initial=0.0)
        if (within >= _INSIDE).all() and (around >= _AROUND).all():
            keep.append(int(i))
    return np.array(keep, np.int64)
