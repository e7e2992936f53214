"""Pictures and their maps mirrored and turned alike."""

import numpy as np
from numpy.typing import NDArray


def moved(maps: NDArray[np.generic], turn: int, mirror: bool) -> NDArray[np.generic]:
    """Mirrored left to right first if asked, then turned anticlockwise by quarter turns; the last axes are [h, w]."""
    return np.rot90(maps[..., ::-1] if mirror else maps, turn, axes=(-2, -1))
