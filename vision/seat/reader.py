"""Reads the standing tiles of one seat from its camera's frames; an unchanged row is not read again."""

from controller.ports.eyes import SeenRow, SeenTile
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame
from vision.image.change import ChangeDetector, Doubts
from vision.image.exposure import ExposureCheck
from vision.image.quality import FrameQuality
from vision.seat.standing import StandingFinder, StandingRow, to_table_frame
from vision.tiles.classifier import DOUBT
from vision.tiles.recogniser import FaceClassifier, FacePose, FaceRecogniser, Recognised


class SeatReader:
    """Reads the frames of one seat's camera, in order; ``camera`` in the upright frame of vision.seat.standing."""

    def __init__(self, profile: TableProfile, camera: Camera, classifier: FaceClassifier, seat: Seat) -> None:
        self._layout, self._camera, self._seat = Layout(profile), camera, seat
        self._finder = StandingFinder(profile, camera)
        self._recogniser = FaceRecogniser(self._layout, camera, classifier)
        self._changes = ChangeDetector(camera.size)
        self._doubts = Doubts(self._changes.shape)
        self._blocks = self._changes.blocks_of(self._finder.view.outline)
        self._quality, self._exposures = FrameQuality(camera.size, self._finder.view.outline), ExposureCheck()
        self._row: SeenRow | None = None

    def read(self, frame: CameraFrame) -> SeenRow | None:
        """Return the standing row; None while it is hidden or moving. Raises as ``TableReader.read``."""
        self._quality.check(frame.image)
        self._exposures.check(frame.image)
        changed = self._changes.changed(frame.image) & self._blocks
        if changed.any() or self._doubts.due(frame.at).any():
            found = self._finder.find(frame.image)
            self._row = None if found is None else self._recognised(frame, found)
            self._changes.mark_read(frame.image, self._blocks)
            doubtful = self._blocks & self._doubtful()
            self._doubts.note(self._blocks, doubtful, self._blocks & changed.any(), frame.at)
        return self._row

    def _recognised(self, frame: CameraFrame, found: StandingRow) -> SeenRow:
        poses = tuple(FacePose(each.x, each.y, 0.0, each.z) for each in found.tiles)
        faces = self._recogniser.recognise(frame.image, poses)
        tiles = tuple(self._seen(face) for face in faces)
        return SeenRow(tiles[:-1], tiles[-1]) if found.apart else SeenRow(tiles)

    def _seen(self, face: Recognised) -> SeenTile:
        x, y, _ = to_table_frame(self._layout, self._seat, face.pose.x, 0.0, face.pose.z)
        # A seat's camera never sees backs of its tiles, so a blank tile is the white dragon.
        tile = Tile.WHITE if face.tile is None else face.tile
        return SeenTile(tile, x, y, (-90.0 * self._seat) % 360.0, min(1.0, face.confidence), face.other)

    def _doubtful(self) -> bool:
        row = self._row
        return row is None or any(
            each.confidence < DOUBT for each in (*row.tiles, *(() if row.apart is None else (row.apart,)))
        )
