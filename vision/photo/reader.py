"""Read the tiles of any photo: scale and perspective are found in the picture itself."""

import math
from dataclasses import dataclass, replace
from functools import cache, reduce
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.errors import EyesError
from controller.riichi.tile import Tile
from vision.arrays import Image
from vision.photo.belief import (
    SHAPE,
    believed,
    dark_bodied,
    of_one_set,
    on_paper,
    sure,
    with_backs_of_rows,
    without_blanks,
)
from vision.photo.candidates import (
    BLANKS,
    blanks_told,
    chosen,
    contenders,
    joined_halves,
    parted_pairs,
    sure_faces,
    whole_blanks,
    whole_faces,
    worth_of,
)
from vision.photo.looks import FIRST_PX, FOUND, LookWindow, find_tiles
from vision.photo.order import along_line, rows
from vision.tiles.classifier import BACK, NO_TOP, NOTHING, TURNS, Classifier, Faces, Rescorer
from vision.tiles.crop import cut_faces
from vision.tiles.finder import MOST_BOXES, Boxes, Finder, suppress_overlaps

_STRETCHED: Final = 0.14
"""Natural logarithm of the stretch of a picture from which a second look is worth its time; chosen: 15 %."""
_MOSTLY: Final = 0.6
"""Share of the sure faces that may be plain at most where the picture is looked at anew; chosen: what reads well is
not stretched beyond reading."""
_MOST: Final = 1.2
"""The most of it that is believed; chosen: a picture three times as wide as it should be is no photo."""
_LOW: Final = 0.65
"""Height of the sure faces, in parts of what it would be from above, below which they are seen from so low that the
picture is looked at heightened as well; measured on twenty painted tables from 55 and 63 degrees: 97.7 % of the faces
are found instead of 96.3."""
_LOWER: Final = 0.5
"""Such height below which blank ones count that are seen so; measured on labelled tables: at .54 four of four new ones
were sides, at .25 two of two were white dragons."""
_HEIGHTENED: Final = 0.5
"""The least to which it is made narrower for that; chosen: more shows no more."""
_AS_IT_IS: Final = np.float32(0.8)
"""Part of its score that counts of what was found so; chosen: places are told better in the picture as it is."""
_LEAST: Final = 0.03
"""Score of the finder times chance to be a tile, from which a candidate is looked at closely; chosen low: a glance may
err."""


_PLAIN: Final = 0.97
"""Chance of its name from which a face is not asked about again; measured on a third of leomiura: of 170 faces that a
glance was sure of at 0.95 a closer look named none otherwise."""
_AGREED: Final = 0.85
"""Chance of its name, both networks asked, from which a face is not looked at in all its quarter turns; chosen."""
_AROUND: Final = 6.5
"""Sizes around the sure faces that belong to what they lie on; of 5, 6.5 and 8, tried on tables in 27 large pictures,
it shows the most faces, with half the false ones of 8."""
_PART: Final = 0.5
"""Share of the picture below which that is looked at by itself; chosen: it is seen half as large again."""
_SMALL: Final = 12.0
"""Size, px, of the sure faces in the first look, above which it is not; chosen: twice the scale is enough."""
_CLOSER_PX: Final = 2560
"""Longest side, px, of the look at the whole of a picture in which no tile was believed; chosen: faces of 24 px in a
picture of 4000 have 15 there, of which the finder sees enough to look closer."""
_STRIP: Final = 64
"""Rows that are turned at once; chosen: what is reckoned with beside them stays small."""
_MOST_PIXELS: Final = 16_000_000
"""Of a picture that is read as it is; chosen: a table that fills it has faces of 80 px."""


@dataclass(frozen=True, slots=True)
class PhotoTile:
    """A tile in a photo; ``tile`` None for a back, or for a face that is no riichi tile. Pixels; centre of the face.

    ``angle``: degrees clockwise that the face's top is turned from up. ``face``: "up" or "down".
    """

    tile: Tile | None
    x: float
    y: float
    angle: float
    width: float
    height: float
    confidence: float
    face: str

    @property
    def name(self) -> str:
        """Notation of the tile, ``back``, or ``bonus`` for a face that is no riichi tile."""
        if self.tile is not None:
            return str(self.tile)
        return "bonus" if self.face == "up" else "back"


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """The tiles of a photo, with the outline and the chances [N,40] of the classes of each; ``looked``: all that the
    finder saw in the first look.

    ``squeezed``: by how much the picture must be widened for its faces to be no taller than those of tiles; 1 or more.
    """

    tiles: tuple[PhotoTile, ...]
    boxes: Boxes
    chances: NDArray[np.float32]
    looked: Boxes
    squeezed: float = 1.0

    def scaled(self, wide: float, tall: float) -> "PhotoReading":
        """The same in a picture ``wide`` times as wide and ``tall`` times as tall."""
        tiles = tuple(_scaled(tile, wide, tall) for tile in self.tiles)
        boxes, looked = (each.scaled(wide, tall) for each in (self.boxes, self.looked))
        return PhotoReading(tiles, boxes, self.chances, looked, self.squeezed * tall / wide)


@dataclass(frozen=True, slots=True)
class _Candidates:
    """What was taken for tiles in one reading, whether that is believed, and the sizes of the sure faces, px.

    ``looked``: all that the finder saw; ``stretch``: how much wider the picture was made; ``dark_bodied``: its
    sure faces are dark.
    """

    boxes: Boxes
    faces: Faces
    believed: bool
    firm: NDArray[np.float32]
    looked: Boxes
    stretch: float
    dark_bodied: bool

    def or_else(self, other: "_Candidates") -> "_Candidates":
        """The one of both that is believed and has more sure faces."""
        return max(self, other, key=lambda each: (each.believed, len(each.firm)))

    def shown(self, looked: Boxes) -> PhotoReading:
        """The reading; no tile where it is not believed. ``looked``: what the finder saw first."""
        if not self.believed:
            return PhotoReading((), self.boxes.take(np.zeros(0, np.int64)), self.faces.probabilities[:0], looked)
        tiles = tuple(_tile(self.boxes, self.faces, i) for i in range(len(self.boxes)))
        # Who looks at tiles from aslant sees them too low, never too tall.
        squeezed = self.stretch if math.log(self.stretch) > _STRETCHED else 1.0
        return PhotoReading(tiles, self.boxes, self.faces.probabilities, looked, squeezed)


@dataclass(frozen=True, slots=True)
class PhotoReader:
    """Reads any photo of tiles: finder and classifier together."""

    finder: Finder
    classifier: Classifier

    @classmethod
    def load(cls, threads: int = 2, rescorer: Rescorer | None = None) -> "PhotoReader":
        """The networks that ship with the project, ``rescorer`` knowing the set of tiles; raises EyesError."""
        return cls(Finder.load(threads, photo=True), Classifier.load(threads, rescorer, photo=True))

    def read(self, image: Image) -> tuple[PhotoTile, ...]:
        """Tiles of a BGR picture uint8 [h,w,3], row by row from top to bottom; raises EyesError on anything else."""
        return tuple(tile for row in rows(self.reading(image).tiles) for tile in row)

    def reading(self, image: Image) -> PhotoReading:
        """As ``read``, in no order, with what the reading rests on."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or 0 in image.shape:
            raise EyesError(f"picture of shape {image.shape} and type {image.dtype}: expected uint8 [height, width, 3]")
        small, by = bounded(image)
        if by < 1.0:
            return self.reading(small).scaled(image.shape[1] / small.shape[1], image.shape[0] / small.shape[0])
        longest = max(image.shape[:2])
        best = first = self._reading(image, FIRST_PX)
        if longest > FIRST_PX and not best.believed:
            best = self._reading(image, _CLOSER_PX).or_else(best)
        if not best.believed or best.dark_bodied:
            best = self._reading(_light_turned(image), FIRST_PX, dark=True).or_else(best)
        return best.shown(first.looked)

    def _reading(self, image: Image, first_px: int, *, dark: bool = False) -> _Candidates:
        """The candidates of a first look of that longest side, and which of them are tiles.

        ``dark``: they are black ones in a picture whose light was turned: nobody prints those on paper.
        """
        whole = 0, 0, image.shape[1], image.shape[0]
        boxes, glance = self._glanced(image, whole, 1.0, first_px)
        looked, (low, stretch) = boxes, _stretch(boxes, glance)
        if abs(math.log(stretch)) > _STRETCHED:
            boxes, glance = self._glanced(image, whole, stretch, first_px)
        boxes, faces = self._worth(image, boxes, glance)
        if low < _LOW:
            more, seen = self._worth(image, *self._glanced(image, whole, max(low, _HEIGHTENED), first_px))
            shown = ~np.isin(seen.kinds, BLANKS) | (low < _LOWER)
            more, seen = more.take(shown), seen.take(shown)
            boxes = Boxes.join([boxes, replace(more, score=more.score * _AS_IT_IS)])
            faces = faces.joined(seen)
        part = _part(boxes.take(sure(boxes, faces, chosen(boxes, faces))), whole)
        if part is not None:
            more, seen = self._worth(image, *self._glanced(image, part, stretch, first_px))
            boxes, faces = Boxes.join([boxes, more]), faces.joined(seen)
        first = chosen(boxes, faces)
        wider = Boxes.join(
            [tried(boxes, faces, first) for tried in (whole_faces, joined_halves, whole_blanks, parted_pairs)]
        )
        wider = wider.take(np.arange(min(len(wider), MOST_BOXES)))
        if len(wider):
            crops = _crops(image, wider)
            seen = self._closely(crops, wider, self.classifier.classify_quickly(crops))
            boxes, faces = Boxes.join([boxes, wider]), faces.joined(seen)
        best = chosen(boxes, faces)
        if not dark:
            best = best[~on_paper(image, boxes.take(best))]
        best = without_blanks(image, boxes, faces, best)
        faces, best = with_backs_of_rows(image, boxes, faces, worth_of(boxes, faces), best)
        firm = boxes.take(sure(boxes, faces, best))
        believe = believed(boxes, faces, best, min(image.shape[:2]), dark=dark) and of_one_set(image, firm)
        return _Candidates(
            boxes.take(best), faces.take(best), believe, firm.size, looked, stretch, dark_bodied(image, firm)
        )

    def _glanced(self, image: Image, part: LookWindow, stretch: float, first_px: int) -> tuple[Boxes, Faces]:
        """What the finder sees in a part of the picture, looked at as a picture of its own, and a glance at each."""
        left, top, right, low = part
        boxes = find_tiles(self.finder, image[top:low, left:right], stretch=stretch, first_px=first_px)
        boxes = replace(boxes, centre=boxes.centre + np.array([left, top], np.float32))
        return boxes, self.classifier.classify_quickly(_crops(image, boxes))

    def _worth(self, image: Image, boxes: Boxes, glance: Faces) -> tuple[Boxes, Faces]:
        """What may be a tile of that, named by closer looks."""
        keep = boxes.score * (1 - glance.probabilities[:, NOTHING]) > _LEAST
        boxes = boxes.take(keep)
        return boxes, self._closely(_crops(image, boxes), boxes, glance.take(keep))

    def _closely(self, crops: Image, boxes: Boxes, faces: Faces) -> Faces:
        """Answers of a glance at the ``crops`` of boxes, those not sure replaced by closer looks, first at one turn."""
        found = boxes.score >= FOUND
        doubtful = contenders(boxes, faces) & found & (faces.confidence < _PLAIN)
        faces, once = faces.replaced(doubtful, self.classifier.classify(crops[doubtful], 1)), doubtful
        doubtful = contenders(boxes, faces) & found & (faces.confidence < _AGREED)
        for which, first in ((doubtful & once, faces), (doubtful & ~once, None)):
            again = self.classifier.classify(crops[which], TURNS, None if first is None else first.take(which))
            faces = faces.replaced(which, again)
        return blanks_told(boxes, faces)


def bounded(image: Image) -> tuple[Image, float]:
    """The picture, shrunk where it is larger than is of use, and how many times as large that is; at most 1."""
    by = min(1.0, math.sqrt(_MOST_PIXELS / max(image.shape[0] * image.shape[1], 1)))
    if by == 1.0:
        return image, by
    size = max(1, int(image.shape[1] * by)), max(1, int(image.shape[0] * by))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), by


def _light_turned(image: Image) -> Image:
    """The picture with dark and light changed for each other, hues kept: black tiles become white ones."""
    turned = np.empty_like(image)
    for row in range(0, len(image), _STRIP):
        part = image[row : row + _STRIP]
        dark, light = (reduce(choose, cv2.split(part)) for choose in (np.minimum, np.maximum))
        # Levels wrap round, and what comes out is within them again: c + 255 - light - dark is never less than 0.
        np.add(part, (255 - light - dark)[..., None], out=turned[row : row + _STRIP])
    return turned


def _scaled(tile: PhotoTile, wide: float, tall: float) -> PhotoTile:
    """A tile as a picture shows it that is ``wide`` times as wide and ``tall`` times as tall."""
    turn = math.radians(tile.angle)
    across, up = math.cos(turn), math.sin(turn)
    return replace(
        tile,
        x=tile.x * wide,
        y=tile.y * tall,
        angle=math.degrees(math.atan2(wide * up, tall * across)) % 360.0,
        width=tile.width * math.hypot(wide * across, tall * up),
        height=tile.height * math.hypot(wide * up, tall * across),
    )


def _crops(image: Image, boxes: Boxes) -> Image:
    return cut_faces(image, boxes.centre, boxes.right, boxes.down)


def _part(firm: Boxes, whole: LookWindow) -> LookWindow | None:
    """The part of the ``whole`` picture that the sure faces lie in, with what is around them, where both are small."""
    size = float(np.median(firm.size)) if len(firm) else math.inf
    if size > _SMALL * max(whole) / FIRST_PX:
        return None
    left, top = (max(0, int(least - _AROUND * size)) for least in firm.centre.min(axis=0))
    ends = zip(whole[2:], firm.centre.max(axis=0), strict=True)
    right, low = (min(end, int(most + _AROUND * size)) for end, most in ends)
    return (left, top, right, low) if (right - left) * (low - top) < _PART * whole[2] * whole[3] else None


def _stretch(boxes: Boxes, faces: Faces) -> tuple[float, float]:
    """How low the sure faces look for their width, 1 from above, and how much wider the picture must be made for their
    shape to be a tile's: one of both is 1, the latter where most are plain as they are; both where too few are sure."""
    worth = boxes.score * faces.confidence
    sure = sure_faces(worth, faces, suppress_overlaps(boxes, worth))
    if not len(sure):
        return 1.0, 1.0
    shape = np.log(np.abs(boxes.right[sure, 0]) / np.abs(boxes.down[sure, 1]))
    upright = np.where(faces.turn[sure] % 2 == 0, 1, -1)
    wider = float(np.exp(-np.clip(np.median(shape - upright * math.log(SHAPE)), -_MOST, _MOST)))
    return (wider, 1.0) if (faces.confidence[sure] > _PLAIN).mean() > _MOSTLY else (1.0, wider)


def read_photo(image: Image) -> tuple[PhotoTile, ...]:
    """Tiles of a BGR picture uint8 [h,w,3], row by row from top to bottom; raises EyesError on anything else."""
    return _reader().read(image)


def read_row(image: Image, tiles: int) -> tuple[Tile, ...]:
    """The faces along the row that the face-up tiles make; raises EyesError where they are another number."""
    seen = along_line(tile for tile in read_photo(image) if tile.tile is not None)
    if len(seen) != tiles:
        raise EyesError(f"{len(seen)} tiles lie face up in the picture: expected a row of {tiles}")
    return tuple(each.tile for each in seen if each.tile is not None)


@cache
def _reader() -> PhotoReader:
    return PhotoReader.load()


def _tile(boxes: Boxes, faces: Faces, i: int) -> PhotoTile:
    right, down = boxes.right[i].astype(float), boxes.down[i].astype(float)
    wide, tall = math.hypot(*right), math.hypot(*down)
    kind, turn = int(faces.kinds[i]), int(faces.turn[i])
    if kind in NO_TOP:
        turn = 0 if tall >= wide else 1
    top = (-down, right, down, -right)[turn]
    if turn % 2:
        wide, tall = tall, wide
    return PhotoTile(
        tile=Tile(kind) if kind < BACK else None,
        x=float(boxes.centre[i, 0]),
        y=float(boxes.centre[i, 1]),
        angle=math.degrees(math.atan2(top[0], -top[1])) % 360.0,
        width=wide,
        height=tall,
        confidence=float(faces.confidence[i]),
        face="down" if kind == BACK else "up",
    )
