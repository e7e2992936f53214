"""Types of the arrays that hold pictures and measurements."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Pixels [h, w] or [h, w, 3], blue first."""
Floats = NDArray[np.float64]
"""Measurements: positions, lengths, colours."""
Floats32 = NDArray[np.float32]
"""Outputs of networks."""
AnyFloats = NDArray[np.floating[Any]]
"""Floats of either width."""
