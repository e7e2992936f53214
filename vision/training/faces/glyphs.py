"""Outlines of characters as SVG paths from font files."""

from functools import cache
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

Box = tuple[float, float, float, float]


@cache
def _font(path: Path) -> TTFont:
    return TTFont(path, fontNumber=0, lazy=True)


@cache
def outline(path: Path, char: str) -> tuple[str, Box] | None:
    """Return the SVG path of a character (y upwards, font units) and its bounds; None if the font lacks it."""
    font = _font(path)
    name = font.getBestCmap().get(ord(char))
    if name is None:
        return None
    glyphs = font.getGlyphSet()
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(bounds)
    if bounds.bounds is None:
        return None
    pen = SVGPathPen(glyphs)
    glyphs[name].draw(pen)
    return pen.getCommands(), bounds.bounds


def has_all(path: Path, chars: str) -> bool:
    """True if the font contains all of the characters."""
    return all(outline(path, char) is not None for char in chars)


def text_path(path: Path, char: str, box: Box, fill: str, weight: float = 0.0) -> str:
    """Return a character as SVG element fitted to ``box`` (x0, y0, x1, y1; y down); empty if the font lacks it.

    ``weight``: stroke width that makes it bolder, as a share of its height.
    """
    found = outline(path, char)
    if found is None:
        return ""
    commands, (left, bottom, right, top) = found
    x0, y0, x1, y1 = box
    across, along = (x1 - x0) / max(right - left, 1), (y1 - y0) / max(top - bottom, 1)
    place = f"translate({x0:.2f} {y1:.2f}) scale({across:.5f} {-along:.5f}) translate({-left} {-bottom})"
    line = f'stroke="{fill}" stroke-width="{weight * (top - bottom):.1f}"'
    return f'<path d="{commands}" transform="{place}" fill="{fill}" {line}/>'
