"""Ground map: whether the picture shows bare table or something foreign where no tile was found, or is out of sight."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.arrays import Floats, Floats32, Image
from vision.camera.model import Camera
from vision.image.cached_answers import CachedAnswers
from vision.image.change import CELLS, Blocks, in_cells, of_cells
from vision.tiles.finder import BARE, FOREIGN, MATTERS

_FULL: Final = 255
"""Byte value of probability 1."""
_SAME: Final = 64
"""Difference, in a byte map, up to which a cell is unchanged; chosen: borders of windows make up to a fifth."""
_MOST_CELLS: Final = 400
"""Largest side of an evaluated outline, in cells; chosen: more than a whole table, and what is larger is out of sight.
"""
_FINE: Final = 4
"""Bits of the fixed point in which outlines are drawn on the map: sixteenths of a cell."""
_SUSPECT: Final = 50
"""Byte value of the finder's probability from which foreign cells are judged as whole patches; chosen: a fifth."""
_OF_FELT: Final = 0.85
"""Share of felt-coloured cells from which such a patch is felt; chosen: a sleeve of that colour ends in a hand.
Measured on path-traced tables, where the finder took a tenth of the bare felt for something foreign."""
_MOST_PLACES: Final = 4000
"""Largest number of cached outlines; chosen: ten readings' worth, 2 MiB."""


class _Place(NamedTuple):
    """Cells of an outline: map rows and columns, mask [h,w], number of cells, and number inside the picture.

    ``mask`` None: the outline is outside the picture. ``blocks``: block rows and columns that the cells fall in.
    """

    rows: slice
    columns: slice
    mask: Image | None
    cells: int = 1
    inside: int = 0
    blocks: tuple[slice, slice] = (slice(0), slice(0))


_NOWHERE: Final = _Place(slice(0), slice(0), None)


class PictureGround:
    """Ground map of one camera's pictures, a TableGround; cells are those of ``vision.image.change``."""

    def __init__(self, camera: Camera, shape: tuple[int, ...], block: int, kept: CachedAnswers) -> None:
        """``shape``, ``block``: rows and columns of blocks of the picture, and their side in pixels."""
        self._camera, self._pixels, self._kept = camera, block // CELLS, kept
        rows, columns = (side * CELLS for side in shape)
        self._inside = -(-camera.size[1] // self._pixels), -(-camera.size[0] // self._pixels)
        self._flat: dict[float, Floats] = {}
        self._maps: Image = np.zeros((rows, columns, MATTERS), np.uint8)
        self._covered: Blocks = np.zeros((rows, columns), bool)
        self._felt: Blocks = np.zeros((rows, columns), bool)
        self._laid: Blocks = np.zeros((rows, columns), bool)
        self._with_covered: dict[int, Image] = {}
        self._places: dict[tuple[bytes, float], _Place] = {}

    def note(self, matter: Floats32, rows: slice, columns: slice, blocks: Blocks) -> None:
        """Store the probabilities [h,w,3] of a window (rows and columns, px) in the cells of these blocks."""
        there, across = (slice(side.start // self._pixels, -(-side.stop // self._pixels)) for side in (rows, columns))
        size = across.stop - across.start, there.stop - there.start
        fitting = cv2.resize((matter * _FULL).astype(np.uint8), size, interpolation=cv2.INTER_LINEAR)
        part = self._maps[there, across]
        differs = cv2.inRange(cv2.absdiff(part, fitting), (0,) * MATTERS, (_SAME,) * MATTERS) == 0
        differs &= in_cells(blocks)[there, across] > 0
        if differs.any():
            cv2.copyTo(fitting, differs.view(np.uint8), part)
            news = np.zeros(self._maps.shape[:2], bool)
            news[there, across] = differs
            self._changed(news)

    def note_covered(self, covered: Blocks, felt_like: Blocks) -> None:
        """Store which cells [rows, columns] are covered by something foreign, overriding any other source.

        ``felt_like``: cells of felt colour; patches of such cells that the finder calls foreign are felt.
        """
        foreign = cv2.extractChannel(self._maps, FOREIGN)
        suspect = np.asarray(foreign > _SUSPECT)
        count, patches = cv2.connectedComponents(suspect.view(np.uint8), connectivity=4)
        felt = felt_like & (foreign > 0)
        if count > 1:
            patch = patches[suspect]
            of_felt = np.bincount(patch, felt_like[suspect], minlength=count) >= _OF_FELT * np.bincount(patch)
            felt[suspect] &= of_felt[patch]
        news = (covered != self._covered) | ((felt != self._felt) & (foreign > _SAME))
        self._covered, self._felt = covered, felt
        self._with_covered.clear()
        self._changed(news)

    def note_laid(self, things: Sequence[Floats]) -> None:
        """Mark outlines [4,3] mm of things that are no tiles, such as sticks, as bare table."""
        laid: Image = np.zeros(self._laid.shape, np.uint8)
        for corners in things:
            cells = (self._camera.project(corners) + 0.5) / self._pixels - 0.5
            cv2.fillConvexPoly(laid, np.round(cells * 2**_FINE).astype(np.int32), 1, shift=_FINE)
        news = (laid > 0) != self._laid
        self._laid = laid > 0
        self._changed(news)

    def _changed(self, news: Blocks) -> None:
        """Drop cached answers about the cells [rows, columns] that changed."""
        if news.any():
            self._kept.forget(of_cells(news))
            self._with_covered.clear()

    def unseen(self, outline: Floats, z: float = 0.0) -> float:
        """Share 0-1 of a convex outline [K,2] mm at height ``z`` that is out of the picture or covered by a hand."""
        return self._share(outline, z, FOREIGN, 1.0)

    def bare(self, outline: Floats, z: float = 0.0) -> float:
        """Share 0-1 of a convex outline [K,2] mm at height ``z`` that plainly shows the bare table."""
        return self._share(outline, z, BARE, 0.0)

    def _share(self, outline: Floats, z: float, matter: int, outside: float) -> float:
        """Mean probability of a matter within an outline; ``outside``: its value beyond the picture."""
        key = outline.tobytes(), z
        place = self._places.get(key)
        if place is None:
            if len(self._places) >= _MOST_PLACES:
                self._places.clear()
            place = self._places[key] = self._place(outline, z)
        self._kept.looked(*place.blocks)
        if place.mask is None:
            return outside
        seen = cv2.mean(self._map_of(matter)[place.rows, place.columns], place.mask)[0] / _FULL
        return (seen * place.inside + outside * (place.cells - place.inside)) / place.cells

    def _map_of(self, matter: int) -> Image:
        """Byte map [rows, columns] of a matter, overridden by felt, laid things and covered cells."""
        shown = self._with_covered.get(matter)
        if shown is None:
            shown = self._with_covered[matter] = np.asarray(cv2.extractChannel(self._maps, matter), np.uint8)
            if matter == FOREIGN:
                shown[self._felt] = 0
            shown[self._laid] = _FULL if matter == BARE else 0
            shown[self._covered] = _FULL if matter == FOREIGN else 0
        return shown

    def _place(self, outline: Floats, z: float) -> _Place:
        """The cells within an outline at height ``z``; ``_NOWHERE`` if none is in the picture."""
        px = self._cells_of(outline, z)
        across, down = px.T.tolist()
        if not all(map(math.isfinite, (*across, *down))):
            return _NOWHERE
        left, top = math.floor(min(across)), math.floor(min(down))
        right, bottom = math.ceil(max(across)) + 1, math.ceil(max(down)) + 1
        if max(right - left, bottom - top) > _MOST_CELLS:
            return _NOWHERE
        mask: Image = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillConvexPoly(mask, np.round((px - (left, top)) * 2**_FINE).astype(np.int32), 1, shift=_FINE)
        count, (tall, wide) = cv2.countNonZero(mask), self._inside
        rows, columns = slice(max(top, 0), min(bottom, tall)), slice(max(left, 0), min(right, wide))
        if count == 0 or rows.start >= rows.stop or columns.start >= columns.stop:
            return _NOWHERE
        part = mask[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
        inside = cv2.countNonZero(part)
        blocks = (
            slice(rows.start // CELLS, -(-rows.stop // CELLS)),
            slice(columns.start // CELLS, -(-columns.stop // CELLS)),
        )
        return _Place(rows, columns, part, count, inside, blocks) if inside else _NOWHERE

    def _cells_of(self, outline: Floats, z: float) -> Floats:
        """Cells [K,2] at which points [K,2] mm of the table at height ``z`` are visible; nan behind the lens."""
        if self._camera.distorts:
            px = self._camera.project(np.column_stack([outline, np.full(len(outline), z)]))
        else:
            flat = self._flat.get(z)
            if flat is None:
                flat = self._flat[z] = self._camera.homography(z)
            seen = outline @ flat[:, :2].T + flat[:, 2]
            px = seen[:, :2] / np.where(seen[:, 2:] > 0, seen[:, 2:], np.nan)
        return np.asarray((px + 0.5) / self._pixels - 0.5)
