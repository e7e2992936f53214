"""Zones read where the profile says that they lie: where tiles lie exactly so, a second witness beside found tiles."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image.felt import Felt
from vision.image.view import Zone, ZoneKind
from vision.table.place.focal import FocalFit, fit_focal
from vision.table.place.wall.stacks import WallReader
from vision.table.place.wall.walls import Walls
from vision.table.place.zone_reader import TileZoneReader
from vision.tiles.recogniser import FaceClassifier, FaceRecogniser, Recognised

_HIDDEN: Final = (None,) * len(SEATS)
NOTHING_SEEN: Final = Sighting(0, 0.0, _HIDDEN, _HIDDEN, _HIDDEN, _HIDDEN, None, None, _HIDDEN)
"""A sighting in which nothing is seen yet."""


class ZonesByPlace:
    """Reads the walls of one table under one camera, each in its place."""

    def __init__(self, layout: Layout, camera: Camera, classifier: FaceClassifier) -> None:
        self._layout, self._classifier = layout, classifier
        self._fit: FocalFit | None = None
        self._set_up(camera)

    def _set_up(self, camera: Camera) -> None:
        self._camera = camera
        of_seat: Mapping[ZoneKind, Callable[[Seat], TileZoneReader[Any]]] = {
            ZoneKind.WALL: partial(WallReader, self._layout, camera),
        }
        self._readers = {(kind, seat): reader(seat) for kind, reader in of_seat.items() for seat in SEATS}
        self._walls = Walls([each for each in self._readers.values() if isinstance(each, WallReader)])
        self._recogniser = FaceRecogniser(self._layout, camera, self._classifier)
        self._found: dict[Zone, Any] = dict.fromkeys(self._readers)
        self._faces: dict[Zone, tuple[Recognised, ...]] = dict.fromkeys(self._readers, ())
        self._correct_walls()

    @property
    def outlines(self) -> dict[Zone, Floats]:
        """Where in the picture each zone shows: corners [4,2] px."""
        return {zone: reader.view.outline for zone, reader in self._readers.items()}

    def fit(self, image: Image, felt: Felt) -> bool:
        """Once walls stand, take the focal length from them; whether everything is to be read anew."""
        if self._fit is not None:
            return False
        self._fit = fit_focal(self._camera, self._walls.readers, image, felt)
        if self._fit is None:
            return False
        self._set_up(self._fit.camera)
        return True

    def _correct_walls(self) -> None:
        if self._fit is not None:
            for wall in self._walls.readers:
                wall.correct(self._fit.rim_mm, self._fit.pitch)

    def read(self, image: Image, felt: Felt, changed: frozenset[Zone]) -> Sighting:
        """What the zones show; only those that changed are read again."""
        self._found |= {zone: self._readers[zone].find(image, felt) for zone in changed}
        walls = {seat for kind, seat in changed if kind is ZoneKind.WALL}
        if walls:
            judged = self._walls.judged({seat: self._found[ZoneKind.WALL, seat] for seat in SEATS}, walls)
            self._found |= {(ZoneKind.WALL, seat): wall for seat, wall in judged.items()}
            changed |= {(ZoneKind.WALL, seat) for seat in SEATS}
        wanted = {zone: self._poses(zone) for zone in self._readers if zone in changed}
        faces = iter(self._recogniser.recognise(image, [pose for poses in wanted.values() for pose in poses]))
        self._faces |= {zone: tuple(next(faces) for _ in poses) for zone, poses in wanted.items()}
        seen = NOTHING_SEEN
        for zone, reader in self._readers.items():
            if self._found[zone] is not None:
                seen = reader.add_to(seen, self._found[zone], self._faces[zone])
        return seen

    def doubtful(self, zone: Zone) -> bool:
        """Whether a zone could not be judged in full, so that it is worth reading once more."""
        return self._found[zone] is None or self._readers[zone].doubtful(self._found[zone])

    def _poses(self, zone: Zone) -> tuple[Any, ...]:
        found = self._found[zone]
        return () if found is None else self._readers[zone].poses(found)
