"""Selects tiles among the finder's candidates, by finder score, classifier answer and the confident faces nearby.

Every threshold was chosen on the photos of leomiura, see ``vision/models/README.md``, unless its docstring says
otherwise. The worth of a candidate is the square root of the finder's score, times the classifier's confidence, times
the probability that it is a tile at all.
"""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from vision.arrays import AnyFloats
from vision.photo.looks import FOUND
from vision.tiles.classifier import BACK, DOUBT, NOTHING, TINY, Faces
from vision.tiles.finder import BACK as BACK_SURFACE
from vision.tiles.finder import BEST_PX, FACE, INSIDE, Boxes, apart, suppress_overlaps

_WORTH: Final = 0.08
"""Least worth, 0-1, of a candidate that may be a tile."""
_PART_OF: Final = 0.65
"""Largest size of a part relative to the whole; chosen: halves have .7."""
_SEVERAL: Final = 3
"""Least number of parts that a candidate is rejected for; chosen: halves have a separate test."""
_EXPLAINED: Final = 0.5
"""Share of a candidate's area covered by its parts, weighted by their worth and relative to its own, above which it is
rejected; chosen: nine dots cover less of their face."""
SHAPE: Final = 0.76
"""Width of a face over its height: chosen between 3:4 and 7:9, as tiles are sold."""
_SURE: Final = 0.48
"""Worth from which a printed face is a size reference for the tiles around it: a confident face."""
_FIRM: Final = 0.6
"""Worth from which a printed face counts as a part of a larger candidate."""
_NEIGHBOURS: Final = 5
"""Number of nearest confident faces that a size is compared with, and least number required; chosen: a median of
five."""
_SLOPE: Final = 12
"""Number of confident faces from which a gradient of sizes over the picture is fitted; chosen: four for each of three
unknowns."""
_SPREAD: Final = 0.2
"""Standard deviation of the natural logarithm of size among neighbours, by perspective and skewed tiles."""
_PLAIN: Final = 0.8
"""Worth from which a printed face may be a tile even if the sizes around it differ: a tile near the lens."""
_NEAREST: Final = 0.3
"""Least size fit of such a face when it is ranked against the candidates that it covers."""
_PAIRED: Final = 1.2
"""Ratio to the local median size above which a box may cover two tiles (two measure 1.4); chosen: sizes are measured
to a tenth."""
_LIKE_EDGE: Final = 0.3
"""Largest deviation of an edge from those of the neighbours, as a share of their length; chosen between a tile's width
and height."""
_UNABLE: Final = 1e-3
"""Size, px, given to a rejected candidate so that it ranks last."""
_COVERED: Final = 0.35
"""Distance from the centre of a candidate of higher worth, in its edges, below which another one shows the same tile
or a part of it."""
_FAR_WORTHIER: Final = 2.0
"""Ratio of worths above which a closer look would not change which of two candidates is the tile; chosen."""
_SCORE: Final = 0.5
"""Exponent of the finder's score in the worth: the score is about 0.5 over most tiles and separates tile from no tile
rather than measuring confidence. Measured on three real tables: exponent 1 keeps 177 of 193 faces, 0.5 keeps 184."""
BLANKS: Final = (int(Tile.WHITE), BACK)
"""Classes without a print, in the order of the finder's surfaces FACE and BACK."""


def chosen(boxes: Boxes, faces: Faces) -> NDArray[np.int64]:
    """Return the indices of probable tiles that overlap no better candidate, best first."""
    # At a wrong scale the finder takes parts of tiles and heaps of small tiles for tiles. The classifier decides, and
    # between nearly equal candidates the larger one wins, since a part is never larger than its tile. Backs are an
    # exception: two side by side look like a larger one. Near confident faces, candidates of their size rank first.
    # A candidate that is no tile, or that consists of several better ones, suppresses no other.
    worth = worth_of(boxes, faces)
    able = (faces.kinds != NOTHING) & (worth > _WORTH)
    able &= ~_made_up(boxes, faces, worth)
    clear = boxes.size[able & (worth > _SURE)]
    usual = float(np.median(clear)) if len(clear) else BEST_PX
    size = np.where(faces.kinds == BACK, min(BEST_PX, usual), boxes.size)
    rank = worth * np.where(able, size, _UNABLE)
    plain = (faces.kinds != BACK) & (faces.kinds != Tile.WHITE) & (worth > _PLAIN)
    fits = np.exp(-0.5 * (np.log(size_ratio(boxes, faces)) / _SPREAD) ** 2)
    best = suppress_overlaps(boxes, rank * np.maximum(fits, _NEAREST * plain))
    return np.asarray(best[able[best]], np.int64)


def _made_up(boxes: Boxes, faces: Faces, worth: AnyFloats) -> NDArray[np.bool_]:
    """Return a mask of candidates that consist of several smaller faces, which explain its area better."""
    printed = (worth > _FIRM) & (faces.kinds < BACK) & (faces.kinds != Tile.WHITE)
    parts = boxes.take(printed)
    ratio = parts.size[None] / np.maximum(boxes.size[:, None], 1e-6)
    within = (apart(boxes, parts) < INSIDE) & (ratio < _PART_OF)
    found = np.zeros(len(boxes), np.bool_)
    for place in np.flatnonzero(within.sum(axis=1) >= _SEVERAL):
        inside = np.flatnonzero(within[place])
        free = inside[suppress_overlaps(parts.take(inside), worth[printed][inside] * parts.size[inside])]
        seen, share = worth[printed][free], ratio[place, free] ** 2
        surer = np.median(seen) > worth[place] if len(free) else False
        found[place] = len(free) >= _SEVERAL and (surer or (seen * share).sum() > _EXPLAINED * worth[place])
    return found


def blanks_separated(boxes: Boxes, faces: Faces) -> Faces:
    """Return the answers with white dragons and backs separated by the classifier and the finder together.

    A glossy back looks like a white dragon by its crop alone; the finder also sees the tile around it.
    """
    chances = faces.probabilities.copy()
    blank, seen = chances[:, BLANKS], boxes.surface[:, [FACE, BACK_SURFACE]]
    share = np.sqrt(np.maximum(blank, np.float32(TINY))) * np.maximum(seen, np.float32(TINY))
    chances[:, BLANKS] = blank.sum(axis=1, keepdims=True) * share / share.sum(axis=1, keepdims=True)
    return Faces.likeliest(chances, faces.tops)


def contenders(boxes: Boxes, faces: Faces) -> NDArray[np.bool_]:
    """Return a mask of candidates that no other of far higher worth covers; only these get a closer look."""
    worth = worth_of(boxes, faces) * np.sqrt(boxes.size)
    covered = apart(boxes).T < _COVERED
    return np.asarray(~(covered & (worth[None] > _FAR_WORTHIER * worth[:, None])).any(axis=1))


def parted_pairs(boxes: Boxes, faces: Faces, best: NDArray[np.int64]) -> Boxes:
    """Return both halves of each face larger than its neighbours as candidates, if they match these in size and angle.

    Two adjacent tiles of eight bamboos look like one larger tile.
    """
    sure = sure_faces(worth_of(boxes, faces), faces, best)
    large = best[(faces.kinds[best] < BACK) & (_ratio(boxes, sure)[best] > _PAIRED)]
    found = [boxes.take(large[:0])]
    if len(sure) > _NEIGHBOURS and len(large):
        near = _nearest(boxes, large, sure, others=True)
        edges = [np.median(_ahead(each[near]), axis=1) for each in (boxes.right, boxes.down)]
        pair = boxes.take(large)
        for along, across in (("right", "down"), ("down", "right")):
            half, wide = getattr(pair, along) / np.float32(2), getattr(pair, across)
            alike = _alike(half, edges[0]) & _alike(wide, edges[1]) | _alike(half, edges[1]) & _alike(wide, edges[0])
            middles = (pair.centre - half / 2, pair.centre + half / 2)
            found += [replace(pair, centre=middle, **{along: half}).take(alike) for middle in middles]
    return Boxes.join(found)


def _ahead(edges: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return edge vectors [..., 2], px, with the sign that makes each point right, or down if it is steep."""
    steep = np.abs(edges[..., 1]) > np.abs(edges[..., 0])
    way = np.sign(np.where(steep, edges[..., 1], edges[..., 0]))
    return np.asarray(edges * way[..., None], np.float32)


def _alike(ones: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return a mask [N] of edges [N, 2] that match others in length and direction, regardless of sign."""
    off = np.linalg.norm(_ahead(ones) - others, axis=1)
    return np.asarray(off < _LIKE_EDGE * np.linalg.norm(others, axis=1))


def doubted(boxes: Boxes, faces: Faces, best: NDArray[np.int64]) -> Boxes:
    """Return the boxes of those of the indices ``best`` that are probable faces with doubtful names."""
    faint = (faces.confidence[best] >= DOUBT) | (boxes.score[best] < FOUND)
    return boxes.take(best[~faint & (faces.kinds[best] != BACK)])


def sure(boxes: Boxes, faces: Faces, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return those of the indices ``places`` with a print, a certain name and a high finder score."""
    printed = (faces.kinds[places] < BACK) & (faces.kinds[places] != Tile.WHITE)
    plain = printed & (faces.confidence[places] >= DOUBT) & (boxes.score[places] >= FOUND)
    return np.asarray(places[plain], np.int64)


def sure_faces(worth: AnyFloats, faces: Faces, places: NDArray[np.int64], least: float = _SURE) -> NDArray[np.int64]:
    """Return those of the indices ``places`` that show a print with a worth above ``least``; none if under five."""
    sure = places[(worth[places] > least) & (faces.kinds[places] < BACK) & (faces.kinds[places] != Tile.WHITE)]
    return np.asarray(sure if len(sure) >= _NEIGHBOURS else sure[:0], np.int64)


def size_ratio(boxes: Boxes, faces: Faces) -> AnyFloats:
    """Return the size of every box relative to the confident faces around it, see ``_ratio``."""
    worth = worth_of(boxes, faces)
    return _ratio(boxes, sure_faces(worth, faces, suppress_overlaps(boxes, worth * boxes.size)))


def _ratio(boxes: Boxes, sure: NDArray[np.int64]) -> AnyFloats:
    """Return the size of every box relative to the median of the nearest confident faces; 1 for all if there are none.

    With enough confident faces a gradient of sizes over the picture is fitted too; the ratio nearer to 1 is returned.
    """
    if not len(sure):
        return np.ones(len(boxes))
    near = _nearest(boxes, np.arange(len(boxes)), sure)
    ratio = np.log(boxes.size / np.median(boxes.size[near], axis=1))
    if len(sure) >= _SLOPE:
        place = (boxes.centre - boxes.centre[sure].mean(axis=0)) / max(float(np.ptp(boxes.centre[sure])), 1.0)
        given = np.column_stack([np.ones(len(boxes)), place])
        grown = np.log(boxes.size) - given @ np.linalg.lstsq(given[sure], np.log(boxes.size[sure]), rcond=None)[0]
        ratio = np.where(np.abs(grown) < np.abs(ratio), grown, ratio)
    return np.asarray(np.exp(ratio))


def worth_of(boxes: Boxes, faces: Faces) -> AnyFloats:
    """Return the worth of each candidate, 0-1: how probably it is a correctly named tile."""
    return np.asarray(boxes.score**_SCORE * faces.confidence * (1 - faces.probabilities[:, NOTHING]))


def _nearest(
    boxes: Boxes, places: NDArray[np.int64], among: NDArray[np.int64], *, others: bool = False
) -> NDArray[np.int64]:
    """Return for each of ``places`` the nearest indices of ``among``, [N,5] or fewer; ``others``: without itself."""
    away = np.linalg.norm(boxes.centre[places][:, None] - boxes.centre[among][None], axis=2)
    if others:
        away[places[:, None] == among] = np.inf
    return np.asarray(among[np.argsort(away, axis=1, kind="stable")[:, :_NEIGHBOURS]])
