"""Finds tiles of a photo that the finder missed, by classifying the positions next to detected tiles of a row.

The finder misses a few tiles of a photograph, which the classifier names at once when it is given their position.
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
"""Score of a tile from which it predicts positions of neighbours; chosen as for tiles that one look alone detected."""
_APART: Final = 0.7
"""Least distance of another tile from a known one, in tile widths; chosen for skewed neighbours."""
_BARE: Final = 0.3
"""Share of bare table from which a position counts as empty; chosen as for positions in a row."""
_MIDDLE: Final = 0.3
"""Half the side of the area tested for bare table, relative to the tile; chosen: neighbours cover the rim."""
_GLANCE: Final = 0.3
"""Probability of a name from which shifted poses are classified too; chosen low: an error of 4 mm halves it."""
_ONE_LOOK: Final = 1.0
"""Least probability given to the recogniser so that it classifies each pose at one quarter turn only."""
_SHIFTS: Final = (-4.0, 0.0, 4.0)
"""Shifts, mm, tried along both axes; chosen for the position errors of a tile and its neighbour, 3 mm each."""
_ASKEW: Final = 15.0
"""Difference, degrees, up to which two poses have the same orientation; chosen: three standard deviations of two
tiles, far from a quarter turn."""
_ROUNDS: Final = 3
"""Rounds of prediction; chosen: a row seldom lacks more than three adjacent tiles."""


def with_neighbours(
    found: Sequence[FoundTile], ground: TableGround, named: Namer, size: TileSize, eye: Eye
) -> tuple[FoundTile, ...]:
    """Return the tiles, followed by faces newly detected beside them in a row on the table.

    ``named``: classifies poses in the picture, closely where a name may reach the given probability; ``eye``: position
    of the lens, x, y, z mm.
    """
    # A tile that seems to lie on another one may also lie on the table.
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
    """Return the poses by falling confidence, without those that shifts of a more confident one already cover."""
    kept: list[FacePose] = []
    for pose in (face.pose for face in sorted(faces, key=lambda face: -face.confidence)):
        near = (each for each in kept if math.hypot(each.x - pose.x, each.y - pose.y) < _SHIFTS[-1])
        if all(abs((each.angle - pose.angle + 90.0) % 180.0 - 90.0) > _ASKEW for each in near):
            kept.append(pose)
    return kept


def _due(tile: FoundTile, size: TileSize) -> list[FacePose]:
    """Return the poses expected for a tile's neighbours: beside its long edges, also sideways, and at its ends."""
    wide, tall = size.width_mm, size.height_mm
    both, step, ways = (wide + tall) / 2, (tall - wide) / 2, (-1.0, 1.0)
    level = [(side * wide, 0.0, 0.0) for side in ways] + [(0.0, side * tall, 0.0) for side in ways]
    # A sideways tile beside an upright one, flush with either end; and an upright tile beside a sideways one.
    across = [(side * both, end * step, 90.0) for side in ways for end in ways]
    across += [(end * step, side * both, 90.0) for side in ways for end in ways]
    return [FacePose(*_turned(tile, x, y), (tile.angle + turned) % 180.0, tile.z) for x, y, turned in (*level, *across)]


def _turned(at: FoundTile | FacePose, right: float, down: float) -> tuple[float, float]:
    """Return the position, mm, ``right`` and ``down`` of a tile's centre along the tile's own axes."""
    turn = math.radians(at.angle)
    along, aside = math.cos(turn), math.sin(turn)
    return at.x + right * along - down * aside, at.y + right * aside + down * along


def _hidden(place: FacePose, ground: TableGround, size: TileSize) -> bool:
    """True if bare table is visible neither at a pose's height nor on the table below it."""
    right, down = size.width_mm * _MIDDLE, size.height_mm * _MIDDLE
    ends = ((-right, -down), (right, -down), (right, down), (-right, down))
    outline = np.array([_turned(place, *end) for end in ends])
    return ground.bare(outline, place.z) < _BARE and ground.bare(outline) < _BARE


def _free(places: Sequence[FacePose], known: Sequence[FoundTile], size: TileSize) -> list[FacePose]:
    """Return the poses at least ``_APART`` tile widths away from every known tile."""
    if not places or not known:
        return list(places)
    at, there = (np.array([(each.x, each.y) for each in some]) for some in (places, known))
    away = np.linalg.norm(at[:, None] - there[None], axis=2).min(axis=1)
    return [place for place, far in zip(places, away.tolist(), strict=True) if far > _APART * size.width_mm]
