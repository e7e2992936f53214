"""Reads the tiles of any photo; scale and perspective are estimated from the picture itself."""

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
    blanks_separated,
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
"""Natural logarithm of a picture's stretch from which it is looked at again with the stretch undone; chosen: 15 %."""
_MOSTLY: Final = 0.6
"""Share of the confident faces with a clear name above which a picture counts as not stretched; chosen: a picture that
reads well is not stretched beyond reading."""
_MOST: Final = 1.2
"""Natural logarithm of the largest stretch assumed; chosen: a picture three times as wide as it should be is no
photo."""
_LOW: Final = 0.65
"""Height of the confident faces, relative to a view from above, below which a picture is also read stretched in height;
measured on twenty painted tables from 55 and 63 degrees: 97.7 % of the faces are found instead of 96.3."""
_AS_IT_IS: Final = np.float32(0.8)
"""Factor on scores from the stretched picture; chosen: positions are more exact in the original."""
_LEAST: Final = 0.03
"""Finder's score times probability of being a tile, from which a candidate is classified closely; chosen low: a quick
classification may err."""


_PLAIN: Final = 0.97
"""Probability of a name from which a face is not classified again; measured on a third of leomiura: of 170 faces named
quickly at 0.95 or more, the closer look renamed none."""
_AGREED: Final = 0.85
"""Probability of a name by both networks, from which a face is not classified at all four quarter turns; chosen."""
_UNLIKELY: Final = 0.7
"""Probability of being no tile from which the four quarter turns are skipped too, since they seldom change it; measured
on tables and on small photos: 2 and 4 in 100 tiles reach it, and 36 in 100 other candidates."""
_SOME: Final = 32
"""Number of candidates, best scores first, classified while none is a tile; chosen: a quarter of a look's time."""
_SMALL: Final = 12.0
"""Median size of the confident faces, px of the first look, above which their part of the picture gets no separate
look; chosen: twice the scale is enough."""
_PART: Final = 0.5
"""Share of the picture's area below which the part with confident faces gets a separate look; chosen: it is then seen
half as large again."""
_AROUND: Final = 6.5
"""Margin around the confident faces in that separate look, in their sizes; of 5, 6.5 and 8, tried on tables in 27 large
pictures, 6.5 shows the most faces, with half the false ones of 8."""
_LEAST_PX: Final = 8.0
"""Least size of a tile, px of the picture itself; chosen: below it, strokes are less than half a pixel wide."""
_FIVES: Final = tuple((int(red.plain), int(red)) for red in parse_tiles("0m0p0s"))
"""Classes of the five and the red five of each suit."""
_MOST_RED: Final = 2
"""Largest number of red fives of one suit in a set."""
_SURELY_NONE: Final = 0.85
"""Probability of being no tile, up to which a candidate is reported as doubtful; chosen: one in seven is a tile."""
_MOST_PIXELS: Final = 16_000_000
"""Pixels above which a picture is shrunk before reading; chosen: a table that fills it then has faces of 80 px."""


@dataclass(frozen=True, slots=True)
class PhotoTile:
    """A tile in a photo: centre and size of its face in pixels.

    ``tile``: None for a back, or for a face that is no riichi tile. ``angle``: degrees clockwise from up to the face's
    top. ``face``: "up" or "down".
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

    ``looked``: all detections of the finder in the whole picture; ``doubtful``: candidates that are probably no tile,
    each with its probability of being one. ``squeezed``: horizontal stretch that gives faces a tile's proportions; 1 or
    more; ``unnamed``: number of further candidates, not classified because none of the best ones is a tile; ``looks``:
    result of each run of the finder.
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
        """Return the reading of the same picture made ``wide`` times as wide and ``tall`` times as tall."""
        tiles, doubtful = (tuple(_scaled(tile, wide, tall) for tile in each) for each in (self.tiles, self.doubtful))
        boxes, looked = (each.scaled(wide, tall) for each in (self.boxes, self.looked))
        looks = tuple(look.scaled(wide, tall) for look in self.looks)
        squeezed = self.squeezed * tall / wide
        return PhotoReading(tiles, boxes, self.chances, looked, squeezed, doubtful, self.unnamed, looks)


@dataclass(frozen=True)
class _Candidates:
    """Candidates of a picture, which may overlap, with the classifier's answers."""

    boxes: Boxes
    faces: Faces

    @cached_property
    def best(self) -> NDArray[np.int64]:
        """Indices of probable tiles that overlap no better candidate, best first."""
        return chosen(self.boxes, self.faces)

    @property
    def sure(self) -> Boxes:
        """Boxes of the faces with a print and a certain name."""
        return self.boxes.take(sure(self.boxes, self.faces, self.best))

    def joined(self, boxes: Boxes, faces: Faces) -> "_Candidates":
        """Return these candidates and others as one, limited to the ``MOST_BOXES`` of the highest worth."""
        if not len(boxes):
            return self
        every, named_so = Boxes.join([self.boxes, boxes]), self.faces.joined(faces)
        kept = np.sort(np.argsort(-worth_of(every, named_so), kind="stable")[:MOST_BOXES])
        return _Candidates(every.take(kept), named_so.take(kept))


@dataclass(frozen=True, slots=True)
class _Proposed:
    """Candidates of a picture that do not overlap, with the classifier's answers.

    ``looked``: all detections of the finder; ``stretch``: horizontal stretch that gives faces a tile's proportions;
    ``unnamed``: number of further candidates that were not classified.
    """

    boxes: Boxes
    faces: Faces
    looked: Boxes
    stretch: float
    unnamed: int = 0

    @classmethod
    def best(cls, known: _Candidates, looked: Boxes, stretch: float) -> "_Proposed":
        """Keep the best of overlapping candidates, and of those the ones larger than ``_LEAST_PX``."""
        best = known.best[known.boxes.size[known.best] > _LEAST_PX]
        return cls(known.boxes.take(best), known.faces.take(best), looked, stretch)


@dataclass(frozen=True, slots=True)
class _Seen:
    """Candidates with their class probabilities [N,3]; ``dark``: mask [N] of those as dark as black tiles."""

    proposed: _Proposed
    chances: Floats
    dark: NDArray[np.bool_]

    @classmethod
    def judged(cls, image: Image, proposed: _Proposed, *, turned: bool) -> "_Seen":
        """Classify candidates as face, back or no tile; ``turned``: ``image`` is inverted, dark and light exchanged."""
        chances, dark = judged(image, proposed.boxes, proposed.faces, turned=turned)
        return cls(replace(proposed, faces=named(proposed.faces, chances)), chances, dark)

    @property
    def tiles(self) -> NDArray[np.bool_]:
        """Mask [N] of the tiles: candidates whose name is more probable than no tile."""
        return np.asarray(self.chances[:, IS_NONE] < self.proposed.faces.confidence)

    def expected_right(self) -> float:
        """Return the expected number of correctly named faces."""
        faces = self.proposed.faces
        return float(faces.confidence[self.tiles & (faces.kinds != BACK)].sum())

    def shown(self, looked: Boxes) -> PhotoReading:
        """Return the candidates as a reading; ``looked``: detections of the finder in the original picture."""
        tiles, doubtful = self.tiles, ~self.tiles & (self.chances[:, IS_NONE] < _SURELY_NONE)
        boxes, faces = self.proposed.boxes.take(tiles), self.proposed.faces.take(tiles)
        # An oblique view makes tiles look too low, never too tall: only a stretch above 1 is a distorted picture.
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
    """Reads any photo of tiles with a finder and a classifier."""

    finder: Finder
    classifier: Classifier

    @classmethod
    def load(cls, threads: int = 2, rescorer: Rescorer | None = None) -> "PhotoReader":
        """Load the shipped networks, ``rescorer`` correcting for a known set; raises EyesError if one is broken."""
        return cls(Finder.load(threads, photo=True), Classifier.load(threads, rescorer, photo=True))

    def read(self, image: Image) -> tuple[PhotoTile, ...]:
        """Tiles of a BGR picture uint8 [h,w,3], row by row from top to bottom; raises EyesError on anything else."""
        return tuple(tile for row in rows(self.reading(image).tiles) for tile in row)

    def reading(self, image: Image) -> PhotoReading:
        """As ``read``, but unordered and with the intermediate results; raises EyesError."""
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
            best = max(self._seen(turned_looker, first_px, turned=image), best, key=_Seen.expected_right)
        return replace(best.shown(as_it_is.proposed.looked), looks=tuple(looker.looks))

    def things(self, image: Image) -> tuple[Boxes, Faces]:
        """Return all candidates with the classifier's answers, including those that are probably no tile."""
        seen = self._proposed(Looker(self.finder, image), FIRST_PX)
        return seen.boxes, seen.faces

    def _seen(self, looker: Looker, first_px: int, first: Boxes | None = None, turned: Image | None = None) -> _Seen:
        """Detect and judge the tiles of the looker's picture; the first look has ``first_px`` on the longest side.

        ``first``: result of that look if known. ``turned``: the original in colour if the looker's picture is inverted.
        """
        seen = _Seen.judged(looker.image, self._proposed(looker, first_px, first), turned=turned is not None)
        if turned is None:
            return seen
        faces = self._with_red_fives(turned, seen.proposed.boxes, seen.proposed.faces)
        return replace(seen, proposed=replace(seen.proposed, faces=faces))

    def _with_red_fives(self, image: Image, boxes: Boxes, faces: Faces) -> Faces:
        """Return the answers for an inverted, colourless picture with red fives decided by the colours of ``image``.

        Prints on black tiles are often orange: if more fives of a suit look red than a set has, none counts as red.
        """
        every = faces.probabilities.copy()
        for plain, red in _FIVES:
            places = np.flatnonzero((faces.kinds == plain) | (faces.kinds == red))
            both = every[places, plain] + every[places, red]
            seen = self.classifier.classify(
                _lightness_inverted(cut_faces(image, boxes.centre[places], boxes.right[places], boxes.down[places]))
            ).probabilities
            share = seen[:, red] / np.maximum(seen[:, red] + seen[:, plain], np.float32(TINY))
            share = share if (share > 0.5).sum() <= _MOST_RED else 0.0 * share
            every[places, plain], every[places, red] = both * (1 - share), both * share
        told = Faces.likeliest(every, faces.tops)
        return faces.replaced(np.isin(faces.kinds, _FIVES), told.take(np.isin(faces.kinds, _FIVES)))

    def _proposed(self, looker: Looker, first_px: int, first: Boxes | None = None) -> _Proposed:
        """Return the candidates of a picture after closer looks at all parts where tiles look small or doubtful."""
        image, looked = looker.image, looker.find(first_px, first)
        known = _Candidates(*self.named(image, looked))
        part = _part(known.sure, (0, 0, image.shape[1], image.shape[0]))
        if part is not None:
            left, top, right, low = part
            more = Looker(self.finder, image[top:low, left:right]).find(first_px, small_px=CLOSELY_PX)
            more = replace(more, centre=more.centre + np.array([left, top], np.float32))
            known = known.joined(*self.named(image, more))
        stretch, shape = _stretch(known.boxes, known.faces)
        if shape != 1.0:
            more = looker.again(doubted(known.boxes, known.faces, known.best), shape)
            known = known.joined(*self.named(image, replace(more, score=more.score * _AS_IT_IS)))
        halves = parted_pairs(known.boxes, known.faces, known.best).strongest()
        return _Proposed.best(known.joined(*self.named(image, halves)), looked, stretch)

    def named(self, image: Image, boxes: Boxes, turns: int = TURNS) -> tuple[Boxes, Faces]:
        """Drop boxes that a quick classification finds no tile; return the others with closer classifications."""
        crops = cut_faces(image, boxes.centre, boxes.right, boxes.down)
        glance = self.classifier.classify_quickly(crops)
        keep = boxes.score * (1 - glance.probabilities[:, NOTHING]) > _LEAST
        boxes = boxes.take(keep)
        return boxes, self._closely(crops[keep], boxes, glance.take(keep), turns)

    def _closely(self, crops: Image, boxes: Boxes, faces: Faces, turns: int = TURNS) -> Faces:
        """Return the quick answers ``faces`` with doubtful ones classified again, at one quarter turn, then at all."""
        found = boxes.score >= FOUND
        doubtful = contenders(boxes, faces) & found & (faces.confidence < _PLAIN)
        faces = faces.replaced(doubtful, self.classifier.classify_once(crops[doubtful], faces.take(doubtful)))
        if turns == 1:
            return blanks_separated(boxes, faces)
        likely = faces.probabilities[:, NOTHING] < _UNLIKELY
        doubtful = contenders(boxes, faces) & found & likely & (faces.confidence < _AGREED)
        again = self.classifier.classify(crops[doubtful], TURNS, faces.take(doubtful))
        return blanks_separated(boxes, faces.replaced(doubtful, again))


@dataclass
class _Belief:
    """Decides look by look whether a picture shows tiles.

    ``latest``: judged candidates of the last look; ``every``: all boxes so far; ``dark``: how many may be dark tiles.
    """

    reader: PhotoReader
    image: Image
    every: Boxes = field(default_factory=partial(Boxes.join, []))
    dark: int = 0
    latest: _Seen = field(init=False)

    def __call__(self, boxes: Boxes) -> bool:
        """True if some of the most promising boxes (best first) are judged to be tiles."""
        boxes = boxes.take(boxes.score >= FOUND)
        self.every = Boxes.join([self.every, boxes]).strongest()
        self.latest = self._seen(self.image, boxes, turned=False)
        self.dark += int(self.latest.dark.sum())
        return bool(self.latest.tiles.any())

    def when_turned(self) -> bool:
        """True if the inverted picture shows tiles and its expected number of correct names is at least as large.

        Always False if fewer candidates are dark than are tiles. Judges all boxes so far; if none is a tile yet, also
        those of a small look at the inverted picture.
        """
        if self.dark < max(1, self.latest.tiles.sum()):
            return False
        boxes, told = self.every, self.latest.expected_right()
        if not self.latest.tiles.any():
            small = Looker(self.reader.finder, self.light_turned).first(FIRST_PX // 2)
            boxes = Boxes.join([boxes, small.take(small.score >= FOUND)]).strongest()
        seen = self._seen(self.light_turned, boxes, turned=True)
        return bool(seen.tiles.any()) and seen.expected_right() >= told

    @cached_property
    def light_turned(self) -> Image:
        """The picture inverted and without colours."""
        return light_turned(self.image)

    def _seen(self, image: Image, boxes: Boxes, *, turned: bool) -> _Seen:
        """Judge the best boxes at one quarter turn, and again at all four if exactly one is a tile."""
        some = boxes.take(np.arange(min(len(boxes), _SOME)))
        for turns in (1, TURNS):
            proposed = _Proposed.best(_Candidates(*self.reader.named(image, some, turns)), boxes, 1.0)
            proposed = replace(proposed, unnamed=max(0, len(boxes) - _SOME))
            seen = _Seen.judged(image, proposed, turned=turned)
            if seen.tiles.sum() != 1:
                break
        return seen


def bounded(image: Image) -> tuple[Image, float]:
    """Return the picture, shrunk if it has more than ``_MOST_PIXELS``, and the scale factor, at most 1."""
    by = min(1.0, math.sqrt(_MOST_PIXELS / max(image.shape[0] * image.shape[1], 1)))
    if by == 1.0:
        return image, by
    size = max(1, int(image.shape[1] * by)), max(1, int(image.shape[0] * by))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), by


def _lightness_inverted(crops: Image) -> Image:
    """Return crops with dark and light exchanged and hues kept."""
    # Sums of bytes wrap around, but c + 255 - max - min is always within 0-255.
    return np.asarray(crops + (255 - crops.max(axis=3) - crops.min(axis=3))[..., None], np.uint8)


def light_turned(image: Image) -> Image:
    """Return the picture inverted and without colours, since prints on black tiles differ in colour."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.cvtColor(cv2.bitwise_not(grey, dst=grey), cv2.COLOR_GRAY2BGR), np.uint8)


def _scaled(tile: PhotoTile, wide: float, tall: float) -> PhotoTile:
    """Return a tile of the same picture made ``wide`` times as wide and ``tall`` times as tall."""
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


def _part(firm: Boxes, whole: LookWindow) -> LookWindow | None:
    """Return the window around the confident faces ``firm`` if both these and the window are small; None otherwise."""
    size = float(np.median(firm.size)) if len(firm) else math.inf
    if size > _SMALL * max(whole) / FIRST_PX:
        return None
    left, top = (max(0, int(least - _AROUND * size)) for least in firm.centre.min(axis=0))
    ends = zip(whole[2:], firm.centre.max(axis=0), strict=True)
    right, low = (min(end, int(most + _AROUND * size)) for end, most in ends)
    return (left, top, right, low) if (right - left) * (low - top) < _PART * whole[2] * whole[3] else None


def _stretch(boxes: Boxes, faces: Faces) -> tuple[float, float]:
    """Return the horizontal stretch that gives confident faces a tile's shape, and that for a look at doubtful ones.

    If most names are clear the first is 1, and the second differs from 1 only for a view from a low angle. Both are 1
    if too few faces are confident.
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
    """Return the faces along a row of ``tiles`` face-up tiles; raises EyesError if another number is found."""
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
