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
"""Confidence from which the whole face beside a half is accepted; measured: 13 of 13 halves had 0.94 and more."""
_ONE_SIDE: Final = 0.3
"""Least lead in confidence over the other side of the half; measured: 0.5 and more."""
_NEARLY_SQUARE: Final = 0.17
"""Box length, see ``Lifted``, below which a box does not give its orientation.

Measured: lengths of faces are 0.28 with a spread of 0.07 from above, 0.26 with 0.1 at 45 degrees."""
_PER_LENGTH: Final = 25.0
"""Log odds by which a face's name has to contradict a box of length 1: half of what that spread gives, as names err
together."""
_TOLD: Final = 4.0
"""Log odds that the direction of a face's print gives; chosen: 1 in 50 is read as lying across."""
_DRAWN: Final = Tile.S1
"""The face printed sideways in some sets, like its bird: its print gives no more than a hardly legible one."""
_PRINT: Final = 0.9
"""Name confidence from which the print gives the orientation, even if the box contradicts it: a riichi stick beside a
sideways tile makes its box as long as that of an upright one."""
OF_ALIKE: Final = 1.1
"""Bound of the log odds that the box of a face in ``ALIKE`` gives for its orientation.

Measured on painted tables: the finder took 6 of 294 as sideways, 3 of 8 of those whose neighbours contradicted their
box by more than that and 3 of 286 of the others."""
_SHARPER: Final = 5.0
"""Factor from those log odds to the log odds of the final orientation of such a face; measured likewise."""
_TURNED_ALIKE: Final = 1.2
"""Log odds from which such a face is turned; chosen: below, its orientation is left open."""
_ACROSS: Final = 0.7
"""Sine of the angle between face and box from which the face counts as turned; chosen: 45 degrees."""
_TINY: Final = 1e-4
"""Smallest probability in logarithms; chosen: what a network predicts is never surer."""
_NEAR_MM: Final = 48.0
"""Distance, mm, within which tiles are neighbours; chosen: two lengths of a tile, less half a gap."""
_OVERLAP_MM: Final = 1.2
"""Standard deviation, mm, of an apparent overlap of neighbours: the error of places."""
_GAP_MM: Final = 3.0
"""Standard deviation, mm, of the gap between neighbours; chosen: players leave some."""
_MOST: Final = 1.5
"""Bound of the log odds that one gap gives for an orientation; chosen: the neighbour may be false."""
_BESIDE: Final = 0.6
"""Largest offset of neighbours from one line, as a share of their half sizes; chosen: rows sway."""
_TOUCHING_MM: Final = 9.0
"""Gap, mm, beyond which a tile is no neighbour; chosen: half a tile's width."""


def completes(whole: Recognised, other: Recognised, half: Tile | None) -> bool:
    """True if ``whole``, seen on one side of a box, is the face of which the box shows ``half``.

    ``other``: the face seen on its other side. Half a face has fewer dots or bamboos than the whole.
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
    """True if the print of a face gives its orientation."""
    legible = face.tile not in (None, *ALIKE, _DRAWN)
    return legible and face.confidence >= _PRINT


def is_open(length: float, face: Recognised) -> bool:
    """True if a face has to be classified across its box as well; ``length``: see ``Lifted``."""
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
    """Log odds of the orientation in which a face was named, infinite if certain.

    A print counts as much as a whole box. ``angle``: of the box.
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
    """True if a tile has to be turned by 90 degrees, and the probability 0-1 of its orientation then.

    ``turned``: log odds that it is turned.
    """
    alike = tile in ALIKE
    turn = turned > (_TURNED_ALIKE if alike else 0.0)
    if not alike or not math.isfinite(turned):
        return turn, 1.0
    return turn, 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, (-_SHARPER if turn else _SHARPER) * turned))))


def _log_odds(chance: float) -> float:
    return math.log(max(chance, _TINY) / max(1.0 - chance, _TINY))


def ways_round(tiles: list[FoundTile], doubts: Floats, size: TileSize) -> Floats:
    """Log odds [N] that tiles lie a quarter turn from what was found; ``doubts`` [N]: that they do not, so far."""
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
    """Misfit [N], in log odds, of tiles at such angles beside others ``away`` [N, 2...] mm from them."""
    dx, dy = away[:, 0], away[:, 1]
    upright = (other - angle + 45.0) % 180.0 < 90.0
    wide = np.where(upright, size.width_mm, size.height_mm)
    tall = size.width_mm + size.height_mm - wide
    off, room = _turned(dx, dy, angle), ((size.width_mm + wide) / 2, (size.height_mm + tall) / 2)
    # A gap counts only beside the other tile, not above or below it: rows have no gaps.
    in_row = np.greater(*_turned(dx, dy, other))
    cost = np.zeros(len(dx))
    for along, across in ((0, 1), (1, 0)):
        gap = off[along] - room[along]
        counts = (off[across] < _BESIDE * room[across]) & (gap < _TOUCHING_MM) & (in_row | (gap < 0))
        spread, most = np.where(gap > 0, _GAP_MM, _OVERLAP_MM), np.where(gap > 0, _MOST, 3 * _MOST)
        cost += counts * np.minimum((gap / spread) ** 2 / 2, most)
    return cost


def _turned(dx: Floats, dy: Floats, degrees: Floats) -> tuple[Floats, Floats]:
    """Distances to the side, and up or down, of others from tiles at these angles."""
    turn = np.radians(degrees)
    return np.abs(dx * np.cos(turn) + dy * np.sin(turn)), np.abs(dy * np.cos(turn) - dx * np.sin(turn))
