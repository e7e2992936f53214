"""Which tiles of a wall are upper ones: by the finder, by their offset from their row's line, and by spacing.

From the lens's side a higher tile appears farther on.
"""

from typing import Final

import numpy as np

from vision.arrays import Floats
from vision.explain.wall.lines import WallLine, WallTiles

_UPPER_WRONG: Final = (0.02, 0.001)
"""Error rate of sure tiers, of those called lower and of those called upper; of backs of 240 path-traced tables that
the network never saw, beyond .99 and .999, 9 of 2,034, most of them in hands, where all are lower, and 6 of 6,765.
Chosen higher for the first: in walls most are upper."""
_UPPER_SHARES: Final = (0.67, 0.75)
"""Share of upper tiles among faces and among backs on walls, the prior in the network's probability: as in its
training."""
_LEAST_OFF_MM: Final = 0.8
"""Least standard deviation of tiles across their row, mm: where finders place tiles."""
_USUAL_OFF_MM: Final = 2.0
"""Prior standard deviation of tiles across their row, mm: between those of careful players and of photographs."""
_USUAL_TILES: Final = 6.0
"""How many tiles that counts for; chosen: a few tiles in line may be so by chance."""
_OUTLIER: Final = 0.02
"""Share of tiles that lie anywhere, not in their row; chosen: false ones and bumped ones."""
_RANGE_MM: Final = 20.0
"""Largest offset of those, mm; chosen as the search range of rows."""
_FEWEST: Final = 3
"""Tiles of a row from which its line says something; chosen: a line goes through any two."""
_ROUNDS: Final = 2
"""Times that line and heights are found in turn; chosen: more change nothing."""
_HALF_NORMAL: Final = 1.4826
"""Standard deviation over the median distance from the middle, of a normal distribution."""
_APART_MM: Final = 3.5
"""Standard deviation, mm, of the distance from a tile to the next; chosen: tiles lie 1.5 to 3 mm off, boxes 2 mm."""
_ANYHOW: Final = 0.05
"""Share of such distances that are any: between pieces of a wall, or of false tiles; chosen."""


def likelier_heights(tiles: WallTiles, lines: list[WallLine], width_mm: float) -> Floats:
    """Log odds [N] of being an upper tile: by the finder and by its row.

    ``width_mm``: of a tile, and so the distance from stack to stack.
    """
    upper = np.clip(tiles.upper, _UPPER_WRONG[0], 1 - _UPPER_WRONG[1])
    usual = np.where(tiles.back, _UPPER_SHARES[1], _UPPER_SHARES[0])
    said = np.asarray(np.log(upper / (1 - upper)) - np.log(usual / (1 - usual)))
    found = said.copy()
    for line in lines:
        if line.members.sum() >= _FEWEST:
            members = line.members
            found[members] += _by_line(tiles.along[members], tiles.out[members], line.slope, said[members])
            found[members] = _by_distance(tiles.along[members], found[members], width_mm)
    return found


def _by_distance(along: Floats, lead: Floats, width_mm: float) -> Floats:
    """The log odds [N] of a row's tiles combined with their spacing, ``along`` [N,2] for either height.

    Each distance depends on both heights: a forward and backward pass over the row solves for all at once.
    """
    order = np.argsort(along.mean(axis=1))
    at = along[order]
    steps = at[1:, None, :] - at[:-1, :, None]
    off = steps - width_mm * np.maximum(np.round(steps / width_mm), 1.0)
    fits = np.exp(-0.5 * (off / _APART_MM) ** 2) / (_APART_MM * np.sqrt(2 * np.pi))
    pairs = (1 - _ANYHOW) * fits + _ANYHOW / width_mm
    own = 1.0 / (1.0 + np.exp(np.outer(lead[order], (1.0, -1.0))))
    before, after = np.ones_like(own), np.ones_like(own)
    for place, pair in enumerate(pairs):
        before[place + 1] = _even((own[place] * before[place]) @ pair)
        after[-place - 2] = _even(pairs[-place - 1] @ (own[-place - 1] * after[-place - 1]))
    told = lead.copy()
    told[order] += np.log(before[:, 1] / before[:, 0]) + np.log(after[:, 1] / after[:, 0])
    return told


def _even(chances: Floats) -> Floats:
    return np.asarray(chances / chances.sum())


def _by_line(along: Floats, out: Floats, slope: float, said: Floats) -> Floats:
    """What the tiles' places [N, 2], for heights of 1 and 2, against their common line say of their heights."""
    every = np.arange(len(said))
    gain = np.zeros(len(said))
    for _ in range(_ROUNDS):
        high = (said + gain > 0).astype(int)
        at, off = along[every, high], out[every, high] - slope * along[every, high]
        off = off - np.median(off)
        spread = max(_HALF_NORMAL * float(np.median(np.abs(off))), _LEAST_OFF_MM)
        usual = _USUAL_TILES * _USUAL_OFF_MM**2
        spread = float(np.sqrt((usual + len(off) * spread**2) / (_USUAL_TILES + len(off))))
        weights = 1.0 / (1.0 + (off / spread) ** 2 / 4)
        total = weights.sum()
        middle = weights @ at / total
        reach = weights @ (at - middle) ** 2 + 1.0
        turn, level = weights @ (off * (at - middle)) / reach, weights @ off / total
        own = weights * (1.0 / total + (at - middle) ** 2 / reach)
        base = float(np.median(out[every, high] - slope * at))
        both = out - slope * along - base - level - turn * (along - middle)
        # Remove the tile's own weight from the line.
        both = both + (both[every, high] * own / np.maximum(1 - own, 0.2))[:, None]
        wide = (spread * np.sqrt(1.0 + own))[:, None]
        chance = (1 - _OUTLIER) * np.exp(-0.5 * (both / wide) ** 2) / (wide * np.sqrt(2 * np.pi))
        chance += _OUTLIER / (2 * _RANGE_MM)
        gain = np.log(chance[:, 1] / chance[:, 0])
    return gain
