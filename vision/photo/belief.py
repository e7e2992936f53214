"""Whether a picture shows tiles at all, which things in it are none (side walls, shining backs, printed paper), and
which faint backs are some.

Keys, dominoes, letters and text look like tiles one by one; what tells a picture of tiles is that most of what is read
there is read surely.
"""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.notation import parse_tiles
from controller.riichi.tile import COPIES, Tile
from vision.arrays import AnyFloats, Floats32, Image
from vision.photo.looks import FOUND, LIKE_A_BACK
from vision.tiles.classifier import BACK, Faces
from vision.tiles.crop import cut_faces
from vision.tiles.finder import BACK as BACK_SURFACE
from vision.tiles.finder import Boxes

_SURE: Final = 0.9
"""Chance of the name from which a face is sure; chosen: the model card's figure for few wrong ones."""
_FOUND: Final = 0.3
"""The finder's score that a sure face has as well; looked up on leomiura: the steep faces of one photo have 0.36 to
0.49, and 0.5 dropped all of them; on 13 pictures without a tile neither bound let a false face in."""
_ALONE: Final = 0.2
"""Least size, over the picture's shorter side, of a tile that is believed by itself; chosen: a photo of one tile."""
_TWO: Final = 2
"""Sure faces that a picture of tiles has at the least; measured, with a quarter of all sure, on 90 pictures without a
tile: 11.2 false faces each became 0.18."""
_MOSTLY: Final = 0.4
"""Share of all faces read that must be sure; measured: no more than a third are on text and keys, and half at the least
on real tables, those from low angles among them."""
_DOUBT: Final = 0.5
"""Sure faces fewer of which are counted: two of four may be chance, twenty of forty are not; chosen."""
_DARK: Final = 110.0
"""Median level of faces, 0-255, below which they may be those of black tiles; chosen: bodies of black tiles have 20 to
60, of white ones less than this in poor light alone, where another look costs time and nothing else."""
_ALONE_FOUND: Final = 0.4
"""The finder's score of a tile that is believed by itself; looked up: what fills a picture and is none has 0.34."""
_IN_THE_DARK: Final = 3
"""Different sure faces that a picture shows whose light was turned; chosen: cards with shapes are eights of two suits
then, and one of them by itself a tile."""
_MISNAMED: Final = 0.05
"""Share of the sure faces that may be a fifth of their kind and more; chosen: of a whole table one is misnamed, of a
row or of a sheet of letters none."""
_PIPS: Final = np.array([int(tile) for tile in parse_tiles("0123456789p")])
"""Faces of dots, which dominoes and dice show too."""
_MANY_PIPS: Final = 3
"""Different ones of them without which a picture of nothing but dots is no picture of tiles; chosen: dominoes were
taken for ones and twos of dots."""
_BESIDE: Final = 3.5
"""Sizes within which a white dragon needs a sure face of its shape; chosen: in the same or the next row of a river."""
_SHAPE: Final = 0.18
"""How far, as a natural logarithm, its edges may be off that face's; chosen: side walls are a fifth lower or more."""
_TOUCHING: Final = 0.25
"""How far, in edges, the middle of a side wall may be off its place right below a face; chosen: an edge's error."""
_LOWER: Final = 0.94
"""Height of a side wall over that of the face above it, at the most, in steep views; chosen."""
_SLANTING: Final = 0.87
"""Foreshortening of a face, 0-1, from which its side wall is in sight, so that no tile can touch it below in the
picture; chosen: a view 30 degrees off the vertical shows a quarter of a face's height of wall."""
_AS_HIGH: Final = 0.2
"""How far the edges of neighbours in a row, and their middles across it, may be off, in their own; chosen: an outline's
error twice."""
_DARKER: Final = 0.95
"""Light of a face over that of the faces beside it, from which it is none of their row; looked up on four tables:
side walls have 0.62 to 0.90, white dragons 0.99 and more."""
SHAPE: Final = 0.76
"""Width of a face over its height: chosen between 3:4 and 7:9, as tiles are sold."""
_ONE_TINT: Final = 0.025
"""How far the shares of blue, green and red in the grounds of half of all sure faces may be off what they have together
for these to be of one set; measured: on 22 tables and 67 photos of leomiura .003 in the median and .02 for nine in ten
faces, on pictures of book backs .03 to .1."""
_RINGS: Final = (1.6, 2.1, 2.7)
"""Outlines around a face, in its own size, along which its surroundings are looked at; chosen: beyond its side wall,
within a hand's breadth."""
_POINTS: Final = 6
"""Places on each side of an outline; chosen: a few to a face's edge."""
_FREE: Final = 0.12
"""Share of all places of a group of tiles that a side has, if it is free; chosen: half of an even share."""
_OTHERS: Final = 1.3
"""Size of other tiles, in their own, within which nothing is looked at; chosen: a face and half of its side wall."""
_LIKE: Final = 28.0
"""Levels by which the ground of a face and its surroundings may differ; chosen above the shade across a sheet."""
_GROUND: Final = 75.0
"""Percentile of the levels of a face that its ground has; chosen: print covers less than half of every face."""
_BEGINS: Final = 0.6
"""Worth of a back from which a row of backs may begin with it, though no face lies near; chosen: what backs need."""
_NEXT: Final = 0.3
"""Worth from which a back beside another one is one; looked up on four photographs of tables from low: backs of walls
have .34 to .59 there."""
_SEEN: Final = 0.4
"""Score of what looks like a back from which that counts as much, whatever it is named; looked up there. Fainter ones
count in line with two others: below a back is the side of its tile, which may have its colour."""
_STEP: Final = (0.7, 1.4)
"""How far, in the edges of a back, the middle of the next one lies off; chosen: seams hardly show, and the next one may
be askew and nearer."""
_OFF_ROW: Final = 0.5
"""How far off their row at most; chosen: half a tile."""
_IN_LINE: Final = 0.8
"""How far the steps to two others are from being one, twice or to both sides; chosen: less than one to the side."""
_AS_LARGE: Final = 0.35
"""Share of its length by which an edge of the next one may be off; chosen: what lies across differs by more."""
_ONE_COLOUR: Final = 0.06
"""How far the shares of blue, green and red of two backs of one set may be apart, and of a white side and a face;
looked up there: the sides of tiles with orange backs are .15 off these."""
_NEARER: Final = 1.5
"""How many times nearer to the faces' colour than to the backs' a side is; measured with the next on 140 photographs of
tables: 28 sides in three of them were 1.7 and more, no back; two backs in the shade of a hand 1.0 and 1.2."""
_SHADED: Final = 0.85
"""Light of a side over that of the faces, at most; measured: .8 and less there, of backs that glare .9 and more."""
_ANYWHERE: Final = 0.5
"""Worth from which a back of the colour of others lies anywhere; chosen: nothing else on a table has that colour."""
_COMPANY: Final = 4.0
"""Sizes within which tiles are judged together; chosen: a row of a printed list."""
_PAPER: Final = 0.35
"""Share of the surroundings on the least white side, from which it is paper; measured on 24 photos of three sets: 0.47
to 0.72 on a printed sheet, 0.22 at the most around tiles."""


def sure(boxes: Boxes, faces: Faces, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of ``places`` that show a print, are named surely and stand out to the finder."""
    printed = (faces.kinds[places] < BACK) & (faces.kinds[places] != Tile.WHITE)
    named = printed & (faces.confidence[places] >= _SURE) & (boxes.score[places] >= _FOUND)
    return np.asarray(places[named], np.int64)


def believed(boxes: Boxes, faces: Faces, best: NDArray[np.int64], side: float, *, dark: bool = False) -> bool:
    """Whether ``best`` are the tiles of a picture of that shorter side, px, that shows tiles; ``dark``: its light was
    turned."""
    named = best[faces.kinds[best] < BACK]
    firm = sure(boxes, faces, named)
    if len(named) == 1:
        large = len(firm) == 1 and float(boxes.size[firm[0]]) > _ALONE * side
        return large and not dark and float(boxes.score[firm[0]]) >= _ALONE_FOUND
    _, copies = np.unique(faces.kinds[firm], return_counts=True)
    pips = np.isin(faces.kinds[firm], _PIPS)
    if (copies - COPIES).clip(0).sum() > _MISNAMED * len(firm) or (pips.all() and len(copies) < _MANY_PIPS):
        return False
    if dark and len(copies) < _IN_THE_DARK:
        return False
    return len(firm) >= _TWO and len(firm) - _DOUBT >= _MOSTLY * len(named)


def dark_bodied(image: Image, boxes: Boxes) -> bool:
    """Whether most of what the faces show is dark: tiles of a black set, or white ones in poor light."""
    return bool(len(boxes)) and float(np.median(cut_faces(image, boxes.centre, boxes.right, boxes.down))) < _DARK


def without_blanks(image: Image, boxes: Boxes, faces: Faces, best: NDArray[np.int64]) -> NDArray[np.int64]:
    """``best`` without side walls and shining backs that were taken for white dragons.

    A white dragon lies beside a sure face of its shape, and is no lower thing right below a tile, but one of a row of
    faces as light as it.
    """
    white = faces.kinds[best] == Tile.WHITE
    if not white.any():
        return best
    firm, places = sure(boxes, faces, best), best[white]
    wide, tall = (np.log(np.maximum(np.linalg.norm(edge, axis=1), 1e-6)) for edge in (boxes.right, boxes.down))
    away = np.linalg.norm(boxes.centre[places][:, None] - boxes.centre[firm][None], axis=2)
    like = np.maximum(abs(wide[places][:, None] - wide[firm][None]), abs(tall[places][:, None] - tall[firm][None]))
    turned = np.maximum(abs(wide[places][:, None] - tall[firm][None]), abs(tall[places][:, None] - wide[firm][None]))
    beside = away < _BESIDE * boxes.size[firm][None]
    vouched = (beside & (np.minimum(like, turned) < _SHAPE)).any(axis=1)
    others = best[(faces.kinds[best] <= BACK) & ~white]
    apart = boxes.centre[places][:, None] - boxes.centre[others][None]
    below = (boxes.down[others][None] + boxes.down[places][:, None]) / 2
    off = np.linalg.norm(apart - below, axis=2) / np.exp(tall[places])[:, None]
    lying = np.where(faces.turn[others] % 2 == 0, -1, 1) * math.log(SHAPE)
    slanting = (faces.kinds[others] == BACK) | (tall[others] - wide[others] < lying + math.log(_SLANTING))
    lower = tall[places][:, None] < tall[others][None] + math.log(_LOWER)
    keep = np.ones(len(best), np.bool_)
    wall = ((off < _TOUCHING) & (slanting[None] | lower)).any(axis=1)
    keep[white] = vouched & (~wall | _in_rows(image, boxes, places, firm))
    return best[keep]


def of_one_set(image: Image, firm: Boxes) -> bool:
    """Whether the grounds of most of the sure faces ``firm`` have one tint: tiles of a set have, backs of books not."""
    if len(firm) < _TWO:
        return True
    tints = _tints(_grounds(image, firm))
    off = np.linalg.norm(tints - np.median(tints, axis=0), axis=1)
    return bool(np.median(off) < _ONE_TINT)


def with_backs_of_rows(
    image: Image, boxes: Boxes, faces: Faces, worth: AnyFloats, best: NDArray[np.int64]
) -> tuple[Faces, NDArray[np.int64]]:
    """``best`` with fainter backs of the shape and the colour of those beside them, without sides that were taken for
    backs, and the answers with these as such.

    Walls are rows of backs; what is as white as the faces is a side.
    """
    seen = boxes.surface[:, BACK_SURFACE] > LIKE_A_BACK
    counts = (faces.kinds == BACK) & (worth > _NEXT) & (boxes.score > FOUND) | seen & (boxes.score > _SEEN)
    likely = np.setdiff1d(np.flatnonzero(counts | seen), best)
    if not len(likely) and not (faces.kinds[best] == BACK).any():
        return faces, best
    every = np.concatenate([best, likely[np.argsort(-worth[likely], kind="stable")]])
    known, back, value = np.arange(len(every)) < len(best), faces.kinds[every] == BACK, worth[every]
    own = boxes.take(every)
    apart, frames = _in_frames(own, own)
    far, near = np.abs(apart).max(axis=2), np.abs(apart).min(axis=2)
    grounds = _grounds(image, own)
    tints = _tints(grounds)
    sides = back & _sides(grounds, tints, known & ~back, known & back)
    known &= ~sides
    off = [np.abs(np.abs(frames) - turned).max(axis=(2, 3)) for turned in (np.eye(2), np.eye(2)[::-1])]
    beside = (np.minimum(*off) < _AS_LARGE) & (far > _STEP[0]) & (far < _STEP[1]) & (near < _OFF_ROW)
    beside &= np.linalg.norm(tints[:, None] - tints, axis=2) < _ONE_COLOUR
    clear, counts = np.minimum(far, far.T) > _STEP[0], known | counts[every]
    lines = _lines(apart, beside, np.flatnonzero(~counts))
    white = _near_most(tints, tints[known & ~back]) | sides
    begins = back & counts & ~white & (value > _BEGINS)
    plain = back & counts & (value > _ANYWHERE)
    while True:
        told = known & back
        due = counts & beside[told | begins].any(axis=0) | plain & _near_most(tints, tints[told])
        due[~counts] = lines[:, told][..., told].any(axis=(1, 2))
        more = due & ~known & ~white & clear[known].all(axis=0)
        if not more.any():
            break
        known[more.argmax()] = back[more.argmax()] = True
    added = np.setdiff1d(every[known], best)
    added = added[faces.kinds[added] != BACK]
    said = boxes.surface[added, BACK_SURFACE][:, None]
    chances = faces.probabilities.copy()
    chances[added] = (1 - said) * chances[added] + said * np.eye(chances.shape[1], dtype=np.float32)[BACK]
    return Faces.likeliest(chances, faces.tops), every[known]


def _lines(apart: AnyFloats, beside: NDArray[np.bool_], asked: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which two others each of the ``asked`` is in line with [K,N,N], beyond or between them; ``apart`` [N,N,2]: where
    each lies in the frame of each, ``beside`` [N,N]: in whose row it is next."""
    after = np.abs(apart[:, asked, None] + apart[:, None]).max(axis=3) < _IN_LINE
    after &= beside[:, asked, None] & beside[:, None]
    between = np.abs(apart[asked, :, None] + apart[asked, None]).max(axis=3) < _IN_LINE
    between &= beside[:, asked].T[:, :, None] & beside[:, asked].T[:, None]
    return np.asarray(after.transpose(1, 0, 2) | between)


def _near_most(tints: AnyFloats, others: AnyFloats) -> NDArray[np.bool_]:
    """Which of the tints [N,3] are that of most of the others [M,3]; none where there are none."""
    if not len(others):
        return np.zeros(len(tints), np.bool_)
    return np.asarray(np.linalg.norm(tints - np.median(others, axis=0), axis=1) < _ONE_COLOUR)


def _sides(
    grounds: AnyFloats, tints: AnyFloats, faces: NDArray[np.bool_], backs: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which are of the colour of the ``faces`` rather than of the coloured ones of the ``backs``, and in the shade."""
    if not faces.any():
        return np.zeros(len(tints), np.bool_)
    away = np.linalg.norm(tints - np.median(tints[faces], axis=0), axis=1)
    coloured = backs & (away > _ONE_COLOUR)
    if not coloured.any():
        return np.zeros(len(tints), np.bool_)
    light = grounds.mean(axis=1)
    nearer = _NEARER * away < np.linalg.norm(tints - np.median(tints[coloured], axis=0), axis=1)
    return np.asarray(nearer & (light < _SHADED * np.median(light[faces])))


def _in_frames(boxes: Boxes, others: Boxes) -> tuple[AnyFloats, AnyFloats]:
    """Where each of the others lies in the frame of each box [N,M,2], and its edges there [N,M,2,2], in columns."""
    own, edges = (np.stack([each.right, each.down], axis=2).astype(np.float64) for each in (boxes, others))
    inverse = np.linalg.inv(own + 1e-3 * np.eye(2))
    apart = others.centre[None].astype(np.float64) - boxes.centre[:, None]
    return np.einsum("iab,ijb->ija", inverse, apart), np.einsum("iab,jbc->ijac", inverse, edges)


def _tints(grounds: AnyFloats) -> AnyFloats:
    """The shares of blue, green and red in each ground [N,3]."""
    return np.asarray(grounds / np.maximum(grounds.sum(axis=1, keepdims=True), 1.0))


def _in_rows(image: Image, boxes: Boxes, places: NDArray[np.int64], firm: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of ``places`` stand in a row right beside one of ``firm`` that is as high and no lighter.

    Beside the side wall of a tile are other walls; that of a tile in the row before, beside a shorter row, is darker.
    """
    if not len(places) or not len(firm):
        return np.zeros(len(places), np.bool_)
    apart, frames = _in_frames(boxes.take(places), boxes.take(firm))
    alike = np.abs(frames - np.eye(2)).max(axis=(2, 3)) < _AS_HIGH
    beside = (np.abs(apart[..., 1]) < _AS_HIGH) & (np.abs(np.abs(apart[..., 0]) - 1) < _TOUCHING)
    light, lights = (_grounds(image, boxes.take(which)).mean(axis=1) for which in (places, firm))
    return np.asarray((alike & beside & (light[:, None] > _DARKER * lights[None])).any(axis=1))


def _grounds(image: Image, boxes: Boxes) -> AnyFloats:
    """The level of each face's ground in each colour [N,3]."""
    crops = cut_faces(image, boxes.centre, boxes.right, boxes.down)[:, 8:-8, 8:-8]
    return np.asarray(np.percentile(crops.reshape(len(crops), -1, 3), _GROUND, axis=1))


def on_paper(image: Image, boxes: Boxes) -> NDArray[np.bool_]:
    """Which of the boxes, the tiles of a picture, are printed on something as white as their own ground.

    Tiles on a white rim have that on one side, tiles on a white sheet on every side that is free.
    """
    like, seen = _surroundings(image, boxes)
    away = np.linalg.norm(boxes.centre[:, None] - boxes.centre[None], axis=2)
    near = (away < _COMPANY * boxes.size[:, None]).astype(np.float64)
    share, room = (near @ like) / np.maximum(near @ seen, 1.0), near @ seen
    free = room > _FREE * room.sum(axis=1, keepdims=True)
    return np.asarray(np.where(free, share, 1.0).min(axis=1, initial=1.0) > _PAPER)


def _surroundings(image: Image, boxes: Boxes) -> tuple[AnyFloats, AnyFloats]:
    """Of the places on each side of each box [N,4] how many are like its ground, and how many there are."""
    if not len(boxes):
        return np.zeros((0, 4)), np.zeros((0, 4))
    ground = _grounds(image, boxes)
    along = (np.arange(_POINTS) + 0.5) / _POINTS * 2 - 1
    ones = np.ones(_POINTS)
    square = np.concatenate(
        [np.column_stack(side) for side in ((along, -ones), (ones, along), (along, ones), (-ones, along))]
    )
    steps = np.concatenate([square * ring / 2 for ring in _RINGS]).astype(np.float32)
    edges: Floats32 = np.stack([boxes.right, boxes.down], axis=1)
    places = boxes.centre[:, None] + steps @ edges
    inverse = np.linalg.inv(edges.astype(np.float64) + 1e-3 * np.eye(2))
    x, y = (places[:, :, None, axis] - boxes.centre[None, None, :, axis] for axis in (0, 1))
    across, down = (np.abs(x * inverse[:, 0, axis] + y * inverse[:, 1, axis]) for axis in (0, 1))
    free = ~((across < _OTHERS / 2) & (down < _OTHERS / 2)).any(axis=2)
    x, y = np.round(places[..., 0]).astype(int), np.round(places[..., 1]).astype(int)
    free &= (x >= 0) & (x < image.shape[1]) & (y >= 0) & (y < image.shape[0])
    levels = image[y.clip(0, image.shape[0] - 1), x.clip(0, image.shape[1] - 1)].astype(np.float64)
    like = free & (np.abs(levels - ground[:, None]).max(axis=2) < _LIKE)
    sides = (len(boxes), len(_RINGS), 4, _POINTS)
    return like.reshape(sides).sum(axis=(1, 3)).astype(float), free.reshape(sides).sum(axis=(1, 3)).astype(float)
