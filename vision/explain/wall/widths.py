"""Heights of the tiles in a wall's row by how wide they look across it, combined with the evidence of their sides.

A row is judged as a whole, because what misleads on one tile misleads on its neighbours: a side as dark as the felt, a
back of unusual colours, a lens assumed lower than it hangs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import Seat
from hardware.profiles.schema import TileSize
from vision.arrays import Floats

_WHOLE: Final = float(np.log(0.95 / 0.05))
"""Log odds of an upper tile in the row of a wall; measured on painted tables: .97 of backs."""
_SAID_OF_FACES: Final = 0.5
"""Weight of the given log odds of a face; measured on painted tables: for faces on walls the network is more confident
of the wrong tier than for backs."""
_MISLED: Final = np.array([-4.0, -2.0, 0.0, 2.0, 4.0])
"""Candidate biases, in log odds, of the given log odds of a row's backs; chosen: more is never seen."""
_MISLED_USUAL: Final = 1.5
"""Standard deviation of that bias; measured on painted tables in looks unlike those of training: 4 on one of twelve.
"""
_MISLED_APART: Final = 1.0
"""Standard deviation of that bias against the other rows of a table; chosen: they look alike."""
_WIDER: Final = np.arange(-3.0, 3.01, 0.25)
"""Candidate excess widths, mm, by which all tiles of a row look wider than they are: rims are round, sides as dark as
the felt."""
_WIDER_USUAL: Final = 1.0
"""Standard deviation of the excess width, mm; measured on painted tables: exactly laid rows are .9 apart."""
_WIDER_APART: Final = 0.6
"""Standard deviation of the excess width against the other rows of a table, mm; measured likewise: .5."""
_OFF: Final = np.array([0.3, 0.6, 1.1, 1.8])
"""Candidate standard deviations, mm, of the widths of single tiles; measured on painted tables: .3 if laid exactly, 1
if laid by hand, as the lower tile of two shows at the side."""
_SIDE_UNSEEN: Final = 0.15
"""Probability that the sides of a row look like felt; chosen: some are dark and in shadow."""
_OUTLIER: Final = 0.03
"""Share of measured widths that something else causes; chosen: a tile beside the wall, a printed line."""
_RANGE_MM: Final = 20.0
"""Largest error of such widths, mm; chosen: most of a tile."""


class WallLook(Protocol):
    """Measurements of walls in the picture besides the detected tiles."""

    def widths(self, seat: Seat, along: Floats, out: Floats, slope: float) -> Floats:
        """Apparent width [N], mm on the table's plane, across a row of this slope at each place; 0 if it is bare."""
        ...


@dataclass(frozen=True, slots=True)
class RowStates:
    """Log likelihood of each state of a row [side unseen or not, wider, off, misled].

    ``upper`` [N, ...]: probability in each state that a tile is upper.
    """

    likely: Floats
    upper: Floats

    def seen(self) -> "RowSeen":
        """Summary of this row as evidence for the other rows of the same table."""
        weights = np.exp(self.likely - self.likely.max())
        weights /= weights.sum()
        wider, misled = weights.sum(axis=(0, 2, 3)), weights.sum(axis=(0, 1, 2))
        return RowSeen(_spread(wider, _WIDER), _spread(misled, _MISLED), float(weights[1].sum()))

    def leads(self, others: "Sequence[RowSeen]") -> Floats:
        """Log odds [N], relative to their prior, that tiles lie on others; ``others``: summaries of the other rows."""
        likely = self.likely
        if others:
            unseen = (_SIDE_UNSEEN + sum(each.unseen for each in others)) / (1 + len(others))
            sides = np.log([(1 - unseen) / (1 - _SIDE_UNSEEN), unseen / _SIDE_UNSEEN])
            wider = _as_others(_WIDER, [each.wider for each in others], _WIDER_USUAL, _WIDER_APART)
            misled = _as_others(_MISLED, [each.misled for each in others], _MISLED_USUAL, _MISLED_APART)
            likely = likely + sides[:, None, None, None] + wider[:, None, None] + misled
        weights = np.exp(likely - likely.max())
        chance = np.tensordot(self.upper, weights / weights.sum(), axes=4)
        chance = np.clip(chance, 1e-9, 1 - 1e-9)
        return np.asarray(np.log(chance / (1 - chance)) - _WHOLE)


class RowSeen(NamedTuple):
    """Summary of a row: excess width of its tiles, mm, and bias of their tiers, log odds, as mean and variance each.

    ``unseen``: probability that no side shows.
    """

    wider: tuple[float, float]
    misled: tuple[float, float]
    unseen: float


def _spread(weights: Floats, values: Floats) -> tuple[float, float]:
    mean = float(weights @ values)
    return mean, float(weights @ (values - mean) ** 2)


def _as_others(values: Floats, others: Sequence[tuple[float, float]], usual: float, apart: float) -> Floats:
    """Gain in log probability of each value over its prior, as others (mean, variance) have nearly the same value."""
    sure = np.array([1.0 / (variance + apart**2) for _, variance in others])
    mean = float(sure @ [each for each, _ in others]) / float(sure.sum() + 1.0 / usual**2)
    return np.asarray(0.5 * (values / usual) ** 2 - 0.5 * ((values - mean) / apart) ** 2)


def row_states(widths: Floats, out: Floats, eye: tuple[float, float], tile: TileSize, said: Floats) -> RowStates:
    """Combine the measured ``widths`` [N] of a row's tiles with given log odds: see the module.

    ``out`` [N]: their places across the row, mm; ``eye``: the lens's place across the row and its height, mm; ``said``
    [N]: the given log odds that a tile is upper.
    """
    known = widths > 0.0
    expected = _expected(out, eye, tile)
    off = (np.where(known, widths, 0.0) - expected).transpose(2, 0, 1)[:, :, :, None, None] - _WIDER[:, None]
    like = (1 - _OUTLIER) * np.exp(-0.5 * (off / _OFF) ** 2) / (_OFF * np.sqrt(2 * np.pi)) + _OUTLIER / _RANGE_MM
    like = np.where(known[:, None, None, None, None], like, 1.0)[..., None]
    upper = 1.0 / (1.0 + np.exp(-(said[:, None] + _MISLED)))[:, None, None, None]
    whole = 1.0 / (1.0 + np.exp(-_WHOLE))
    one, two = like[:, :, 0] * (1 - upper) * (1 - whole), like[:, :, 1] * upper * whole
    both = one + two
    return RowStates(np.log(both).sum(axis=0) + _BEFOREHAND, two / both)


def weighed(said: Floats, back: NDArray[np.bool_]) -> Floats:
    """Weight the given log odds of a row's tiles [N] for their use beside widths."""
    return said * np.where(back, 1.0, _SAID_OF_FACES)


_BEFOREHAND: Final = (
    np.log([1 - _SIDE_UNSEEN, _SIDE_UNSEEN])[:, None, None, None]
    - 0.5 * (_WIDER / _WIDER_USUAL)[:, None, None] ** 2
    - 0.5 * (_MISLED / _MISLED_USUAL) ** 2
)
"""Log prior of each state of a row: side unseen, wider by, off by, misled by."""


def _expected(out: Floats, eye: tuple[float, float], tile: TileSize) -> Floats:
    """Expected widths [side seen or not, 2, N], mm on the table's plane, of a stack of one tile and of two."""
    near, far = out - tile.height_mm / 2, out + tile.height_mm / 2
    away = eye[1] / (eye[1] - tile.thickness_mm * np.array([[1.0], [2.0]]))
    tops = [eye[0] + (edge - eye[0]) * away for edge in (near, far)]
    whole = np.maximum(far, tops[1]) - np.minimum(near, tops[0])
    return np.stack([whole, tops[1] - tops[0]])
