"""Non-linear least squares by Levenberg and Marquardt, slopes by finite differences, for a few dozen unknowns at most.

Written here because the only well-kept library that has it, SciPy, would add about 100 MB to the installation for this
one function; OpenCV's solver has no Python interface.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

_ROUNDS: Final = 60
"""Steps at most; chosen: fits of sheets end after a dozen or two."""
_DONE: Final = 1e-9
"""Gain of a step, in parts of the sum of squares, below which the fit ends; chosen far below the effect of a pixel."""
_STEP: Final = 1e-4
"""Step of the finite differences, in parts of the unknowns' usual sizes."""
_FIRST_DAMPING: Final = 1e-3
"""Damping to begin with, in parts of the normal matrix's diagonal: Marquardt's usual choice."""
_MOST_DAMPING: Final = 1e9
"""Damping at which steps are too small to gain anything: the fit ends."""
_MORE: Final = 8.0
"""Factor on the damping after a step without a gain; chosen."""
_LESS: Final = 5.0
"""Divisor of the damping after a step with a gain; chosen smaller than ``_MORE``, so that the damping settles."""


def least_squares(
    residuals: Callable[[Floats], Floats], starts: Floats, scales: Floats, rounds: int = _ROUNDS
) -> Floats:
    """Return the unknowns [S,K] near each of the ``starts`` that minimise the sum of squares of ``residuals``.

    ``residuals`` takes several sets of unknowns [M,K] and returns the residuals of each [M,R]. A residual that is not
    finite counts as 0. ``scales`` [K]: usual sizes of the unknowns.
    """
    count, deep = starts.shape
    beside = _STEP * np.vstack([np.zeros(deep), np.eye(deep)])

    def found(which: NDArray[np.int64], at: Floats) -> Floats:
        # Each point and the steps for its slopes, of all starts in one call: few large calls take less time than many.
        given = starts[which, None] + (at[:, None] + beside) * scales
        told = residuals(given.reshape(-1, deep)).reshape(len(which), deep + 1, -1)
        return np.nan_to_num(told, nan=0.0, posinf=0.0, neginf=0.0)

    at, every = np.zeros((count, deep)), np.arange(count)
    seen, damping, left = found(every, at), np.full(count, _FIRST_DAMPING), np.full(count, rounds)
    going = every[left > 0]
    while len(going):
        here = seen[going, 0]
        slopes = (seen[going, 1:] - here[:, None]) / _STEP
        normal, pull = slopes @ slopes.swapaxes(1, 2), slopes @ here[..., None]
        damped = damping[going, None] * (np.einsum("skk->sk", normal) + _DONE)
        step = -np.linalg.solve(normal + damped[..., None] * np.eye(deep), pull)[..., 0]
        there = found(going, at[going] + step)
        best, score = ((each**2).sum(axis=1) for each in (here, there[:, 0]))
        better, gained = score <= best, best - score
        moved = going[better]
        at[moved] += step[better]
        seen[moved] = there[better]
        left[moved] = np.where((gained > _DONE * np.maximum(best, _DONE))[better], left[moved] - 1, 0)
        damping[going] = np.where(better, damping[going] / _LESS, damping[going] * _MORE)
        going = going[(left[going] > 0) & (damping[going] < _MOST_DAMPING)]
    return np.asarray(starts + at * scales)


def one_by_one(residuals: Callable[[Floats], Floats]) -> Callable[[Floats], Floats]:
    """Return residuals of several sets of unknowns, as ``least_squares`` takes them, from a function of one set [K]."""
    return lambda many: np.stack([residuals(each) for each in many])
