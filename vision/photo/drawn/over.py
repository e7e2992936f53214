"""Draws a reading over the picture itself: every tile outlined and named, doubts marked, zones by colour."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import SeenTile
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Spot
from vision.arrays import Floats, Image
from vision.photo.drawn.zones import STICK_MM, ZONE_COLOURS, ZONE_NAMES
from vision.photo.reader import PhotoTile
from vision.photo.table import PhotoTable, laid_tile, seen_tile
from vision.tiles.classifier import DOUBT

_TILE: Final = "tile"
"""Name of the zone of tiles outside every zone."""
_COLOURS: Final = ZONE_COLOURS | {_TILE: "#1f4fa3"}
"""Outline colour of each zone."""
_DOUBT: Final = "#e08a00"
"""Colour of a tile with a doubtful name, in any zone."""
_READABLE_PX: Final = 34.0
"""Width of a tile, px, to which a picture is enlarged; chosen: its name is legible then at the size of a screen."""
_LARGEST_PX: Final = 4000.0
"""Longest side, px, up to which a picture is enlarged."""
_TEXT: Final = 0.4
"""Height of a name in widths of a tile; chosen: three characters fit."""
_SMALLEST_PX: Final = 10
"""Least height of a name, px, that can still be read; chosen."""
_BOLD: Final = 600
"""Weight of the font, of 1000; chosen: letters stand out from a picture."""
_STROKES: Final = 4
"""Number of strokes of a dashed edge; chosen."""
_FONT: Final = "uni"
"""Name of OpenCV's font with Japanese characters."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """A tile to draw, with its zone.

    ``said``: its label; the tile's name if empty. ``dashed``: it is probably no tile, so its outline is dashed.
    """

    tile: PhotoTile
    zone: str = _TILE
    said: str = ""
    dashed: bool = False


def draw_tiles(image: Image, tiles: Sequence[PhotoTile], doubtful: Sequence[PhotoTile] = ()) -> Image:
    """Draw the tiles read in a picture on a copy of it, ``doubtful`` ones (probably no tiles) with dashed outlines."""
    return _drawn(image, [_Mark(tile) for tile in tiles] + [_Mark(tile, dashed=True) for tile in doubtful])


def draw_zones(image: Image, table: PhotoTable) -> Image:
    """Draw a table's tiles on a copy of its picture, coloured by zone.

    Also drawn: walls with the number of tiles on each stack, riichi sticks, dice, and unexplained tiles.
    """
    marks = list(_zones(table))
    drawn = _drawn(image, marks)
    scale = drawn.shape[1] / image.shape[1]
    tall = _letters(scale * _wide(marks))
    for die in table.dice:
        middle = (round(die.x * scale), round(die.y * scale))
        cv2.circle(drawn, middle, round(0.9 * tall), _bgr("#111111"), max(2, tall // 8), cv2.LINE_AA)
        _label(drawn, str(die.pips or "?"), (die.x * scale, die.y * scale + 1.6 * tall), tall, "#111111")
    used = {mark.zone for mark in marks}
    for place, zone in enumerate(zone for zone in ZONE_NAMES if zone in used):
        size = max(18, round(min(drawn.shape[:2]) / 40))
        _label(drawn, ZONE_NAMES[zone], (0.0, (place + 0.7) * 1.5 * size), size, _COLOURS[zone], is_left=True)
    return drawn


def _zones(table: PhotoTable) -> Iterator[_Mark]:
    explained = table.explanation
    hands = [hand.content for hand in explained.hands if hand is not None]
    melds = [meld for each in explained.melds if each is not None for meld in each.content]
    zones: dict[str, list[SeenTile]] = {
        "river": [tile.seen for river in explained.rivers if river is not None for tile in river.content],
        "meld": [tile for meld in melds for tile in meld.tiles],
        "hand": [tile for hand in hands for tile in (*hand.shown, *(() if hand.apart is None else (hand.apart,)))],
        "indicator": [] if explained.indicators is None else [each.seen for each in explained.indicators.content],
        "none": [seen_tile(tile) for tile in explained.unexplained],
    }
    for seat in SEATS:
        yield from _wall(table, seat)
        if table.sticks[seat]:
            yield _Mark(_stick(table, table.layout.stick_spot(seat)), "stick")
    # Draw names of tiles above those of stacks.
    for zone, tiles in zones.items():
        yield from (_Mark(table.in_picture(tile), zone) for tile in tiles)
    yield from (_Mark(tile, "none", dashed=True) for tile in table.doubtful)


def _wall(table: PhotoTable, seat: Seat) -> Iterator[_Mark]:
    """Yield the stacks of a wall with the number of tiles on each, "?" if unknown."""
    wall = table.explanation.walls[seat]
    for place, height in enumerate(() if wall is None else wall.content):
        if height != 0:
            spot = table.layout.wall_stack(seat, place + 1)
            thick = table.layout.profile.tile.thickness_mm * (height or 1)
            yield _Mark(_lying(table, spot, thick), "wall", "?" if height is None else str(height))


def _stick(table: PhotoTable, spot: Spot) -> PhotoTile:
    """Return a stick as a tile of the stick's size."""
    tile, size = _lying(table, spot, 0.0), table.layout.profile.tile
    long, wide = STICK_MM
    return replace(tile, width=tile.width * long / size.width_mm, height=tile.height * wide / size.height_mm)


def _lying(table: PhotoTable, spot: Spot, z: float) -> PhotoTile:
    seen = SeenTile(None, spot.x, spot.y, spot.angle, 1.0)
    return laid_tile(table.layout, table.camera, seen, z, table.scale)


def _drawn(image: Image, marks: Sequence[_Mark]) -> Image:
    """Return a copy of the picture with the marks on it, enlarged if its tiles are small."""
    wide = _wide(marks)
    scale = min(max(1.0, _READABLE_PX / wide), max(1.0, _LARGEST_PX / max(image.shape[:2])))
    drawn = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
    thick, tall = max(2, round(wide * scale / 18)), _letters(wide * scale)
    # Draw outlines first, so that no outline crosses a neighbour's name.
    for mark in marks:
        lines = _lines(_outline(mark.tile, scale), dashed=mark.dashed)
        cv2.polylines(drawn, lines, False, _bgr("#ffffff"), thick + 2, cv2.LINE_AA)
        cv2.polylines(drawn, lines, False, _bgr(_colour(mark)), thick, cv2.LINE_AA)
    for mark in marks:
        if mark.said:
            _label(drawn, mark.said, (mark.tile.x * scale, mark.tile.y * scale), tall, _colour(mark))
        elif mark.tile.face == "up" and not mark.dashed:
            below = float(_outline(mark.tile, scale)[:, 1].max())
            _label(drawn, _name(mark.tile), (mark.tile.x * scale, below), tall, _colour(mark))
    return drawn


def _wide(marks: Sequence[_Mark]) -> float:
    return median([max(1.0, mark.tile.width) for mark in marks]) if marks else _READABLE_PX


def _letters(wide: float) -> int:
    return max(_SMALLEST_PX, round(_TEXT * wide))


def _colour(mark: _Mark) -> str:
    return _DOUBT if mark.tile.face == "up" and mark.tile.confidence < DOUBT else _COLOURS[mark.zone]


def _name(tile: PhotoTile) -> str:
    return tile.name if tile.confidence >= DOUBT else f"{tile.name} {100 * tile.confidence:.0f}%"


def _outline(tile: PhotoTile, scale: float) -> Floats:
    """Return the corners [4,2] of a tile's face, px of the enlarged picture."""
    turn = math.radians(tile.angle)
    across = np.array([math.cos(turn), math.sin(turn)]) * tile.width / 2
    down = np.array([-math.sin(turn), math.cos(turn)]) * tile.height / 2
    middle = np.array([tile.x, tile.y])
    return np.asarray([middle + x * across + y * down for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]) * scale


def _lines(corners: Floats, *, dashed: bool) -> list[NDArray[np.int32]]:
    """Return lines around four corners: one closed line, or dashes."""
    ends = np.concatenate([corners, corners[:1]])
    if not dashed:
        return [np.round(ends).astype(np.int32)]
    cuts = np.arange(2 * _STROKES) / (2 * _STROKES)
    points = np.concatenate([a + cuts[:, None] * (b - a) for a, b in pairwise(ends)])
    return [np.round(points[place : place + 2]).astype(np.int32) for place in range(0, len(points), 2)]


def _label(image: Image, text: str, at: tuple[float, float], tall: int, colour: str, *, is_left: bool = False) -> None:
    """Draw a text on a filled plate within the picture; ``at``: its centre, or its left end if ``is_left``."""
    font = cv2.FontFace(_FONT)
    _, _, wide, high = cv2.getTextSize((image.shape[1], image.shape[0]), text, (0, 0), font, tall, _BOLD)
    pad = max(2, tall // 5)
    left = at[0] if is_left else min(max(at[0] - wide / 2, pad), image.shape[1] - wide - pad)
    top = min(max(at[1] - high / 2, pad), image.shape[0] - high - pad)
    corners = (round(left - pad), round(top - pad)), (round(left + wide + pad), round(top + high + pad))
    cv2.rectangle(image, *corners, _bgr(colour), cv2.FILLED)
    cv2.putText(image, text, (round(left), round(top + high)), _bgr("#ffffff"), font, tall, _BOLD)


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return blue, green, red
