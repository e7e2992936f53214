"""A table in a picture of which nothing is known: the tiles tell where the camera was, then the table is explained."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.camera.table_centre import Lie, PlacedTile
from vision.camera.tile_plane import Outlines
from vision.camera.tile_pose import TablePose, pose_from_tiles
from vision.explain.found import FoundTile, Surface
from vision.explain.table import explain
from vision.photo.reader import PhotoReader, PhotoReading, PhotoTile
from vision.photo.table import PhotoTable, dice_seen
from vision.table.dice import DiceReader
from vision.tiles.classifier import HALF_TURN

_NO_TILE: Final = 0.25
"""How well an outline must be explained by the plane to be handed on as a tile; chosen: tiles half a tile off are."""
_CORNERS: Final = 8
"""Points along a side of an outline at which it is asked whether the picture shows them; chosen."""


@dataclass(frozen=True, slots=True)
class PictureEdge:
    """A ground of which only that is known which part of it lies within the picture."""

    camera: Camera

    def unseen(self, outline: Floats, z: float = 0.0) -> float:
        """Share 0-1 of a convex outline [K,2] mm at height ``z`` that is out of the picture."""
        share = np.linspace(0.0, 1.0, _CORNERS)[:, None, None]
        middle = outline.mean(axis=0)
        points = (outline * share + middle * (1 - share)).reshape(-1, 2)
        px = self.camera.project(np.column_stack([points, np.full(len(points), z)]))
        inside = (px >= 0.0).all(axis=1) & (px <= np.array(self.camera.size) - 1.0).all(axis=1)
        return 1.0 - float(inside.mean())

    def bare(self, outline: Floats, z: float = 0.0) -> float:
        """Nothing is known to be bare."""
        del outline, z
        return 0.0


@dataclass(frozen=True, slots=True)
class TablePhotoReader:
    """Reads pictures of tables by any camera; the profile is what places are expected at, and the size of tiles."""

    profile: TableProfile
    reader: PhotoReader

    def read(self, image: Image, focal: float | None = None) -> PhotoTable:
        """The table; seat A is the near one. ``focal``: px, where known. EyesError where tiles tell no pose."""
        layout, reading = Layout(self.profile), self.reader.reading(image)
        size = image.shape[1], image.shape[0]
        pose = pose_from_tiles(size, _outlines(reading), layout, focal)
        found = tuple(_found(layout, pose, reading))
        explanation = explain(found, PictureEdge(pose.camera), layout)
        seen = DiceReader(layout, pose.camera).find(image)
        dice = dice_seen(seen, pose.camera, self.profile)
        upright = tuple(_upright(pose, reading, seat) for seat in SEATS)
        unknown = (None,) * len(SEATS)
        return PhotoTable(layout, pose.camera, explanation, found, reading.tiles, dice, unknown, upright, pose)


def _outlines(reading: PhotoReading) -> Outlines:
    """The tiles of a photo as the fit of a pose takes them."""
    boxes, tiles = reading.boxes, reading.tiles
    centre, right, down = (each.astype(np.float64) for each in (boxes.centre, boxes.right, boxes.down))
    back = np.array([tile.face == "down" for tile in tiles], np.bool_)
    named = [-1 if tile.tile is None else int(tile.tile) for tile in tiles]
    blank = back | np.array([tile.tile is Tile.WHITE for tile in tiles], np.bool_)
    halves = blank | np.array([name < 0 or name in HALF_TURN for name in named], np.bool_)
    angles = np.radians([tile.angle for tile in tiles])
    tops = np.stack([np.sin(angles), -np.cos(angles)], axis=1)
    ways = np.stack([-down, right, down, -right])
    ways = ways / np.maximum(np.linalg.norm(ways, axis=2, keepdims=True), 1e-9)
    turn = np.where(blank, -1, (ways * tops).sum(axis=2).argmax(axis=0))
    weight = np.array([tile.confidence for tile in tiles]) * boxes.score
    return Outlines(centre, right, down, weight.astype(np.float64), turn, halves, back)


def _found(layout: Layout, pose: TablePose, reading: PhotoReading) -> list[FoundTile]:
    """The tiles of a photo on the table."""
    size, found = layout.profile.tile, []
    for tile, box, placed in zip(reading.tiles, reading.boxes.score.tolist(), pose.placed, strict=True):
        if placed is None or placed.weight < _NO_TILE:
            continue
        score = box * placed.weight
        if placed.lie is Lie.STANDING:
            x, y = _behind(placed, size.thickness_mm / 2, tile.face == "down")
            found.append(FoundTile(Surface.TOP, x, y, size.height_mm, placed.angle % 180.0, score))
        else:
            surface = Surface.BACK if placed.lie is Lie.BACK else Surface.FACE
            z, sure = size.thickness_mm, min(1.0, tile.confidence)
            found.append(FoundTile(surface, placed.x, placed.y, z, placed.angle, score, 0.0, tile.tile, sure))
    return found


def _behind(placed: PlacedTile, by: float, back: bool) -> tuple[float, float]:
    """The middle of a standing tile of which one side is seen: ``by`` mm behind it."""
    # Its owner looks along his upright, away from himself: onto the face, while the back shows from the other side.
    turn, way = math.radians(placed.angle), -by if back else by
    return placed.x + math.sin(turn) * way, placed.y - math.cos(turn) * way


def _upright(pose: TablePose, reading: PhotoReading, seat: Seat) -> tuple[PhotoTile, ...]:
    """Faces of the seat's standing tiles that the camera sees, left to right for their owner."""
    turn = math.radians(-90.0 * seat)
    own = [
        (placed.x * math.cos(turn) + placed.y * math.sin(turn), tile)
        for tile, placed in zip(reading.tiles, pose.placed, strict=True)
        if placed is not None and placed.lie is Lie.STANDING and placed.weight > _NO_TILE
        if tile.tile is not None and round(-placed.angle / 90.0) % 4 == seat
    ]
    return tuple(tile for _, tile in sorted(own, key=lambda each: each[0]))
