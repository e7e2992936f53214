"""Reads a number on a seven-segment display at a known position: lit digits (LED) or dark on light (LCD).

The position is known to some millimetres. Exact position, slant and width of the digits are those that separate the
segments best into lit and unlit; if a digit is poorly separated, the number is unknown.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image

Mask = NDArray[np.bool_]

_SEGMENTS: Final = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25), (0.5, 0.5))
"""Middles of the segments a to g, as shares of a digit's width and height, from the middles of its outer strokes."""
_ALONG: Final = ((1, 0), (0, 1), (0, 1), (1, 0), (0, 1), (0, 1), (1, 0))
"""Direction of each segment: across (1, 0) or down (0, 1)."""
_STRETCH: Final = (-0.22, 0.0, 0.22)
"""Sample points of a segment, as shares of its length from its middle; chosen: ends are bevelled."""
_HOLES: Final = ((0.5, 0.25), (0.5, 0.75))
"""The two positions inside a digit where nothing is ever lit, as ``_SEGMENTS``."""
_GLYPHS: Final[Mapping[str, str]] = {
    "abcdef": "0",
    "bc": "1",
    "abdeg": "2",
    "abcdg": "3",
    "bcfg": "4",
    "acdfg": "5",
    "acdefg": "6",
    "cdefg": "6",
    "abc": "7",
    "abcf": "7",
    "abcdefg": "8",
    "abcdfg": "9",
    "abcfg": "9",
    "g": "-",
    "": " ",
}
"""Characters by lit segments; a six may lack its top bar and a nine its bottom one, a seven may have a tail."""
_SLANTS: Final = (0.0, 0.05, 0.1, 0.15)
"""Slants tried: sideways lean per height of the digits; chosen: displays lean by 0 to 10 degrees."""
_WIDTHS: Final = (0.42, 0.48, 0.54, 0.6)
"""Widths tried, relative to the height of a digit, between the middles of its strokes; chosen around those sold."""
_STROKE: Final = 0.11
"""Stroke width over the height of a digit; chosen around those sold."""
_PITCHES: Final = (0.97, 1.0, 1.03)
"""Pitches tried, relative to the display's width per digit; chosen: a position is measured to a mm or two."""
_OFF: Final = 0.35
"""Largest offset of the last digit, in pitches; chosen: below the distance to the next one."""
_LIT: Final = 0.62
"""Contrast, relative to the median of lit segments, from which a segment is lit; chosen: segments of an intact display
are alike."""
_DARK: Final = 0.38
"""Relative contrast below which a segment is not lit; chosen: unlit ones glow with half of that at most."""
_MOST: Final = 1.5
"""Relative contrast above which a segment outshines the others, so that these may not be lit; chosen as far from
them."""
_LEAST: Final = 28.0
"""Least contrast of lit segments, grey levels; chosen: noise and dirt have a third of that."""
_FLAT: Final = 0.3
"""Largest difference between the holes of the digits, relative to the contrast; chosen: a lamp's reflection on the
glass is brighter, and a hand's shadow darker."""
_UNEXPLAINED: Final = 0.06
"""Largest share of lit pixels outside the segments that were read as lit; chosen: a decimal point is less."""
_SURE: Final = 0.12
"""Margin from which no other fit is tried; chosen: half of what an intact display can have."""
_PEAK: Final = 98.0
"""Percentile of the levels that counts as lit; chosen: the strokes of a single digit one cover more."""


@dataclass(frozen=True, slots=True)
class ReadNumber:
    """A display's number: ``text`` as lit, "" if unknown; ``clear``: its worst segment's margin from the thresholds."""

    text: str
    clear: float

    @property
    def value(self) -> int | None:
        """The number; None for a display that is dark or not completely read."""
        digits = self.text.lstrip(" ")
        sign = digits.startswith("-")
        whole = digits[sign:]
        return (-int(whole) if sign else int(whole)) if whole.isdigit() else None


NOTHING: Final = ReadNumber("", 0.0)


def score_digits(picture: Image, count: int, lit: bool) -> ReadNumber:
    """Read the number of ``count`` digits on a display that fills an upright picture; ``lit``: lit, not dark digits."""
    # An LED brightens one channel; an LCD darkens all.
    plain = picture.max(axis=2) if lit else 255 - cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    level: Floats = np.asarray(cv2.GaussianBlur(plain, (0, 0), 0.7), np.float64)
    ground, peak = float(np.median(level)), float(np.percentile(level, _PEAK))
    if peak - ground < _LEAST:
        return NOTHING
    mask = _without_specks(level > (ground + peak) / 2)
    rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return NOTHING
    # Every digit reaches from top to bottom and has a stroke at its right side.
    box = float(rows[0]), float(rows[-1] + 1), float(columns[-1] + 1)
    best = NOTHING
    for slant, wide, pitch in product(_SLANTS, _WIDTHS, _PITCHES):
        read = _read(level, mask, _DigitPlaces(box, count, level.shape[1] / count * pitch, slant, wide))
        if read.clear > best.clear:
            best = read
            if best.clear > _SURE:
                break
    return best


class _DigitPlaces:
    """Positions of the digits, px of the picture."""

    def __init__(self, box: tuple[float, float, float], count: int, pitch: float, slant: float, wide: float) -> None:
        top, bottom, right = box
        tall = bottom - top
        stroke = _STROKE * tall
        self.tall = tall - stroke
        self.wide, self.slant, self.stroke, self.pitch = wide * self.tall, slant, stroke, pitch
        self.top = top + stroke / 2
        # A leaning digit reaches farthest right at the middle of its upper stroke.
        last = right - stroke / 2 - 0.5 * slant * self.tall - self.wide
        self.left = last - pitch * np.arange(count - 1, -1, -1)

    def places(self, spots: Floats) -> tuple[Floats, Floats]:
        """Return x and y [digits, spots], px, of spots given as shares of width and height, in every digit."""
        x = self.left[:, None] + spots[None, :, 0] * self.wide + self.slant * (0.5 - spots[None, :, 1]) * self.tall
        return x, np.broadcast_to(self.top + spots[:, 1] * self.tall, x.shape)


def _without_specks(mask: Mask) -> Mask:
    """Return the mask without components smaller than a segment."""
    total, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    tall = max((int(row[3]) for row in stats[1:total]), default=0)
    keep = [number for number in range(1, total) if max(stats[number][2:4]) >= 0.2 * tall]
    return np.isin(labels, keep)


def _levels(level: Floats, fit: _DigitPlaces, spots: Floats) -> Floats:
    x, y = fit.places(spots)
    rows, columns = level.shape
    inside = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    at = np.clip(y.astype(int), 0, rows - 1), np.clip(x.astype(int), 0, columns - 1)
    return np.where(inside, level[at], float(np.median(level)))


def _read(level: Floats, mask: Mask, fit: _DigitPlaces) -> ReadNumber:
    count = len(fit.left)
    if abs(float(fit.left[-1]) + fit.wide / 2 - (count - 0.5) * level.shape[1] / count) > _OFF * fit.pitch:
        return NOTHING
    parts = np.stack([_levels(level, fit, spots) for spots in _SPOTS], axis=-1).mean(axis=-1)
    between = 0.5 + fit.pitch / (2 * fit.wide)
    holes = _levels(level, fit, np.array([*_HOLES, *((between, y) for _, y in _HOLES)]))
    if (_levels(mask.astype(np.float32), fit, np.array(_HOLES)) > 0).any():
        return NOTHING
    over = parts - holes.mean(axis=1)[:, None]
    usual = float(np.median(over[over > over.max() / 2]))
    if usual < _LEAST or float(np.ptp(holes)) > _FLAT * usual:
        return NOTHING
    share = over / usual
    lit = np.minimum(share - _LIT, _MOST - share)
    margin = float(np.where(share >= 0.5, lit, _DARK - share).min())
    text = "".join(_glyph(each) for each in share >= 0.5)
    if margin < 0 or not _sound(text) or _beside(mask, fit, share >= 0.5) > _UNEXPLAINED:
        return NOTHING
    return ReadNumber(text, margin)


def _beside(mask: Mask, fit: _DigitPlaces, lit: Mask) -> float:
    """Return the share of lit pixels outside the lit segments."""
    drawn = np.zeros(mask.shape, np.uint8)
    ends = [fit.places(np.array(spots)) for spots in zip(*_ENDS, strict=True)]
    (x0, y0), (x1, y1) = ends
    for digit, segment in zip(*np.nonzero(lit), strict=True):
        first = round(float(x0[digit, segment])), round(float(y0[digit, segment]))
        second = round(float(x1[digit, segment])), round(float(y1[digit, segment]))
        cv2.line(drawn, first, second, 1, max(2, round(1.9 * fit.stroke)))
    return float((mask & (drawn == 0)).sum() / max(int(mask.sum()), 1))


_SPOTS: Final = [
    np.array(
        [(x + across * part, y + along * part / 2) for (x, y), (across, along) in zip(_SEGMENTS, _ALONG, strict=True)]
    )
    for part in _STRETCH
]
"""Sample points of the segments: one array for each point along a segment."""
_ENDS: Final = [
    ((x - across / 2, y - along / 4), (x + across / 2, y + along / 4))
    for (x, y), (across, along) in zip(_SEGMENTS, _ALONG, strict=True)
]
"""Both ends of each segment."""


def _glyph(on: Mask) -> str:
    return _GLYPHS.get("".join(name for name, lit in zip("abcdefg", on, strict=True) if lit), "?")


def _sound(text: str) -> bool:
    """True if the text is blanks, then at most one sign, then digits."""
    shown = text.lstrip(" ")
    return bool(shown) and shown.removeprefix("-").isdigit()
