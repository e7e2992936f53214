"""The deposits between a hand and its rail: counters, sticks of earlier rounds, the first dealer's plate."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS, Seat, Wind
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.explain.found import Eye, FoundTile, Surface
from vision.image import means
from vision.image.felt import Felt
from vision.image.view import LEAST_VISIBLE, PX_PER_MM, RectifiedView, Span, seat_frame
from vision.table.place.zone_reader import ZoneReader, tiles_over
from vision.tiles.crop import CROP, FACE
from vision.tiles.recogniser import FaceClassifier

_ACROSS: Final = Span(-192.0, 184.0)
"""Extent of the view along the seat's edge, mm; chosen around the places in ``hardware.profiles.layout``."""
_DISTANCE: Final = Span(303.0, 353.0)
"""Extent of the view from the centre outwards, mm; chosen around the places in ``hardware.profiles.layout``."""
_HIGH_MM: Final = 3.0
"""Height of sticks and plates, mm; chosen: both are about as thick, and a mm moves nothing in the view."""
_LENGTH_MM: Final = 66.0
"""Length of a stick, mm: the usual one, as drawn by ``vision.render``."""
_LONG_MM: Final = (55.0, 74.0)
"""Least and greatest length, mm, of a pale patch of sticks side by side; chosen around ``_LENGTH_MM``."""
_WIDE_MM: Final = 6.5
"""Width of a stick, mm: the usual one, as drawn by ``vision.render``."""
_APART_MM: Final = (6.0, 9.8)
"""Distances, mm, between the middles of sticks that merge in the picture: they touch (``_WIDE_MM``), or lie a little
apart; chosen: farther apart, felt shows between them."""
_DIP: Final = 0.02
"""Least share by which it is darker between sticks than on them if there are several; chosen above noise."""
_GAP_MM: Final = 12.0
"""Length, mm, of gaps in a stick's bright area that are closed: dots part it. Chosen: two widths of dots."""
_BRIGHTER: Final = 1.25
"""Least brightness of a stick relative to the felt's; chosen as the light of felt may vary by as much."""
_RIM_MM: Final = 2.0
"""Width, mm, taken off each side of a stick before gaps are closed; chosen: sticks that touch at an end come apart."""
_PALE_PERCENT: Final = 90
"""Percentile of the brightness of a covered part that is the stick's; chosen: dots are dark, glare is rare."""
_LEAST_MM2: Final = 60.0
"""Area, mm², below which something is a speck; chosen far below the 430 of a stick."""
_ENDS: Final = (0.2, 0.36)
"""Range of the blank part of a stick, from its middle, in shares of its length. As sticks are printed."""
_DOTS: Final = (0.075, 0.22)
"""Extent of the dots from the middle: shares of a stick's length and of its width. As sticks are printed."""
_BESIDE: Final = (0.1, 0.2)
"""Range of the part next to the dots, from the middle, in shares of a stick's length. Chosen between dots and ends."""
_AS_PALE: Final = 0.75
"""Least brightness of its ends relative to that beside its dots; chosen: a lying tile is not so long."""
_RED: Final = 0.06
"""Least excess of red over the other channels, relative to the blank part, in a thousand's dot; chosen: faint red dots
are read, black ones have no hue."""
_DARK: Final = 0.93
"""Largest brightness of a hundred's dots relative to the blank part; chosen: small dots fill little of their place."""
_PLATE_MM: Final = (50.0, 26.0)
"""Length and width of a first dealer's plate, mm: as drawn by ``vision.render``."""
_PLATE_HIGH_MM: Final = 5.0
"""Thickness of a plate, mm: as drawn by ``vision.render``."""
_STICK_PX: Final = (round(_WIDE_MM * PX_PER_MM), round(_LENGTH_MM * PX_PER_MM))
"""Rows and columns of a stick in the view; if tiles hide this much, the deposits cannot be counted."""
_END: Final = 0.12
"""Share of a stick's length that is its end; chosen: two tiles against one stick cover less."""
_WHOLE: Final = 0.7
"""Least covered share of the place of each end; chosen: a stick covers nearly all of it."""
_HIDDEN: Final = 0.3
"""Share of the place around a stick from which tiles before it may hide others; chosen: nearly that of one."""
_AROUND_MM: Final = 4.0
"""Margin, mm, around a thing that belongs to it: its sides and soft edges; chosen a little above ``_HIGH_MM``."""
_REACH_MM: Final = 30.0
"""Largest distance, mm, that a tile beside the place reaches into it; chosen just above a tile's 28 mm."""
_STRAY_MM2: Final = 250.0
"""Largest unexplained area, mm²; chosen below the 347 of a standing tile's top."""
_PLATE_SLACK_MM: Final = 7.0
"""Largest difference, mm, of a plate's apparent size from ``_PLATE_MM``; chosen: sides show, makes differ."""
_INNER: Final = 0.45
"""Inner share of a thing's length and width that shows whether it still lies there; chosen: a hand that is opened comes
over its rim, and throws a shadow."""
BESIDE_MM: Final = 5.0
"""Margin, mm, around a plate or a stick within which a detected tile is false, or else the plate or stick is; chosen: a
third of a tile's thickness."""
_MOVED_MM: Final = 8.0
"""Distance, mm, within which a thing is unmoved; chosen: another stick can be nearly so close."""
_NAMED: Final = 0.9
"""Score and confidence of a face from which it is a tile's; chosen: signs of plates are read with less."""
_FAINT: Final = 0.5
"""Score up to which a tile counts as absent; chosen: a stick half hidden by a hand scores about .3 as a tile's top, and
below that the place is unknown."""
_SIGN_MM: Final = (12.0, 16.0)
"""Width and height, mm, of the part of a plate that is read as a tile's face: the sign in its centre."""
_WINDS: Final = tuple(wind.tile for wind in Wind)
_LEGIBLE: Final = 0.8
"""Least share of the most likely of the four winds; below it the wind is undetermined; chosen."""

_A_WIND: Final = 0.2
"""Least probability, among all faces, of the four winds together; measured on 52 painted plates: .24 at least, of a
1-sou that lay beside another .16."""


class _Kind(Enum):
    COUNTER = "hundred"
    STICK = "thousand"


@dataclass(frozen=True, slots=True)
class LaidThing:
    """Outline of a thing on the table: centre x, y mm, clockwise turn of its length in degrees, length and width.

    ``z``: height of its upper surface, mm.
    """

    x: float
    y: float
    turn: float
    long_mm: float
    wide_mm: float
    z: float = _HIGH_MM

    def inner(self) -> Floats:
        """Corners [4,3] mm of its upper surface, without the rim that a neighbour may hide."""
        turn = np.radians(self.turn)
        along, down = np.array((np.cos(turn), np.sin(turn), 0.0)), np.array((-np.sin(turn), np.cos(turn), 0.0))
        half = _INNER / 2 * np.array([[self.long_mm], [self.wide_mm]]) * np.stack([along, down])
        return np.asarray((self.x, self.y, self.z) + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ half)


def hidden_by(
    things: Sequence[LaidThing], places: Floats, z: float | Floats, eye: Eye, beside_mm: float
) -> NDArray[np.bool_]:
    """Mask [T, N] of the places [N, 2] mm at height ``z`` that each thing hides from a lens, with a margin in mm."""
    own = [(each.x, each.y, each.turn, each.long_mm / 2, each.wide_mm / 2, each.z) for each in things]
    x, y, turn, long, wide, high = np.array(own).reshape(-1, 6).T[..., None]
    reach, turn = (z - high) / (eye[2] - high), np.radians(turn)
    dx, dy = (at - (own * (1 - reach) + lens * reach) for at, own, lens in zip(places.T, (x, y), eye[:2], strict=True))
    along, down = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
    return np.asarray((np.abs(along) < long + beside_mm) & (np.abs(down) < wide + beside_mm))


@dataclass(frozen=True, slots=True)
class Deposits:
    """Counters and sticks before a seat; whether there is exactly one plate, and its wind if legible.

    ``things``: outlines of plates and sticks; ``judged``: True if nothing else is there, so that they could be counted.
    """

    counters: int
    sticks: int
    plate: bool = False
    wind: Wind | None = None
    things: tuple[LaidThing, ...] = ()
    judged: bool = True


class DepositReader(ZoneReader[Deposits]):
    """Reads one seat's deposits of one table under one camera; ``DepositTotals`` reports those of all seats."""

    def __init__(self, layout: Layout, camera: Camera, classifier: FaceClassifier, seat: Seat) -> None:
        self._classifier = classifier
        self.view = RectifiedView(layout, camera, seat, _HIGH_MM, _ACROSS, _DISTANCE)

    def find(self, image: Image, felt: Felt, tiles: Sequence[FoundTile] = ()) -> Deposits | None:
        """Deposits of the seat; None if out of view."""
        if self.view.visible < LEAST_VISIBLE:
            return None
        piece = self.view.cut(image)
        masks = felt.covered(self.view, piece), felt.covered_broadly(self.view, piece)
        laid = self._laid(piece, masks, felt)
        places, z = np.array([(tile.x, tile.y) for tile in tiles]).reshape(-1, 2), np.array([tile.z for tile in tiles])
        eye = self.view.camera.position
        over, beside = (hidden_by(laid.things, places, z, eye, mm) for mm in (0.0, BESIDE_MM))
        # A tile detected on a plate or on sticks is false, but two tiles side by side are as large as a plate.
        named = np.array([tile.tile is not None and min(tile.score, tile.confidence) >= _NAMED for tile in tiles])
        plates = np.array([thing.wide_mm > _WIDE_MM for thing in laid.things], np.bool_)
        false = (beside @ named > 0) & ~(plates & (laid.wind is not None))
        stands = np.array([tile.surface is Surface.TOP and tile.score > _FAINT for tile in tiles], np.bool_)
        false |= (over @ stands > 0) & ~plates
        if laid.judged and not false.any():
            return laid
        laid = replace(laid, things=tuple(thing for thing, none in zip(laid.things, false, strict=True) if not none))
        hidden = over[~false].any(axis=0)
        left = [tile for tile, none in zip(tiles, hidden.tolist(), strict=True) if not none and tile.score > _FAINT]
        seen, lies = tiles_over(self.view, left)
        behind = cv2.morphologyEx(seen * (1 - lies), cv2.MORPH_OPEN, np.ones(_STICK_PX, np.uint8))
        return replace(laid, judged=False) if behind.any() else self._laid(piece, masks, felt, seen)

    def _laid(self, piece: Image, masks: tuple[Image, Image], felt: Felt, tiles: Image | None = None) -> Deposits:
        """Deposits in masks of covered and broadly covered places; ``tiles``: mask of the tiles before them."""
        # Any visible rest of a stick that tiles partly hide counts.
        most = _STRAY_MM2 if tiles is None else _LEAST_MM2
        tiles = np.zeros_like(masks[0]) if tiles is None else tiles
        covered, broadly = (_within(mask * (1 - tiles)) for mask in masks)
        # A plate's shadow has nearly the felt's colour, and so have some plates.
        plates = self._plates(covered) or self._plates(broadly)
        if not covered.any():
            return self._deposits([], piece, plates, [], judged=True)
        light, bare = means.brightest(piece), max(felt.colour)
        # Between sticks that lie close the picture is half as bright as they are.
        bright = light > max(_BRIGHTER * bare, (bare + float(np.percentile(light[covered > 0], _PALE_PERCENT))) / 2)
        # Sticks that touch at an end come apart when each loses its rim; then their bright areas are closed over the
        # dots.
        rim, gap = (round(width * PX_PER_MM) + 1 for width in (_RIM_MM, _GAP_MM))
        slim = cv2.erode((covered & bright).astype(np.uint8), np.ones((rim, 1), np.uint8))
        pale = cv2.morphologyEx(slim, cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8))
        patches = [box for box in _boxes(np.asarray(pale, np.uint8)) if _LONG_MM[0] < box[1][0] < _LONG_MM[1]]
        # Each stick is judged alone: the rest of a pale patch is part of one under a tile.
        found = [
            (_beside(middle, turn, off), (_LENGTH_MM, _WIDE_MM), turn)
            for middle, (_, wide), turn in patches
            for off in _middles(piece, middle, wide + _RIM_MM, turn)
        ]
        # Tiles that touch a stick are not taken for sticks: they are shorter.
        kinds = [
            _kind(_upright(piece, middle, turn)) if _is_whole(masks[0], (middle, size, turn)) else None
            for middle, size, turn in found
        ]
        sticks = [each for each, kind in zip(found, kinds, strict=True) if kind is not None]
        stray = float(_without(covered, [*found, *plates]).sum()) / PX_PER_MM**2 > most
        hidden = any(_share_beside(tiles, stick) > _HIDDEN for stick in sticks)
        return self._deposits(kinds, piece, plates, sticks, judged=not (stray or hidden or None in kinds))

    def _plates(self, covered: Image) -> list["Box"]:
        """Boxes that may be plates by their size; visible sides count with the top."""
        return [
            box
            for box in _boxes(covered)
            if all(
                -_PLATE_SLACK_MM < side - due < _PLATE_SLACK_MM + abs(more)
                for side, due, more in zip(box[1], _PLATE_MM, self._aslant.tolist(), strict=True)
            )
        ]

    @cached_property
    def _aslant(self) -> Floats:
        """Apparent offset, mm, along the view's columns and rows, of a plate's top from its foot."""
        view = self.view
        middle = view.layout.place(view.seat, *((span.low + span.high) / 2 for span in (view.across, view.distance)))
        eye = np.array(view.camera.position)
        away = (np.array([middle.x, middle.y]) - eye[:2]) / eye[2] * _PLATE_HIGH_MM
        return seat_frame(view.layout, view.seat, away)

    def doubtful(self, found: Deposits) -> bool:
        """True if the deposits could not be counted."""
        return not found.judged

    def lasting(self, found: Deposits, before: Deposits, changed: Callable[[Floats], bool]) -> Deposits:
        """Return the deposits with plates and sticks of ``before`` that are missing although nothing changed there."""
        here = [(thing.x, thing.y) for thing in found.things]
        left = tuple(
            thing
            for thing in before.things
            if all(math.dist((thing.x, thing.y), spot) > _MOVED_MM for spot in here)
            and not changed(self.view.camera.project(thing.inner()))
        )
        return replace(found, things=(*found.things, *left), judged=False) if left else found

    def add_to(self, sighting: Sighting, found: Deposits) -> Sighting:  # noqa: ARG002 - told for all seats together, see DepositTotals
        """Return the sighting unchanged: deposits count for the whole table, see ``DepositTotals``."""
        return sighting

    def _deposits(
        self, kinds: list[_Kind | None], piece: Image, plates: list["Box"], sticks: list["Box"], *, judged: bool
    ) -> Deposits:
        winds = [self._wind(piece, plate) for plate in plates]
        # Where other things lie, two of these may be as large as a plate.
        sure = [plate for plate, wind in zip(plates, winds, strict=True) if judged or wind is not None]
        things = tuple(self._thing(*box) for box in (*sure, *sticks))
        counters, thousands = (kinds.count(kind) for kind in (_Kind.COUNTER, _Kind.STICK))
        one = len(plates) == 1
        return Deposits(counters, thousands, one, winds[0] if one else None, things, judged)

    def _thing(self, middle: Floats, size: tuple[float, float], turn: float) -> LaidThing:
        view, way = self.view, np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        ends = (middle + 0.5 + np.outer([0.0, PX_PER_MM], way)) / PX_PER_MM
        at, beyond = (
            view.layout.place(view.seat, view.across.low + across, view.distance.low + distance)
            for across, distance in ends.tolist()
        )
        return LaidThing(at.x, at.y, float(np.degrees(np.arctan2(beyond.y - at.y, beyond.x - at.x))), *size)

    def _wind(self, piece: Image, plate: "Box") -> Wind | None:
        """The wind on a plate, light on dark, read as a tile's face in its negative; None if illegible."""
        wide, tall = (side * PX_PER_MM / FACE for side in _SIGN_MM)
        middle, _, turn = plate
        middle = middle + self._aslant / 2 * PX_PER_MM
        sign = _cut(piece, middle, turn, (wide, tall), (CROP, CROP))
        faces = self._classifier.classify(np.asarray(255 - sign, np.uint8)[None])
        chances = faces.probabilities[0][[int(tile) for tile in _WINDS]]
        best, winds = int(chances.argmax()), float(chances.sum())
        return tuple(Wind)[best] if winds > _A_WIND and chances[best] > _LEGIBLE * winds else None


class DepositTotals:
    """Counts the deposits of all four seats; remembers whether this table shows counters by sticks."""

    def __init__(self) -> None:
        self._counters_shown = False

    def add_to(self, sighting: Sighting, deposits: Sequence[Deposits | None]) -> Sighting:
        """Return the sighting with its pot, counters and the first dealer's plate.

        ``deposits``: of seats A-D, None if undetermined; the pot also includes the sighting's riichi sticks. ``pot`` is
        None if any of these is; ``counters`` also until the first was seen, as not every table shows them by sticks.
        """
        known = [each for each in deposits if each is not None and each.judged]
        all_known = len(known) == len(SEATS)
        counters = sum(each.counters for each in known)
        self._counters_shown |= counters > 0
        sticks = [stick for stick in sighting.sticks or (None,) if stick is not None]
        plates = [
            (seat, each) for seat, each in zip(SEATS, deposits, strict=True) if each and each.judged and each.plate
        ]
        one_plate = len(plates) == 1
        return replace(
            sighting,
            pot=sum(each.sticks for each in known) + sum(sticks) if all_known and len(sticks) == len(SEATS) else None,
            counters=counters if self._counters_shown and all_known else None,
            dealer_mark=plates[0][0] if one_plate else None,
            mark_wind=plates[0][1].wind if one_plate else None,
        )


Box = tuple[Floats, tuple[float, float], float]
"""Centre (column, row), length and width in mm, and the degrees clockwise by which the length is turned from a row."""


def _boxes(mask: Image) -> list[Box]:
    """The smallest boxes around the things in a mask, without specks."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found: list[Box] = []
    for outline in outlines:
        (x, y), (wide, tall), turn = cv2.minAreaRect(outline)
        wide, tall = (wide + 1) / PX_PER_MM, (tall + 1) / PX_PER_MM
        if wide < tall:
            wide, tall, turn = tall, wide, turn - 90.0
        if wide * tall >= _LEAST_MM2:
            found.append((np.array([x, y]), (wide, tall), (turn + 90.0) % 180.0 - 90.0))
    return found


def _within(covered: Image) -> Image:
    """Return the mask without a neighbour's melds that reach in."""
    outlines, _ = cv2.findContours(covered, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    left, columns = covered.copy(), covered.shape[1]
    for outline in outlines:
        start, _, wide, _ = cv2.boundingRect(outline)
        if (start == 0 or start + wide == columns) and wide < _REACH_MM * PX_PER_MM:
            cv2.drawContours(left, [outline], -1, 0, cv2.FILLED)
    return left


def _without(covered: Image, boxes: list[Box]) -> Image:
    """Mask of what is covered outside the boxes."""
    left = covered.copy()
    for middle, (long, wide), turn in boxes:
        around = ((long + 2 * _AROUND_MM) * PX_PER_MM, (wide + 2 * _AROUND_MM) * PX_PER_MM)
        cv2.fillConvexPoly(left, np.round(cv2.boxPoints((middle.tolist(), around, turn))).astype(np.int32), 0)
    return left


def _share_beside(tiles: Image, stick: Box) -> float:
    """Share of the place of a stick, and of one on either side of it, that tiles hide."""
    middle, (long, wide), turn = stick
    return _share(tiles, (middle, (long, wide + 2 * _APART_MM[1]), turn))


def _is_whole(covered: Image, stick: Box) -> bool:
    """True if something covers the places of both ends of a stick."""
    middle, (long, wide), turn = stick
    off = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))]) * long * (1 - _END) / 2 * PX_PER_MM
    return all(_share(covered, (end, (long * _END, wide), turn)) > _WHOLE for end in (middle - off, middle + off))


def _share(mask: Image, box: Box) -> float:
    """Share of a box that is in a mask."""
    middle, (long, wide), turn = box
    place = np.zeros_like(mask)
    corners = cv2.boxPoints((middle.tolist(), (long * PX_PER_MM, wide * PX_PER_MM), turn))
    cv2.fillConvexPoly(place, np.round(corners).astype(np.int32), 1)
    return cv2.countNonZero(cv2.bitwise_and(place, mask)) / max(cv2.countNonZero(place), 1)


def _cut(piece: Image, middle: Floats, turn: float, scale: tuple[float, float], size: tuple[int, int]) -> Image:
    """Cut a picture of ``size`` (columns, rows) around a place, its rows along ``turn``; ``scale``: pixels per step."""
    angle = np.radians(turn)
    axes = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * np.array(scale)
    start = middle - axes @ ((np.array(size) - 1) / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(piece, np.column_stack([axes, start]), size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _beside(middle: Floats, turn: float, off_mm: float) -> Floats:
    """The place ``off_mm`` beside another one, at right angles to ``turn``."""
    angle = np.radians(turn)
    return np.asarray(middle + off_mm * PX_PER_MM * np.array([-np.sin(angle), np.cos(angle)]))


def _upright(piece: Image, middle: Floats, turn: float) -> Image:
    """Cut out a stick at a place, its length along the rows."""
    return _cut(piece, middle, turn, (1.0, 1.0), (round(_LENGTH_MM * PX_PER_MM), round(_WIDE_MM * PX_PER_MM)))


def _middles(piece: Image, middle: Floats, wide_mm: float, turn: float) -> list[float]:
    """Offsets, mm, of the sticks of a pale patch from its middle: where it is bright next to their dots."""
    rows = round((wide_mm + 2 * _WIDE_MM) * PX_PER_MM)
    patch = _cut(piece, middle, turn, (1.0, 1.0), (round(_LENGTH_MM * PX_PER_MM), rows)) @ np.ones(3) / 3
    along = np.abs((np.arange(patch.shape[1]) + 0.5) / patch.shape[1] - 0.5)
    light: Floats = patch[:, (along > _BESIDE[0]) & (along < _BESIDE[1])].mean(axis=1)
    bright = np.concatenate([[False], light > (light.min() + light.max()) / 2, [False]])
    places: Floats = np.asarray(np.arange(rows) + 0.5 - rows / 2, np.float64) / PX_PER_MM
    starts, stops = (np.flatnonzero(bright[:-1] != bright[1:])[side::2] for side in (0, 1))
    found = [off for start, stop in zip(starts, stops, strict=True) for off in _split(light, places, start, stop)]
    return [off for off in found if abs(off) < wide_mm / 2]


def _split(light: Floats, places: Floats, start: int, stop: int) -> list[float]:
    """Middles, mm, of the sticks that make up a bright run of rows, separated by darker lines."""
    wide, middle = (stop - start) / PX_PER_MM, float(places[start:stop].mean())
    best, found = -np.inf, [middle]
    for number in range(max(1, round(wide / _APART_MM[1])), max(1, round(wide / _APART_MM[0])) + 1):
        middles = [middle + ((stick + 0.5) / number - 0.5) * wide for stick in range(number)]
        gaps = [(one + other) / 2 for one, other in itertools.pairwise(middles)]
        on, off = (np.interp(spots, places, light).mean() if spots else 0.0 for spots in (middles, gaps))
        score = (on - off) / max(on, 1.0) if gaps else _DIP
        if score > best:
            best, found = score, middles
    return found


def _kind(stick: Image) -> _Kind | None:
    """Kind by the dots in the middle: black for a hundred, one red for a thousand; None if neither, or no stick."""
    rows, columns = stick.shape[:2]
    along = np.abs((np.arange(columns) + 0.5) / columns - 0.5)
    across = np.abs((np.arange(rows) + 0.5) / rows - 0.5) < _DOTS[1] + 0.1
    blank, beside = (
        stick[across][:, (along > low) & (along < high)].reshape(-1, 3).mean(axis=0) for low, high in (_ENDS, _BESIDE)
    )
    if blank.sum() < _AS_PALE * beside.sum():
        return None
    dots = stick[across][:, along < _DOTS[0]].reshape(-1, 3).mean(axis=0)
    blue, green, red = dots / np.maximum(blank, 1.0)
    if red - (blue + green) / 2 > _RED:
        return _Kind.STICK
    return _Kind.COUNTER if max(blue, green, red) < _DARK else None
