"""The straight rows in which the backs of one wall lie, however shifted and turned, and which tiles are in them."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

_TURNS: Final = np.radians(np.arange(-18.0, 18.1, 1.5))
"""Turns of a wall that are tried, radians; chosen: walls on photographs are turned by up to 15 degrees."""
_TURN: Final = np.radians(7.0)
"""Standard deviation of a wall's turn, radians; chosen: 15 degrees on photographs is two of them."""
_TILE_TURN: Final = np.radians(4.0)
"""Standard deviation of a tile's turn in its row, radians: that of tiles on photographs."""
_INWARDS_MM: Final = 35.0
"""Standard deviation of how far a wall is pushed towards the middle, mm; chosen: players push walls inwards."""
_OUTWARDS_MM: Final = 11.0
"""Standard deviation of a row too far out, mm; chosen: hands laid face down, 66 mm farther out and pushed forward by
25, are three and a half off."""
_OUTWARDS_HIGH_MM: Final = 17.0
"""The same of a row two tiles high, as few hands look; chosen: walls turned by 15 degrees were 46 to 56 out, of two
hands laid face down that looked so the nearer one 68."""
_SURELY_UPPER: Final = 0.95
"""Probability from which a tile is surely an upper one; measured: of two hands laid face down on path-traced tables 3
of 23 tiles had more, and all of 19 stacks pushed as far out in painted games."""
_SET_APART_MM: Final = 20.0
"""Largest distance of a second row from its place and from the first one; chosen: pieces are pushed to the middle, and
two tiles of a fanned hand laid face down are in one line."""
_FAR_OUT_MM: Final = 45.0
"""How far, mm, outside the due place a lone tile makes no row; chosen: hands lie 66 out, pushed forward by 25."""
_TWO_HIGH: Final = 0.5
"""Share of sure upper tiles from which a row is two tiles high; chosen: some of a wall are single."""
_STOOD: Final = 0.5
"""Share of a row at former places of a wall from which it is a wall's; chosen: most of it."""
_IN_PLACE_MM: Final = 14.0
"""Largest offset of a row of faces alone that is of indicators; chosen: half a tile's length."""
_OFF_MM: Final = 3.0
"""Standard deviation of a tile across its row, mm: that of tiles on photographs."""
_REACH: Final = 3.5
"""How many standard deviations off a tile is no more of its row; chosen: one in two thousand."""
_RATHER_UPPER: Final = 0.85
"""Probability from which it counts for a row two tiles high; measured: 3 of 10 of a hand laid face down had more, 6 of
the 7 of a wall as far out."""
_PLAINLY_UPPER: Final = 0.9
"""Probability from which a tile is an upper one; chosen: single ones are seldom taken for such."""
_TURNED_OVER: Final = 2.0
"""How many times farther than others it may lie off its row; chosen: half a tile's length, or it falls."""
_NEXT: Final = 1.5
"""Largest distance, in tile widths, to the next tile of a row; chosen: a gap of half a tile."""
_LAST: Final = 1.8
"""The same for the last one of a row; chosen: a lowered tile was 1.6 from its stack."""
_FOLLOWS: Final = 2.2
"""The same between an end of a row and its other tiles; chosen: a stack between may have been missed."""
_PARTED: Final = 4.6
"""The same between two pieces of a row; chosen: they are up to 52 mm apart, and a pushed-out stack may be between."""
_PUSHED_MM: Final = 24.0
"""Largest offset, mm, of the last back of a row; chosen: the next wall pushed two 16 and 21 mm out."""
_TURNED_OVER_MM: Final = 15.0
"""The same of a face where none stood; chosen: half a tile's length, beyond which it would fall."""
_SAME: Final = 0.6
"""Widths within which two tiles share a place of the row; chosen: tiles that touch lie a width apart."""
_LEAST: Final = 2
"""Fewest tiles of a second row, or of a row of something else; chosen: one stray tile is none."""


@dataclass(frozen=True, slots=True)
class WallTiles:
    """Candidate tiles of one wall, in its owner's frame: places for either height, probability of being upper.

    ``along`` [N,2] mm to the owner's left, ``out`` [N,2] mm from the centre, for heights of 1 and 2; ``turn`` [N]
    radians, by which the row runs outwards if the tile is straight in it; ``upper`` [N] 0-1; ``back`` [N]: no face is
    seen; ``score`` [N]; ``stood`` [N]: a wall was there before; ``known`` [N]: on which of its stacks, from 0, -1 if
    unknown; ``index`` [N]: their numbers among all tiles.
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
        """Those of a mask."""
        return WallTiles(
            self.along[which],
            self.out[which],
            self.turn[which],
            self.upper[which],
            self.back[which],
            self.score[which],
            self.stood[which],
            self.known[which],
            self.index[which],
        )

    def lie(self) -> list[bytes]:
        """Comparison key: everything except their numbers."""
        told = self.along, self.out, self.turn, self.upper, self.back, self.score, self.stood, self.known
        return [each.tobytes() for each in told]

    def __len__(self) -> int:
        return len(self.upper)


@dataclass(frozen=True, slots=True)
class WallLine:
    """A row: ``out`` = ``at`` + ``slope`` * ``along``; ``members`` [N]: which tiles lie in it."""

    at: float
    slope: float
    members: NDArray[np.bool_]


def wall_lines(tiles: WallTiles, due_mm: float, width_mm: float) -> list[WallLine]:
    """The row of a wall whose middle is due at a distance, and a second one where a piece of it was set apart."""
    first = _best(tiles, tiles.back, due_mm, width_mm)
    if first is None:
        # What is left of a wall may be indicators alone, each on another tile or in its place; walls are shorter than
        # they lie apart.
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
    if _stands_out(tiles, WallLine(second.at, second.slope, rest), first, likely, due_mm):
        return [alone]
    # A row beside the first one is a hand laid face down; low faces are a river beside a stray back.
    if (rest & apart & high).sum() < _LEAST or (rest & ~apart).sum() >= _LEAST:
        return [alone]
    own = rest & apart
    second = _with_ends(WallLine(second.at, second.slope, own), tiles, likely, due_mm, width_mm)
    # Tiles at an end of either belong to the first.
    of_first = alone.members & ~own
    return [
        WallLine(alone.at, alone.slope, of_first),
        WallLine(second.at, second.slope, second.members & ~of_first),
    ]


def _far_out(tiles: WallTiles, due_mm: float) -> NDArray[np.bool_]:
    """Mask of tiles at the place of hands; no hand is two tiles high, nor at a former place of a wall."""
    return np.asarray((tiles.out[:, 0] > due_mm + _FAR_OUT_MM) & (tiles.upper < _SURELY_UPPER) & ~tiles.stood)


def _with_ends(line: WallLine, tiles: WallTiles, along: Floats, due_mm: float, width_mm: float) -> WallLine:
    """The row with the backs at its ends, which the next wall pushes out of line, and faces turned over there."""
    inside = along[line.members]
    off = np.abs(tiles.out - line.at - line.slope * tiles.along).min(axis=1)
    turned = np.abs(tiles.turn - np.arctan(line.slope)) < _REACH * 2 * _TILE_TURN
    beyond = np.maximum(inside.min() - along, along - inside.max()) / width_mm
    most = np.where(tiles.back | tiles.stood, _PUSHED_MM, _TURNED_OVER_MM)
    pushed = turned & (off < most) & (beyond > _SAME) & (beyond < _LAST)
    pushed &= ~_far_out(tiles, due_mm)
    return WallLine(line.at, line.slope, line.members | pushed)


def _best(tiles: WallTiles, among: NDArray[np.bool_], due_mm: float, width_mm: float) -> WallLine | None:
    """The row that most tiles lie in, rows near the due place before others; None where no tile is in any."""
    far = _far_out(tiles, due_mm)
    ends, among = far & (among | ~tiles.back), among & ~far
    if not among.any():
        return None
    pick = np.arange(len(tiles)), (tiles.upper >= 0.5).astype(int)
    along, out = tiles.along[pick], tiles.out[pick]
    # A row through each tile, at each turn.
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
    # A few tiles of a hand laid face down look high as well: all of the row count.
    row = near & (among | tiles.back)
    if row.any() and tiles.stood[row].mean() <= _STOOD:
        high = (tiles.upper[row] > _RATHER_UPPER).mean()
        if abs(_pushed(np.array(at - due_mm), np.array(slope * along[row].mean()), np.array(high))) > _REACH:
            return None
    off = np.abs(tiles.out - at - slope * tiles.along).min(axis=1)
    # A face that lies on another tile is of some wall, however carelessly it was turned over, and so is one before the
    # place of a stack that is not seen; a back, which hands lie of too, if it is both.
    high, near = tiles.upper > _PLAINLY_UPPER, off < _REACH * _OFF_MM
    free = _between(along, near, (_NEXT, _NEXT), width_mm)
    loose = _between(along, near, (_FOLLOWS, _PARTED), width_mm)
    wide = np.where(np.where(tiles.back, high & loose, high | free), _TURNED_OVER, 1.0)
    either = off < wide * _REACH * _OFF_MM
    either &= np.abs(tiles.turn - np.arctan(slope)) < _REACH * 2 * _TILE_TURN
    members = either & (among | ~tiles.back) & ~far
    if not members.any():
        return None
    # Ends of a turned row may lie where hands do: they follow its other tiles.
    return WallLine(at, slope, _followed(along, members, either & ends, width_mm))


def _stands_out(tiles: WallTiles, second: WallLine, first: WallLine, along: Floats, due_mm: float) -> bool:
    """True if a row is farther out than a piece of a wall set apart from the first one.

    No hand is two tiles high, nor at a former place of a wall.
    """
    if tiles.stood[second.members].mean() > _STOOD:
        return False
    middle = float(along[second.members].mean())
    here, there = (line.at + line.slope * middle for line in (second, first))
    return (
        here - max(due_mm, there) > _SET_APART_MM and (tiles.upper[second.members] > _SURELY_UPPER).mean() < _TWO_HIGH
    )


def _pushed(off_mm: Floats, there_mm: Floats, upper: Floats) -> Floats:
    """How far rows lie off their due place, outwards or inwards, in standard deviations.

    ``off_mm``: of their line at the middle of the wall, ``there_mm``: by how much more where they lie, which counts for
    pieces that were pushed and turned; ``upper``: shares of their tiles that surely lie on others.
    """
    high = upper >= _TWO_HIGH
    off_mm = off_mm + np.where(high, there_mm, 0.0)
    return off_mm / np.where(off_mm < 0, _INWARDS_MM, np.where(high, _OUTWARDS_HIGH_MM, _OUTWARDS_MM))


def _followed(
    along: Floats, members: NDArray[np.bool_], among: NDArray[np.bool_], width_mm: float
) -> NDArray[np.bool_]:
    """The members of a row plus those ``among`` others that follow them, one after another."""
    while (on := _follow(along, members, width_mm) & among & ~members).any():
        members = members | on
    return members


def _follow(along: Floats, inside: NDArray[np.bool_], width_mm: float) -> NDArray[np.bool_]:
    """Mask of places along a row next to one of those ``inside`` it."""
    return np.asarray((np.abs(along[:, None] - along[inside]) < _FOLLOWS * width_mm).any(axis=1))


def _between(
    along: Floats, inside: NDArray[np.bool_], farthest: tuple[float, float], width_mm: float
) -> NDArray[np.bool_]:
    """Mask of places along a row in a gap between two of the tiles ``inside`` it.

    ``farthest``: largest distance, in tile widths, to the nearer of the two, and to the other.
    """
    ahead = (along[inside] - along[:, None]) / width_mm
    sides = [np.where(side * ahead > 0, np.abs(ahead), np.inf).min(axis=1, initial=np.inf) for side in (1, -1)]
    held = (np.abs(ahead) < _SAME).any(axis=1)
    return np.asarray((np.minimum(*sides) < farthest[0]) & (np.maximum(*sides) < farthest[1]) & ~held)


def _fitted(along: Floats, out: Floats, at: float, slope: float) -> tuple[float, float]:
    """Least squares in which tiles that lie off count less, drawn to the turn found before where tiles are few."""
    off = (out - at - slope * along) / _OFF_MM
    weights = 1.0 / (1.0 + off**2)
    middle = float(np.average(along, weights=weights))
    spread = float(weights @ (along - middle) ** 2) + (_OFF_MM / _TURN) ** 2
    gain = float(weights @ ((along - middle) * (out - np.average(out, weights=weights) - slope * (along - middle))))
    slope += gain / spread
    return float(np.average(out, weights=weights)) - slope * middle, slope
