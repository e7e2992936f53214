"""The arrays that pictures and measurements are made of."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Pixels [h, w] or [h, w, 3], blue first."""
Floats = NDArray[np.float64]
AnyFloats = NDArray[np.floating[Any]]
"""Floats of any width, as networks and measurements give them."""
