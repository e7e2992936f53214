"""Combine two looks at one place, and decide which places are worth a second look."""

import math
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import SeenTile, Sighting
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.camera.model import Camera
from vision.distances import distances
from vision.explain.found import FoundTile, Surface, TableGround, outlines
from vision.table.find.landmarks import SURE
from vision.table.find.lie import are_across
from vision.table.find.lifting import Lifted, Piece
from vision.tiles.classifier import DOUBT
from vision.tiles.finder import FACE, TOP, Boxes
from vision.tiles.recogniser import FacePose, Recognised

_NOTHING: Final = 0.7
"""Score from which a tile survives a second look that finds none; chosen: a shifted window missed a blank face of .8,
false ones are fainter."""
_SAME_PLACE: Final = 0.55
"""Distance, in tile sizes, within which two looks at a still picture are at the same tile; chosen: halves of a face are
0.3 from its middle, and neighbours 0.8, of which a second look takes up to 0.15."""
_OWN_BOX: Final = 0.7
"""Distance, in box sizes, within which another box is of the same tile; chosen: neighbours are 0.8 apart."""
_REACH: Final = 0.6
"""Half of a tile's longer edge in sizes of its box."""
_CORNERS: Final = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
"""Corners of a square with sides of 2, in order."""
_INNER: Final = 0.8
"""Share of a face compared for change detection; chosen: a neighbour's shadow falls on its rim."""
_SURE_WAY: Final = 0.95
"""Orientation probability from which an outline counts as known; chosen."""
_TOUCHES_MM: Final = 34.0
"""Distance, mm, between the centres of tiles that touch, or nearly; chosen: 28 at most if they lie end to end."""
_FACE_LIKE: Final = 0.35
"""Score from which a box that is of no piece may show a face; chosen: one painted table in ten has any."""
_FITS: Final = 0.5
"""Least fit of a box to a tile's size; chosen: that of a tile whose edges are off by a fifth."""
_ROOM: Final = 0.7
"""Distance, in tile widths, from a known tile within which there is no room for another; chosen, as for vacancies."""
_HOLE: Final = (1.75, 2.35)
"""Distance, in tile widths, between the faces on either side of a missed one; chosen: gaps of a tenth on both sides."""
_ASIDE: Final = 0.5
"""Largest offset of these faces from one line, in tile widths; chosen: rows are no straighter."""
_ALIKE: Final = 15.0
"""Largest angle between these faces, degrees; chosen: three deviations of two tiles."""
_IN_A_ROW: Final = 0.9
"""Confidence of a face between two of a row from which it is accepted though no box outlines it; chosen as for photos.
"""
_BESIDE_BLANK: Final = 1.3
"""Distance, in tile heights, within which a tile is the neighbour of a white dragon; chosen: 1 end to end."""
_MIDDLE: Final = 0.3
"""Half extent of the checked part of a tile's place, in tile widths; chosen, as for vacancies."""
_BARE: Final = 0.2
"""Largest share of that part that shows the bare table, or something foreign over it; chosen."""
_COVERED: Final = 0.6
"""Prior of a white dragon there; chosen: faint, so that name and row decide."""
FAINT: Final = 0.5
"""Score below which a tile may be false, or a standing one in place of a white dragon; chosen: nearly all score more.
"""
_SAME_MM: Final = 1.5
"""Distance, mm, within which a tile is at its former place; chosen above the noise of its place, about a pixel."""
_SAME_DEGREES: Final = 5.0
"""Degrees within which an angle is unchanged; chosen as ``_SAME_MM``, over half the length of a face."""
_SAME_TIER: Final = 0.05
"""Largest change of a back's probability of being upper at an unchanged height; chosen: the tile under it looks the
same."""


def surer(before: list[Piece], now: list[Piece], known: Container[tuple[float, float]] = ()) -> list[Piece]:
    """Return the pieces; in unchanged places, those of the look whose lowest score is the higher one.

    An empty look counts too, except at ``known``: places (x, y mm) of tiles of confirmed zones.
    """
    lost, new = _without(before, now), _without(now, before)
    if not lost:
        return now
    pieces = [*lost, *new]
    at = np.array([each.at for each in pieces]).reshape(-1, 2)
    size = np.array([each.size / each.scale for each in pieces])
    near, left = distances(at, at) < _SAME_PLACE * size[:, None], np.ones(len(pieces), np.bool_)
    kept, gone = list[Piece](), list[Piece]()
    for first in range(len(pieces)):
        if not left[first]:
            continue
        here = near[first] & left
        while np.count_nonzero(more := near[here].any(axis=0) & left) > np.count_nonzero(here):
            here = more
        left &= ~here
        places = np.flatnonzero(here).tolist()
        old, fresh = ([pieces[place] for place in places if (place < len(lost)) is was] for was in (True, False))
        nothing = 0.0 if any((each.tile.x, each.tile.y) in known for each in old) else _nothing(old)
        worth = _print_confidence if _turned(old, fresh) else _worth
        if old and min(map(worth, old)) > min(map(worth, fresh), default=nothing):
            kept += old if fresh else map(_missed, old)
            gone += fresh
    return [*_without(now, gone), *kept]


def _nothing(old: Sequence[Piece]) -> float:
    """Score of a look that found nothing; higher after repeated empty looks."""
    return 1.0 - (1.0 - _NOTHING) ** (1 + min((each.missed for each in old), default=0))


def _missed(piece: Piece) -> Piece:
    """Count an empty look at a standing top, as rims and sides may look like one once; keep other pieces."""
    return replace(piece, missed=piece.missed + 1) if piece.tile.surface is Surface.TOP else piece


def _without(pieces: list[Piece], others: list[Piece]) -> list[Piece]:
    """The pieces that are not among the others, by identity."""
    these = set(map(id, others))
    return [each for each in pieces if id(each) not in these]


def steady(found: list[Piece], before: list[Piece]) -> list[Piece]:
    """Return the pieces; one equal to a piece of ``before`` within noise is replaced by it, at its index."""
    if not found or not before:
        return found
    number = {id(each): place for place, each in enumerate(before)}
    new = [each for each in found if id(each) not in number]
    order = {number[id(each)]: each for each in found if id(each) in number}
    left: list[Piece] = []
    here, there = (
        np.array([(each.tile.x, each.tile.y, each.tile.z) for each in pieces]).reshape(-1, 3)
        for pieces in (new, before)
    )
    nearest = distances(here, there).argmin(axis=1).tolist()
    for one, place in zip(new, nearest, strict=True):
        if place not in order and _as_before(one.tile, before[place].tile):
            order[place] = replace(before[place], missed=0) if before[place].missed else before[place]
        else:
            left.append(one)
    return [order[place] for place in sorted(order)] + left


def _as_before(one: FoundTile, other: FoundTile) -> bool:
    """True if two detections have the same face and, within noise, pose, and ``other`` is not the only faint one."""
    turned = abs((one.angle - other.angle + 180.0) % 360.0 - 180.0)
    return (
        (one.surface, one.tile, one.confidence < DOUBT) == (other.surface, other.tile, other.confidence < DOUBT)
        and math.dist((one.x, one.y, one.z), (other.x, other.y, other.z)) < _SAME_MM
        and turned < _SAME_DEGREES
        and (one.surface is not Surface.BACK or abs(one.upper - other.upper) < _SAME_TIER)
        and not other.score < FAINT <= one.score
    )


def tiles_of_sighting(seen: Sighting) -> Iterator[SeenTile]:
    """Yield the tiles of a sighting's rivers, melds, hands and indicators."""
    yield from (each.seen for river in seen.rivers for each in river or ())
    yield from (tile for row in seen.melds for meld in row or () for tile in meld.tiles)
    yield from (
        tile for hand in seen.hands if hand is not None for tile in (*hand.shown, hand.apart) if tile is not None
    )
    yield from (each.seen for each in seen.indicators or ())


def still_known(
    before: frozenset[tuple[float, float]], sure: Iterable[SeenTile], tiles: Sequence[FoundTile]
) -> frozenset[tuple[float, float]]:
    """Places (x, y mm) of tiles confirmed ``before`` and still there, or confirmed now, with white dragons beside them.

    A second look misses every other white dragon.
    """
    known = (before & {(tile.x, tile.y) for tile in tiles}) | {(tile.x, tile.y) for tile in sure}
    blank = [(tile.x, tile.y) for tile in tiles if tile.tile is Tile.WHITE]
    return known | {spot for spot in blank if any(math.dist(spot, each) < _TOUCHES_MM for each in known)}


def _worth(piece: Piece) -> float:
    return piece.tile.score * piece.tile.confidence * piece.tile.way


def _print_confidence(piece: Piece) -> float:
    """Confidence in name and orientation of a face by its print alone, without its box."""
    return piece.tile.confidence * piece.tile.way


def _turned(old: Sequence[Piece], fresh: Sequence[Piece]) -> bool:
    """True if two looks saw the same face, turned by 90 degrees."""
    if len(old) != 1 or len(fresh) != 1:
        return False
    one, other = old[0].tile, fresh[0].tile
    return one.tile is not None and one.tile is other.tile and are_across(one.angle, other.angle)


def missed(
    pieces: Sequence[Piece],
    searched: Callable[[Floats], NDArray[np.bool_]],
    named: Callable[[Sequence[FacePose]], Sequence[Recognised]],
    camera: Camera,
    layout: Layout,
) -> list[Piece]:
    """Faces that no box outlines, each between two faces of a row.

    ``searched``: returns the mask of places [N,2] px that are searched; ``named``: classifies faces at given poses.
    """
    holes = _holes(pieces, layout.profile.tile)
    spots = camera.project([(pose.x, pose.y, pose.z) for pose in holes]) if holes else np.zeros((0, 2))
    # A tile found there may have been placed at another height.
    known, sizes = np.array([each.at for each in pieces]).reshape(-1, 2), np.array([each.size for each in pieces])
    free = (distances(spots, known) > _OWN_BOX * sizes).all(axis=1)
    asked = np.flatnonzero(free & searched(spots)).tolist()
    found = []
    for place, face in zip(asked, named([holes[place] for place in asked]), strict=True):
        if face.turn % 2 == 0 and face.confidence > _IN_A_ROW and face.tile not in (None, Tile.WHITE):
            (x, y), pose, sure = spots[place].tolist(), face.pose, min(1.0, face.confidence)
            tile = FoundTile(Surface.FACE, pose.x, pose.y, pose.z, face.angle, sure, 0.0, face.tile, sure, face.other)
            near = min(pieces, key=lambda each: math.dist(each.at, (x, y)))
            found.append(Piece((x, y), near.size / near.scale, tile))
    return found


def _holes(pieces: Sequence[Piece], size: TileSize) -> list[FacePose]:
    """Poses at which a face may have been missed between two faces of a row."""
    faces = [each.tile for each in pieces if each.tile.tile is not None and each.tile.score >= FAINT]
    at = np.array([(tile.x, tile.y, tile.z) for tile in faces]).reshape(-1, 3)
    angle = np.array([tile.angle for tile in faces])
    turn, apart = np.radians(angle)[:, None], at[None] - at[:, None]
    along = np.abs(apart[..., 0] * np.cos(turn) + apart[..., 1] * np.sin(turn)) / size.width_mm
    aside = np.abs(apart[..., 1] * np.cos(turn) - apart[..., 0] * np.sin(turn)) / size.width_mm
    pairs = (along > _HOLE[0]) & (along < _HOLE[1]) & (aside < _ASIDE)
    pairs &= np.abs((angle[None] - angle[:, None] + 90.0) % 180.0 - 90.0) < _ALIKE
    pairs &= np.abs(apart[..., 2]) < size.thickness_mm / 2
    one, other = np.nonzero(np.triu(pairs, 1))
    middles = (at[one] + at[other]) / 2
    poses = np.column_stack([middles[:, :2], angle[one], middles[:, 2]]).tolist()
    return [FacePose(x, y, way, z) for x, y, way, z in poses]


def own_places(pieces: list[Piece], camera: Camera, size: TileSize) -> Floats:
    """Corners [N, 4, 2] px of the part of each piece that is compared for change detection.

    If its pose is certain: the face without its rim, so that a new neighbour does not count as a change, or the whole
    back, as the inside looks the same after the upper one of two was taken. Else a square that contains it in any pose.
    """
    own = np.array([(*piece.at, piece.size, piece.tile.z) for piece in pieces]).reshape(-1, 1, 4)
    corners = own[..., :2] + _REACH * own[..., 2:3] * _CORNERS
    lies = [piece.tile.surface is not Surface.TOP and piece.tile.way >= _SURE_WAY for piece in pieces]
    backs = np.array([piece.tile.surface is Surface.BACK for piece in pieces], np.bool_)[:, None, None]
    whole, inside = (outlines([piece.tile for piece in pieces], size, share) for share in (1.0, _INNER))
    inner = np.where(backs, whole, inside).reshape(-1, 2)
    seen = camera.project(np.column_stack([inner, np.repeat(own[..., 3], len(_CORNERS))])).reshape(corners.shape)
    return np.where(np.array(lies, np.bool_)[:, None, None], seen, corners)


def unplaced(boxes: Boxes, pieces: list[Piece]) -> NDArray[np.bool_]:
    """Mask of the boxes that look like faces and are of no piece: a window may have shown only half of a face."""
    at, sizes = np.array([each.at for each in pieces]).reshape(-1, 2), np.array([each.size for each in pieces])
    away = distances(boxes.centre, at)
    like_faces = (boxes.kinds == FACE) & (boxes.standing < 0.5) & (boxes.score > _FACE_LIKE)
    return np.asarray(like_faces & (away > _OWN_BOX * sizes).all(axis=1))


def beside_blanks(boxes: Boxes, lifted: Lifted, known: Sequence[Piece], ground: TableGround, size: TileSize) -> Floats:
    """Probabilities [N] of boxes where something covers the table beside a ``known`` white dragon, 0 elsewhere."""
    chances = np.zeros(len(boxes))
    white = np.array([each.tile.tile is Tile.WHITE and each.tile.confidence >= SURE for each in known], np.bool_)
    if not white.any() or not len(boxes):
        return chances
    away = distances(lifted.middle, np.array([(each.tile.x, each.tile.y) for each in known]))
    lies = (boxes.standing < 0.5) & (boxes.kinds != TOP) & (lifted.fit > _FITS)
    beside = (away[:, white] < _BESIDE_BLANK * size.height_mm).any(axis=1) & (away > _ROOM * size.width_mm).all(axis=1)
    reach = _MIDDLE * size.width_mm * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    for place in np.flatnonzero(lies & beside).tolist():
        outline, z = lifted.middle[place] + reach, float(lifted.z[place])
        if ground.bare(outline, z) < _BARE and ground.unseen(outline, z) < _BARE:
            chances[place] = _COVERED
    return chances
