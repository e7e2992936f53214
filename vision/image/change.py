"""Which zones changed since they were last read: shrunken pictures are compared, noise is ignored."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image.view import Zone

_SHRINK: Final = 4
"""Pixels to a side of a cell in a frame of ``_ROWS`` rows or fewer; larger frames have larger cells."""
_ROWS: Final = 1080
"""Rows of the usual frame, 1440 x 1080, on which ``_SHRINK`` and ``_LEAST_CELLS`` were chosen."""
_NOISE: Final = 9
"""Grey levels by which a cell of the small picture may differ; noise of 6 a pixel is 1.5 a cell."""
_ALIKE: Final = ((0, 0, 0), (_NOISE,) * 3)
"""Lowest and highest difference, blue, green and red, of a cell that did not change."""
_LEAST_CELLS: Final = 3
"""Cells that differ in a zone that changed; chosen: one or two flicker at edges, a tile covers about sixty."""
_RETRIES: Final = 2
"""How often a zone read with doubts is read again unchanged; chosen: noise of another frame may settle the doubt."""


class Outlined(Protocol):
    """A part of the picture: vision.image.view.RectifiedView."""

    @property
    def outline(self) -> Floats:
        """Its corners [4, 2] px, in order round it."""
        ...


@dataclass(slots=True)
class _LastRead:
    """A zone: its box of cells, which of them lie inside, their picture when it was last read, None: read again."""

    box: tuple[slice, slice]
    inside: NDArray[np.bool_]
    last: Image | None = None
    retries: int = 0


class ChangeDetector:
    """Remembers how each zone looked when it was last read."""

    def __init__(self, camera: Camera, zones: Mapping[Zone, tuple[Outlined, ...]]) -> None:
        """Zones by key, each covering all of its views."""
        self._size = camera.size
        self._shrink = _SHRINK * max(1, round(camera.size[1] / _ROWS))
        width, height = (-(-side // self._shrink) for side in camera.size)
        self._small: tuple[Image, Image] | None = None
        self._zones = {key: _zone(views, (height, width), self._shrink) for key, views in zones.items()}

    def changed(self, image: Image) -> frozenset[Zone]:
        """Keys of the zones that look different from when they were last marked as read; all of them at first."""
        small = self._shrunk(image)
        return frozenset(key for key, zone in self._zones.items() if _differs(zone, small))

    def mark_read(self, image: Image, keys: frozenset[Zone], doubtful: frozenset[Zone] = frozenset()) -> None:
        """Note the zones as read from this frame; ``doubtful`` ones count as changed a few times more."""
        small = self._shrunk(image)
        for key in keys:
            zone = self._zones[key]
            zone.retries = zone.retries + 1 if key in doubtful else 0
            again = key in doubtful and zone.retries <= _RETRIES
            zone.last = None if again else small[zone.box].copy()

    def _shrunk(self, image: Image) -> Image:
        if self._small is None or self._small[0] is not image:
            size = (-(-self._size[0] // self._shrink), -(-self._size[1] // self._shrink))
            self._small = image, np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        return self._small[1]


def _zone(views: tuple[Outlined, ...], shape: tuple[int, int], shrink: int) -> _LastRead:
    inside = np.zeros(shape, np.uint8)
    for view in views:
        cv2.fillConvexPoly(inside, np.round(view.outline / shrink).astype(np.int32), 1)
    rows, columns = (np.flatnonzero(inside.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return _LastRead((slice(0, 0), slice(0, 0)), np.zeros((0, 0), bool))
    box = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
    return _LastRead(box, inside[box].astype(bool))


def _differs(zone: _LastRead, small: Image) -> bool:
    if zone.last is None:
        return True
    if not zone.last.size:
        return False
    alike = cv2.inRange(cv2.absdiff(small[zone.box], zone.last), _ALIKE[0], _ALIKE[1])
    return int(np.count_nonzero((alike == 0) & zone.inside)) >= _LEAST_CELLS
