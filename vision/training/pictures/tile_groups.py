"""Photo-like labelled pictures of groups of tiles: rows, blocks, walls, standing hands, loose tiles."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from hardware.profiles.load import load_profile
from hardware.profiles.schema import TileSize
from vision.camera.model import Camera
from vision.render.background import Surroundings, paint_fingers
from vision.render.faces.artwork import Picture
from vision.render.objects import tile_footprint
from vision.render.optics import random_exposure
from vision.render.painter import Painter
from vision.render.random_looks import Rng, random_face_style, random_look, random_tile_size
from vision.render.scene import Pose, PosedDie, PosedScene, PosedStick, PosedTile
from vision.tiles.finder import FOREIGN
from vision.training.pictures.painted_truth import FaceTruth, matter_of, owners, truths

_PLAN_MM: Final = 500
"""Largest distance of tiles from the centre in x and y, mm; chosen. One px of the occupancy plan is 1 mm."""
_MOST_TILES: Final = 44
"""Largest number of tiles in a picture; chosen: limits the rendering time."""


@dataclass(frozen=True, eq=False, slots=True)
class GroupPicture:
    """A picture, BGR [h, w, 3], its faces, and the matter [h, w] of its pixels (see vision.tiles.finder)."""

    picture: Picture
    faces: tuple[FaceTruth, ...]
    matter: NDArray[np.uint8]


class GroupPictureMaker:
    """Makes pictures of one size (w, h) px, with faces in one of ``styles`` random styles."""

    def __init__(self, size: tuple[int, int] = (448, 448), *, styles: int = 16, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.size = size
        self.styles = tuple(random_face_style(rng) for _ in range(styles))
        self._surroundings = Surroundings(seed)
        self._profile = load_profile()

    def make(self, rng: Rng) -> GroupPicture:
        """Return one picture, determined by the generator state."""
        size = random_tile_size(rng)
        profile = replace(self._profile, tile=size)
        camera = _random_camera(self.size, size.height_mm, rng)
        look = random_look(rng, self.styles[int(rng.integers(len(self.styles)))])
        scene = _random_scene(camera, size, rng)
        painter = Painter(profile, camera, look, ground=self._surroundings.ground(camera, rng))
        picture = painter.still(scene)
        owned = owners(painter, scene, (self.size[1], self.size[0]))
        matter = matter_of(owned)
        if rng.random() < 0.12:
            fingers = paint_fingers(picture, rng)
            owned[fingers], matter[fingers] = -1, FOREIGN
        faces = tuple(truths(scene, profile, camera, owned))
        return GroupPicture(random_exposure(picture, rng), faces, matter)


def _random_camera(size: tuple[int, int], tile_mm: float, rng: Rng) -> Camera:
    """Return a camera 0 to 76 degrees off the vertical; a central tile would be 20-120 px high from above."""
    low, high = ((0.0, 25.0), (25.0, 55.0), (55.0, 76.0))[int(rng.choice(3, p=(0.5, 0.3, 0.2)))]
    tall = 20.0 * 6.0 ** float(rng.uniform(0, 1))
    focal = max(size) / (2 * np.tan(np.radians(rng.uniform(22, 68) / 2)))
    return Camera.orbiting(
        size,
        focal=float(focal),
        target=(0.0, 0.0, 0.0),
        distance_mm=float(focal * tile_mm / tall),
        tilt=float(rng.uniform(low, high)),
        pan=float(rng.uniform(0, 360)),
        roll=float(rng.normal(0, 6)),
    )


def _random_scene(camera: Camera, size: TileSize, rng: Rng) -> PosedScene:
    plan = np.zeros((2 * _PLAN_MM, 2 * _PLAN_MM), np.uint8)
    tiles: list[PosedTile] = []
    for _ in range(int(rng.integers(3, 14))):
        spot = camera.to_plane(rng.uniform(-0.05, 1.05, (1, 2)) * camera.size)[0]
        if not np.isfinite(spot).all() or np.abs(spot).max() > _PLAN_MM - 40:
            continue
        group = _random_group(camera, size, (float(spot[0]), float(spot[1])), rng)
        taken = np.zeros_like(plan)
        for tile in group:
            quad = tile_footprint(tile, size)
            cv2.fillConvexPoly(taken, np.round(quad + _PLAN_MM).astype(np.int32), 255)
        if len(tiles) + len(group) <= _MOST_TILES and not (taken & plan).any():
            plan |= np.asarray(cv2.dilate(taken, np.ones((3, 3), np.uint8)), dtype=np.uint8)
            tiles += group
    some = [camera.to_plane(rng.uniform(0, 1, (1, 2)) * camera.size)[0] for _ in range(3)]
    free = [spot for spot in some if np.isfinite(spot).all() and np.abs(spot).max() < 400]
    dice = tuple(
        PosedDie(int(rng.integers(1, 7)), x, y, float(rng.uniform(0, 360))) for x, y in free[:2] if rng.random() < 0.15
    )
    sticks = tuple(
        PosedStick(x, y, float(rng.uniform(0, 360)), int(rng.choice([100, 1000, 5000])))
        for x, y in free[2:]
        if rng.random() < 0.2
    )
    return PosedScene(tuple(tiles), dice, sticks)


def _random_group(camera: Camera, size: TileSize, spot: tuple[float, float], rng: Rng) -> list[PosedTile]:
    """Return a row, a block of rows, a standing row, a piece of wall, or one loose tile."""
    eye = np.array(camera.position[:2]) - spot
    facing = float(np.degrees(np.arctan2(-eye[0], eye[1])))
    kind = str(rng.choice(["row", "block", "standing", "wall", "loose"], p=(0.38, 0.12, 0.2, 0.1, 0.2)))
    angle = float(rng.uniform(0, 360))
    if kind == "standing":
        angle = facing + float(rng.normal(0, 30)) + (180.0 if rng.random() < 0.1 else 0.0)
    elif rng.random() < 0.4:
        angle = facing + float(rng.normal(0, 10))
    columns = 1 if kind == "loose" else int(rng.integers(1, 15 if kind in ("row", "standing") else 8))
    rows = int(rng.integers(2, 5)) if kind == "block" else 1
    tiers = 2 if kind == "wall" else 1
    pose = Pose.STANDING if kind == "standing" else Pose.FACE_DOWN if kind == "wall" else Pose.FACE_UP
    if kind == "loose" and rng.random() < 0.3:
        pose = Pose.STANDING if rng.random() < 0.5 else Pose.FACE_DOWN
    apart = float(rng.uniform(0.5, 14)) if rng.random() < 0.15 else 0.0
    untidy = float(rng.uniform(0, 1.0)) + min(apart, 3.0) * 0.4
    turned = float(rng.choice([0.0, 0.08, 0.5]))
    shown = 0.1 if kind == "wall" else 0.0
    turn = np.radians(angle)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    group: list[PosedTile] = []
    for row in range(rows):
        across = -columns * (size.width_mm + apart) / 2
        for _ in range(columns):
            lying = pose is Pose.FACE_UP and columns > 1 and rng.random() < 0.06
            wide = (size.height_mm if lying else size.width_mm) + apart
            middle = right * (across + wide / 2) + down * row * (size.height_mm + 0.5 + apart)
            across += wide
            for tier in range(tiers):
                x, y = middle + spot + rng.normal(0, 0.35 * untidy, 2)
                top = tier == tiers - 1
                how = Pose.FACE_UP if top and rng.random() < shown else pose
                if how is Pose.FACE_UP and rng.random() < 0.04:
                    how = Pose.FACE_DOWN
                own = angle + float(rng.normal(0, 1.5 * untidy)) + 90.0 * lying
                own += 180.0 if how is not Pose.STANDING and rng.random() < turned else 0.0
                tile = Tile(int(rng.integers(len(Tile))))
                group.append(PosedTile(tile, float(x), float(y), tier * size.thickness_mm, own, how))
    return group
