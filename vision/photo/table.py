"""One picture of a calibrated table: its tiles and dice in the picture's own pixels."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from controller.ports.eyes import SeenTile, Sighting
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame
from vision.image.view import face_quads
from vision.photo.reader import PhotoTile
from vision.table.reader import TableReader
from vision.table.wall.heights import FULL_STACK
from vision.tiles.recogniser import FaceClassifier


@dataclass(frozen=True, slots=True)
class PhotoDie:
    """A die in a picture: its upper face, None where it cannot be read, and the middle of that face, px."""

    pips: int | None
    x: float
    y: float


def read_table(
    image: Image, profile: TableProfile, camera: Camera, classifier: FaceClassifier
) -> tuple[tuple[PhotoTile, ...], tuple[PhotoDie, ...]]:
    """Tiles laid open, zone by zone, and the dice; raises EyesError where the picture is not the camera's."""
    reader, layout = TableReader(profile, camera, classifier), Layout(profile)
    sighting = reader.read(CameraFrame(image, 0, 0.0))
    camera = reader.camera
    tiles = tuple(_tile(layout, camera, seen, height) for seen, height in _open_tiles(sighting))
    places = [(die.x, die.y, profile.dice.edge_mm) for die in sighting.dice or ()]
    spots: Floats = camera.project(places) if places else np.zeros((0, 2))
    dice = (PhotoDie(die.pips, float(x), float(y)) for die, (x, y) in zip(sighting.dice or (), spots, strict=True))
    return tiles, tuple(dice)


def _open_tiles(sighting: Sighting) -> Iterator[tuple[SeenTile, int]]:
    """Each tile that lies open, and how many tiles high its face is."""
    for river in sighting.rivers:
        yield from ((tile.seen, 1) for tile in river or ())
    for melds in sighting.melds:
        yield from ((tile, 1) for meld in melds or () for tile in meld.tiles)
    for hand in sighting.hands:
        if hand is not None:
            yield from ((tile, 1) for tile in (*hand.shown, *(() if hand.apart is None else (hand.apart,))))
    for indicator in sighting.indicators or ():
        # An ura indicator is what is left on the stack of the tile that lay above it.
        yield indicator.seen, 1 if indicator.lower else FULL_STACK


def _tile(layout: Layout, camera: Camera, seen: SeenTile, height: int) -> PhotoTile:
    z = height * layout.profile.tile.thickness_mm
    ((centre, right, down),) = face_quads(layout, camera, np.array([(seen.x, seen.y, seen.angle)]), z)
    return PhotoTile(
        tile=seen.tile,
        x=float(centre[0]),
        y=float(centre[1]),
        angle=math.degrees(math.atan2(-down[0], down[1])) % 360.0,
        width=math.hypot(*right),
        height=math.hypot(*down),
        confidence=seen.confidence,
        face="up" if seen.tile is not None else "down",
    )
