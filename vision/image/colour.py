"""How different two colours are in hue, whatever the light."""

from typing import Final

import numpy as np

from vision.arrays import Floats

_FLOOR: Final = 8.0
"""Grey levels added to every channel before ratios are taken: chosen so that noise of dark pixels is no hue."""


def colour_distance(colours: Floats, other: Floats) -> Floats:
    """How different in hue colours [N, 3] are from another, brightness left out, as logarithms of channel ratios."""
    step = np.log((colours + _FLOOR) / (other + _FLOOR))
    return np.asarray(np.abs(step - step.mean(axis=-1, keepdims=True)).max(axis=-1))
