"""Find the tiles of a table anywhere in the picture: search what changed, keep the rest."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.distances import distances
from vision.explain.found import ALIKE, FoundTile, Surface
from vision.image.cached_answers import CachedAnswers
from vision.image.change import Blocks
from vision.image.felt import Felt
from vision.table.find.colours import as_faces, right_by_colour
from vision.table.find.ground import PictureGround
from vision.table.find.landmarks import SURE, SeenFaces
from vision.table.find.lie import (
    OF_ALIKE,
    completes,
    doubt_of_way,
    is_open,
    lies_across,
    tells_way,
    turned_way,
    ways_round,
)
from vision.table.find.lifting import Lifted, Piece, lie_rather, lift
from vision.table.find.rims import outlined
from vision.table.find.second_looks import FAINT, beside_blanks, missed, own_places, steady, surer, unplaced
from vision.table.find.windows import TableWindows
from vision.tiles.classifier import BACK as NO_FACE
from vision.tiles.classifier import DOUBT, TINY
from vision.tiles.crop import cut_faces
from vision.tiles.finder import BACK, FACE, TOP, Boxes, Finder, FinderLook, suppress_overlaps
from vision.tiles.recogniser import FaceClassifier, FacePose, FaceRecogniser, Recognised
from vision.tiles.tier import TierNetwork

_LEAST_SCORE: Final = 0.22
"""Finder score from which boxes are examined; chosen: the finder's probabilities are reported from there."""
_EVEN_SCORE: Final = 0.39
"""Score at which half of the boxes are tiles; measured on painted tables, by boxes on no tile."""
_STEEPNESS: Final = 20.0
"""Steepness of that change, per unit of score; measured likewise: of tiles, 99 in 100 score 0.4 and more."""
_COARSE: Final = 0.5
"""Scale below which pixels are averaged; above it they are smoothed and interpolated, five times as fast."""
_SMOOTHED: Final = 0.45
"""Standard deviation of that smoothing, pixels; chosen: real tables read as with averages, and worse without it."""
_LEAST_WORTH: Final = 0.1
"""Worth (fit times probability) from which a tile is reported; chosen: the explanation of the table judges further."""
_HALVES: Final = 0.75
"""Distance, in tile widths, below which two faces overlap; chosen: halves of a face are half a tile apart, by its
length 14 mm of 21."""
_WHOLE: Final = 0.8
"""Confidence of the face in the middle from which two are its halves, or of two faces from which one box shows both;
chosen: most faces are named surer."""
_LARGEST_HALF: Final = 0.91
"""Largest size of a box, relative to a tile's, that may show half of a face; measured on painted tables: halves of a
4p are 0.71 to 0.90."""
_LARGEST_FACE: Final = 1.15
"""Size of a box, in parts of a tile's, from which it may show two; measured: touching pairs of 9p are 1.27 and 1.28."""
_WHOLE_PAIR: Final = 1.3
"""The same for two whole tiles in the orientation of the box; one pair of 9p was 1.43, single tiles up to 1.41."""
_HALF_SCORE: Final = 0.7
"""Score below which a box may show half of a face; measured likewise: halves score up to 0.66."""
_SEEN_PLAINLY: Final = (0.98, 0.05)
"""Finder probability from which a face is kept although the classifier likely sees none, and the factor on that doubt;
measured on 160 path-traced tables: of 43 with .3 to .9 for none 40 are faces, of 5 with more 2; of those seen less
plainly half from above, one in a hundred at a slant."""
_UNNAMED: Final = 0.3
"""Probability that an apparent face without a name is one; measured on painted tables: of 34 false ones 28 were
counting sticks side by side with names of .45 and less, which 1 in 100 faces has."""
_NO_FACE: Final = 0.05
"""Probability of a face below which a box is not named; chosen: the finder is surer of most backs."""
_ONE_TILE_MM: Final = 12.0
"""Distance, mm, within which two standing tiles are one; chosen between the thickness of a tile and its width."""
_LIES: Final = (0.1, 0.9)
"""Highest standing probability and lowest face probability of a plainly lying face; chosen."""
_BESIDE: Final = 1.25
"""Distance, in box sizes, within which such a face is a neighbour; chosen: neighbours are 0.8 to 1 apart."""
_RATHER: Final = 0.4
"""Factor on a standing probability beside such a face; chosen: tiles of a row all lie or stand, except where rows meet.
"""
_SAME: Final = 0.45
"""Distance, in box sizes, below which two boxes are one tile; chosen: neighbours are 0.8 apart."""


class TileSearch:
    """Finds the tiles that one camera sees on one table.

    ``ground``: the ground map; ``kept``: cached answers of looks at the current picture; ``known``: places (x, y mm) of
    confirmed tiles.
    """

    def __init__(
        self, layout: Layout, camera: Camera, finder: Finder, classifier: FaceClassifier, windows: TableWindows
    ) -> None:
        self._layout, self._camera, self._finder, self._windows = layout, camera, finder, windows
        self._classifier = classifier
        self._recogniser = FaceRecogniser(layout, camera, classifier)
        self._tiers = TierNetwork.load()
        self._pieces: list[Piece] = []
        self._tiles: tuple[FoundTile, ...] = ()
        self.known: frozenset[tuple[float, float]] = frozenset()
        self.kept = CachedAnswers(windows.shows_table.shape)
        self.ground = PictureGround(camera, windows.shows_table.shape, windows.block, self.kept)

    @property
    def tiles(self) -> tuple[FoundTile, ...]:
        """The tiles found so far."""
        return self._tiles

    @property
    def blocks(self) -> Blocks:
        """The blocks of the picture that contain tiles."""
        return self._blocks_of(self._pieces)

    def look(
        self,
        image: Image,
        blocks: Blocks,
        felt: Felt | None = None,
        changed: Callable[[Floats], Sequence[bool]] | None = None,
        looks: Sequence[FinderLook] = (),
    ) -> Blocks:
        """Search those blocks again; return the blocks with doubtful tiles.

        A tile that is found again keeps its pose and name, so that noise moves nothing. ``felt``: if known;
        ``changed``: True if the inside of an outline, px, changed; where not, the surer of two looks counts; ``looks``:
        results for this picture that are used again.
        """
        before = self._pieces
        again = blocks[self._places_of(before)].tolist()
        kept = [each for each, searched in zip(before, again, strict=True) if not searched]
        boxes = self._searched(image, blocks, looks)
        # Things at the edge of a window, beside the searched blocks, appear cut off: nothing new is accepted there.
        beside = (self._windows.shows_table & ~blocks)[self._places(boxes.centre.astype(np.float64))]
        here = [each for each, searched in zip(before, again, strict=True) if searched]
        boxes = boxes.take(~(beside & _apart(boxes.centre, here)))
        found = self._pieces_of(image, boxes, kept)
        found = self._joined(image, self._parted(image, self._completed(image, found)))
        # Part of a box of two tiles may be a tile already known.
        apart = _apart(np.array([each.at for each in found]).reshape(-1, 2), kept).tolist()
        found = [each for each, elsewhere in zip(found, apart, strict=True) if elsewhere]
        found = right_by_colour(image, kept, found)
        named = partial(self._recogniser.recognise, image)
        found += missed([*kept, *found], lambda at: blocks[self._places(at)], named, self._camera, self._layout)
        if felt is not None:
            found = self._outlined(image, felt, found)
        self._pieces = steady(self._settled([*kept, *found]), before)
        if changed is not None:
            camera, size = self._camera, self._layout.profile.tile
            news = changed(own_places(here, camera, size))
            still = [each for each, new in zip(here, news, strict=True) if not new]
            self._pieces = surer(still, self._pieces, self.known)
        self._tiles = tuple(each.tile for each in self._pieces)
        left = boxes.centre[unplaced(boxes, self._pieces)].astype(np.float64)
        doubtful = [each for each in found if _is_doubtful(each.tile)] + [each for each in self._pieces if each.missed]
        return self._blocks_of(doubtful) | self._blocks_at(left)

    def _blocks_of(self, pieces: list[Piece]) -> Blocks:
        return self._blocks_at(np.array([each.at for each in pieces]))

    def _blocks_at(self, spots: Floats) -> Blocks:
        shown = np.zeros_like(self._windows.shows_table)
        shown[self._places(spots)] = True
        return shown

    def _places_of(self, pieces: list[Piece]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows and columns of the blocks that contain pieces, or of those nearest to them."""
        return self._places(np.array([each.at for each in pieces]))

    def _places(self, spots: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        at = spots.reshape(-1, 2).astype(np.int64) // self._windows.block
        rows, columns = self._windows.shows_table.shape
        return at[:, 1].clip(0, rows - 1), at[:, 0].clip(0, columns - 1)

    @property
    def sizes(self) -> list[float]:
        """Sizes of the faces relative to the profile's."""
        return [each.scale for each in self._pieces if each.tile.surface is Surface.FACE]

    def faces(self) -> SeenFaces:
        """The confident faces found so far: their names and places in the picture."""
        sure = [each for each in self._pieces if each.tile.tile is not None and each.tile.confidence >= SURE]
        names = np.array([int(each.tile.tile or 0) for each in sure], np.int64)
        return names, np.array([each.at for each in sure], np.float64).reshape(-1, 2)

    def faces_everywhere(self, image: Image) -> SeenFaces:
        """The confident faces of the whole picture, wherever the table may be."""
        scale = self._windows.usual_scale
        size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
        boxes = self._finder.find(_scaled(image, size), _LEAST_SCORE)
        boxes = boxes.scaled(image.shape[1] / size[0], image.shape[0] / size[1])
        boxes = boxes.take((boxes.kinds == FACE) & (boxes.standing < 0.5))
        named = self._classifier.classify(cut_faces(image, boxes.centre, boxes.right, boxes.down), 1)
        sure = (named.confidence >= SURE) & (named.kinds < NO_FACE)
        return named.kinds[sure], boxes.centre[sure].astype(np.float64)

    def _searched(self, image: Image, blocks: Blocks, looks: Sequence[FinderLook]) -> Boxes:
        parts, left = [], blocks
        for look, served in self._windows.served(blocks, looks):
            x0, y0, x1, y1 = look.window
            self.ground.note(look.seen.matter, slice(y0, y1), slice(x0, x1), served)
            boxes = look.seen.boxes.take(look.seen.boxes.score >= _LEAST_SCORE)
            parts.append(boxes.take(served[self._places(boxes.centre.astype(np.float64))]))
            left = left & ~served
        for window in self._windows.around(left):
            piece = image[window.rows, window.columns]
            tall, wide = (max(1, round(side * window.scale)) for side in piece.shape[:2])
            seen = self._finder.look(_scaled(piece, (wide, tall)), _LEAST_SCORE)
            self.ground.note(seen.matter, window.rows, window.columns, left)
            boxes = seen.boxes.scaled(piece.shape[1] / wide, piece.shape[0] / tall)
            shift = np.array([window.columns.start, window.rows.start], np.float32)
            parts.append(replace(boxes, centre=boxes.centre + shift))
        if len(parts) == 1:
            return parts[0]
        # Overlapping windows find tiles twice.
        found = Boxes.join(parts)
        return found.take(suppress_overlaps(found, found.score))

    def _pieces_of(self, image: Image, boxes: Boxes, kept: list[Piece]) -> list[Piece]:
        """Convert boxes to tiles, without those of known tiles and those of no tile's size."""
        boxes = self._tiers.read(image, self._camera, self._layout.profile.tile, boxes.take(_apart(boxes.centre, kept)))
        boxes = self._lying(image, boxes, kept)
        lifted = lift(self._camera, self._layout.profile.tile, boxes)
        blank = beside_blanks(boxes, lifted, self._pieces, self.ground, self._layout.profile.tile)
        seen = np.maximum(chance_by_score(boxes.score.astype(np.float64)), blank)
        worth = lifted.fit * seen
        named = (worth > _LEAST_WORTH) & ~lifted.stands & (boxes.surface[:, FACE] > _NO_FACE)
        poses = [FacePose(*pose) for pose in np.column_stack([lifted.middle, lifted.angle, lifted.z])[named].tolist()]
        faces = dict(zip(np.flatnonzero(named).tolist(), self._named(image, poses, lifted.length[named]), strict=True))
        pieces, spots, sizes = [], boxes.centre.tolist(), boxes.size.tolist()
        for place in np.flatnonzero(worth > _LEAST_WORTH).tolist():
            face = faces.get(place)
            score = float(worth[place]) * (1.0 if face is None else _there(face, float(seen[place])))
            if score > _LEAST_WORTH or (face is not None and lifted.scale[place] > _LARGEST_FACE):
                tile = _tile(boxes, lifted, place, face, score)
                doubt = doubt_of_way(float(lifted.length[place]), face, float(lifted.angle[place]))
                x, y = spots[place]
                scale = float(lifted.scale[place])
                pieces.append(Piece((x, y), sizes[place], tile, doubt, scale, float(seen[place])))
        return _one_each(pieces)

    def _lying(self, image: Image, boxes: Boxes, kept: list[Piece]) -> Boxes:
        """Return the boxes; standing ones and backs become lying faces if they fit better so and are as white.

        ``kept``: tiles elsewhere in the picture. Blank faces may be found as any class.
        """
        blank = as_faces(image, boxes, kept)
        asked = np.flatnonzero(blank | ((boxes.standing > 0.5) & (boxes.kinds != TOP)))
        if not len(asked):
            return boxes
        seen, white = boxes.take(asked), blank[asked]
        surface = np.where(white[:, None], np.eye(3, dtype=np.float32)[FACE], seen.surface).astype(np.float32)
        lying = replace(seen, surface=surface, standing=0.0 * seen.standing)
        plain = boxes.take((boxes.standing < _LIES[0]) & (boxes.surface[:, FACE] > _LIES[1]))
        beside = (distances(seen.centre, plain.centre) < _BESIDE * seen.size[:, None]).any(axis=1)
        stands = np.where(white, 0.5, seen.standing) * np.where(beside, _RATHER, 1.0)
        fits = lie_rather(self._camera, self._layout, seen, lying, stands)
        surfaces, standing = boxes.surface.copy(), boxes.standing.copy()
        surfaces[asked[fits]], standing[asked[fits]] = surface[fits], 0.0
        return replace(boxes, surface=surfaces, standing=standing)

    def _completed(self, image: Image, pieces: list[Piece]) -> list[Piece]:
        """Replace halves of faces, which look like faces lying across, by whole faces on the side that has one."""
        left, deep = list(pieces), self._layout.profile.tile.height_mm
        # If the box leaves the orientation open, a whole face is tried in both.
        asked = [
            (place, quarter)
            for place, each in enumerate(pieces)
            if _like_half(each)
            for quarter in ((90.0, 0.0) if math.isfinite(each.doubt) else (90.0,))
        ]
        poses = []
        for place, quarter in asked:
            tile, reach = pieces[place].tile, deep / 2 * (1.0 - pieces[place].scale ** 2)
            angle = (tile.angle + quarter) % 180.0
            along = reach * math.sin(math.radians(angle)), -reach * math.cos(math.radians(angle))
            poses += [FacePose(tile.x + s * along[0], tile.y + s * along[1], angle, tile.z) for s in (1.0, -1.0)]
        faces = iter(self._recogniser.recognise(image, poses))
        for (place, _), pair in zip(asked, zip(faces, faces, strict=True), strict=True):
            other, face = sorted(pair, key=lambda each: each.confidence)
            # A whole face may look like its half again, a quarter turn on.
            again = left[place] is not pieces[place] and face.tile is pieces[place].tile.tile
            if face.turn % 2 == 0 and not again and completes(face, other, pieces[place].tile.tile):
                score = pieces[place].seen * _there(face, pieces[place].seen)
                whole = replace(pieces[place].tile, x=face.pose.x, y=face.pose.y, angle=face.angle, tile=face.tile)
                whole = replace(whole, score=score, confidence=min(1.0, face.confidence), other=face.other)
                doubt = math.inf if tells_way(face) else OF_ALIKE
                ((x, y),) = self._camera.project([(whole.x, whole.y, whole.z)]).tolist()
                size = pieces[place].size / pieces[place].scale
                left[place] = replace(pieces[place], at=(x, y), size=size, tile=whole, doubt=doubt, scale=1.0)
        made = [each.tile for each, before in zip(left, pieces, strict=True) if each is not before]
        inside = self._layout.profile.tile.width_mm / 2
        return [
            each
            for each, before in zip(left, pieces, strict=True)
            if each is not before
            or not _like_half(each)
            or all(math.hypot(each.tile.x - whole.x, each.tile.y - whole.y) > inside for whole in made)
        ]

    def _parted(self, image: Image, pieces: list[Piece]) -> list[Piece]:
        """Replace faces too large for one by two side by side if two are found: dots of a pair look like one face."""
        left, half = list(pieces), self._layout.profile.tile.width_mm / 2
        # Two faces that look like one may have its orientation or lie across it.
        asked = [
            (each, math.radians(each.tile.angle + quarter))
            for each in pieces
            for quarter, least in ((0.0, _LARGEST_FACE), (90.0, _WHOLE_PAIR))
            if each.scale > least and each.tile.surface is not Surface.TOP
        ]
        poses = [
            FacePose(
                each.tile.x + side * half * math.sin(turn),
                each.tile.y - side * half * math.cos(turn),
                (math.degrees(turn) + 90.0) % 180.0,
                each.tile.z,
            )
            for each, turn in asked
            for side in (1.0, -1.0)
        ]
        found = iter(self._recogniser.recognise(image, poses))
        for (piece, _), pair in zip(asked, zip(found, found, strict=True), strict=True):
            whole = all(face.turn % 2 == 0 and face.confidence > _WHOLE and _has_print(face.tile) for face in pair)
            if whole and any(each is piece for each in left):
                left = [each for each in left if each is not piece]
                spots = self._camera.project([(face.pose.x, face.pose.y, face.pose.z) for face in pair]).tolist()
                for face, (x, y) in zip(pair, spots, strict=True):
                    sure = min(1.0, face.confidence)
                    tile = replace(piece.tile, x=face.pose.x, y=face.pose.y, angle=face.angle, tile=face.tile)
                    tile = replace(tile, score=sure, confidence=sure, other=face.other)
                    left.append(Piece((x, y), piece.size / piece.scale, tile))
        return [each for each in left if each.tile.score > _LEAST_WORTH]

    def _joined(self, image: Image, pieces: list[Piece]) -> list[Piece]:
        """Join two overlapping pieces into one: a face found twice, or halves that look like faces."""
        left = list(pieces)
        pairs = _overlapping(pieces, _HALVES * self._layout.profile.tile.width_mm, self._camera.position)
        poses = [
            FacePose(x, y, angle % 180.0, one.tile.z)
            for one, _, (x, y) in pairs
            for angle in (one.tile.angle, one.tile.angle + 90.0)
        ]
        faces = iter(self._recogniser.recognise(image, poses))
        for (one, other, (x, y)), both in zip(pairs, zip(faces, faces, strict=True), strict=True):
            if one not in left or other not in left:
                continue
            face = max(both, key=lambda each: (each.turn % 2 == 0, each.confidence))
            if face.tile is not None and face.confidence > _WHOLE:
                seen = max(one.seen, other.seen)
                whole = replace(
                    one.tile,
                    score=max(one.tile.score, seen * _there(face, seen)),
                    x=x,
                    y=y,
                    angle=face.angle,
                    tile=face.tile,
                    confidence=min(1.0, face.confidence),
                    other=face.other,
                )
                at = (one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2
                left = [each for each in left if each is not one and each is not other]
                doubt = OF_ALIKE if face.tile in ALIKE else max(one.doubt, other.doubt)
                left.append(Piece(at, max(each.size / each.scale for each in (one, other)), whole, doubt, seen=seen))
        return left

    def _outlined(self, image: Image, felt: Felt, pieces: list[Piece]) -> list[Piece]:
        """Return the pieces; an orientation that the box leaves open is weighed by their edges against the felt."""
        lying = [place for place, each in enumerate(pieces) if each.tile.surface is not Surface.TOP]
        asked = [place for place in lying if math.isfinite(pieces[place].doubt)]
        tiles, left = [pieces[place].tile for place in asked], list(pieces)
        odds = outlined(image, felt, self._camera, tiles, self._layout.profile.tile)
        for place, more in zip(asked, odds.tolist(), strict=True):
            left[place] = replace(pieces[place], doubt=pieces[place].doubt + more)
        return left

    def _settled(self, pieces: list[Piece]) -> list[Piece]:
        """Return the pieces; an orientation that the box leaves open is decided by the room among their neighbours."""
        doubts = np.array([each.doubt for each in pieces])
        odds = ways_round([each.tile for each in pieces], doubts, self._layout.profile.tile).tolist()
        return [_settled_piece(each, turned) for each, turned in zip(pieces, odds, strict=True)]

    def _named(self, image: Image, poses: list[FacePose], lengths: Floats) -> list[Recognised]:
        """Classify faces at poses; in both orientations if their box is nearly square or they are turned in it."""
        faces = list(self._recogniser.recognise(image, poses))
        open_ones = [place for place, face in enumerate(faces) if is_open(float(lengths[place]), face)]
        again = self._recogniser.recognise(image, [_turned(poses[place]) for place in open_ones])
        for place, face in zip(open_ones, again, strict=True):
            if lies_across(float(lengths[place]), faces[place], face):
                faces[place] = face
        return faces


def _scaled(image: Image, size: tuple[int, int]) -> Image:
    """Scale the picture to a width and height."""
    scale = size[0] / image.shape[1]
    if _COARSE <= scale < 1:
        image = np.asarray(cv2.GaussianBlur(image, (3, 3), _SMOOTHED), np.uint8)
    method = cv2.INTER_AREA if scale < _COARSE else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=method), np.uint8)


def chance_by_score(score: Floats) -> Floats:
    """Probabilities 0-1 that boxes of the finder with these scores are tiles."""
    return np.asarray(1.0 / (1.0 + np.exp(-_STEEPNESS * (score - _EVEN_SCORE))))


def _is_doubtful(tile: FoundTile) -> bool:
    """True if another look at a tile is worth its time: its name or its existence is doubtful."""
    return tile.score < FAINT or (tile.surface is not Surface.TOP and tile.confidence < DOUBT)


def _has_print(tile: Tile | None) -> bool:
    """True if a name is that of a face with a print: something blank and large is not two white dragons."""
    return tile not in (None, Tile.WHITE)


def _overlapping(
    pieces: list[Piece], least_mm: float, eye: tuple[float, float, float]
) -> list[tuple[Piece, Piece, tuple[float, float]]]:
    """Pairs of faces that overlap more than two tiles can, higher score first, with their centre (mm, at its height).

    If their estimated heights differ, one of the two is wrong.
    """
    faces = sorted((each for each in pieces if each.tile.surface is Surface.FACE), key=lambda each: -each.tile.score)
    at, lens = np.array([(each.tile.x, each.tile.y, each.tile.z) for each in faces]).reshape(-1, 3), np.array(eye)
    share = (lens[2] - at[:, None, 2:]) / (lens[2] - at[:, 2:])
    seen = lens[:2] + (at[:, :2] - lens[:2]) * share
    one, other = np.nonzero(np.triu(np.linalg.norm(seen - at[:, None, :2], axis=2) < least_mm, 1))
    middles = (at[one, :2] + seen[one, other]) / 2
    return [
        (faces[i], faces[j], (x, y))
        for i, j, (x, y) in zip(one.tolist(), other.tolist(), middles.tolist(), strict=True)
    ]


def _like_half(piece: Piece) -> bool:
    """True if a box may show half of a face: it is small and faint and has a print."""
    tile = piece.tile
    named = tile.tile is not None and tile.tile is not Tile.WHITE
    return named and piece.scale < _LARGEST_HALF and tile.score < _HALF_SCORE


def _there(face: Recognised, seen: float) -> float:
    """Probability 0-1 that a face is one, low if it cannot be named; ``seen``: by the finder."""
    nothing = face.nothing * (_SEEN_PLAINLY[1] if seen > _SEEN_PLAINLY[0] else 1.0)
    return (1.0 - face.nothing) / (1.0 - face.nothing + nothing) * min(1.0, _UNNAMED + face.named())


def _settled_piece(piece: Piece, turned: float) -> Piece:
    """Return a piece as it fits between its neighbours; ``turned``: log odds of a turn by 90 degrees."""
    turn, way = turned_way(piece.tile.tile, turned)
    if not turn and way == piece.tile.way:
        return piece
    angle = (piece.tile.angle + 90.0) % 360.0 if turn else piece.tile.angle
    tile = replace(piece.tile, angle=angle, way=way)
    return replace(piece, tile=tile, doubt=math.inf if turn else piece.doubt)


def _turned(pose: FacePose) -> FacePose:
    return replace(pose, angle=(pose.angle + 90.0) % 180.0)


def _tile(boxes: Boxes, lifted: Lifted, place: int, face: Recognised | None, score: float) -> FoundTile:
    (x, y), z, upper = lifted.middle[place].tolist(), float(lifted.z[place]), float(boxes.upper[place])
    if face is not None and face.tile is not None:
        seen = boxes.surface[place].astype(np.float64)
        named = face.named(float(seen[BACK] / max(seen[FACE], TINY)))
        return FoundTile(Surface.FACE, x, y, z, face.angle, score, upper, face.tile, named, face.other)
    surface = Surface.TOP if lifted.stands[place] else Surface.BACK
    sure = float(boxes.surface[place, BACK]) if face is None else min(1.0, face.confidence)
    return FoundTile(surface, x, y, z, float(lifted.angle[place]), score, upper, None, sure)


def _one_each(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces without standing tiles that were found twice: by their tops and by their sides."""
    standing = [each for each in pieces if each.tile.surface is Surface.TOP]
    best: list[Piece] = []
    for each in sorted(standing, key=lambda piece: -piece.tile.score):
        if all(math.hypot(each.tile.x - other.tile.x, each.tile.y - other.tile.y) > _ONE_TILE_MM for other in best):
            best.append(each)
    return [each for each in pieces if each.tile.surface is not Surface.TOP] + best


def _apart(spots: Floats | NDArray[np.float32], kept: list[Piece]) -> NDArray[np.bool_]:
    """Mask of the spots [N,2] px that belong to no kept piece."""
    if not kept or not len(spots):
        return np.ones(len(spots), bool)
    places, sizes = np.array([each.at for each in kept]), np.array([each.size for each in kept])
    away = distances(spots, places)
    return np.asarray((away > _SAME * sizes).all(axis=1))
