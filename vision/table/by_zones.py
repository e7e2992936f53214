"""Walls and hands read where the profile says that they lie: they complete what found tiles leave open."""

from dataclasses import replace
from typing import Any, Final

from controller.ports.eyes import SeenHand, Sighting
from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from vision.arrays import Image
from vision.camera.model import Camera
from vision.image.felt import Felt
from vision.image.view import Zone, ZoneKind
from vision.table.focal import FocalFit, fit_focal
from vision.table.hands import HandZoneReader
from vision.table.wall.stacks import WallReader
from vision.table.wall.walls import Walls
from vision.tiles.recogniser import FaceClassifier, FaceRecogniser

_LEAST_STACKS: Final = 10
"""Stacks of a wall on which readings must agree before one fills in the other; chosen: more than half of a wall."""
Wall = tuple[int | None, ...]
"""Tiles on the stacks of a wall, None where a stack cannot be judged."""


class ZonesByPlace:
    """Reads the walls and hands of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, classifier: FaceClassifier) -> None:
        self.camera = camera
        self._layout, self._classifier = layout, classifier
        self._fit: FocalFit | None = None
        self._set_up(camera)

    def _set_up(self, camera: Camera) -> None:
        self.camera = camera
        self._hands = [HandZoneReader(self._layout, camera, seat) for seat in SEATS]
        self._readers: dict[Zone, Any] = {(ZoneKind.HAND, seat): self._hands[seat] for seat in SEATS}
        self._walls = Walls([WallReader(self._layout, camera, seat) for seat in SEATS])
        self._recogniser = FaceRecogniser(self._layout, camera, self._classifier)

    def fit(self, image: Image, felt: Felt) -> None:
        """Once walls stand, take the focal length from them and the hands."""
        if self._fit is None:
            self._fit = fit_focal(self.camera, [*self._walls.readers, *self._hands], image, felt)
            if self._fit is not None and self._fit.camera != self.camera:
                self._set_up(self._fit.camera)
            if self._fit is not None:
                for wall in self._walls.readers:
                    wall.correct(self._fit.rim_mm, self._fit.pitch)

    def add_to(self, sighting: Sighting, image: Image, felt: Felt) -> Sighting:
        """The sighting with walls, indicators and hands."""
        walls = self._walls.judged({seat: self._walls.readers[seat].find(image, felt) for seat in SEATS}, SEATS)
        found: dict[Zone, Any] = {(ZoneKind.WALL, seat): wall for seat, wall in walls.items()}
        found |= {zone: reader.find(image, felt) for zone, reader in self._readers.items()}
        readers: dict[Zone, Any] = {(ZoneKind.WALL, seat): self._walls.readers[seat] for seat in SEATS}
        readers |= self._readers
        known = {zone: each for zone, each in found.items() if each is not None}
        poses = [pose for zone, each in known.items() for pose in readers[zone].poses(each)]
        faces = iter(self._recogniser.recognise(image, poses))
        for zone, each in known.items():
            seen = tuple(next(faces) for _ in readers[zone].poses(each))
            sighting = readers[zone].add_to(sighting, each, seen)
        return sighting


def reconciled(told: Sighting, placed: Sighting) -> Sighting:
    """What the found tiles tell, completed by what was read in its place where the two agree as far as both go."""
    walls = tuple(_wall(found, read) for found, read in zip(told.walls, placed.walls, strict=True))
    agreed = all(wall is not None and wall == read for wall, read in zip(walls, placed.walls, strict=True))
    return replace(
        told,
        walls=walls,
        hands=tuple(_hand(found, read) for found, read in zip(told.hands, placed.hands, strict=True)),
        indicators=placed.indicators if agreed else told.indicators,
    )


def _wall(found: Wall | None, read: Wall | None) -> Wall | None:
    """A wall of found tiles, its open stacks as they were read in their place if all others were read alike."""
    if found is None or read is None:
        return found
    both = [(one, other) for one, other in zip(found, read, strict=True) if one is not None and other is not None]
    if len(both) < _LEAST_STACKS or any(one != other for one, other in both):
        return found
    return tuple(other if one is None else one for one, other in zip(found, read, strict=True))


def _hand(found: SeenHand | None, read: SeenHand | None) -> SeenHand | None:
    """A hand of found tiles; one that stands as it was read in its place, where its narrow tops are missed less."""
    if found is None or (read is not None and read.standing > found.standing and not read.shown):
        return read
    return found
