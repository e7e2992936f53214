"""Non-linear least squares by Levenberg and Marquardt, slopes by finite differences, for a few dozen unknowns at most.

Written here because the only well-kept library that has it, SciPy, would add about 100 MB to the installation for this
one function; OpenCV's solver has no Python interface.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.arrays import Floats

_ROUNDS: Final = 60
"""Steps at most; chosen: fits of sheets end after a dozen or two."""
_DONE: Final = 1e-9
"""Gain of a step, in parts of the sum of squares, below which the fit ends; chosen far below what a pixel can tell."""
_STEP: Final = 1e-4
"""Step of the finite differences, in parts of the unknowns' usual sizes."""
_FIRST_DAMPING: Final = 1e-3
"""Damping to begin with, in parts of the normal matrix's diagonal: Marquardt's usual choice."""
_MOST_DAMPING: Final = 1e9
"""Damping at which steps are too small to gain anything: the fit ends."""
_MORE: Final = 8.0
"""By what damping is multiplied after a step that gained nothing; chosen."""
_LESS: Final = 5.0
"""By what damping is divided after a step that gained; chosen smaller than ``_MORE``, so that it settles."""


def least_squares(
    residuals: Callable[[Floats], Floats], start: Floats, scales: Floats, rounds: int = _ROUNDS
) -> Floats:
    """Unknowns [K] near ``start`` that minimise the sum of squares of ``residuals``; ``scales`` [K]: their usual sizes.

    ``residuals`` takes several sets of unknowns [M,K] and gives those of each [M,R]. One that is not finite counts as
    none.
    """

    def found(at: Floats) -> Floats:
        return np.nan_to_num(residuals(start + at * scales), nan=0.0, posinf=0.0, neginf=0.0)

    at, axes = np.zeros(len(start)), np.eye(len(start))
    (here,) = found(at[None])
    best = float(here @ here)
    damping = _FIRST_DAMPING
    for _ in range(rounds):
        slopes = (found(at + _STEP * axes) - here).T / _STEP
        normal, pull = slopes.T @ slopes, slopes.T @ here
        while damping < _MOST_DAMPING:
            step = np.linalg.lstsq(normal + damping * np.diag(np.diag(normal) + _DONE), -pull, rcond=None)[0]
            (there,) = found((at + step)[None])
            score = float(there @ there)
            if score <= best:
                break
            damping *= _MORE
        else:
            break
        gained = best - score
        at, here, best, damping = at + step, there, score, damping / _LESS
        if gained <= _DONE * max(best, _DONE):
            break
    return np.asarray(start + at * scales)


def one_by_one(residuals: Callable[[Floats], Floats]) -> Callable[[Floats], Floats]:
    """Residuals of several sets of unknowns as ``least_squares`` takes them, by those of one [K]."""
    return lambda many: np.stack([residuals(each) for each in many])
