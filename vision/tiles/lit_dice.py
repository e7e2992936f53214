"""Numbers that light up in the middle of a table in place of dice: two digits of seven segments, or LEDs as pips."""

from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.tiles.dice import FoundDie

Mask = NDArray[np.bool_]
_TALL_MM: Final = (6.0, 30.0)
"""Least and greatest height of a digit, mm; chosen: displays of 7 to 25 mm are sold."""
_STROKE_MM: Final = 4.0
"""Widest stroke of a digit or LED, mm; chosen: an eighth of the tallest digit."""
_GAP_MM: Final = 1.2
"""Widest gap between two segments of one digit, mm; chosen."""
_LIT: Final = 0.45
"""Light over what is around it, in parts of the brightest, from which a place is lit; chosen: its glow stays below."""
_BRIGHTEST_PX: Final = 12
"""Pixels at least that are as bright as the brightest light; chosen: one small LED has so many."""
_LEAST_LIGHT: Final = 60.0
"""Grey levels by which something lit outshines what is around it at least; chosen: print on a panel does not."""
_NARROW: Final = 0.42
"""Width over height below which a digit can only be a one; chosen: others are 0.5 to 0.7."""
_SLANTS: Final = (0.0, 0.1, 0.2)
"""Sideways lean per height of the digits tried; chosen: displays lean by 0 to 10 degrees."""
_SPOT: Final = 0.07
"""Half side, in heights, of the square in which a segment is looked at; chosen: a stroke is an eighth of it."""
_SURE: Final = 0.3
"""Clearness 0-1 of its worst segment below which a digit is not told; measured on drawn digits: 0.33 and above."""
_SEGMENTS: Final = ((0.5, 0.06), (0.92, 0.27), (0.92, 0.73), (0.5, 0.94), (0.08, 0.73), (0.08, 0.27), (0.5, 0.5))
"""Places of the segments a to g, as shares of width and height."""
_DIGITS: Final = {1: "bc", 2: "abged", 3: "abgcd", 4: "fgbc", 5: "afgcd", 6: "afgedc"}
"""Segments that each number lights; a six may lack its top bar, a one stands at either side."""
_PATTERNS: Final[dict[int, Floats]] = {
    1: np.array([[0.0, 0.0]]),
    2: np.array([[-1.0, -1.0], [1.0, 1.0]]),
    3: np.array([[-1.0, -1.0], [0.0, 0.0], [1.0, 1.0]]),
    4: np.array([[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]]),
    5: np.array([[-1.0, -1.0], [1.0, -1.0], [0.0, 0.0], [-1.0, 1.0], [1.0, 1.0]]),
    6: np.array([[-1.0, -1.0], [1.0, -1.0], [-1.0, 0.0], [1.0, 0.0], [-1.0, 1.0], [1.0, 1.0]]),
}
"""Places of the LEDs of each number, in steps from the middle."""


@dataclass(frozen=True, slots=True)
class _Glyph:
    """What may be a digit, px of the picture turned upright: left, top, width, height."""

    left: int
    top: int
    wide: int
    tall: int

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.wide / 2, self.top + self.tall / 2


def lit_digits(picture: Image, px_per_mm: float, count: int) -> tuple[FoundDie, ...]:
    """``count`` digits 1-6 beside each other, whichever way up, in a picture from above; none where they are not."""
    lit = _lit(picture, px_per_mm)
    best: tuple[float, tuple[FoundDie, ...]] = (0.0, ())
    for quarter in range(4):
        turned = np.ascontiguousarray(np.rot90(lit, quarter))
        for row in combinations(_glyphs(turned, px_per_mm), count):
            glyphs = sorted(row, key=lambda each: each.left)
            read = [_digit(turned, each) for each in glyphs]
            clear = min((sure for _, sure in read), default=0.0)
            if clear > best[0] and _beside(glyphs):
                spots = [_unturned(each.middle, quarter, lit.shape) for each in glyphs]
                best = clear, tuple(_told(pips, x, y, sure) for (pips, sure), (x, y) in zip(read, spots, strict=True))
    return best[1]


def lit_pips(picture: Image, px_per_mm: float, count: int) -> tuple[FoundDie, ...]:
    """``count`` groups of round LEDs that show 1-6 pips, in a picture from above; none where they are not."""
    lit = _lit(picture, px_per_mm)
    total, _, stats, centres = cv2.connectedComponentsWithStats(lit.astype(np.uint8))
    spots = [
        centre
        for (_, _, wide, tall, area), centre in zip(stats[1:total], centres[1:total], strict=True)
        if area > 1.0 and 0.6 < wide / tall < 1.6 and max(wide, tall) <= 2 * _STROKE_MM * px_per_mm
        if area > 0.55 * wide * tall
    ]
    if not count <= len(spots) <= 6 * count:
        return ()
    places = np.array(spots)
    order = _parted(places, count)
    dice = []
    for group in range(count):
        own = places[order == group]
        if not 1 <= len(own) <= 6:
            return ()
        x, y = own.mean(axis=0)
        dice.append(_told(len(own), float(x), float(y), _like(own)))
    return tuple(sorted(dice, key=lambda die: die.x))


def _told(pips: int, x: float, y: float, sure: float) -> FoundDie:
    return FoundDie(pips if sure >= _SURE else None, x, y, sure if sure >= _SURE else 0.0, sure)


def _lit(picture: Image, px_per_mm: float) -> Mask:
    """What shines: brighter than what is around it, by much of what the brightest is."""
    level = picture.max(axis=2)
    side = 2 * round(_STROKE_MM * px_per_mm) + 1
    over = cv2.morphologyEx(level, cv2.MORPH_TOPHAT, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    brightest = float(np.sort(over, axis=None)[-min(_BRIGHTEST_PX, over.size)])
    return np.asarray(over > max(_LIT * brightest, _LEAST_LIGHT), np.bool_)


def _glyphs(lit: Mask, px_per_mm: float) -> list[_Glyph]:
    side = 2 * round(_GAP_MM * px_per_mm / 2) + 1
    joined = cv2.morphologyEx(lit.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    total, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    low, high = (each * px_per_mm for each in _TALL_MM)
    found = [_Glyph(*(int(part) for part in row[:4])) for row in stats[1:total]]
    return [each for each in found if low <= each.tall <= high and 0.1 < each.wide / each.tall < 0.95][:8]


def _beside(glyphs: list[_Glyph]) -> bool:
    """Whether digits stand on one line, of one height, no farther apart than two of them are wide."""
    tall = max(each.tall for each in glyphs)
    if any(tall - each.tall > 0.2 * tall or abs(each.top - glyphs[0].top) > 0.2 * tall for each in glyphs):
        return False
    gaps = [after.left - each.left - each.wide for each, after in pairwise(glyphs)]
    return all(0 < gap < 1.3 * tall for gap in gaps)


def _digit(lit: Mask, glyph: _Glyph) -> tuple[int, float]:
    """The number that the segments show, and how clear the worst of them is, 0-1."""
    part = lit[glyph.top : glyph.top + glyph.tall, glyph.left : glyph.left + glyph.wide].astype(np.float32)
    if glyph.wide < _NARROW * glyph.tall:
        rows = part.max(axis=1)
        return 1, float(rows.mean())
    return max((_segments(part, slant) for slant in _SLANTS), key=lambda each: each[1])


def _segments(part: NDArray[np.float32], slant: float) -> tuple[int, float]:
    tall, wide = part.shape
    reach = max(1.0, _SPOT * tall)
    body = max(wide - slant * tall, 0.35 * tall)
    shares = []
    for across, down in _SEGMENTS:
        y = down * (tall - 1)
        # What leans is shifted to the right at the top; strokes at a side lie half a stroke inside.
        x = np.clip(across * body, reach, max(body - reach, reach)) + slant * (tall - 1 - y)
        y = float(np.clip(y, reach, tall - 1 - reach))
        left, right = int(max(x - reach, 0)), int(min(x + reach, wide - 1)) + 1
        top, low = int(max(y - reach, 0)), int(min(y + reach, tall - 1)) + 1
        window = part[top:low, left:right]
        shares.append(float(window.mean()) if window.size else 0.0)
    best = (0, 0.0)
    for number, names in _DIGITS.items():
        if number == 1:
            continue
        on = np.array([name in names for name in "abcdefg"])
        clear = np.where(on, shares, 1.0 - np.array(shares))
        if number == 6:
            clear[0] = max(shares[0], 1.0 - shares[0])
        best = max(best, (number, 2.0 * float(clear.min()) - 1.0), key=lambda each: each[1])
    return best


def _unturned(spot: tuple[float, float], quarter: int, shape: tuple[int, ...]) -> tuple[float, float]:
    """The place, in the picture itself, of one in the picture turned by quarters to the left."""
    x, y = spot
    tall, wide = shape[:2]
    return ((x, y), (wide - y, x), (wide - x, tall - y), (y, tall - x))[quarter]


def _parted(places: Floats, count: int) -> NDArray[np.int64]:
    """To which of so many groups each place belongs: along the longest way they spread, at the widest gaps."""
    _, _, axes = np.linalg.svd(places - places.mean(axis=0), full_matrices=False)
    along = (places - places.mean(axis=0)) @ axes[0]
    order = np.argsort(along)
    cuts = np.sort(np.argsort(np.diff(along[order]))[::-1][: count - 1])
    group = np.zeros(len(places), np.int64)
    for cut in cuts:
        group[order[cut + 1 :]] += 1
    return group


def _like(places: Floats) -> float:
    """How well places match the pattern of their number, 0-1, by the distances among them; one alone matches."""
    pattern = _PATTERNS[len(places)]
    seen, meant = (
        np.sort([float(np.linalg.norm(a - b)) for a, b in combinations(each, 2)]) for each in (places, pattern)
    )
    if not len(seen):
        return 0.9
    off = np.abs(seen / seen.max() - meant / meant.max()).max()
    return float(np.clip(1.0 - 2.0 * off, 0.0, 1.0))
