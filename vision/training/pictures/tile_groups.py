"""Photo-like pictures of groups of tiles (rows, blocks, walls, standing hands, loose tiles) with labels."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from hardware.profiles.load import load_profile
from hardware.profiles.schema import TableProfile, TileSize
from vision.camera.model import Camera
from vision.render.appearance import FaceStyle
from vision.render.background import Surroundings, paint_fingers
from vision.render.faces.artwork import Picture
from vision.render.objects import face_corners, tile_footprint
from vision.render.optics import random_exposure
from vision.render.painter import Painter
from vision.render.random_looks import Rng, random_face_style, random_look, random_tile_size
from vision.render.scene import Pose, PosedDie, PosedScene, PosedStick, PosedTile

_PLAN_MM: Final = 500
"""Mm from the middle to each side where tiles may lie; chosen. A px of the plan of taken places is 1 mm."""
_MOST_TILES: Final = 44
"""Tiles in a picture at most; chosen: bounds the time it takes to paint."""
_GRAZING: Final = 0.16
"""Least cosine between a face's normal and the line of sight; chosen: beyond 81 degrees nothing can be read."""


@dataclass(frozen=True, slots=True)
class FaceTruth:
    """A face, or back (``tile`` None), in sight: corners [4, 2] px clockwise from its left top, visible share 0-1."""

    tile: Tile | None
    quad: NDArray[np.float64]
    visible: float

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the face, px: where its diagonals cross."""
        a, b, c, d = self.quad
        along, _ = np.linalg.solve(np.column_stack([c - a, b - d]), b - a)
        x, y = (float(part) for part in a + along * (c - a))
        return x, y


@dataclass(frozen=True, eq=False, slots=True)
class GroupPicture:
    """A picture, BGR [h, w, 3], and its faces."""

    picture: Picture
    faces: tuple[FaceTruth, ...]


class GroupPictureMaker:
    """Makes pictures of one size (w, h) px, faces in one of ``styles`` random styles; ``outside`` adds artwork."""

    def __init__(
        self, size: tuple[int, int] = (448, 448), *, styles: int = 16, outside: Sequence[FaceStyle] = (), seed: int = 0
    ) -> None:
        rng = np.random.default_rng(seed)
        self.size = size
        self.styles = tuple(random_face_style(rng, outside) for _ in range(styles))
        self._surroundings = Surroundings(seed)
        self._profile = load_profile()

    def make(self, rng: Rng) -> GroupPicture:
        """One picture; the same generator state gives the same one."""
        size = random_tile_size(rng)
        profile = replace(self._profile, tile=size)
        camera = _random_camera(self.size, size.height_mm, rng)
        look = random_look(rng, self.styles[int(rng.integers(len(self.styles)))])
        scene = _random_scene(camera, size, rng)
        painter = Painter(profile, camera, look, ground=self._surroundings.ground(camera, rng))
        picture = painter.still(scene)
        owners = np.full(picture.shape[:2], -1, np.int32)
        numbers = {posed: number for number, posed in enumerate(scene.tiles)}
        height, width = picture.shape[:2]
        for posed, patch in painter.layers():
            x0, y0, x1, y1 = patch.bounds
            left, top, right, bottom = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
            solid = patch.keep[top - y0 : bottom - y0, left - x0 : right - x0, 0] < 128
            owners[top:bottom, left:right][solid] = numbers[posed] if isinstance(posed, PosedTile) else -1
        if rng.random() < 0.12:
            owners[paint_fingers(picture, rng)] = -1
        faces = tuple(_truths(scene, profile, camera, owners))
        return GroupPicture(random_exposure(picture, rng), faces)


def _random_camera(size: tuple[int, int], tile_mm: float, rng: Rng) -> Camera:
    """A camera straight above to 76 degrees off; a tile in the middle would be 20-120 px high from above."""
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
    """A row, a block of rows, a standing row, a piece of wall, or one loose tile."""
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


def _truths(scene: PosedScene, profile: TableProfile, camera: Camera, owners: NDArray[np.int32]) -> list[FaceTruth]:
    found = []
    eye = np.array(camera.position)
    for number, posed in enumerate(scene.tiles):
        for back in (False, True):
            corners = face_corners(posed, profile, back=back)
            middle = corners.mean(axis=0)
            out = np.cross(corners[1] - corners[0], corners[3] - corners[0])
            view = eye - middle
            quad = camera.project(corners)
            if out @ view < _GRAZING * np.linalg.norm(out) * np.linalg.norm(view) or not np.isfinite(quad).all():
                continue
            if visible := _visible(quad, owners, number):
                found.append(FaceTruth(None if back else posed.tile, quad, visible))
    return found


def _visible(quad: NDArray[np.float64], owners: NDArray[np.int32], number: int) -> float:
    """Share 0-1 of the quad that shows the tile of this number; what is outside the picture counts as hidden."""
    height, width = owners.shape
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, (width, height))
    if x0 >= x1 or y0 >= y1:
        return 0.0
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, np.round((quad - (x0, y0)) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    area = float(cv2.contourArea(quad.astype(np.float32)))
    seen = int(((owners[y0:y1, x0:x1] == number) & (mask > 0)).sum())
    return min(1.0, seen / max(area, 1.0))
