"""Correct apparent blank tiles and backs by the colours of confident tiles."""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import COPIES, Tile
from vision.arrays import Floats, Image
from vision.distances import distances
from vision.explain.found import Surface
from vision.table.find.landmarks import SURE
from vision.table.find.lifting import Piece
from vision.tiles.finder import BACK, FACE, Boxes

_INNER: Final = 0.3
"""Half side of the sampled square of a box, in box sizes; chosen: the rim shows sides and neighbours."""
_FEWEST: Final = 4
"""Tiles of one kind from which their usual colour is known; chosen: fewer may all be in a shadow."""
_DARKEST: Final = 0.6
"""Least brightness of a blank tile relative to the usual one; chosen: shadows on tiles take away less than half."""
_OTHER_HUE: Final = 0.03
"""Hue distance from tile bodies at which a blank tile is a back; white backs cannot be separated this way.

Measured on 422 painted and path-traced tables: one of 671 white dragons was off by .025, the others by up to .021;
backs paled by lamps by up to .2, and in 40 cases by less than this."""
_BESIDE: Final = 2.0
"""Neighbourhood, in box sizes, within which light is the same; chosen: the next tile of a row, and the next row."""
_OTHER_TINT: Final = 0.1
"""Largest distance of the hue of a back from the line between white and known backs, along which glare moves it.

Measured on path-traced tables: red plates beside orange backs were .2 off, backs in any light .04."""
_AS_WHITE: Final = 0.16
"""Hue distance of an apparent back from equally bright faces, relative to that from the other backs, below which it is
a face. Measured on 320 path-traced tables: 61 of 64 white dragons are below, and 7 of 7,400 backs seen from overhead.
"""
_AS_WHITE_UNSURE: Final = 0.1
"""The same if backs are pale or two channels are overexposed; glaring backs have .11 and more."""
_BURNT: Final = 250.0
"""Brightness from which a channel is overexposed and gives no hue; of a glaring back two are before the third."""
_PALE: Final = 0.06
"""Hue distance from backs below which these count as pale; measured likewise: dragons from .09."""
_LIKE_LIT: Final = 3
"""Number of nearest faces of similar brightness to compare with; chosen: a warm lamp shifts the hue of bright faces."""
_AS_BRIGHT: Final = 0.7
"""Least brightness relative to the faces; measured likewise: .83 and more, shadows up to .6."""
_BRIGHTEST: Final = 1.8
"""Largest brightness relative to the usual one, above which it is glare; chosen."""
_SURE_SCORE: Final = 0.9
"""Finder score from which a tile's colour counts as a reference; chosen: nearly all tiles score more."""
_SPOTS: Final = 12
"""Samples along each side of a box for its colour; chosen: as many as prints have strokes."""
_HUE_SURE: Final = 0.9
"""Confidence of a back that is recognised by its hue alone; chosen: nearly sure."""
_DAZZLED: Final = 252.0
"""Brightness of the darkest channel of a blank tile's body from which a lamp may have washed out its print. Measured on
path-traced tables: 253 and more where faces had become blank; white dragons in other light up to 235, in games 251."""
_IN_RANGE: Final = 240.0
"""Median of the same for other faces below which the lamp is the cause; chosen: bright pictures show prints."""
_DAZZLED_SURE: Final = 0.75
"""Largest confidence of such a blank face: doubtful, but a face; chosen."""
_COMPARED: Final = 12
"""Most tiles whose colours are compared; chosen: enough for a median."""


def as_faces(image: Image, boxes: Boxes, kept: list[Piece]) -> NDArray[np.bool_]:
    """Mask of boxes that seem to show no face but are as white as confident faces, and unlike confident backs."""
    asked, lie = np.asarray(boxes.kinds != FACE), boxes.standing < 0.5
    if not asked.any():
        return asked
    sure = [each for each in kept if _sure(each) and each.tile.tile is not Tile.WHITE]
    known = []
    for kind, surface in ((BACK, Surface.BACK), (FACE, Surface.FACE)):
        # Tiles elsewhere were looked at more than once; a new box may be taken for the other kind.
        own = [each for each in sure if each.tile.surface is surface][:_COMPARED]
        more = 0 if len(own) >= _FEWEST else _COMPARED - len(own)
        found = boxes.take(np.flatnonzero(lie & (boxes.surface[:, kind] > SURE))[:more])
        at = np.concatenate([found.centre, np.array([each.at for each in own]).reshape(-1, 2)]).astype(np.float64)
        known.append(body_colours(image, at, np.concatenate([found.size, [each.size for each in own]])))
    blank = boxes.take(asked)
    asked[asked] = as_white(body_colours(image, blank.centre.astype(np.float64), blank.size.astype(np.float64)), *known)
    return asked


def right_by_colour(image: Image, kept: list[Piece], found: list[Piece]) -> list[Piece]:
    """Return the found pieces without shadows and glare; apparent white dragons that are backs become backs.

    All are judged by how their colour differs from that of confident tiles.
    """
    every, gone = [*found, *kept], np.zeros(len(found), np.bool_)
    sure = np.array([_sure(each) for each in every], np.bool_)
    for surface in (Surface.FACE, Surface.BACK):
        own = np.array([each.tile.surface is surface for each in every], np.bool_)
        white = np.array([each.tile.tile is Tile.WHITE for each in every], np.bool_)
        asked = own & (white | (~sure if surface is Surface.BACK else white))
        asked[len(found) :] = False
        known = own & sure & ~asked & ~white
        known[_farther(every, known, asked)] = False
        which = np.flatnonzero(asked | known)
        if not asked.any() or not known.any():
            continue
        at, size = np.array([every[i].at for i in which]), np.array([every[i].size for i in which])
        colours = body_colours(image, at, size)
        backs = of_other_hue(colours, known[which], asked[which] & (surface is Surface.FACE), at, size)
        for place in which[backs].tolist():
            found[place] = _as_back(found[place])
        if surface is Surface.FACE:
            blank = asked[which] & ~backs
            for place in which[dazzled(colours, known[which], blank, too_many=int(white.sum()) > COPIES)].tolist():
                found[place] = _doubted(found[place])
        gone[which[of_other_colour(colours, known[which], asked[which] & ~backs)]] = True
        gone[which[of_other_tint(colours, known[which], asked[which] & (surface is Surface.BACK))]] = True
    return [each for each, is_gone in zip(found, gone, strict=True) if not is_gone]


def _sure(piece: Piece) -> bool:
    return piece.tile.score >= _SURE_SCORE and piece.tile.confidence >= SURE


def _farther(every: list[Piece], known: NDArray[np.bool_], asked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Indices of known pieces beyond the first ``_COMPARED``, except the one nearest to each asked piece."""
    places, at = np.flatnonzero(known), np.array([each.at for each in every]).reshape(-1, 2)
    if len(places) <= _COMPARED or not asked.any():
        return places[_COMPARED:]
    nearest = places[distances(at[asked], at[places]).argmin(axis=1)]
    return np.setdiff1d(places[_COMPARED:], nearest)


def _as_back(piece: Piece) -> Piece:
    tile = piece.tile
    back = replace(
        tile, surface=Surface.BACK, tile=None, other=None, angle=tile.angle % 180.0, confidence=_HUE_SURE, way=1.0
    )
    return replace(piece, tile=back)


def _doubted(piece: Piece) -> Piece:
    tile = piece.tile
    return replace(piece, tile=replace(tile, confidence=min(tile.confidence, _DAZZLED_SURE)))


def dazzled(
    colours: Floats, known: NDArray[np.bool_], asked: NDArray[np.bool_], *, too_many: bool
) -> NDArray[np.bool_]:
    """Mask of the ``asked`` blank boxes [N] that a lamp may have washed out: overexposed where ``known`` ones are not.

    ``too_many``: there are more white dragons than a set has, so that some of them are none.
    """
    least = colours.min(axis=1)
    if not too_many and not (known.any() and float(np.median(least[known])) < _IN_RANGE):
        return np.zeros(len(colours), np.bool_)
    return np.asarray(asked & (least > _DAZZLED))


def body_colours(image: Image, at: Floats, size: Floats) -> Floats:
    """Colours BGR [N,3] of the lighter half inside boxes with centres [N,2], sizes [N] px: prints are darker."""
    reach = np.maximum(_INNER * size, 1.0)[:, None] * np.linspace(-1.0, 1.0, _SPOTS)
    x, y = (at[:, [axis]] + reach for axis in (0, 1))
    tall, wide = image.shape[:2]
    rows, columns = np.clip(y, 0, tall - 1).astype(np.intp), np.clip(x, 0, wide - 1).astype(np.intp)
    inner = image[rows[:, :, None], columns[:, None, :]].reshape(len(at), _SPOTS**2, 3).astype(np.float64)
    light = inner @ np.ones(3)
    lighter = (light >= np.median(light, axis=1, keepdims=True)).astype(np.float64)
    return np.asarray((lighter[:, None] @ inner)[:, 0] / lighter.sum(axis=1)[:, None])


def of_other_colour(colours: Floats, known: NDArray[np.bool_], asked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mask of the ``asked`` boxes [N] that are too dark or too bright compared with the ``known`` ones."""
    odd = np.zeros(len(colours), np.bool_)
    if known.sum() < _FEWEST or not asked.any():
        return odd
    light = colours.mean(axis=1) + 1.0
    share = light / np.median(light[known])
    odd[asked] = (share[asked] < _DARKEST) | (share[asked] > _BRIGHTEST)
    return odd


def as_white(colours: Floats, backs: Floats, faces: Floats) -> NDArray[np.bool_]:
    """Mask [N]: colours BGR that are as white as those of ``faces`` [M,3] and unlike those of ``backs`` [K,3]."""
    # One face is enough: an indicator is in place before any discard, and a shadow changes no hue.
    if len(backs) < _FEWEST or not len(faces):
        return np.zeros(len(colours), np.bool_)
    hues, *known = (each / np.maximum(each.sum(axis=1, keepdims=True), 1.0) for each in (colours, backs, faces))
    light, lit = colours.mean(axis=1), faces.mean(axis=1)
    like = np.argsort(np.abs(light[:, None] - lit), axis=1)[:, :_LIKE_LIT]
    away = np.linalg.norm(hues - np.median(known[0], axis=0), axis=1)
    near = np.linalg.norm(hues - np.median(known[1][like], axis=1), axis=1)
    unsure = ((colours > _BURNT).sum(axis=1) > 1) | (away < _PALE)
    alike = near < np.where(unsure, _AS_WHITE_UNSURE, _AS_WHITE) * away
    return np.asarray(alike & (away > _OTHER_HUE) & (light > _AS_BRIGHT * float(np.median(lit))))


def of_other_hue(
    colours: Floats, known: NDArray[np.bool_], asked: NDArray[np.bool_], at: Floats, size: Floats
) -> NDArray[np.bool_]:
    """Mask of the ``asked`` boxes [N] whose hue differs, under any light, from that of the ``known`` ones.

    Light differs over a table, so that the hue of a known box beside one counts as well. ``at`` [N,2], ``size`` [N]:
    centres, sizes, px.
    """
    other = np.zeros(len(colours), np.bool_)
    if known.sum() < _FEWEST or not asked.any():
        return other
    hues = colours / np.maximum(colours.sum(axis=1, keepdims=True), 1.0)
    off = np.linalg.norm(hues - np.median(hues[known], axis=0), axis=1)
    away = distances(at, at[known])
    beside = away.min(axis=1) < _BESIDE * size
    nearest = np.linalg.norm(hues - hues[known][away.argmin(axis=1)], axis=1)
    other[asked] = (np.where(beside, np.minimum(off, nearest), off) > _OTHER_HUE)[asked]
    return other


def of_other_tint(colours: Floats, known: NDArray[np.bool_], asked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mask of the ``asked`` boxes [N] that are no backs like the ``known`` ones, however much a lamp pales them."""
    other = np.zeros(len(colours), np.bool_)
    if known.sum() < _FEWEST or not asked.any():
        return other
    tints = colours / np.maximum(colours.sum(axis=1, keepdims=True), 1.0) - 1.0 / 3.0
    usual = np.median(tints[known], axis=0)
    along = np.maximum(tints @ usual, 0.0) / max(float(usual @ usual), 1e-6)
    other[asked] = np.linalg.norm(tints - along[:, None] * usual, axis=1)[asked] > _OTHER_TINT
    return other
