"""Read the tiles of any photo: scale and perspective are found in the picture itself."""

import math
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.errors import EyesError
from controller.riichi.notation import parse_tiles
from controller.riichi.tile import Tile
from controller.text import Text
from vision.arrays import AnyFloats, Floats, Image
from vision.photo.candidates import (
    SHAPE,
    blanks_told,
    chosen,
    contenders,
    doubted,
    parted_pairs,
    sure,
    sure_faces,
    worth_of,
)
from vision.photo.judgement import IS_NONE, judged, named
from vision.photo.looks import CLOSELY_PX, FIRST_PX, FOUND, Looker
from vision.photo.order import along_line, rows
from vision.tiles.classifier import BACK, NO_TOP, NOTHING, TINY, TURNS, Classifier, Faces, Rescorer
from vision.tiles.crop import cut_faces
from vision.tiles.finder import MOST_BOXES, Boxes, Finder, FinderLook, LookWindow, suppress_overlaps

_STRETCHED: Final = 0.14
"""Natural logarithm of the stretch of a picture from which a second look is worth its time; chosen: 15 %."""
_MOSTLY: Final = 0.6
"""Share of the sure faces that may be plain at most where the picture is looked at anew; chosen: what reads well is
not stretched beyond reading."""
_MOST: Final = 1.2
"""The most of it that is believed; chosen: a picture three times as wide as it should be is no photo."""
_LOW: Final = 0.65
"""Height of the sure faces, relative to a view from above, below which the picture is also read stretched in height;
measured on twenty painted tables from 55 and 63 degrees: 97.7 % of the faces are found instead of 96.3."""
_AS_IT_IS: Final = np.float32(0.8)
"""Factor on scores from the stretched picture; chosen: places are more exact in the original."""
_LEAST: Final = 0.03
"""Score of the finder times chance to be a tile, from which a candidate is looked at closely; chosen low: a glance may
err."""


_PLAIN: Final = 0.97
"""Chance of its name from which a face is not asked about again; measured on a third of leomiura: of 170 faces that a
glance was sure of at 0.95 a closer look named none otherwise."""
_AGREED: Final = 0.85
"""Chance of its name, both networks asked, from which a face is not looked at in all its quarter turns; chosen."""
_UNLIKELY: Final = 0.7
"""Chance of being no tile from which it is not either: more looks seldom change that; measured on tables and on small
photos: 2 and 4 in 100 tiles have it, of what is none 36."""
_SOME: Final = 32
"""Things that are named while none is a tile, the best by score; chosen: a quarter of a look's time."""
_SMALL: Final = 12.0
"""Size, px, of the sure faces in the first look, above which it is not; chosen: twice the scale is enough."""
_PART: Final = 0.5
"""Share of the picture below which that is looked at by itself; chosen: it is seen half as large again."""
_AROUND: Final = 6.5
"""Sizes round the sure faces that belong to their ground; of 5, 6.5 and 8, tried on tables in 27 large pictures, it
shows the most faces, with half the false ones of 8."""
_LEAST_PX: Final = 8.0
"""Size, px of the picture itself, of what may be a tile; chosen: strokes are less than half a pixel wide below."""
_FIVES: Final = tuple((int(red.plain), int(red)) for red in parse_tiles("0m0p0s"))
"""Fives and red fives of each suit."""
_MOST_RED: Final = 2
"""Red fives of a suit that a set has at most."""
_SURELY_NONE: Final = 0.85
"""Probability of being none up to which a thing is reported as doubtful; chosen: one in seven of them is a tile."""
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
    """The tiles of a photo, with outline and class probabilities [N,40] of each.

    ``looked``: all findings of the first look; ``doubtful``: things that are probably no tile, each with its
    probability to be one. ``squeezed``: horizontal stretch that gives faces a tile's proportions; 1 or more;
    ``unnamed``: further things that were not looked at closely, since none of those looked at is a tile; ``looks``:
    what each run of the finder showed.
    """

    tiles: tuple[PhotoTile, ...]
    boxes: Boxes
    chances: NDArray[np.float32]
    looked: Boxes
    squeezed: float = 1.0
    doubtful: tuple[PhotoTile, ...] = ()
    unnamed: int = 0
    looks: tuple[FinderLook, ...] = ()

    def scaled(self, wide: float, tall: float) -> "PhotoReading":
        """The same in a picture ``wide`` times as wide and ``tall`` times as tall."""
        tiles, doubtful = (tuple(_scaled(tile, wide, tall) for tile in each) for each in (self.tiles, self.doubtful))
        boxes, looked = (each.scaled(wide, tall) for each in (self.boxes, self.looked))
        looks = tuple(look.scaled(wide, tall) for look in self.looks)
        squeezed = self.squeezed * tall / wide
        return PhotoReading(tiles, boxes, self.chances, looked, squeezed, doubtful, self.unnamed, looks)


@dataclass(frozen=True, slots=True)
class _Proposed:
    """What may be tiles in a picture: none shows what another shows.

    ``looked``: all that the finder saw; ``stretch``: how much wider the picture was made; ``unnamed``: how many more
    things there were that nobody named.
    """

    boxes: Boxes
    faces: Faces
    looked: Boxes
    stretch: float
    unnamed: int = 0

    @classmethod
    def best(cls, boxes: Boxes, faces: Faces, looked: Boxes, stretch: float) -> "_Proposed":
        """The best of boxes that overlap, if they are large enough."""
        best = chosen(boxes, faces)
        best = best[boxes.size[best] > _LEAST_PX]
        return cls(boxes.take(best), faces.take(best), looked, stretch)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What may be tiles, with the chances [N,3] of each; ``dark``: which of them are dark."""

    proposed: _Proposed
    chances: Floats
    dark: NDArray[np.bool_]

    @classmethod
    def judged(cls, image: Image, proposed: _Proposed, *, turned: bool) -> "_Seen":
        """What the things are; ``turned``: in a picture with dark and light changed."""
        chances, dark = judged(image, proposed.boxes, proposed.faces, turned=turned)
        return cls(replace(proposed, faces=named(proposed.faces, chances)), chances, dark)

    @property
    def tiles(self) -> NDArray[np.bool_]:
        """Which of the things are tiles: likelier named right than none."""
        return np.asarray(self.chances[:, IS_NONE] < self.proposed.faces.confidence)

    def told(self) -> float:
        """How many names of faces are right, as far as chances tell."""
        faces = self.proposed.faces
        return float(faces.confidence[self.tiles & (faces.kinds != BACK)].sum())

    def shown(self, looked: Boxes) -> PhotoReading:
        """The reading. ``looked``: what the finder saw first."""
        tiles, doubtful = self.tiles, ~self.tiles & (self.chances[:, IS_NONE] < _SURELY_NONE)
        boxes, faces = self.proposed.boxes.take(tiles), self.proposed.faces.take(tiles)
        # Who looks at tiles from aslant sees them too low, never too tall.
        stretch = self.proposed.stretch
        squeezed = stretch if math.log(stretch) > _STRETCHED else 1.0
        doubts = self._as_tiles(np.flatnonzero(doubtful), 1.0 - self.chances[:, IS_NONE])
        shown = self._as_tiles(np.flatnonzero(tiles), self.proposed.faces.confidence)
        return PhotoReading(shown, boxes, faces.probabilities, looked, squeezed, doubts, self.proposed.unnamed)

    def _as_tiles(self, places: NDArray[np.int64], confidence: AnyFloats) -> tuple[PhotoTile, ...]:
        boxes, faces = self.proposed.boxes, self.proposed.faces
        return tuple(_tile(boxes, faces, place, float(confidence[place])) for place in places.tolist())


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
        belief, looker = _Belief(self, image), Looker(self.finder, image)
        first = looker.first()
        first_px = next((px for boxes, px in looker.ever_closer(first) if belief(boxes)), None)
        turned = belief.when_turned()
        if first_px is None and not turned:
            return belief.latest.shown(belief.every)
        if first_px is None:
            return self._seen(Looker(self.finder, belief.light_turned), FIRST_PX, turned=image).shown(first)
        best = as_it_is = self._seen(looker, first_px, first if first_px == FIRST_PX else None)
        if turned or 2 * best.dark[best.tiles].sum() >= best.tiles.sum():
            turned_looker = Looker(self.finder, belief.light_turned)
            best = max(self._seen(turned_looker, first_px, turned=image), best, key=_Seen.told)
        return replace(best.shown(as_it_is.proposed.looked), looks=tuple(looker.looks))

    def things(self, image: Image) -> tuple[Boxes, Faces]:
        """All candidates after the first look, whatever the judgement."""
        seen = self._proposed(Looker(self.finder, image), FIRST_PX)
        return seen.boxes, seen.faces

    def _seen(self, looker: Looker, first_px: int, first: Boxes | None = None, turned: Image | None = None) -> _Seen:
        """Findings of a first look of that longest side, which shows ``first`` if that is known.

        ``turned``: the inverted picture.
        """
        seen = _Seen.judged(looker.image, self._proposed(looker, first_px, first), turned=turned is not None)
        if turned is None:
            return seen
        faces = self._with_red_fives(turned, seen.proposed.boxes, seen.proposed.faces)
        return replace(seen, proposed=replace(seen.proposed, faces=faces))

    def _with_red_fives(self, image: Image, boxes: Boxes, faces: Faces) -> Faces:
        """The answers of a picture without colours with fives that are red in the colours of ``image``.

        Prints on black tiles are often orange: where more of a suit look red than a set has, none is.
        """
        every = faces.probabilities.copy()
        for plain, red in _FIVES:
            places = np.flatnonzero((faces.kinds == plain) | (faces.kinds == red))
            both = every[places, plain] + every[places, red]
            seen = self.classifier.classify(
                _hues_kept(cut_faces(image, boxes.centre[places], boxes.right[places], boxes.down[places]))
            ).probabilities
            share = seen[:, red] / np.maximum(seen[:, red] + seen[:, plain], np.float32(TINY))
            share = share if (share > 0.5).sum() <= _MOST_RED else 0.0 * share
            every[places, plain], every[places, red] = both * (1 - share), both * share
        told = Faces.likeliest(every, faces.tops)
        return faces.replaced(np.isin(faces.kinds, _FIVES), told.take(np.isin(faces.kinds, _FIVES)))

    def _proposed(self, looker: Looker, first_px: int, first: Boxes | None = None) -> _Proposed:
        """What may be tiles in a picture, all of which is looked at closely."""
        image, looked = looker.image, looker.find(first_px, first)
        boxes, faces = self.named(image, looked)
        part = _part(boxes.take(sure(boxes, faces, chosen(boxes, faces))), (0, 0, image.shape[1], image.shape[0]))
        if part is not None:
            left, top, right, low = part
            more = Looker(self.finder, image[top:low, left:right]).find(first_px, small_px=CLOSELY_PX)
            more = replace(more, centre=more.centre + np.array([left, top], np.float32))
            boxes, faces = _joined(boxes, faces, *self.named(image, more))
        stretch, shape = _stretch(boxes, faces)
        if shape != 1.0:
            more = looker.again(doubted(boxes, faces), shape)
            more, seen = self.named(image, replace(more, score=more.score * _AS_IT_IS))
            boxes, faces = _joined(boxes, faces, more, seen)
        halves = parted_pairs(boxes, faces, chosen(boxes, faces)).strongest()
        boxes, faces = _joined(boxes, faces, *self.named(image, halves))
        return _Proposed.best(boxes, faces, looked, stretch)

    def named(self, image: Image, boxes: Boxes, turns: int = TURNS) -> tuple[Boxes, Faces]:
        """Those of the boxes that may be tiles after a glance, named by closer looks."""
        crops = cut_faces(image, boxes.centre, boxes.right, boxes.down)
        glance = self.classifier.classify_quickly(crops)
        keep = boxes.score * (1 - glance.probabilities[:, NOTHING]) > _LEAST
        boxes = boxes.take(keep)
        return boxes, self._closely(crops[keep], boxes, glance.take(keep), turns)

    def _closely(self, crops: Image, boxes: Boxes, faces: Faces, turns: int = TURNS) -> Faces:
        """Answers of a glance at the ``crops`` of boxes, unsure ones replaced by closer looks, first at one turn."""
        found = boxes.score >= FOUND
        doubtful = contenders(boxes, faces) & found & (faces.confidence < _PLAIN)
        faces = faces.replaced(doubtful, self.classifier.classify_once(crops[doubtful], faces.take(doubtful)))
        if turns == 1:
            return blanks_told(boxes, faces)
        likely = faces.probabilities[:, NOTHING] < _UNLIKELY
        doubtful = contenders(boxes, faces) & found & likely & (faces.confidence < _AGREED)
        again = self.classifier.classify(crops[doubtful], TURNS, faces.take(doubtful))
        return blanks_told(boxes, faces.replaced(doubtful, again))


@dataclass
class _Belief:
    """True if some of the most promising boxes of a picture are judged to be tiles.

    ``latest``: their features; ``every``: all boxes so far; ``dark``: how many of them may be dark tiles.
    """

    reader: PhotoReader
    image: Image
    every: Boxes = field(default_factory=partial(Boxes.join, []))
    dark: int = 0
    latest: _Seen = field(init=False)

    def __call__(self, boxes: Boxes) -> bool:
        """For boxes, best first."""
        boxes = boxes.take(boxes.score >= FOUND)
        self.every = Boxes.join([self.every, boxes]).strongest()
        self.latest = self._seen(self.image, boxes, turned=False)
        self.dark += int(self.latest.dark.sum())
        return bool(self.latest.tiles.any())

    def when_turned(self) -> bool:
        """True if more boxes are tiles in the inverted picture than in the original, if as many are dark as are tiles.

        Of all boxes so far, and while none is a tile also of those of a small look.
        """
        if self.dark < max(1, self.latest.tiles.sum()):
            return False
        boxes, told = self.every, self.latest.told()
        if not self.latest.tiles.any():
            small = Looker(self.reader.finder, self.light_turned).first(FIRST_PX // 2)
            boxes = Boxes.join([boxes, small.take(small.score >= FOUND)]).strongest()
        seen = self._seen(self.light_turned, boxes, turned=True)
        return bool(seen.tiles.any()) and seen.told() >= told

    @cached_property
    def light_turned(self) -> Image:
        """The picture with dark and light changed."""
        return light_turned(self.image)

    def _seen(self, image: Image, boxes: Boxes, *, turned: bool) -> _Seen:
        """What the boxes are at one turn, and where a single one is a tile, at all turns."""
        some = boxes.take(np.arange(min(len(boxes), _SOME)))
        for turns in (1, TURNS):
            proposed = _Proposed.best(*self.reader.named(image, some, turns), boxes, 1.0)
            proposed = replace(proposed, unnamed=max(0, len(boxes) - _SOME))
            seen = _Seen.judged(image, proposed, turned=turned)
            if seen.tiles.sum() != 1:
                break
        return seen


def bounded(image: Image) -> tuple[Image, float]:
    """The picture, shrunk where it is larger than is of use, and how many times as large that is; at most 1."""
    by = min(1.0, math.sqrt(_MOST_PIXELS / max(image.shape[0] * image.shape[1], 1)))
    if by == 1.0:
        return image, by
    size = max(1, int(image.shape[1] * by)), max(1, int(image.shape[0] * by))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), by


def _hues_kept(crops: Image) -> Image:
    """Crops with dark and light changed for each other, in their hues."""
    # Levels wrap round, and what comes out is within them again: c + 255 - light - dark is never less than 0.
    return np.asarray(crops + (255 - crops.max(axis=3) - crops.min(axis=3))[..., None], np.uint8)


def light_turned(image: Image) -> Image:
    """The picture with dark and light changed for each other, without colours: prints on black tiles have others."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.cvtColor(cv2.bitwise_not(grey, dst=grey), cv2.COLOR_GRAY2BGR), np.uint8)


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


def _joined(boxes: Boxes, faces: Faces, more: Boxes, seen: Faces) -> tuple[Boxes, Faces]:
    """Both as one, what is worth most of them."""
    every, named_so = Boxes.join([boxes, more]), faces.joined(seen)
    best = np.sort(np.argsort(-worth_of(every, named_so), kind="stable")[:MOST_BOXES])
    return every.take(best), named_so.take(best)


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
    """The horizontal stretch that gives sure faces a tile's shape, and that in which doubtful ones are looked at again.

    If most are plain it is not stretched, and only looked at so if seen from low; 1 and 1 if too few are sure.
    """
    worth = boxes.score * faces.confidence
    sure = sure_faces(worth, faces, suppress_overlaps(boxes, worth))
    if not len(sure):
        return 1.0, 1.0
    shape = np.log(np.abs(boxes.right[sure, 0]) / np.abs(boxes.down[sure, 1]))
    upright = np.where(faces.turn[sure] % 2 == 0, 1, -1)
    wider = float(np.exp(-np.clip(np.median(shape - upright * math.log(SHAPE)), -_MOST, _MOST)))
    if (faces.confidence[sure] > _PLAIN).mean() > _MOSTLY:
        return 1.0, wider if wider < _LOW else 1.0
    return wider, wider if abs(math.log(wider)) > _STRETCHED else 1.0


def read_photo(image: Image) -> tuple[PhotoTile, ...]:
    """Tiles of a BGR picture uint8 [h,w,3], row by row from top to bottom; raises EyesError on anything else."""
    return _reader().read(image)


def read_row(image: Image, tiles: int) -> tuple[Tile, ...]:
    """The faces along the row that the face-up tiles make; raises EyesError where they are another number."""
    seen = along_line(tile for tile in read_photo(image) if tile.tile is not None)
    if len(seen) != tiles:
        raise EyesError(
            Text(
                f"写真に表向きの牌が{len(seen)}枚あります。{tiles}枚を一列に並べてください。",
                f"{len(seen)} tiles lie face up in the picture: expected a row of {tiles}",
            )
        )
    return tuple(each.tile for each in seen if each.tile is not None)


@cache
def _reader() -> PhotoReader:
    return PhotoReader.load()


def _tile(boxes: Boxes, faces: Faces, i: int, confidence: float) -> PhotoTile:
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
        confidence=confidence,
        face="down" if kind == BACK else "up",
    )
