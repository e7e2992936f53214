"""Read a frame: where tiles lie by geometry, what they are by the classifier; only changed zones are read again."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from controller.errors import EyesError
from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.arrays import Image
from vision.camera.drift import DriftFollower
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame
from vision.image.change import ChangeDetector
from vision.image.felt import Felt, FeltFinder
from vision.image.view import Zone, ZoneKind
from vision.table.deposits import DepositReader, DepositTotals
from vision.table.dice import DiceReader
from vision.table.focal import FocalFit, fit_focal
from vision.table.hands import HandZoneReader
from vision.table.melds import MeldReader
from vision.table.rivers import RiverReader
from vision.table.sticks import StickReader
from vision.table.wall.stacks import WallReader
from vision.table.wall.walls import Walls
from vision.table.zone_reader import ZoneReader
from vision.tiles.recogniser import DOUBT, FaceClassifier, FaceRecogniser, Recognised

_MANY_ZONES: Final = 6
"""Zones that look different at once when the camera moves or somebody reaches across; chosen: an act changes fewer."""


def zone_readers(layout: Layout, camera: Camera, classifier: FaceClassifier) -> dict[Zone, ZoneReader[Any]]:
    """The reader of each zone of a table; a new kind of zone is one more row."""
    of_seat: dict[ZoneKind, Callable[[Seat], ZoneReader[Any]]] = {
        ZoneKind.RIVER: partial(RiverReader, layout, camera),
        ZoneKind.HAND: partial(HandZoneReader, layout, camera),
        ZoneKind.MELDS: partial(MeldReader, layout, camera),
        ZoneKind.WALL: partial(WallReader, layout, camera),
        ZoneKind.STICK: partial(StickReader, layout, camera),
        ZoneKind.DEPOSITS: partial(DepositReader, layout, camera, classifier),
    }
    readers: dict[Zone, ZoneReader[Any]] = {(ZoneKind.CENTRE, Seat.A): DiceReader(layout, camera)}
    return readers | {(kind, seat): reader(seat) for kind, reader in of_seat.items() for seat in SEATS}


class TableReader:
    """Reads the frames of one camera over one table, in order."""

    def __init__(self, profile: TableProfile, camera: Camera, classifier: FaceClassifier) -> None:
        self._layout, self._classifier = Layout(profile), classifier
        self._fit: FocalFit | None = None
        self._totals = DepositTotals()
        self._drift = DriftFollower(self._layout, camera)
        self._set_up(camera)

    def _set_up(self, camera: Camera) -> None:
        layout = self._layout
        self._camera = camera
        self._felt = FeltFinder(layout, camera)
        self._readers = zone_readers(layout, camera, self._classifier)
        self._walls = Walls([each for each in self._readers.values() if isinstance(each, WallReader)])
        self._correct_walls()
        self._recogniser = FaceRecogniser(layout, camera, self._classifier)
        self._changes = ChangeDetector(camera, {zone: (reader.view,) for zone, reader in self._readers.items()})
        # What geometry found when each zone was last read, None where it could not be judged, and the faces there.
        self._found: dict[Zone, Any] = dict.fromkeys(self._readers)
        self._faces: dict[Zone, tuple[Recognised, ...]] = dict.fromkeys(self._readers, ())
        self._sighting = self._seen()

    @property
    def camera(self) -> Camera:
        """The camera as it is known by now."""
        return self._camera

    def read(self, frame: CameraFrame) -> Sighting:
        """All that the frame shows; raises EyesError when it is not of the camera's size."""
        height, width = frame.image.shape[:2]
        if (width, height) != self._camera.size:
            raise EyesError(f"frame of {width}x{height}: the calibration is for {self._camera.size}")
        if self._fit is None:
            self._fit_focal(frame.image)
        changed = self._changes.changed(frame.image)
        if len(changed) >= _MANY_ZONES and (corrected := self._drift.follow(frame.image, self._camera)) is not None:
            self._set_up(corrected)
            changed = self._changes.changed(frame.image)
        if changed:
            self._read_zones(frame.image, changed)
            self._sighting = self._seen()
        return replace(self._sighting, frame=frame.number, at=frame.at)

    def _fit_focal(self, image: Image) -> None:
        """Once walls stand, take the focal length from them and the hands: the points of a set-up hardly fix it."""
        hands = [reader for reader in self._readers.values() if isinstance(reader, HandZoneReader)]
        self._fit = fit_focal(self._camera, [*self._walls.readers, *hands], image, self._felt.find(image))
        if self._fit is not None and self._fit.camera != self._camera:
            self._set_up(self._fit.camera)
        self._correct_walls()

    def _correct_walls(self) -> None:
        if self._fit is not None:
            for wall in self._walls.readers:
                wall.correct(self._fit.rim_mm, self._fit.pitch)

    def _read_zones(self, image: Image, changed: frozenset[Zone]) -> None:
        """Read the changed zones, and recognise their faces together; one wall that changed concerns all of them."""
        self._find(image, self._felt.find(image), changed)
        walls = frozenset((ZoneKind.WALL, seat) for seat in SEATS)
        again = changed | walls if changed & walls else changed
        found = {zone: self._found[zone] for zone in self._readers if zone in again}
        poses = {zone: () if each is None else self._readers[zone].poses(each) for zone, each in found.items()}
        self._faces |= self._recogniser.recognise(image, poses, self._walls.backs)
        self._changes.mark_read(image, changed, frozenset(zone for zone in changed if self._doubtful(zone)))

    def _find(self, image: Image, felt: Felt, changed: frozenset[Zone]) -> None:
        self._found |= {zone: self._readers[zone].find(image, felt) for zone in changed}
        walls = {seat for kind, seat in changed if kind is ZoneKind.WALL}
        if walls:
            judged = self._walls.judged({seat: self._found[ZoneKind.WALL, seat] for seat in SEATS}, walls)
            self._found |= {(ZoneKind.WALL, seat): wall for seat, wall in judged.items()}

    def _doubtful(self, zone: Zone) -> bool:
        """Whether a zone is worth reading once more though nothing changes."""
        found = self._found[zone]
        unsure = any(face.confidence < DOUBT for face in self._faces[zone])
        return found is None or unsure or self._readers[zone].doubtful(found)

    def _seen(self) -> Sighting:
        """What all zones show by now; frame and time are those of whichever frame is read."""
        hidden = (None,) * len(SEATS)
        seen = Sighting(0, 0.0, hidden, hidden, hidden, hidden, None, None, hidden, moved=self._drift.drift_mm)
        for zone, reader in self._readers.items():
            if self._found[zone] is not None:
                seen = reader.add_to(seen, self._found[zone], self._faces[zone])
        return self._totals.add_to(seen, [self._found[ZoneKind.DEPOSITS, seat] for seat in SEATS])
