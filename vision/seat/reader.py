"""Read the standing tiles of one seat from its own camera's frames; a strip that did not change is not read again."""

from controller.errors import EyesError
from controller.ports.eyes import SeenRow, SeenTile
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame
from vision.image.change import ChangeDetector
from vision.image.view import Zone, ZoneKind
from vision.seat.standing import StandingFinder, StandingRow, on_table
from vision.tiles.recogniser import DOUBT, FaceClassifier, FacePose, FaceRecogniser, Recognised


class SeatReader:
    """Reads the frames of one seat's camera, in order; ``camera`` in the strip frame of vision.standing."""

    def __init__(self, profile: TableProfile, camera: Camera, classifier: FaceClassifier, seat: Seat) -> None:
        self._layout, self._camera, self._seat = Layout(profile), camera, seat
        self._finder = StandingFinder(profile, camera)
        self._recogniser = FaceRecogniser(self._layout, camera, classifier)
        self._zone: Zone = (ZoneKind.HAND, seat)
        self._changes = ChangeDetector(camera, {self._zone: (self._finder.view,)})
        self._row: SeenRow | None = None

    def read(self, frame: CameraFrame) -> SeenRow | None:
        """The row that stands there; None while it is hidden or moving. EyesError for a frame of another size."""
        height, width = frame.image.shape[:2]
        if (width, height) != self._camera.size:
            raise EyesError(f"frame of {width}x{height}: the calibration is for {self._camera.size}")
        if changed := self._changes.changed(frame.image):
            found = self._finder.find(frame.image)
            self._row = None if found is None else self._named(frame, found)
            self._changes.mark_read(frame.image, changed, changed if self._doubtful() else frozenset())
        return self._row

    def _named(self, frame: CameraFrame, found: StandingRow) -> SeenRow:
        spots = tuple(FacePose(each.x, each.y, 0.0, each.z) for each in found.tiles)
        tiles = tuple(
            self._seen(named) for named in self._recogniser.recognise(frame.image, {self._zone: spots})[self._zone]
        )
        return SeenRow(tiles[:-1], tiles[-1]) if found.apart else SeenRow(tiles)

    def _seen(self, named: Recognised) -> SeenTile:
        x, y, _ = on_table(self._layout, self._seat, named.pose.x, 0.0, named.pose.z)
        # Nobody stands a tile with its back to himself: what looks blank is the blank dragon.
        tile = Tile.WHITE if named.tile is None else named.tile
        return SeenTile(tile, x, y, (-90.0 * self._seat) % 360.0, min(1.0, named.confidence), named.other)

    def _doubtful(self) -> bool:
        row = self._row
        return row is None or any(
            each.confidence < DOUBT for each in (*row.tiles, *(() if row.apart is None else (row.apart,)))
        )
