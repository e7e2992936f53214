"""Riichi sticks: one before each seat, between the centre and its river, parallel to it (npm art. 32 ro)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.explain.found import FoundTile
from vision.image import means
from vision.image.felt import Felt
from vision.image.view import LEAST_VISIBLE, PX_PER_MM, RectifiedView, Span
from vision.table.place.zone_reader import ZoneReader, tiles_over, with_seat

_HIGH_MM: Final = 3.0
"""Height of a stick's upper side, mm; chosen: sticks are about as thick, and a mm moves nothing in the view."""
_HALF_LENGTH_MM: Final = 27.0
"""Half of the compared length, mm; chosen within the ends of a stick of 66 that is off to one side."""
_HALF_WIDTH_MM: Final = 2.0
"""Half of the compared width, mm; chosen within the 6.5 of a skewed stick, wider than printed lines."""
_RIM_MM: Final = (4.5, 6.5)
"""Range of distances, mm, from a stick's middle line at which its surroundings are compared; chosen beyond its 3.25."""
_OFF_MM: Final = (-9.0, 4.0)
"""Range, mm, inwards and outwards from its place in which a stick is searched; chosen: players push it in with their
tiles."""
_APART: Final = 15.0
"""Least difference, in grey levels, of a stick from felt in any light; chosen as for covered felt in
``vision.image.felt``."""
_BRIGHTER: Final = 1.25
"""Least brightness of a stick relative to the felt's; chosen as the light of felt may vary by as much."""
_LIES: Final = 0.7
"""Least share of the place that a stick covers; chosen: red dots and askew ends take some of it."""
_BARE: Final = 0.3
"""Largest share of the place that may seem covered without a stick; chosen as far from 0 as ``_LIES`` is from 1."""
_TAKEN: Final = 0.35
"""Share of the place taken by tiles from which there is no stick; chosen: a stick pushes them aside."""
_SAME: Final = 0.15
"""Least difference from the learnt background, as a share of the felt's light; chosen: a third of ``_APART`` on felt
of middle light, above noise and below the shadow of a stick."""
_SEEN: Final = 0.4
"""Share of the place not hidden by tiles from which it is judged; chosen: a stick is as pale at either end."""


class StickReader(ZoneReader[bool]):
    """Looks for the stick of one seat of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, always: dict[Seat, Floats], seat: Seat) -> None:
        """``always``: learnt background of each seat's place, as a share of the felt's light."""
        self._always = always
        self._seat, spot = seat, layout.stick_spot(seat)
        across, distance = layout.local(seat, spot.x, spot.y)
        low, high = (off + side * _RIM_MM[1] for off, side in zip(_OFF_MM, (-1, 1), strict=True))
        sides = Span(across - _HALF_LENGTH_MM, across + _HALF_LENGTH_MM)
        self.view = RectifiedView(layout, camera, seat, _HIGH_MM, sides, Span(distance + low, distance + high))
        self._distance = distance

    def find(self, image: Image, felt: Felt, tiles: Sequence[FoundTile] = ()) -> bool | None:
        """True if there is a stick; None if the place is out of view or covered by something else."""
        if self.view.visible < LEAST_VISIBLE:
            return None
        piece = self.view.cut(image)
        light, bare = means.of_channels(piece), float(np.mean(felt.colour))
        seen, lies = tiles_over(self.view, tiles)
        news = self._news(light, bare)
        # Tiles wrongly detected on a stick hide nothing of it.
        if any(self._has_stick(light, shown, news, bare) for shown in (np.ones_like(seen), 1 - seen)):
            return True
        due = self.view.rows(self._distance - _HALF_WIDTH_MM, self._distance + _HALF_WIDTH_MM)
        pale = (felt.differences(self.view, piece, due) > _APART) & (light[due] > _BRIGHTER * bare) & news[due]
        beside = lies[due] == 0
        if lies[due].mean() > _TAKEN and pale[beside].sum() <= _BARE * beside.sum():
            return False
        shown = seen[due] == 0
        return False if shown.mean() >= _SEEN and pale[shown].mean() <= _BARE else None

    def learn(self, image: Image, felt: Felt) -> bool:
        """Learn the background (prints, rims) from a table without tiles; True if it was unknown.

        A stick left in a place that is already known does not become background.
        """
        known = self._seat in self._always
        if self.view.visible < LEAST_VISIBLE or (known and self.find(image, felt) is not False):
            return False
        self._always[self._seat] = means.of_channels(self.view.cut(image)) / float(np.mean(felt.colour))
        return not known

    def _news(self, light: Floats, bare: float) -> NDArray[np.bool_]:
        """Mask of the pixels that differ from the background; all of them while it is unknown."""
        always = self._always.get(self._seat)
        if always is None or always.shape != light.shape:
            return np.ones(light.shape, np.bool_)
        return np.asarray(np.abs(light / bare - always) > _SAME)

    def _has_stick(self, light: Floats, shown: Image, news: NDArray[np.bool_], bare: float) -> bool:
        """True if something narrow, paler than felt and its surroundings, runs along any row of the mask."""
        half, near, far = (round(mm * PX_PER_MM) for mm in (_HALF_WIDTH_MM, *_RIM_MM))
        rows = np.arange(far, len(light) - far)
        known, on = (cv2.erode(each, np.ones((2 * half + 1, 1), np.uint8))[rows] for each in (shown, light))
        # Sums over runs of rows that begin at each row.
        total, count = (
            cv2.boxFilter(each, cv2.CV_64F, (1, far - near + 1), anchor=(0, 0), normalize=False)
            for each in (light * shown, shown)
        )
        darker = (known > 0) & (on > _BRIGHTER * bare) & news[rows]
        for first in (rows - far, rows + near):
            darker &= on > _BRIGHTER * (total[first] / np.maximum(count[first], 1.0))
        return bool(((darker.sum(axis=1) >= _LIES * known.sum(axis=1)) & (known.mean(axis=1) >= _SEEN)).any())

    def add_to(self, sighting: Sighting, found: bool) -> Sighting:
        """Return the sighting with whether a stick lies before this seat."""
        return replace(sighting, sticks=with_seat(sighting.sticks or (None,) * len(SEATS), self._seat, found))
