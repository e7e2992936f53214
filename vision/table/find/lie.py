"""Orientation of lying tiles, from their boxes, their prints and the room among their neighbours.

Half of a face of dots looks like a face turned by 90 degrees.
"""

import math
from typing import Final

import numpy as np

from controller.riichi.tile import Suit, Tile
from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.explain.found import ALIKE, FoundTile, Surface
from vision.tiles.recogniser import Recognised

_WHOLE_FACE: Final = 0.9
"""Confidence from which the whole face beside a half is one; measured: 13 of 13 halves had 0.94 and more."""
_ONE_SIDE: Final = 0.3
"""How much surer it is than on the half's other side; measured: by 0.5 and more."""
_NEARLY_SQUARE: Final = 0.17
"""Box length, see ``Lifted``, below which a box does not tell its orientation.

Measured: lengths of faces are 0.28 with a spread of 0.07 from above, 0.26 with 0.1 at 45 degrees.
"""
_PER_LENGTH: Final = 25.0
"""Log odds of a face's name that speak against a length of 1: half of what that spread gives, as names err together."""
_TOLD: Final = 4.0
"""Log odds by which the way that a face's print runs speaks; chosen: 1 in 50 is taken for lying across."""
_DRAWN: Final = Tile.S1
"""The face printed sideways in some sets, like its bird: its print says no more than one that is hardly legible."""
_PRINT: Final = 0.9
"""Name confidence from which the print gives the orientation, whatever else is in the box: a riichi stick beside a
sideways tile makes its box as long as that of an upright one."""
OF_ALIKE: Final = 1.1
"""Bound on the log odds that the box of such a face gives for its orientation.

Measured on painted tables: the finder took 6 of 294 as sideways, 3 of 8 of those whose neighbours contradicted their
box by more than that and 3 of 286 of the others.
"""
_SHARPER: Final = 5.0
"""Factor by which the orientation of such a face is surer than those log odds; measured likewise."""
_TURNED_ALIKE: Final = 1.2
"""Log odds from which on such a face is taken to lie the other way; chosen: below, its way is left open."""
_ACROSS: Final = 0.7
"""Sine of the angle between face and box from which the face counts as turned; chosen: 45 degrees."""
_TINY: Final = 1e-4
"""Chance that counts as none; chosen: what a network says is never surer."""
_NEAR_MM: Final = 48.0
"""mm within which tiles are neighbours; chosen: two lengths of a tile, less half a gap."""
_OVERLAP_MM: Final = 1.2
"""mm by which neighbours may seem to overlap, as a standard deviation: what places are off."""
_GAP_MM: Final = 3.0
"""The same of the gap between neighbours; chosen: players leave some."""
_MOST: Final = 1.5
"""Log odds that one gap may speak for a way at most; chosen: the neighbour may be none."""
_BESIDE: Final = 0.6
"""Share of their half sizes by which neighbours may be out of line; chosen: rows sway."""
_TOUCHING_MM: Final = 9.0
"""mm of gap beyond which a tile is no neighbour; chosen: half a tile's width."""


def completes(whole: Recognised, other: Recognised, half: Tile | None) -> bool:
    """Whether what is seen about one side of a box is the face of which it shows ``half``; ``other``: about its other.

    Of dots and canes a half has fewer.
    """
    fewer = (
        half is not None
        and whole.tile is not None
        and half.suit is whole.tile.suit
        and half.suit in (Suit.PIN, Suit.SOU)
        and half.rank > whole.tile.rank
    )
    return not fewer and whole.confidence > _WHOLE_FACE and whole.confidence - other.confidence > _ONE_SIDE


def tells_way(face: Recognised) -> bool:
    """True if the print of a face tells its orientation."""
    legible = face.tile not in (None, *ALIKE, _DRAWN)
    return legible and face.confidence >= _PRINT


def is_open(length: float, face: Recognised) -> bool:
    """Whether a face is to be named across its box as well; ``length``: see ``Lifted``."""
    return face.turn % 2 == 1 or length < _NEARLY_SQUARE


def lies_across(length: float, along: Recognised, across: Recognised) -> bool:
    """True if a face is turned against a box of that length, given its names along and across the box."""
    if across.turn % 2 == 1:
        return False
    odd = along.turn % 2 == 1
    if odd and tells_way(along) and tells_way(across):
        return True
    least = _PER_LENGTH * length
    return _log_odds(across.confidence) - _log_odds(along.confidence) > (min(0.0, least - _TOLD) if odd else least)


def doubt_of_way(length: float, face: Recognised | None, angle: float) -> float:
    """Log odds of the orientation under which a face was named; its print is worth as much as a whole box.

    ``angle``: of the box.
    """
    if face is None or face.tile is None:
        return _PER_LENGTH * length if length < _NEARLY_SQUARE else math.inf
    if face.tile in ALIKE:
        return min(_PER_LENGTH * length, OF_ALIKE)
    if are_across(face.angle, angle):
        return math.inf if tells_way(face) else _TOLD - _PER_LENGTH * length
    return _PER_LENGTH * length + _TOLD if length < _NEARLY_SQUARE else math.inf


def are_across(angle: float, other: float) -> bool:
    """True if faces at these angles are perpendicular."""
    return abs(math.sin(math.radians(angle - other))) > _ACROSS


def turned_way(tile: Tile | None, turned: float) -> tuple[bool, float]:
    """True if a tile is turned by 90 degrees, given its log odds and the prior 0-1."""
    alike = tile in ALIKE
    turn = turned > (_TURNED_ALIKE if alike else 0.0)
    if not alike or not math.isfinite(turned):
        return turn, 1.0
    return turn, 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, (-_SHARPER if turn else _SHARPER) * turned))))


def _log_odds(chance: float) -> float:
    return math.log(max(chance, _TINY) / max(1.0 - chance, _TINY))


def ways_round(tiles: list[FoundTile], doubts: Floats, size: TileSize) -> Floats:
    """Log odds [N] that tiles lie a quarter turn on from what was found; ``doubts`` [N]: that they do not."""
    turned = -np.array(doubts, np.float64)
    lying = np.array([each.surface is not Surface.TOP for each in tiles], np.bool_)
    asked = np.flatnonzero(np.isfinite(turned) & lying)
    if len(asked):
        places = np.array([(each.x, each.y, each.z, each.angle) for each in tiles])
        away = places[None] - places[asked, None]
        near = (np.hypot(away[..., 0], away[..., 1]) < _NEAR_MM) & (np.abs(away[..., 2]) < 1.0) & lying
        near[np.arange(len(asked)), asked] = False
        one, other = np.nonzero(near)
        angle = places[asked[one], 3]
        for quarter, sign in ((0.0, 1.0), (90.0, -1.0)):
            cost = _misfit(angle + quarter, places[other, 3], away[one, other], size)
            turned[asked] += sign * np.bincount(one, cost, minlength=len(asked))
    return turned


def _misfit(angle: Floats, other: Floats, away: Floats, size: TileSize) -> Floats:
    """How badly tiles turned by such angles fit beside others ``away`` [N, 2...] mm from them, as log odds [N]."""
    dx, dy = away[:, 0], away[:, 1]
    upright = (other - angle + 45.0) % 180.0 < 90.0
    wide = np.where(upright, size.width_mm, size.height_mm)
    tall = size.width_mm + size.height_mm - wide
    off, room = _turned(dx, dy, angle), ((size.width_mm + wide) / 2, (size.height_mm + tall) / 2)
    # Beside the other, not above or below it: rows have no gaps.
    in_row = np.greater(*_turned(dx, dy, other))
    cost = np.zeros(len(dx))
    for along, across in ((0, 1), (1, 0)):
        gap = off[along] - room[along]
        counts = (off[across] < _BESIDE * room[across]) & (gap < _TOUCHING_MM) & (in_row | (gap < 0))
        spread, most = np.where(gap > 0, _GAP_MM, _OVERLAP_MM), np.where(gap > 0, _MOST, 3 * _MOST)
        cost += counts * np.minimum((gap / spread) ** 2 / 2, most)
    return cost


def _turned(dx: Floats, dy: Floats, degrees: Floats) -> tuple[Floats, Floats]:
    """How far to the side and how far up or down others lie of tiles turned so."""
    turn = np.radians(degrees)
    return np.abs(dx * np.cos(turn) + dy * np.sin(turn)), np.abs(dy * np.cos(turn) - dx * np.sin(turn))
