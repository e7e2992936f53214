"""Straight rows of the backs of one wall, in any position and turn, and which of their tiles are upper.

Seen from the lens, a higher tile appears farther away.
"""

from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

_TURNS: Final = np.radians(np.arange(-18.0, 18.1, 1.5))
"""Candidate turns of a wall, radians; chosen: walls on photographs are turned by up to 15 degrees."""
_TURN: Final = np.radians(7.0)
"""Standard deviation of a wall's turn, radians; chosen: 15 degrees on photographs is two of them."""
_TILE_TURN: Final = np.radians(4.0)
"""Standard deviation of a tile's turn in its row, radians: that of tiles on photographs."""
_INWARDS_MM: Final = 35.0
"""Standard deviation, mm, of a wall pushed towards the centre; chosen: players push walls inwards."""
_OUTWARDS_MM: Final = 11.0
"""Standard deviation, mm, of a row too far out; chosen: hands laid face down, 66 mm farther out and pushed forward by
25, are three and a half off."""
_OUTWARDS_HIGH_MM: Final = 17.0
"""The same for a row two tiles high, as few hands look; chosen: walls turned by 15 degrees were 46 to 56 out, the
nearer of two hands laid face down that looked so 68."""
_SURELY_UPPER: Final = 0.95
"""Probability from which a tile is surely upper; measured: of two hands laid face down on path-traced tables 3 of 23
tiles had more, and all of 19 stacks pushed as far out in painted games."""
_FAR_OUT_MM: Final = 45.0
"""Distance, mm, outside the due place from which a tile that is not surely upper makes no row; chosen: hands lie 66
out, pushed forward by 25."""
_TWO_HIGH: Final = 0.5
"""Share of surely upper tiles from which a row is two tiles high; chosen: some of a wall are single."""
_STOOD: Final = 0.5
"""Share of a row at former places of a wall from which it is a wall's; chosen: most of it."""
_IN_PLACE_MM: Final = 14.0
"""Largest offset, mm, of a row of faces alone that may be indicators; chosen: half a tile's length."""
_OFF_MM: Final = 3.0
"""Standard deviation of a tile across its row, mm: that of tiles on photographs."""
_REACH: Final = 3.5
"""Standard deviations off its row from which a tile is not of it; chosen: one in two thousand."""
_RATHER_UPPER: Final = 0.85
"""Probability of being upper from which a tile counts for a row two tiles high; measured: 3 of 10 of a hand laid face
down had more, 6 of the 7 of a wall as far out."""
_PLAINLY_UPPER: Final = 0.9
"""Probability from which a tile is plainly upper; chosen: single tiles are seldom taken for upper ones."""
_TURNED_OVER: Final = 2.0
"""Factor by which a turned-over tile may lie farther off its row than others; chosen: half a tile's length, or it
falls."""
_LAST: Final = 1.8
"""Largest distance, in tile widths, of a row's last tile from the others; chosen: a lowered tile was 1.6 from its
stack."""
_FOLLOWS: Final = 2.2
"""Largest distance, in tile widths, from a row to a tile that follows it; chosen: a stack between may have been missed.
"""
_PARTED: Final = 4.6
"""Largest distance, in tile widths, between two pieces of a row; chosen: they are up to 52 mm apart, and a pushed-out
stack may be between."""
_PUSHED_MM: Final = 24.0
"""Largest offset, mm, of the last back of a row; chosen: the next wall pushed two 16 and 21 mm out."""
_TURNED_OVER_MM: Final = 15.0
"""The same for a last face where no wall stood; chosen: half a tile's length, beyond which it would fall."""
_SAME: Final = 0.6
"""Distance, in tile widths, within which two tiles share a place of the row; chosen: touching tiles lie a width apart.
"""
_LEAST: Final = 2
"""Fewest tiles of a second row, or of a row of something else; chosen: one stray tile makes no row."""
_UPPER_WRONG: Final = (0.02, 0.001)
"""Error rates of confident tiers, of those called lower and of those called upper; measured on backs of 240 path-traced
tables that the network never saw, beyond .99 and .999: 9 of 2,034, most of them in hands, where all are lower, and 6 of
6,765. Chosen higher for the first: in walls most are upper."""
_UPPER_SHARES: Final = (0.67, 0.75)
"""Share of upper tiles among faces and among backs on walls: the prior in the network's probability, from its training.
"""
_LEAST_OFF_MM: Final = 0.8
"""Smallest standard deviation, mm, of tiles across their row: the accuracy of the finder's places."""
_USUAL_OFF_MM: Final = 2.0
"""Prior standard deviation of tiles across their row, mm: between those of careful players and of photographs."""
_USUAL_TILES: Final = 6.0
"""Weight of that prior, in tiles; chosen: a few tiles in line may be so by chance."""
_ASTRAY: Final = 0.02
"""Share of tiles that lie anywhere instead of in their row; chosen: false ones and bumped ones."""
_RANGE_MM: Final = 20.0
"""Largest offset of such tiles, mm; chosen as the search range of rows."""
_TOLD: Final = 3
"""Fewest tiles of a row from which its line is evidence; chosen: a line goes through any two."""
_ROUNDS: Final = 2
"""Alternations between fitting the line and the heights; chosen: more change nothing."""
_HALF_NORMAL: Final = 1.4826
"""Standard deviation of a normal distribution over its median distance from the middle."""


@dataclass(frozen=True, slots=True)
class WallTiles:
    """Candidate tiles of one wall, in its owner's frame: their place at either height, and probability of being upper.

    ``along`` [N,2] mm to the owner's left, ``out`` [N,2] mm from the centre, for heights of 1 and 2; ``turn`` [N]:
    radians by which the row runs outwards if the tile is straight in it; ``upper`` [N] 0-1; ``back`` [N]: shows no
    face; ``score`` [N]; ``stood`` [N]: a wall was there before; ``known`` [N]: confirmed stack, from 0, -1 if unknown;
    ``index`` [N]: index among all detected tiles.
    """

    along: Floats
    out: Floats
    turn: Floats
    upper: Floats
    back: NDArray[np.bool_]
    score: Floats
    stood: NDArray[np.bool_]
    known: NDArray[np.int64]
    index: NDArray[np.int64]

    def take(self, which: NDArray[np.bool_]) -> "WallTiles":
        """Return the tiles selected by a mask."""
        return WallTiles(*(getattr(self, each.name)[which] for each in fields(self)))

    def lie(self) -> list[bytes]:
        """Comparison key: all fields except ``index``."""
        return [getattr(self, each.name).tobytes() for each in fields(self) if each.name != "index"]

    def __len__(self) -> int:
        return len(self.upper)


@dataclass(frozen=True, slots=True)
class WallLine:
    """A row: ``out`` = ``at`` + ``slope`` * ``along``; ``members`` [N]: mask of the tiles in it."""

    at: float
    slope: float
    members: NDArray[np.bool_]


def wall_lines(tiles: WallTiles, due_mm: float, width_mm: float) -> list[WallLine]:
    """The row of a wall whose centre is due at ``due_mm``, and a second one if a piece of it was set apart, or none."""
    first = _best(tiles, tiles.back, due_mm, width_mm)
    if first is None:
        # Indicators may be all that is left of a wall, each on another tile or in its place; walls are shorter than
        # opposite ones lie apart.
        there, on = np.abs(tiles.out[:, 0] - due_mm) < _IN_PLACE_MM, tiles.upper > _PLAINLY_UPPER
        there |= on & (on.sum() >= _LEAST)
        first = _best(tiles, there & (np.abs(tiles.along[:, 0]) < due_mm), due_mm, width_mm)
    if first is None:
        return []
    likely = np.take_along_axis(tiles.along, (tiles.upper >= 0.5).astype(int)[:, None], axis=1)[:, 0]
    high = tiles.back | (tiles.upper >= 0.5) | tiles.stood
    if (first.members & tiles.back).any():
        # Its line leads on to faces of other zones; the rest of a wall may be one tile on a stack.
        first = WallLine(first.at, first.slope, _followed(likely, first.members & high, first.members, width_mm))
    taken = likely[first.members & high]
    apart = (np.abs(likely[:, None] - taken) > 0.7 * width_mm).all(axis=1)
    alone = _with_ends(first, tiles, likely, due_mm, width_mm)
    second = _best(tiles, tiles.back & ~first.members, due_mm, width_mm)
    if second is None:
        return [alone]
    rest = second.members & ~first.members & _follow(likely, second.members & tiles.back, width_mm)
    # A row parallel to the first one is a hand laid face down; low faces are a river beside a stray back.
    if (rest & apart & high).sum() < _LEAST or (rest & ~apart).sum() >= _LEAST:
        return [alone]
    own = rest & apart
    second = _with_ends(WallLine(second.at, second.slope, own), tiles, likely, due_mm, width_mm)
    # Tiles at an end of both rows belong to the first.
    of_first = alone.members & ~own
    return [
        WallLine(alone.at, alone.slope, of_first),
        WallLine(second.at, second.slope, second.members & ~of_first),
    ]


def _far_out(tiles: WallTiles, due_mm: float) -> NDArray[np.bool_]:
    """Mask of tiles in the area of hands; no hand is two tiles high, nor at a former place of a wall."""
    return np.asarray((tiles.out[:, 0] > due_mm + _FAR_OUT_MM) & (tiles.upper < _SURELY_UPPER) & ~tiles.stood)


def _with_ends(line: WallLine, tiles: WallTiles, along: Floats, due_mm: float, width_mm: float) -> WallLine:
    """Return the row with backs at its ends that the next wall pushed out of line, and faces turned over there."""
    inside = along[line.members]
    off = np.abs(tiles.out - line.at - line.slope * tiles.along).min(axis=1)
    turned = np.abs(tiles.turn - np.arctan(line.slope)) < _REACH * 2 * _TILE_TURN
    beyond = np.maximum(inside.min() - along, along - inside.max()) / width_mm
    most = np.where(tiles.back | tiles.stood, _PUSHED_MM, _TURNED_OVER_MM)
    pushed = turned & (off < most) & (beyond > _SAME) & (beyond < _LAST)
    pushed &= ~_far_out(tiles, due_mm)
    return WallLine(line.at, line.slope, line.members | pushed)


def _best(tiles: WallTiles, among: NDArray[np.bool_], due_mm: float, width_mm: float) -> WallLine | None:
    """The row with the most tiles, preferring rows near the due place; None if no tile is in any.

    ``among``: mask of the tiles that may define it.
    """
    far = _far_out(tiles, due_mm)
    ends, among = far & (among | ~tiles.back), among & ~far
    if not among.any():
        return None
    pick = np.arange(len(tiles)), (tiles.upper >= 0.5).astype(int)
    along, out = tiles.along[pick], tiles.out[pick]
    # Try a row through each tile, at each turn.
    rest = out[among] - np.tan(_TURNS)[:, None] * along[among]
    off = (rest[:, :, None] - rest[:, None, :]) / _OFF_MM
    askew = (tiles.turn[among] - _TURNS[:, None]) / _TILE_TURN
    votes = np.exp(-0.5 * off**2) * np.exp(-0.5 * np.minimum(askew**2, 9.0))[:, None, :]
    each_of = along, tiles.upper > _SURELY_UPPER, tiles.stood
    middle, high, stood = (votes @ each[among] / votes.sum(axis=2) for each in each_of)
    # A row at a wall's former place is no hand that was pushed there.
    pushed = _pushed(rest - due_mm, np.tan(_TURNS)[:, None] * middle, high) * (stood <= _STOOD)
    prior = -0.5 * (pushed**2 + (_TURNS[:, None] / _TURN) ** 2)
    score = np.log(votes.sum(axis=2) + 1e-9) * 3.0 + prior
    turn, tile = np.unravel_index(int(score.argmax()), score.shape)
    if abs(pushed[turn, tile]) > _REACH:
        return None
    slope, at = float(np.tan(_TURNS[turn])), float(rest[turn, tile])
    for _ in range(2):
        near = np.abs(out - at - slope * along) < _REACH * _OFF_MM
        near &= np.abs(tiles.turn - np.arctan(slope)) < _REACH * 2 * _TILE_TURN
        inside = near & among
        if inside.sum() >= 3:
            at, slope = _fitted(along[inside], out[inside], at, slope)
    # Some tiles of a hand laid face down look upper as well: all tiles of the row count.
    row = near & (among | tiles.back)
    if row.any() and tiles.stood[row].mean() <= _STOOD:
        high = (tiles.upper[row] > _RATHER_UPPER).mean()
        if abs(_pushed(np.array(at - due_mm), np.array(slope * along[row].mean()), np.array(high))) > _REACH:
            return None
    off = np.abs(tiles.out - at - slope * tiles.along).min(axis=1)
    # A face that lies on another tile is of some wall, however carelessly it was turned over; likewise a face at the
    # place of an undetected stack. A back counts only if both hold, as hands consist of backs, too.
    high = tiles.upper > _PLAINLY_UPPER
    gap = _between(along, off < _REACH * _OFF_MM, width_mm)
    wide = np.where(np.where(tiles.back, high & gap, high | gap), _TURNED_OVER, 1.0)
    either = off < wide * _REACH * _OFF_MM
    either &= np.abs(tiles.turn - np.arctan(slope)) < _REACH * 2 * _TILE_TURN
    members = either & (among | ~tiles.back) & ~far
    if not members.any():
        return None
    # Ends of a turned row may lie in the area of hands: they count if they follow its other tiles.
    return WallLine(at, slope, _followed(along, members, either & ends, width_mm))


def _pushed(off_mm: Floats, there_mm: Floats, upper: Floats) -> Floats:
    """Offset of rows from their due place, outwards or inwards, in standard deviations.

    ``off_mm``: of their line at the centre of the wall; ``there_mm``: additional offset at their tiles, counted for
    rows two tiles high, as of pieces that were pushed and turned; ``upper``: shares of their tiles that surely lie on
    others.
    """
    high = upper >= _TWO_HIGH
    off_mm = off_mm + np.where(high, there_mm, 0.0)
    return off_mm / np.where(off_mm < 0, _INWARDS_MM, np.where(high, _OUTWARDS_HIGH_MM, _OUTWARDS_MM))


def _followed(
    along: Floats, members: NDArray[np.bool_], among: NDArray[np.bool_], width_mm: float
) -> NDArray[np.bool_]:
    """Return the members of a row plus those ``among`` others that follow them, one after another."""
    while (on := _follow(along, members, width_mm) & among & ~members).any():
        members = members | on
    return members


def _follow(along: Floats, inside: NDArray[np.bool_], width_mm: float) -> NDArray[np.bool_]:
    """Mask of places along a row next to one of those ``inside`` it."""
    return np.asarray((np.abs(along[:, None] - along[inside]) < _FOLLOWS * width_mm).any(axis=1))


def _between(along: Floats, inside: NDArray[np.bool_], width_mm: float) -> NDArray[np.bool_]:
    """Mask of places along a row in a gap between two of the tiles ``inside`` it."""
    ahead = (along[inside] - along[:, None]) / width_mm
    sides = [np.where(side * ahead > 0, np.abs(ahead), np.inf).min(axis=1, initial=np.inf) for side in (1, -1)]
    held = (np.abs(ahead) < _SAME).any(axis=1)
    return np.asarray((np.minimum(*sides) < _FOLLOWS) & (np.maximum(*sides) < _PARTED) & ~held)


def _fitted(along: Floats, out: Floats, at: float, slope: float) -> tuple[float, float]:
    """Least squares line (at, slope) in which outliers count less; with few tiles it stays near the given slope."""
    off = (out - at - slope * along) / _OFF_MM
    weights = 1.0 / (1.0 + off**2)
    middle = float(np.average(along, weights=weights))
    spread = float(weights @ (along - middle) ** 2) + (_OFF_MM / _TURN) ** 2
    gain = float(weights @ ((along - middle) * (out - np.average(out, weights=weights) - slope * (along - middle))))
    slope += gain / spread
    return float(np.average(out, weights=weights)) - slope * middle, slope


def likelier_heights(tiles: WallTiles, lines: list[WallLine]) -> Floats:
    """Log odds [N] that a tile is upper: by the finder and by its row."""
    upper = np.clip(tiles.upper, _UPPER_WRONG[0], 1 - _UPPER_WRONG[1])
    usual = np.where(tiles.back, _UPPER_SHARES[1], _UPPER_SHARES[0])
    said = np.asarray(np.log(upper / (1 - upper)) - np.log(usual / (1 - usual)))
    found = said.copy()
    for line in lines:
        if line.members.sum() >= _TOLD:
            members = line.members
            found[members] += _by_line(tiles.along[members], tiles.out[members], line.slope, said[members])
    return found


def _by_line(along: Floats, out: Floats, slope: float, said: Floats) -> Floats:
    """Log likelihood ratio [N], upper to lower, of places [N, 2] at heights of 1 and 2 off their common line."""
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
        chance = (1 - _ASTRAY) * np.exp(-0.5 * (both / wide) ** 2) / (wide * np.sqrt(2 * np.pi))
        chance += _ASTRAY / (2 * _RANGE_MM)
        gain = np.log(chance[:, 1] / chance[:, 0])
    return gain
