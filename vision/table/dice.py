"""Dice in the centre of the table, or anywhere inside the walls if they are thrown by hand."""

from dataclasses import replace
from typing import Final

from controller.ports.eyes import SeenDie, Sighting
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Image
from vision.camera.model import Camera
from vision.image.view import LEAST_VISIBLE, PX_PER_MM, RectifiedView, Span
from vision.table.place.centre import RIM_MM
from vision.table.place.zone_reader import ZoneReader
from vision.tiles.dice import DiceFinder, FoundDie

_SMALLER: Final = 0.1
"""Step between the sizes, in parts of the profile's, at which dice are searched in photographs until all are found;
chosen on two, where they lie in a bowl lower than the table and look .85 as large; at .66 of it buttons are taken for
dice."""


class DiceReader(ZoneReader[tuple[SeenDie, ...]]):
    """Reads the dice of one table under one camera; their place counts as a zone of seat A."""

    def __init__(self, layout: Layout, camera: Camera, *, smaller: bool = False) -> None:
        """``smaller``: whether dice may look smaller than the profile says."""
        self._layout = layout
        profile = layout.profile
        tried = 3 if smaller else 1
        self._finders = [DiceFinder(profile.dice.edge_mm * (1.0 - _SMALLER * each)) for each in range(tried)]
        self._count = profile.dice.count
        # Dice thrown by hand come to rest anywhere inside the walls.
        inside = profile.wall.distance_mm - profile.tile.height_mm
        half = (inside if profile.dice.thrown else profile.table.centre_mm / 2) - RIM_MM
        self.view = RectifiedView(layout, camera, Seat.A, profile.dice.edge_mm, Span(-half, half), Span(-half, half))
        x, y, z = camera.position
        across, distance = layout.local(Seat.A, x, y)
        above = z - profile.dice.edge_mm
        self._eye = (across + half) * PX_PER_MM, (distance + half) * PX_PER_MM, above * PX_PER_MM

    def find(self, image: Image, *_: object) -> tuple[SeenDie, ...] | None:
        """Dice of a frame, left to right; pips are None if uncertain.

        None if their place is out of view, or if something that may be a die is too faint.
        """
        if self.view.visible < LEAST_VISIBLE:
            return None
        dice, seen = [], self._seen(self.view.cut(image))
        if any(die.faint for die in seen):
            return None
        for die in seen:
            across = self.view.across.low + (die.x + 0.5) / PX_PER_MM
            distance = self.view.distance.low + (die.y + 0.5) / PX_PER_MM
            spot = self._layout.place(Seat.A, across, distance)
            dice.append(SeenDie(die.pips, spot.x, spot.y, die.confidence))
        return tuple(sorted(dice, key=lambda die: die.x))

    def _seen(self, piece: Image) -> tuple[FoundDie, ...]:
        best: tuple[FoundDie, ...] = ()
        for finder in self._finders:
            seen = finder.find(piece, self._count, self._eye)
            best = max(best, seen, key=_rank)
            if _rank(best)[0] == self._count:
                break
        return best

    def doubtful(self, found: tuple[SeenDie, ...]) -> bool:
        """True if a die is unreadable, or if fewer dice were found than there should be."""
        return any(die.pips is None for die in found) or 0 < len(found) < self._count

    def add_to(self, sighting: Sighting, found: tuple[SeenDie, ...]) -> Sighting:
        """Return the sighting with the dice."""
        return replace(sighting, dice=found)


def _rank(dice: tuple[FoundDie, ...]) -> tuple[int, float]:
    """Sort key: number of dice that are not faint, and the sum of all scores."""
    return sum(not die.faint for die in dice), sum(die.score for die in dice)
