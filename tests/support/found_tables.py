"""Tiles as a tile finder would detect them on an arranged table: with misses, false detections and pose errors."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from hardware.profiles.load import load_profile
from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface
from vision.render.scene import Pose, PosedScene, PosedTile

SIZE = load_profile().tile
SURFACES = {Pose.FACE_UP: Surface.FACE, Pose.FACE_DOWN: Surface.BACK, Pose.STANDING: Surface.TOP}


@dataclass(frozen=True, slots=True)
class Finder:
    """Errors of detection: shares of tiles missed, faint, false and misnamed; errors of place (mm) and angle."""

    missed: float = 0.0
    faint: float = 0.0
    false: float = 0.0
    misnamed: float = 0.0
    place_mm: float = 0.5
    turn: float = 1.0

    def find(self, scene: PosedScene, size: TileSize, rng: np.random.Generator) -> tuple[FoundTile, ...]:
        """Return detections of the tiles of a scene that other tiles do not cover."""
        found = []
        for each in scene.tiles:
            upper = each.z > size.thickness_mm / 2
            if not upper and _covered(each.x, each.y, scene, size):
                continue
            fate = rng.random()
            if fate < self.missed:
                continue
            score = rng.uniform(0.1, 0.5) if fate < self.missed + self.faint else rng.uniform(0.85, 1.0)
            found.append(self._found(each, score, upper, size, rng))
        for _ in range(rng.poisson(self.false * len(scene.tiles))):
            x, y, turn = rng.uniform(-350, 350), rng.uniform(-350, 350), rng.uniform(0, 360)
            false = Tile.WHITE if rng.random() < 0.5 else Tile(int(rng.integers(34)))
            height, score = size.thickness_mm / 2, rng.uniform(0.1, 0.7)
            found.append(FoundTile(Surface.FACE, x, y, height, turn, score, 0.0, false, 0.5))
        return tuple(found[place] for place in rng.permutation(len(found)))

    def _found(
        self, posed: PosedTile, score: float, upper: bool, size: TileSize, rng: np.random.Generator
    ) -> FoundTile:
        dx, dy, turn = rng.normal(size=3)
        surface = SURFACES[posed.pose]
        high = size.height_mm if posed.pose is Pose.STANDING else size.thickness_mm
        angle, tile, sure = posed.angle + turn * self.turn, posed.tile, 0.99
        if surface is not Surface.FACE:
            angle, tile = angle + 180.0 * float(rng.integers(2)), None
        elif rng.random() < self.misnamed:
            tile, sure = Tile(int(rng.integers(34))), 0.5
        x, y = posed.x + dx * self.place_mm, posed.y + dy * self.place_mm
        return FoundTile(surface, x, y, posed.z + high / 2, angle % 360.0, score, 0.95 if upper else 0.05, tile, sure)


def _covered(x: float, y: float, scene: PosedScene, size: TileSize) -> bool:
    upper = (each for each in scene.tiles if each.z > size.thickness_mm / 2)
    return any(abs(each.x - x) < size.width_mm / 2 and abs(each.y - y) < size.width_mm / 2 for each in upper)


@dataclass(frozen=True, slots=True)
class SceneGround:
    """Ground of an arranged table: bare where no tile lies, hidden within some circles (x, y, radius in mm)."""

    scene: PosedScene
    hidden: tuple[tuple[float, float, float], ...] = ()

    def unseen(self, outline: Floats, z: float = 0.0) -> float:
        """Return the share of the corners that are hidden."""
        del z
        within = [np.hypot(*(outline - (x, y)).T) < radius for x, y, radius in self.hidden]
        return float(np.any(within, axis=0).mean()) if within else 0.0

    def bare(self, outline: Floats, z: float = 0.0) -> float:
        """Return 1 if no tile is near and nothing is hidden, less by the covered and hidden shares."""
        places = np.array([*outline, outline.mean(axis=0)])
        return float(1.0 - _covered_places(self.scene, places).mean()) * (1.0 - self.unseen(outline, z))


def _covered_places(scene: PosedScene, places: Floats) -> NDArray[np.bool_]:
    """Mask of the points [K,2] mm that lie under tiles."""
    lying = [(each.x, each.y, np.radians(each.angle), each.pose is Pose.STANDING) for each in scene.tiles]
    posed = np.array(lying, np.float64).reshape(-1, 4)
    east, south = places[:, :1] - posed[:, 0], places[:, 1:] - posed[:, 1]
    cos, sin = np.cos(posed[:, 2]), np.sin(posed[:, 2])
    deep = np.where(posed[:, 3] > 0, SIZE.thickness_mm, SIZE.height_mm) / 2
    inside = (np.abs(east * cos + south * sin) < SIZE.width_mm / 2) & (np.abs(south * cos - east * sin) < deep)
    return np.asarray(inside.any(axis=1))
