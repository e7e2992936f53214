"""Sides of standing tiles that look like faces or backs that lie: told by the top that is seen right behind each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from controller.riichi.tile import Tile
from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.distances import distances
from vision.explain.found import FoundTile, Surface
from vision.explain.wall.widths import Eye

_OFF_MM: Final = 8.0
"""Mm between where the side of a standing tile would be taken to lie and a found tile; chosen: half its height."""
_PLAIN: Final = 0.25
"""Score of a top from which on what lies before it is its side; chosen: nearly all false ones are fainter."""
_NEXT: Final = 1.7
"""Widths of a tile within which the side of the next tile of a row lies; chosen: they touch, or have a gap."""
_OVER: Final = 0.6
"""Widths of a tile nearer than which two of a row would stand in one place; chosen: they touch, a width apart."""
_ADDS: Final = 0.7
"""Share of a side's score that counts for its top; chosen: a back that lies may have been one."""
_OWN_MM: Final = 3.0
"""Mm by which the other way round must fit better than that in which a top was found; chosen: what places are off."""
_LOW: Final = 15.0
"""Degrees from straight above below which no side is seen as large as a face; chosen: a third of its height."""


def without_sides(found: Sequence[FoundTile], size: TileSize, eye: Eye) -> list[FoundTile]:
    """The tiles without sides of standing ones, whose tops are the surer for them; ``eye``: the lens, x, y, z mm."""
    found = _with_tops_between(found, size)
    tops = [number for number, tile in enumerate(found) if tile.surface is Surface.TOP]
    lying = [number for number, tile in enumerate(found) if tile.surface is not Surface.TOP]
    if not tops or not lying:
        return list(found)
    seen = [found[each] for each in lying]
    # The outline of a top is nearly square: it may lie a quarter turn on.
    either = _off([found[top] for top in tops], seen, size, eye)
    off = either.min(axis=1)
    nearest = off.argmin(axis=0)
    near = off[nearest, np.arange(len(lying))] < _OFF_MM
    side = near & (np.array([found[tops[top]].score for top in nearest]) >= _PLAIN)
    at = np.array([(found[each].x, found[each].y) for each in lying])
    beside = distances(at, at) < _NEXT * size.width_mm
    # A faint top counts beside a side that is sure.
    for _ in lying:
        more = near & ~side & (beside & side).any(axis=1)
        if not more.any():
            break
        side |= more
    left, gone = list(found), {lying[each] for each in np.flatnonzero(side).tolist()}
    for each in np.flatnonzero(side).tolist():
        top = tops[int(nearest[each])]
        surer = 1.0 - (1.0 - left[top].score) * (1.0 - _ADDS * found[lying[each]].score)
        turned = bool(either[int(nearest[each]), 1, each] + _OWN_MM < either[int(nearest[each]), 0, each])
        angle = (found[top].angle + 90.0 * turned) % 180.0
        left[top] = replace(left[top], score=surer, angle=angle)
    return [tile for number, tile in enumerate(left) if number not in gone]


def _with_tops_between(found: Sequence[FoundTile], size: TileSize) -> Sequence[FoundTile]:
    """The tiles, a top in place of what looks like a white dragon between the tops of two others: its white side."""
    tops = [tile for tile in found if tile.surface is Surface.TOP and tile.score >= _PLAIN]
    white = [number for number, tile in enumerate(found) if tile.tile is Tile.WHITE]
    if len(tops) < 2 or not white:
        return found
    at = np.array([(top.x, top.y) for top in tops])
    apart = distances(at, at)
    way = (at[None] - at[:, None]) / np.maximum(apart, 1e-9)[..., None]
    nearest, farthest = _OVER * size.width_mm, _NEXT * size.width_mm
    told = list(found)
    for number in white:
        off = (np.array((found[number].x, found[number].y)) - at)[:, None]
        along, across = (off * way).sum(axis=2), np.abs(off[..., 0] * way[..., 1] - off[..., 1] * way[..., 0])
        between = np.minimum(along, apart - along) > nearest
        between &= (np.maximum(along, apart - along) < farthest) & (across < size.thickness_mm)
        for one, other in np.argwhere(between)[:1].tolist():
            spot = at[one] + along[one, other] * way[one, other]
            if distances(spot[None], at).min() > nearest:
                top = tops[one]
                told[number] = replace(top, x=float(spot[0]), y=float(spot[1]), score=found[number].score)
    return told


def without_false_tops(
    found: Sequence[FoundTile], lying: Sequence[FoundTile], size: TileSize, eye: Eye
) -> list[FoundTile]:
    """The tiles without tops of standing ones whose side would be seen where another look saw a tile that lies."""
    tops = [tile for tile in found if tile.surface is Surface.TOP]
    if not tops or not lying:
        return list(found)
    false = (_off(tops, lying, size, eye).min(axis=(1, 2)) < _OFF_MM).tolist()
    gone = {id(top) for top, none in zip(tops, false, strict=True) if none}
    return [tile for tile in found if id(tile) not in gone]


def _off(tops: Sequence[FoundTile], lying: Sequence[FoundTile], size: TileSize, eye: Eye) -> Floats:
    """How far mm each of the lying tiles [T, 2, N] is from where the side below a top would seem to lie.

    For each top as it was found, and a quarter turn on.
    """
    turn = np.radians([(top.angle, top.angle + 90.0) for top in tops])
    out = np.stack([-np.sin(turn), np.cos(turn)], axis=-1)
    at, lens = np.array([(top.x, top.y) for top in tops])[:, None], np.array(eye[:2])
    away = ((lens - at) * out).sum(axis=-1)
    side = at + (np.sign(away) * size.thickness_mm / 2)[..., None] * out
    x, y, z = np.array([(tile.x, tile.y, tile.z) for tile in lying]).T
    reach = (eye[2] - z) / (eye[2] - size.height_mm / 2)
    seen = lens[:, None] + (side - lens)[..., None] * reach
    off = np.hypot(seen[..., 0, :] - x, seen[..., 1, :] - y)
    return np.asarray(np.where((np.degrees(np.arctan2(np.abs(away), eye[2])) < _LOW)[..., None], np.inf, off))
