"""Which of the finder's many candidates are tiles: by finder, classifier, and the sure faces around them.

Every threshold was chosen on the photos of leomiura, see ``vision/models/README.md``, unless it says otherwise. The
worth of a candidate is the root of the finder's score times the classifier's confidence times the chance that it is a
tile at all.
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
"""Least worth, 0-1, of what may be a tile."""
_PART_OF: Final = 0.65
"""Size of a part over that of the whole, at most; chosen: halves are .7."""
_SEVERAL: Final = 3
"""Fewest parts of a candidate; chosen: halves have a test of their own."""
_EXPLAINED: Final = 0.5
"""Share of a candidate that surer parts explain, over its worth; chosen: nine dots cover less of their face."""
SHAPE: Final = 0.76
"""Width of a face over its height: chosen between 3:4 and 7:9, as tiles are sold."""
_SURE: Final = 0.48
"""Worth from which a face with a print is a reference for the size of tiles around it."""
_FIRM: Final = 0.6
"""Worth from which a tile vouches for doubtful ones near it."""
_NEIGHBOURS: Final = 5
"""Number of nearest sure faces that a size is compared with, and fewest of them; chosen: a median of five."""
_SLOPE: Final = 12
"""Sure faces from which the gradient of sizes over the picture is fitted; chosen: four for each of three unknowns."""
_SPREAD: Final = 0.2
"""Standard deviation, as a natural logarithm, of sizes among neighbours: perspective and askew tiles."""
_PLAIN: Final = 0.8
"""Worth from which a face with a print is a tile whatever the sizes around it: one near the lens."""
_NEAREST: Final = 0.3
"""How well such a one fits the sizes around it at the least, beside candidates of their size that it covers."""
_PAIRED: Final = 1.2
"""Ratio to the local median size above which a box may cover two tiles (two measure 1.4); chosen: sizes are measured
to a tenth."""
_LIKE_EDGE: Final = 0.3
"""Largest error of an edge, as a share of its length, against parallel tiles; chosen: between a width and a height."""
_UNABLE: Final = 1e-3
"""Size in pixels that sorts a candidate that is no tile after all others."""
_COVERED: Final = 0.35
"""Distance from a worthier candidate's middle, in its edges, below which another shows the same or a part of it."""
_FAR_WORTHIER: Final = 2.0
"""Times the worth of another from which a closer look would not change which of both is the tile; chosen."""
_SCORE: Final = 0.5
"""Power of the finder's score in a worth: its heat is about a half over most tiles and shows tile from none rather than
how sure that is; measured on three real tables, where 177 of 193 faces were left with 1, 184 with a half."""
BLANKS: Final = (int(Tile.WHITE), BACK)
"""Classes of what has no print, in the order of the finder's surfaces."""


def chosen(boxes: Boxes, faces: Faces) -> NDArray[np.int64]:
    """Places of the candidates of which none shows what a better one shows, the best first."""
    # Parts of tiles and heaps of small ones look like tiles to the finder at a wrong scale: the classifier decides,
    # and between nearly equal candidates the larger one, since a part is never larger than its tile. Not so with backs:
    # two side by side look like a larger one. Where sure faces are near, what is of their size comes first.
    # What is no tile by itself is in no other's way, and neither is what several surer ones make up.
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
    """Which candidates are made up of several smaller faces that explain more of it than one face would."""
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


def blanks_told(boxes: Boxes, faces: Faces) -> Faces:
    """The answers with the finder asked as well which of what may be blank faces are backs.

    A back that shines is a white dragon by its crop alone; the finder sees the tile around it. Both have the same say.
    """
    chances = faces.probabilities.copy()
    blank, seen = chances[:, BLANKS], boxes.surface[:, [FACE, BACK_SURFACE]]
    share = np.sqrt(np.maximum(blank, np.float32(TINY))) * np.maximum(seen, np.float32(TINY))
    chances[:, BLANKS] = blank.sum(axis=1, keepdims=True) * share / share.sum(axis=1, keepdims=True)
    return Faces.likeliest(chances, faces.tops)


def contenders(boxes: Boxes, faces: Faces) -> NDArray[np.bool_]:
    """Mask of candidates after a glance: those not covered by a far worthier one of about their size."""
    worth = worth_of(boxes, faces) * np.sqrt(boxes.size)
    covered = apart(boxes).T < _COVERED
    return np.asarray(~(covered & (worth[None] > _FAR_WORTHIER * worth[:, None])).any(axis=1))


def parted_pairs(boxes: Boxes, faces: Faces, best: NDArray[np.int64]) -> Boxes:
    """Candidates of either half of a face across its neighbours, if each half matches their size and angle.

    Two canes of eight side by side look like a larger one.
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
    """Edges [..., 2] px, each turned so that it runs to the right, or down where it is steep."""
    steep = np.abs(edges[..., 1]) > np.abs(edges[..., 0])
    way = np.sign(np.where(steep, edges[..., 1], edges[..., 0]))
    return np.asarray(edges * way[..., None], np.float32)


def _alike(ones: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which edges [N, 2] are as long as others, and as steep, whichever way they run."""
    off = np.linalg.norm(_ahead(ones) - others, axis=1)
    return np.asarray(off < _LIKE_EDGE * np.linalg.norm(others, axis=1))


def doubted(boxes: Boxes, faces: Faces) -> Boxes:
    """What may be faces, of which none shows what a better one shows, and whose names are not sure."""
    best = chosen(boxes, faces)
    faint = (faces.confidence[best] >= DOUBT) | (boxes.score[best] < FOUND)
    return boxes.take(best[~faint & (faces.kinds[best] != BACK)])


def sure(boxes: Boxes, faces: Faces, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of ``places`` with a print, a sure name and a high finder score."""
    printed = (faces.kinds[places] < BACK) & (faces.kinds[places] != Tile.WHITE)
    plain = printed & (faces.confidence[places] >= DOUBT) & (boxes.score[places] >= FOUND)
    return np.asarray(places[plain], np.int64)


def sure_faces(worth: AnyFloats, faces: Faces, places: NDArray[np.int64], least: float = _SURE) -> NDArray[np.int64]:
    """Those of ``places`` that show a print and are worth enough to judge others by; none where they are too few."""
    sure = places[(worth[places] > least) & (faces.kinds[places] < BACK) & (faces.kinds[places] != Tile.WHITE)]
    return np.asarray(sure if len(sure) >= _NEIGHBOURS else sure[:0], np.int64)


def size_ratio(boxes: Boxes, faces: Faces) -> AnyFloats:
    """Size of every box over that of the sure faces around it, see ``_ratio``."""
    worth = worth_of(boxes, faces)
    return _ratio(boxes, sure_faces(worth, faces, suppress_overlaps(boxes, worth * boxes.size)))


def _ratio(boxes: Boxes, sure: NDArray[np.int64]) -> AnyFloats:
    """Size of every box over that of the sure faces around it; 1 for all where there are none.

    Where the sizes of the sure faces grow evenly across the picture, it is that size where it is nearer.
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
    """How likely each candidate is a tile that was named right, 0-1."""
    return np.asarray(boxes.score**_SCORE * faces.confidence * (1 - faces.probabilities[:, NOTHING]))


def _nearest(
    boxes: Boxes, places: NDArray[np.int64], among: NDArray[np.int64], *, others: bool = False
) -> NDArray[np.int64]:
    """For each of ``places`` the nearest ones ``among`` others, [N,5] or fewer; ``others``: but itself."""
    away = np.linalg.norm(boxes.centre[places][:, None] - boxes.centre[among][None], axis=2)
    if others:
        away[places[:, None] == among] = np.inf
    return np.asarray(among[np.argsort(away, axis=1, kind="stable")[:, :_NEIGHBOURS]])
