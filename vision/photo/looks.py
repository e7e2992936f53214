"""Chooses where and at which scale the finder searches a photo: first the whole, small, then parts with small tiles.

A look is one run of the finder over a window of the picture at one scale. Every look that detects tiles too small to
name requests a closer one there, up to the picture's resolution.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.tiles.finder import BACK, INSIDE, STRIDE, TOP, Boxes, Finder, FinderLook, LookWindow, Overview, apart

FIRST_PX: Final = 640
"""Longest side, px, of the first look; chosen: a table that fills the picture shows faces of 10 px and more there,
which the finder detects though they cannot be named (half of them, on three real tables)."""
_SMALLER: Final = (0.5, 0.25, 0.125, 0.0625)
"""Scales of further looks at the whole picture, relative to the first, for faces up to the size of the picture."""
_SIZES: Final = (15.0, 62.0)
"""Sizes, px, of the faces that the finder was trained on; others are found at another scale."""
SMALL_PX: Final = 22.0
"""Size, px, below which faces are looked at again at twice the scale; of 20, 22 and 24 the first loses small faces."""
CLOSELY_PX: Final = 25.0
"""Size, px, below which faces are looked at again where less is known: in first looks, small tables, doubtful names."""
_HINT: Final = 0.2
"""Score of a hint: a small detection from this score on gets a closer look; measured as ``FIRST_PX``: at 10 px four in
ten of these are tiles."""
_AROUND: Final = 5.0
"""Margin around a hint that its window includes, in hint sizes; chosen: it covers the rest of a row of tiles."""
_COMPANY: Final = 2
"""Least number of hints in a window; chosen: tiles are seldom alone, specks are."""
_DENSE: Final = (0.0, 1.0, 2.0, 4.0, 8.0)
"""Sums of hint scores above which a grid cell is looked at; the first is used that keeps to the pixels allowed."""
_CELL: Final = 8
"""Side of a cell, px at the scale of the look, of the grid that windows are made of."""
_PARTS: Final = (1.3, 6.0)
"""Least and largest ratio of a face's size to that of a part which looks like a face: a half, or one of nine dots;
chosen so, since a whole distant table may look like one tile too."""
_MOST_PIXELS: Final = 2_200_000
"""Pixels of all closer looks together; chosen to bound time."""
_RUN_PIXELS: Final = 1_250_000
"""Pixels of one run of the finder; chosen to bound memory: it takes 40 bytes for each."""
_PROBE_PIXELS: Final = FIRST_PX * FIRST_PX
"""Pixels of a closer look while no detection is a tile: as many as the first look at a square picture has."""
_LARGE_PX: Final = 2048
"""Longest side, px, above which a picture without a tile so far gets a further closer look; chosen: faces of 24 px then
have 7 px and less in the first look, where the finder does not detect them."""
_CLOSER: Final = 0.64
"""Scale of the further look at a large picture; chosen: faces of 24 px then have 15, enough to request a closer one."""
_STROKE: Final = 24
"""Least difference of a line from its surroundings, grey levels; chosen above the noise of cameras."""
_LARGEST: Final = 2.0
"""Largest enlargement of a picture in its first look, and of a small picture's closest look over ``FIRST_PX``; chosen:
more enlargement shows no more."""
_SHARE: Final = 0.2
"""Least share of small detections among all in a window, by score; chosen: where most are seen well, a closer look at
the rest is not worth its time. Without this limit three more faces are found on tables seen from low, and two in
pictures without a tile."""
_RIM: Final = 32
"""Border added around each look, px; chosen: half of the largest tile that is found, so that a tile may fill a look."""
_RIM_LEVEL: Final = (128, 128, 128)
"""BGR of the border around each look; chosen: neither white nor black tiles seem to continue into it."""
_LEAST_SIDE: Final = 16
"""Least side of a look, px; the network takes multiples of it."""
_SAME_PLACE: Final = 0.12
"""Distance, in sizes of a face, below which two boxes found at two scales may be the same; chosen: 3 mm on a tile."""
_SAME_SIZE: Final = 0.12
"""Difference in the logarithm of size below which they are the same; chosen as ``_SAME_PLACE``."""
FOUND: Final = 0.3
"""Finder score from which a detection is kept and named; chosen: a fainter one may be a back, confirmed by its row."""
LIKE_A_BACK: Final = 0.9
"""Probability of a back from which a hint may be kept despite a lower score; measured on a photograph of a wall from
the height of a seat: six of its nine backs scored .24 to .31."""
_NEAR_A_BACK: Final = 3.0
"""Largest distance, in sizes, of such a hint from a clear back; chosen: three adjacent backs there were faint."""
_AS_LARGE_AS_A_BACK: Final = 0.35
"""Largest difference in the logarithm of their sizes; chosen: edges of the next back are off by no more."""


@dataclass(frozen=True, slots=True)
class Looker:
    """Runs the finder on one picture; ``looks``: results so far, without stretched looks and shrunk first looks."""

    finder: Finder
    image: Image
    looks: list[FinderLook] = field(default_factory=list)

    def first(self, first_px: int = FIRST_PX) -> Boxes:
        """Return detections in the whole picture, hints included, at ``first_px`` and at smaller scales."""
        height, width = (max(1, round(side * self._first_scale(first_px))) for side in self.image.shape[:2])
        small = np.asarray(cv2.resize(self.image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        whole, looker = (0, 0, width, height), Looker(self.finder, small)
        boxes = [looker._look(whole, step) for step in (1.0, *_SMALLER)]
        wide, tall = self.image.shape[1] / width, self.image.shape[0] / height
        self.looks.extend(look.scaled(wide, tall) for look in looker.looks if look.scale == 1.0)
        return Boxes.join(boxes).strongest().scaled(wide, tall)

    def find(self, first_px: int = FIRST_PX, first: Boxes | None = None, small_px: float = SMALL_PX) -> Boxes:
        """Return faces of any size; boxes may overlap (see ``suppress_overlaps``).

        ``first_px``: longest side of the first look at the whole; ``first``: result of that look, if known;
        ``small_px``: size below which faces are looked at more closely.
        """
        first = self.first(first_px) if first is None else first
        return self._followed(first, self._first_scale(first_px), _MOST_PIXELS, small_px)[0]

    def ever_closer(self, first: Boxes) -> Iterator[tuple[Boxes, int]]:
        """Yield the results of ever closer looks, each with the longest side of a first look that shows as much.

        The looks: the whole picture, its densest part, and in a large picture the part with the most fine lines.
        """
        image, scale = self.image, self._first_scale(FIRST_PX)
        yield first, FIRST_PX
        probed, closest = self._followed(first, scale, _PROBE_PIXELS, CLOSELY_PX)
        if closest > scale:
            yield probed, FIRST_PX
        if max(image.shape[:2]) > _LARGE_PX:
            cells = tuple(math.ceil(side * _CLOSER / 2 / _CELL) for side in image.shape[1::-1])
            grey = cv2.cvtColor(np.ascontiguousarray(image[::2, ::2]), cv2.COLOR_BGR2GRAY)
            lines = cv2.absdiff(grey, cv2.blur(grey, (3, 3)))
            lines = np.where(lines > _STROKE, lines, 0).astype(np.float32)
            wide = FIRST_PX // (2 * _CELL)
            grid = cv2.blur(cv2.resize(lines, cells, interpolation=cv2.INTER_AREA), (wide, wide))
            (window,) = _densest(np.asarray(grid, np.float32), _CLOSER / 2, image, _PROBE_PIXELS)
            yield self._look(window, _CLOSER), round(_CLOSER * max(image.shape[:2]))

    def again(self, doubted: Boxes, stretch: float) -> Boxes:
        """Return the results of another look around the ``doubted`` boxes, enlarged and with the picture stretched."""
        image, left = self.image, float(_MOST_PIXELS)
        found, halvings = [Boxes.join([])], np.floor(np.log2(np.maximum(doubted.size, 1.0) / CLOSELY_PX))
        for each in np.unique(halvings).tolist():
            scale = min(0.5**each, _finest(image))
            windows = _windows(doubted.take(halvings == each), scale / 2, image, left, math.inf)
            found += [self._look(window, scale, stretch) for window in windows]
            left -= sum(map(_area, windows)) * scale**2
        return Boxes.join(found).strongest()

    def _first_scale(self, first_px: int) -> float:
        return float(min(_LARGEST, first_px / max(self.image.shape[:2])))

    def _look(self, window: LookWindow, scale: float, stretch: float = 1.0) -> Boxes:
        """Return detections, hints included, in a window at a scale, in pixels of the picture.

        ``stretch``: factor by which the window is first widened relative to its height.
        """
        left, top, right, low = window
        wide, tall = scale * stretch**0.5, scale / stretch**0.5
        if (right - left) * (low - top) * scale**2 > _RUN_PIXELS:
            return self._halved(window, scale, stretch)
        size = (round((right - left) * wide), round((low - top) * tall))
        if min(size) < _LEAST_SIDE:
            return Boxes.join([])
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        part = cv2.resize(self.image[top:low, left:right], size, interpolation=method)
        part = cv2.copyMakeBorder(part, *4 * (_RIM,), cv2.BORDER_CONSTANT, value=_RIM_LEVEL)
        seen = self.finder.look(np.asarray(part, np.uint8), _HINT)
        boxes = replace(seen.boxes, centre=seen.boxes.centre - np.float32(_RIM))
        boxes = boxes.take(boxes.size < _SIZES[1]).scaled((right - left) / size[0], (low - top) / size[1])
        boxes = replace(boxes, centre=boxes.centre + np.array([left, top], np.float32))
        if stretch == 1.0:
            rim = _RIM // STRIDE
            self.looks.append(FinderLook(window, scale, Overview(boxes, seen.matter[rim:-rim, rim:-rim])))
        return boxes.take(boxes.kinds != TOP)

    def _halved(self, window: LookWindow, scale: float, stretch: float) -> Boxes:
        """As ``_look``, by two looks, side by side or one above the other, of which each reports its half only.

        They overlap, so that both see tiles on the dividing line whole.
        """
        axis = 0 if window[2] - window[0] > window[3] - window[1] else 1
        middle, shared = (window[axis] + window[axis + 2]) // 2, math.ceil(_SIZES[1] / scale)
        first, second = list(window), list(window)
        first[axis + 2], second[axis] = middle + shared, middle - shared
        one, other = (self._look((left, top, right, low), scale, stretch) for left, top, right, low in (first, second))
        halves = [one.take(one.centre[:, axis] < middle), other.take(other.centre[:, axis] >= middle)]
        return Boxes.join(halves).strongest()

    def _followed(self, latest: Boxes, scale: float, room: int, small_px: float) -> tuple[Boxes, float]:
        """Look closer, with at most ``room`` px, at small boxes of ``latest``; return all boxes and the last scale."""
        image, left = self.image, float(room)
        found, faint, finest = Boxes.join([]), Boxes.join([]), _finest(image)
        while True:
            # A part of a larger tile is no small tile.
            every = Boxes.join([found, latest])
            standing = every.take(~_part_of_larger(every))
            windows = [] if scale >= finest else _windows(standing, scale, image, left, small_px)
            # Small boxes in these windows are dropped: the closer look detects them again if they are tiles.
            again = _inside(latest, windows) & (latest.size * scale < small_px)
            latest, plain = latest.take(~again), latest.score[~again] >= FOUND
            found = Boxes.join([found, latest.take(plain)]).strongest()
            faint = Boxes.join([faint, latest.take(~plain & (latest.surface[:, BACK] > LIKE_A_BACK))]).strongest()
            if not windows:
                break
            scale = min(2 * scale, finest)
            latest = Boxes.join([self._look(window, scale) for window in windows]).strongest()
            left -= sum(map(_area, windows)) * scale**2
        found = Boxes.join([found, faint.take(_beside_backs(faint, found))]).strongest()
        return found.take(_not_repeated(found)), scale


def _finest(image: Image) -> float:
    """Return the largest scale at which a picture is looked at."""
    return float(max(1.0, _LARGEST * FIRST_PX / max(image.shape[:2])))


def _windows(standing: Boxes, scale: float, image: Image, room: float, small_px: float) -> list[LookWindow]:
    """Return the parts of the picture in which most boxes look smaller than ``small_px``.

    If the next look at them exceeds ``room`` px, only the densest ones, at least one around the densest cell.
    """
    height, width = image.shape[:2]
    little = standing.size * scale < small_px
    hints = standing.take(little)
    grid = np.zeros((math.ceil(height * scale / _CELL), math.ceil(width * scale / _CELL)), np.float32)
    low, high = ((hints.centre + sign * _AROUND * hints.size[:, None]) * scale / _CELL for sign in (-1, 1))
    for (x0, y0), (x1, y1), score in zip(low.clip(0).astype(int), high.clip(0).astype(int), hints.score, strict=True):
        grid[y0 : y1 + 1, x0 : x1 + 1] += score
    for least in _DENSE:
        windows = []
        _, _, parts, _ = cv2.connectedComponentsWithStats((grid > least).astype(np.uint8))
        for left, top, wide, tall, _ in parts[1:]:
            x0, y0, x1, y1 = (int(edge * _CELL / scale) for edge in (left, top, left + wide, top + tall))
            window = (x0, y0, min(x1, width), min(y1, height))
            inside = _inside(standing, [window])
            held = float(standing.score[inside & little].sum())
            if (inside & little).sum() >= _COMPANY and held > _SHARE * float(standing.score[inside].sum()):
                windows.append(window)
        if sum(map(_area, windows)) * (2 * scale) ** 2 <= room:
            return windows if windows or least == _DENSE[0] else _densest(grid, scale, image, room)
    return _densest(grid, scale, image, room)


def _densest(grid: NDArray[np.float32], scale: float, image: Image, room: float) -> list[LookWindow]:
    """Return a window around the densest cell, as large as ``room`` px of the next look allow; none without room."""
    if room <= 0:
        return []
    row, column = np.unravel_index(grid.argmax(), grid.shape)
    x, y, half = (column + 0.5) * _CELL / scale, (row + 0.5) * _CELL / scale, math.sqrt(room) / (4 * scale)
    height, width = image.shape[:2]
    return [(max(0, int(x - half)), max(0, int(y - half)), min(width, int(x + half)), min(height, int(y + half)))]


def _area(window: LookWindow) -> int:
    return (window[2] - window[0]) * (window[3] - window[1])


def _part_of_larger(boxes: Boxes) -> NDArray[np.bool_]:
    """Return a mask of boxes inside a larger one of at least their score, as a dot is inside its face."""
    within = apart(boxes).T < INSIDE
    times = boxes.size[None] / np.maximum(boxes.size[:, None], 1e-6)
    larger = (times > _PARTS[0]) & (times < _PARTS[1]) & (boxes.score[None] >= boxes.score[:, None])
    return np.asarray((within & larger).any(axis=1))


def _inside(boxes: Boxes, windows: list[LookWindow]) -> NDArray[np.bool_]:
    """Return a mask of the boxes with their centre in one of the windows."""
    inside = np.zeros(len(boxes), np.bool_)
    for left, top, right, low in windows:
        x, y = boxes.centre[:, 0], boxes.centre[:, 1]
        inside |= (x >= left) & (x <= right) & (y >= top) & (y <= low)
    return inside


def _beside_backs(faint: Boxes, found: Boxes) -> NDArray[np.bool_]:
    """Return a mask of the ``faint`` boxes near a clear back of about their size."""
    backs = found.take(found.surface[:, BACK] > LIKE_A_BACK)
    size = faint.size.astype(np.float64)[:, None]
    near = np.linalg.norm(faint.centre[:, None] - backs.centre, axis=2) < _NEAR_A_BACK * size
    return np.asarray((near & (np.abs(np.log(size / backs.size)) < _AS_LARGE_AS_A_BACK)).any(axis=1))


def _not_repeated(boxes: Boxes) -> NDArray[np.bool_]:
    """Return a mask of the boxes, best first, that do not repeat a better one found at another scale."""
    size = boxes.size.astype(np.float64)
    away = np.linalg.norm(boxes.centre[:, None] - boxes.centre[None], axis=2) / np.maximum(size, 1e-6)
    alike = (away < _SAME_PLACE) & (np.abs(np.log(size[:, None] / size[None])) < _SAME_SIZE)
    return ~np.asarray(np.tril(alike, -1).any(axis=1))
