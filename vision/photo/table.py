"""A table in one picture: its zones, tiles in the picture's pixels, and the camera's pose."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from controller.ports.eyes import SeenDie, SeenTile, Sighting
from controller.riichi.seat import SEATS
from controller.riichi.wall import Tier
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.camera.tile_pose import TablePose
from vision.capture.frame import CameraFrame
from vision.explain.found import FoundTile, TableExplanation
from vision.image.view import face_quads
from vision.photo.reader import PhotoTile
from vision.table.reader import TableReader
from vision.tiles.recogniser import FaceClassifier

_SAME_MM: Final = 3.0
"""Distance, mm, within which a zone's tile is a detected one; chosen: the explanation moves no tile."""

_NONE: Final = (None,) * len(SEATS)
UNTOLD: Final = TableExplanation(_NONE, _NONE, _NONE, _NONE, None)
"""Explanation of a picture without evidence of any zone."""


@dataclass(frozen=True, slots=True)
class PhotoDie:
    """A die in a picture: its upper face, None where it cannot be read, and the middle of that face, px."""

    pips: int | None
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PhotoTable:
    """A table in a picture: camera, zones, detected tiles, dice, riichi sticks of seats A-D (None: unknown).

    ``upright``: visible faces of standing tiles of each seat, left to right for their owner, None if one between two
    was not read. ``pose``: pose estimate if the camera was not calibrated; seat A is then the near one. ``scale``:
    factors x, y from the picture to the camera's picture. ``doubtful``: candidates that are probably no tile.
    """

    layout: Layout
    camera: Camera
    explanation: TableExplanation
    found: tuple[FoundTile, ...]
    tiles: tuple[PhotoTile, ...]
    dice: tuple[PhotoDie, ...]
    sticks: tuple[bool | None, ...]
    upright: tuple[tuple[PhotoTile | None, ...], ...] = ((),) * len(SEATS)
    pose: TablePose | None = None
    scale: tuple[float, float] = (1.0, 1.0)
    doubtful: tuple[PhotoTile, ...] = ()

    @property
    def squeezed(self) -> float:
        """Factor by which the picture was widened relative to its height to match the camera."""
        return self.scale[0] / self.scale[1]

    def __iter__(self) -> Iterator[Any]:
        """Iterate over tiles and dice, for callers that unpack only these two."""
        return iter((self.tiles, self.dice))

    def in_picture(self, seen: SeenTile) -> PhotoTile:
        """Return a tile of a zone in pixels of the picture."""
        thick = self.layout.profile.tile.thickness_mm
        here = [each.z for each in self.found if math.hypot(each.x - seen.x, each.y - seen.y) < _SAME_MM]
        return laid_tile(self.layout, self.camera, seen, max(here, default=thick), self.scale)


def read_table(image: Image, profile: TableProfile, camera: Camera, classifier: FaceClassifier) -> PhotoTable:
    """Read the table under a calibrated camera; raises EyesError if the picture does not match the camera."""
    reader, layout = TableReader(profile, camera, classifier), Layout(profile)
    sighting = reader.read(CameraFrame(image, 0, 0.0))
    camera = reader.camera
    thick = profile.tile.thickness_mm
    tiles = tuple(laid_tile(layout, camera, seen, high * thick) for seen, high in _open_tiles(sighting))
    sticks = sighting.sticks or (None,) * len(SEATS)
    explanation = UNTOLD if reader.explanation is None else reader.explanation
    dice = dice_seen(sighting.dice, camera, profile)
    return PhotoTable(layout, camera, explanation, reader.tiles, tiles, dice, sticks)


def dice_seen(
    dice: tuple[SeenDie, ...] | None, camera: Camera, profile: TableProfile, scale: tuple[float, float] = (1.0, 1.0)
) -> tuple[PhotoDie, ...]:
    """Return the dice in pixels of the picture, which is the camera's picture divided by ``scale``."""
    places = [(die.x, die.y, profile.dice.edge_mm) for die in dice or ()]
    spots: Floats = camera.project(places) if places else np.zeros((0, 2))
    return tuple(
        PhotoDie(die.pips, float(x) / scale[0], float(y) / scale[1])
        for die, (x, y) in zip(dice or (), spots, strict=True)
    )


def laid_tile(
    layout: Layout, camera: Camera, seen: SeenTile, z: float, scale: tuple[float, float] = (1.0, 1.0)
) -> PhotoTile:
    """Return a lying tile, upper side at height ``z`` mm, in pixels of the camera's picture divided by ``scale``."""
    quads = face_quads(layout, camera, np.array([(seen.x, seen.y, seen.angle)]), z)
    ((centre, right, down),) = quads / np.array(scale)
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


def seen_tile(tile: FoundTile) -> SeenTile:
    """Convert a detected tile to the type of a zone's tiles."""
    return SeenTile(tile.tile, tile.x, tile.y, tile.angle, tile.confidence, tile.other)


def _open_tiles(sighting: Sighting) -> Iterator[tuple[SeenTile, int]]:
    """Yield each face-up tile with the height of its face, in tile thicknesses."""
    for river in sighting.rivers:
        yield from ((tile.seen, 1) for tile in river or ())
    for melds in sighting.melds:
        yield from ((tile, 1) for meld in melds or () for tile in meld.tiles)
    for hand in sighting.hands:
        if hand is not None:
            yield from ((tile, 1) for tile in (*hand.shown, *(() if hand.apart is None else (hand.apart,))))
    for indicator in sighting.indicators or ():
        # An ura-dora indicator is the lower tile of its stack; the one that lay above it is gone.
        yield indicator.seen, 1 if indicator.lower else len(Tier)
