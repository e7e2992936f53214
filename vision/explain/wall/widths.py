"""How high the tiles of a wall's row lie by how wide they look across it, together with what their sides said.

A row is judged as a whole, as what misleads on one tile misleads on its neighbours: a side as dark as the felt, a back
of unusual colours, a lens taken to hang lower than it does.
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
"""What the log odds said of a face count here; measured on painted tables: of faces on walls the network is surer of
the wrong tier than of backs."""
_MISLED: Final = np.array([-4.0, -2.0, 0.0, 2.0, 4.0])
"""Log odds by which all that was said of the backs of a row may mislead; chosen: more is never seen."""
_MISLED_USUAL: Final = 1.5
"""Standard deviation of that; measured on painted tables in looks unlike those of training: 4 on one of twelve."""
_MISLED_APART: Final = 1.0
"""The same against the other rows of a table; chosen: they are of the same looks."""
_WIDER: Final = np.arange(-3.0, 3.01, 0.25)
"""Mm by which all tiles of a row may look wider than they are: rims are round, sides as dark as the felt."""
_WIDER_USUAL: Final = 1.0
"""Standard deviation of that, mm; measured on painted tables: exactly laid rows are .9 apart."""
_WIDER_APART: Final = 0.6
"""Standard deviation of that against the other rows of a table, mm; measured likewise: .5."""
_OFF: Final = np.array([0.3, 0.6, 1.1, 1.8])
"""Candidate standard deviations, mm, of the widths of single tiles; measured on painted tables: .3 if laid exactly, 1
if laid by hand, as the lower tile of two shows at the side."""
_SIDE_UNSEEN: Final = 0.15
"""Probability that the sides of a row look like felt; chosen: some are dark and in shadow."""
_OUTLIER: Final = 0.03
"""Share of widths that something else makes; chosen: a tile beside the wall, a printed line."""
_RANGE_MM: Final = 20.0
"""Largest error of those, mm; chosen: most of a tile."""


class WallLook(Protocol):
    """What the picture shows of walls beside the tiles found."""

    def widths(self, seat: Seat, along: Floats, out: Floats, slope: float) -> Floats:
        """How wide, mm on the table's plane, tiles at such places look across a row of that slope [N]; 0: bare."""
        ...


@dataclass(frozen=True, slots=True)
class RowStates:
    """Log likelihood of each state of a row [side unseen or not, wider, off, misled], and its tiles.

    ``upper`` [N, ...]: probability in each state that a tile is upper.
    """

    likely: Floats
    upper: Floats

    def seen(self) -> "RowSeen":
        """What other rows of the same table can learn from it."""
        weights = np.exp(self.likely - self.likely.max())
        weights /= weights.sum()
        wider, misled = weights.sum(axis=(0, 2, 3)), weights.sum(axis=(0, 1, 2))
        return RowSeen(_spread(wider, _WIDER), _spread(misled, _MISLED), float(weights[1].sum()))

    def leads(self, others: "Sequence[RowSeen]") -> Floats:
        """Log odds [N] that tiles lie on others; ``others``: what was seen of the other rows."""
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
    """Excess width of a row's tiles, mm, and bias of their tiers, log odds: mean and variance of either.

    And the probability that no side shows.
    """

    wider: tuple[float, float]
    misled: tuple[float, float]
    unseen: float


def _spread(weights: Floats, values: Floats) -> tuple[float, float]:
    mean = float(weights @ values)
    return mean, float(weights @ (values - mean) ** 2)


def _as_others(values: Floats, others: Sequence[tuple[float, float]], usual: float, apart: float) -> Floats:
    """By how much likelier each of some values is, a logarithm, as others (mean, variance) have nearly the same."""
    sure = np.array([1.0 / (variance + apart**2) for _, variance in others])
    mean = float(sure @ [each for each, _ in others]) / float(sure.sum() + 1.0 / usual**2)
    return np.asarray(0.5 * (values / usual) ** 2 - 0.5 * ((values - mean) / apart) ** 2)


def row_states(widths: Floats, out: Floats, eye: tuple[float, float], tile: TileSize, said: Floats) -> RowStates:
    """What the widths of a row's tiles and what was ``said`` of them come to: see the module.

    ``out`` [N]: their places across the row, mm; ``eye``: the lens's, and how high it hangs; ``said`` [N]: log odds.
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
    """What was said of the tiles [N] of a row, in parts by which it counts beside their widths."""
    return said * np.where(back, 1.0, _SAID_OF_FACES)


_BEFOREHAND: Final = (
    np.log([1 - _SIDE_UNSEEN, _SIDE_UNSEEN])[:, None, None, None]
    - 0.5 * (_WIDER / _WIDER_USUAL)[:, None, None] ** 2
    - 0.5 * (_MISLED / _MISLED_USUAL) ** 2
)
"""Logarithm of how likely each state of a row is before it is looked at: side unseen, wider by, off by, misled by."""


def _expected(out: Floats, eye: tuple[float, float], tile: TileSize) -> Floats:
    """Widths [side seen or not, 2, N] mm on the table's plane of one tile and of two."""
    near, far = out - tile.height_mm / 2, out + tile.height_mm / 2
    away = eye[1] / (eye[1] - tile.thickness_mm * np.array([[1.0], [2.0]]))
    tops = [eye[0] + (edge - eye[0]) * away for edge in (near, far)]
    whole = np.maximum(far, tops[1]) - np.minimum(near, tops[0])
    return np.stack([whole, tops[1] - tops[0]])
