"""Faces that lie still on a table, by which its camera is found again after a knock."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.camera.model import Camera
from vision.camera.resection import Landmark, resect
from vision.distances import distances
from vision.explain.found import FoundTile

SURE: Final = 0.9
"""Confidence of a face from which it may be a landmark; chosen: a doubtful one may be another face."""
_STILL_MM: Final = 5.0
"""Distance, mm, within which a landmark is at its former place; chosen: above the error of a place, below what a knock
does."""
_LEAST: Final = 6
"""Fewest landmarks by which a camera is judged; chosen: a hand may take a few at once."""
_SHARE: Final = 0.5
"""Share of landmarks seen in place while the camera stands still; chosen: no action moves half of all faces."""
_PATIENCE: Final = 50
"""Looks after which landmarks that were not seen again are dropped: ten seconds at five a second; chosen."""

SeenFaces = tuple[NDArray[np.int64], Floats]
"""Faces [N] by number, and their places [N,2] px in the picture."""


class Landmarks:
    """Remembers the faces that lay still."""

    def __init__(self) -> None:
        self._known: list[Landmark] = []
        self._missed = 0

    def still(self, tiles: Sequence[FoundTile]) -> bool:
        """True if the faces lie where they were; then, or after ``_PATIENCE`` looks, they become the new landmarks."""
        faces = [
            Landmark(int(each.tile), each.x, each.y, each.z)
            for each in tiles
            if each.tile is not None and each.confidence >= SURE
        ]
        share = self._share(faces)
        self._missed = 0 if share >= _SHARE else self._missed + 1
        if share >= _SHARE or self._missed > _PATIENCE:
            self._known, self._missed = faces, 0
        return share >= _SHARE

    def gone(self) -> None:
        """Note a look in which no landmark is in place."""
        self._missed += 1

    @property
    def sought(self) -> bool:
        """True if the camera is searched for now: after 1, 2, 4, 8 … consecutive looks at which landmarks were missing.

        Each search covers the whole picture, and between two rounds there is nothing to be found.
        """
        return self._missed > 0 and self._missed & (self._missed - 1) == 0

    def camera(self, before: Camera, seen: SeenFaces) -> Camera | None:
        """The camera that sees the landmarks among these faces of its picture; None if they do not determine it."""
        return resect(before, self._known, *seen)

    def enough(self, seen: SeenFaces) -> bool:
        """True if enough faces are in sight to compare with the landmarks."""
        return len(seen[0]) >= _SHARE * len(self._known)

    def _share(self, faces: list[Landmark]) -> float:
        """Share of the landmarks that is among the faces; 1 while there are too few landmarks to judge by."""
        if len(self._known) < _LEAST:
            return 1.0
        if not faces:
            return 0.0
        places, known = _places(faces), _places(self._known)
        away = distances(known, places)
        names = np.array([each.face for each in self._known])[:, None] == np.array([each.face for each in faces])[None]
        return float(((away < _STILL_MM) & names).any(axis=1).mean())


def _places(marks: Sequence[Landmark]) -> Floats:
    return np.array([(each.x, each.y) for each in marks])
