"""Tiles of a photo that no look found, where a neighbour in their row says that one is due: looked at there, and named.

A finder overlooks tiles of a photograph here and there, whose faces a closer look at the right place names at once.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from controller.riichi.tile import Tile
from hardware.profiles.schema import TileSize
from vision.explain.found import Eye, FoundTile, Surface, TableGround, lowered
from vision.tiles.classifier import DOUBT
from vision.tiles.recogniser import FacePose, Recognised

Namer = Callable[[Sequence[FacePose], float], Sequence[Recognised]]

_PLAIN: Final = 0.5
"""Score of a tile from which it predicts its neighbours' places; chosen: as for tiles of one look alone."""
_APART: Final = 0.7
"""Distance from a known tile, in tile widths, below which there is no other; chosen: skewed neighbours."""
_BARE: Final = 0.3
"""Share of plain table from which a place is empty; chosen as for places in a row."""
_MIDDLE: Final = 0.3
"""Half of the part of a place that is looked at for that, in parts of a tile; chosen: neighbours cover its rim."""
_GLANCE: Final = 0.3
"""Chance of a name from which a place is looked at with shifts; chosen low: a shift of 4 mm takes half of a chance."""
_ONE_LOOK: Final = 1.0
"""Chance that no further looks give: a glance is one look."""
_SHIFTS: Final = (-4.0, 0.0, 4.0)
"""mm along both axes by which a place may be off; chosen: a tile's and its neighbour's errors, 3 mm each."""
_ASKEW: Final = 15.0
"""Degrees within which two poses are as one; chosen: three deviations of two tiles, far from a quarter turn."""
_ROUNDS: Final = 3
"""Rounds of prediction; chosen: a row seldom lacks more than three together."""


def with_neighbours(
    found: Sequence[FoundTile], ground: TableGround, named: Namer, size: TileSize, eye: Eye
) -> tuple[FoundTile, ...]:
    """The tiles, plus faces beside them in a row on the table.

    ``named``: classifies poses in the picture carefully, from a probability on; ``eye``: its lens, x, y, z mm.
    """
    # What seems to lie on another tile may as well lie on the table.
    known = [lowered(tile, eye, size.thickness_mm) for tile in found if tile.surface is not Surface.TOP]
    lying, new = len(known), [tile for tile in known if tile.score >= _PLAIN]
    for _ in range(_ROUNDS):
        places = [place for tile in new for place in _due(tile, size)]
        places = [place for place in _free(places, known, size) if _hidden(place, ground, size)]
        glances = named(places, _ONE_LOOK)
        likely = _distinct(
            [face for face in glances if face.confidence > _GLANCE and face.tile not in (None, Tile.WHITE)]
        )
        shifted = [replace(each, x=each.x + dx, y=each.y + dy) for each in likely for dx in _SHIFTS for dy in _SHIFTS]
        faces = sorted(named(shifted, DOUBT), key=lambda face: -face.confidence)
        new = []
        for face in faces:
            printed = face.tile not in (None, Tile.WHITE) and face.turn % 2 == 0
            if printed and face.confidence >= DOUBT and _free([face.pose], known, size):
                at, sure = face.pose, min(1.0, face.confidence)
                tile = FoundTile(Surface.FACE, at.x, at.y, at.z, face.angle, sure, 0.0, face.tile, sure, face.other)
                known.append(tile)
                new.append(tile)
        if not new:
            break
    return (*found, *known[lying:])


def _distinct(faces: Sequence[Recognised]) -> list[FacePose]:
    """Their poses, the surest first, without those in reach of a surer one's shifts."""
    kept: list[FacePose] = []
    for pose in (face.pose for face in sorted(faces, key=lambda face: -face.confidence)):
        near = (each for each in kept if math.hypot(each.x - pose.x, each.y - pose.y) < _SHIFTS[-1])
        if all(abs((each.angle - pose.angle + 90.0) % 180.0 - 90.0) > _ASKEW for each in near):
            kept.append(pose)
    return kept


def _due(tile: FoundTile, size: TileSize) -> list[FacePose]:
    """Where neighbours of a tile lie: beside its long edges, upright or sideways, and beyond its short ones."""
    wide, tall = size.width_mm, size.height_mm
    both, step, ways = (wide + tall) / 2, (tall - wide) / 2, (-1.0, 1.0)
    level = [(side * wide, 0.0, 0.0) for side in ways] + [(0.0, side * tall, 0.0) for side in ways]
    # Sideways beside an upright one, edges level with either end; and upright beside a sideways one.
    across = [(side * both, end * step, 90.0) for side in ways for end in ways]
    across += [(end * step, side * both, 90.0) for side in ways for end in ways]
    return [FacePose(*_turned(tile, x, y), (tile.angle + turned) % 180.0, tile.z) for x, y, turned in (*level, *across)]


def _turned(at: FoundTile | FacePose, right: float, down: float) -> tuple[float, float]:
    """The place that far to the right of a tile and below it, as it lies."""
    turn = math.radians(at.angle)
    along, aside = math.cos(turn), math.sin(turn)
    return at.x + right * along - down * aside, at.y + right * aside + down * along


def _hidden(place: FacePose, ground: TableGround, size: TileSize) -> bool:
    """Whether the table does not show at a place, nor through it."""
    right, down = size.width_mm * _MIDDLE, size.height_mm * _MIDDLE
    ends = ((-right, -down), (right, -down), (right, down), (-right, down))
    outline = np.array([_turned(place, *end) for end in ends])
    return ground.bare(outline, place.z) < _BARE and ground.bare(outline) < _BARE


def _free(places: Sequence[FacePose], known: Sequence[FoundTile], size: TileSize) -> list[FacePose]:
    """The places that are a tile's width from all that are known to lie."""
    if not places or not known:
        return list(places)
    at, there = (np.array([(each.x, each.y) for each in some]) for some in (places, known))
    away = np.linalg.norm(at[:, None] - there[None], axis=2).min(axis=1)
    return [place for place, far in zip(places, away.tolist(), strict=True) if far > _APART * size.width_mm]
