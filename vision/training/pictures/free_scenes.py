"""Free scenes: boxes with printed faces seen by a random camera, with the outline of every visible face."""

import math
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.model import Camera, rotation_vector
from vision.render.optics import random_exposure_of_light
from vision.tiles.finder import BARE, FOREIGN, TILE
from vision.training.faces import layers
from vision.training.faces.tile_sets import FaceLibrary, RandomTileSet
from vision.training.pictures import backgrounds, scene_layout
from vision.training.pictures.foreign_things import cover
from vision.training.pictures.scene_layout import SceneBox, Vector
from vision.training.pictures.window import BACK, SIDE, SIGN, TOP, FaceLabel, TrainingWindow, random_squeeze

_FINE: Final = 2
"""Supersampling factor of a scene, for smooth edges; chosen."""
_SHIFT: Final = 4
"""Fractional bits of the coordinates passed to OpenCV: sixteenths of a pixel."""
_NEAREST_MM: Final = 1.0
"""Smallest depth used as divisor, mm: keeps the shadows of objects behind the lens finite."""
_NEAREST_BOX_MM: Final = 50.0
"""Depth below which an object is left out, mm; chosen: so near, it would fill the picture."""
_RAISED_MM: Final = 3.0
"""Smallest height of an upper tile's underside, mm; chosen: a fifth of a tile's thickness."""
_EMPTY: Final = 0.04
"""Share of scenes without any tile; chosen."""
_FOREIGN: Final = 0.35
"""Share of scenes that foreign objects cover in part; chosen."""
_SHINY: Final = 0.35
"""Share of scenes with lamp reflections in backs; chosen."""
_FACE_SHINE: Final = np.float32(0.4)
"""Reflection of faces relative to backs; chosen: faces are engraved and matt."""
Canvas = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SqueezedCamera:
    """A camera whose picture is stretched about its principal point: by ``wide`` in width, by 1 / ``wide`` in height.

    ``Camera`` itself has square pixels and returns nan behind the lens; here shadows of objects there are drawn too.
    """

    camera: Camera
    wide: float

    @property
    def position(self) -> Vector:
        """Position of the lens, mm."""
        return np.array(self.camera.position)

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return pixels [N,2] of points [N,3] mm; a depth below 1 mm (or behind the lens) counts as 1 mm."""
        seen = points * (1.0, 1.0, -1.0) @ self.camera.matrix.T + self.camera.translation
        flat = seen[:, :2] * (self.wide, 1 / self.wide) / np.maximum(seen[:, 2:], _NEAREST_MM)
        return np.asarray(flat * self.camera.focal + self.camera.principal)


@dataclass(frozen=True, eq=False, slots=True)
class _Sheet:
    """A scene in progress: canvas, owners and matter of its pixels, labels and their areas, lamp reflections."""

    canvas: Canvas
    owner: NDArray[np.int32]
    matter: NDArray[np.uint8]
    gleam: NDArray[np.float32] | None
    labels: list[FaceLabel] = field(default_factory=list)
    areas: list[float] = field(default_factory=list)

    def mark(self, outline: NDArray[np.float64], owner: int, matter: int) -> None:
        """Assign the pixels of a convex outline to an owner, -1 if no tile, and to a kind of matter."""
        points = _fixed(np.clip(outline, -4 * SIDE, 5 * SIDE), 1)
        cv2.fillConvexPoly(self.owner, points, owner, cv2.LINE_8, _SHIFT)
        cv2.fillConvexPoly(self.matter, points, matter, cv2.LINE_8, _SHIFT)

    def add(self, block: SceneBox, quad: NDArray[np.float64], number: int) -> None:
        """Record a surface of a tile; its visible share is computed later."""
        standing = _is_upright(block)
        upper = not standing and float(block.centre[2] - np.abs(block.out[2]) / 2) > _RAISED_MM
        self.labels.append(FaceLabel(quad.astype(np.float32), number, 0.0, True, upper, standing))
        self.areas.append(abs(float(cv2.contourArea(quad.astype(np.float32)))))


def make_scene(library: FaceLibrary, rng: Random) -> TrainingWindow:
    """Return a random picture with its faces and its matter."""
    noise = np.random.default_rng(rng.getrandbits(63))
    tiles, body = library.pick(rng), scene_layout.random_body(rng)
    size = _face_pixels(rng)
    above = rng.random() < 0.4
    upright = not above and rng.random() < 0.65
    camera = _camera(rng, size / math.sqrt(body.width * body.height), above, upright)
    reach = SIDE * 0.62 * math.sqrt(body.width * body.height) / size
    blocks = scene_layout.fill(rng, body, reach, upright) if rng.random() > _EMPTY else []
    blocks.sort(key=lambda block: -float(np.linalg.norm(block.centre - camera.position)))
    full = SIDE * _FINE
    canvas, written, ground = backgrounds.background(rng, noise, full, library.signs)
    _shadows(canvas, camera, blocks, rng)
    gleam = _gleam(rng, full) if rng.random() < _SHINY else None
    sheet = _Sheet(canvas, np.full((SIDE, SIDE), -1, np.int32), ground[::_FINE, ::_FINE].copy(), gleam)
    light = _light(rng)
    rim = _rim(rng)
    for block in blocks:
        box = _box(block)
        corners = camera.project(box)
        if camera.camera.depth(box).min() < _NEAREST_BOX_MM:
            continue
        if (corners.max(axis=0) < 0).any() or (corners.min(axis=0) > SIDE).any():
            continue
        _draw(sheet, camera, block, tiles, light, rim, rng)
    clean = np.asarray(cv2.resize(canvas, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.float32)
    if rng.random() < _FOREIGN:
        over = cover(clean, rng)
        sheet.owner[over], sheet.matter[over] = -1, FOREIGN
    picture = random_exposure_of_light(clean, rng, noise)
    seen = np.bincount(sheet.owner[sheet.owner >= 0].ravel(), minlength=len(sheet.labels))
    done = [
        replace(label, visible=min(1.0, float(seen[i]) / max(sheet.areas[i], 1.0)))
        for i, label in enumerate(sheet.labels)
    ]
    middles = np.array([label.corners.mean(axis=0) for label in done if label.number != SIGN]).reshape(-1, 2)
    for square in written:
        place = np.asarray((square + 0.5) / _FINE - 0.5, np.float32)
        apart = size * 1.2 + float(np.abs(place[1] - place[0]).max())
        if not len(middles) or np.abs(middles - place.mean(axis=0)).max(axis=1).min() > apart:
            done.append(FaceLabel(place, SIGN, 1.0))
    return TrainingWindow(picture, done, sheet.matter)


def _is_upright(block: SceneBox) -> bool:
    return abs(float(block.out[2])) < 0.7 * float(np.linalg.norm(block.out))


def _gleam(rng: Random, side: int) -> NDArray[np.float32]:
    """Return the share of lamp light reflected at each pixel by shiny surfaces, float32 [side,side,1] in 0-1."""
    spots = np.full((side, side), rng.choice([0.0, 0.0, rng.uniform(0, 0.6)]), np.float32)
    for _ in range(rng.choice([1, 1, 2])):
        place, axes = (rng.randint(0, side), rng.randint(0, side)), (rng.randint(20, 200), rng.randint(10, 120))
        cv2.ellipse(spots, place, axes, rng.uniform(0, 180), 0, 360, rng.uniform(0.4, 1.0), -1)
    return np.asarray(cv2.GaussianBlur(spots, (0, 0), rng.uniform(4, 30)), np.float32)[..., None]


def _face_pixels(rng: Random) -> float:
    kind = rng.random()
    if kind < 0.12:
        return rng.uniform(85, 240)
    if kind < 0.17:
        return rng.uniform(5, 10)
    return math.exp(rng.uniform(math.log(15), math.log(62)))


def _light(rng: Random) -> Vector:
    angle, height = rng.uniform(0, 2 * math.pi), rng.uniform(0.4, 2.5)
    light = np.array([math.cos(angle), math.sin(angle), height])
    return np.asarray(light / np.linalg.norm(light) * rng.uniform(0.15, 0.6))


def _camera(rng: Random, scale: float, above: bool, upright: bool) -> SqueezedCamera:
    distance = math.exp(rng.uniform(math.log(350), math.log(1800)))
    if above:
        tilt, spread = 0.0, rng.uniform(0, 0.45)
    elif upright:
        tilt, spread = math.radians(rng.uniform(35, 72)), 0.1
    else:
        tilt, spread = math.radians(rng.uniform(0, 62)), 0.15
    forth = np.array([0.0, -math.sin(tilt), -math.cos(tilt)])
    down = np.array([0.0, math.cos(tilt), -math.sin(tilt)])
    right = np.array([1.0, 0.0, 0.0])
    roll = rng.gauss(0, math.radians(4))
    across = right * math.cos(roll) + down * math.sin(roll)
    along = down * math.cos(roll) - right * math.sin(roll)
    aside = rng.uniform(0, 2 * math.pi)
    position = -forth * distance + distance * spread * (math.cos(aside) * right + math.sin(aside) * down)
    position[2] = max(position[2], 120.0)
    wide = random_squeeze(rng)
    flip = np.array([1.0, 1.0, -1.0])
    turn = np.stack([across, along, forth]) * flip
    x, y, z = (float(value) for value in -(turn @ (position * flip)))
    focal = scale * float(-position @ forth)
    camera = SqueezedCamera(Camera((SIDE, SIDE), focal, (0.0, 0.0), rotation_vector(turn), (x, y, z)), wide)
    left, top = SIDE / 2 - camera.project(np.zeros((1, 3)))[0] + [rng.uniform(-30, 30), rng.uniform(-30, 30)]
    return replace(camera, camera=replace(camera.camera, principal=(float(left), float(top))))


def _box(block: SceneBox) -> NDArray[np.float64]:
    signs = np.array([[i, j, k] for i in (-0.5, 0.5) for j in (-0.5, 0.5) for k in (-0.5, 0.5)])
    return np.asarray(block.centre + signs @ np.stack([block.right, block.down, block.out]))


def _quad(centre: Vector, right: Vector, down: Vector) -> NDArray[np.float64]:
    return centre + np.stack([-right - down, right - down, right + down, down - right]) / 2


def _fixed(points: NDArray[np.float64], scale: float) -> NDArray[np.int32]:
    return np.round(((points + 0.5) * scale - 0.5) * (1 << _SHIFT)).astype(np.int32)


def _polygon(canvas: Canvas, points: NDArray[np.float64], colour: NDArray[np.float32]) -> None:
    limited = np.clip(points, -4 * SIDE, 5 * SIDE)
    cv2.fillConvexPoly(canvas, _fixed(limited, _FINE), [float(c) for c in colour], cv2.LINE_8, _SHIFT)


def _draw(
    sheet: _Sheet,
    camera: SqueezedCamera,
    block: SceneBox,
    tiles: RandomTileSet,
    light: Vector,
    rim: NDArray[np.float32],
    rng: Random,
) -> None:
    canvas = sheet.canvas
    matter = {"pad": BARE, "hand": FOREIGN}.get(block.kind, TILE)
    if block.kind == "chip":
        backgrounds.chip(canvas, camera.project(_circle(block)), rng, _FINE)
        sheet.mark(camera.project(_circle(block)), -1, matter)
        return
    body, back = (tiles.body, tiles.back) if block.kind == "tile" else backgrounds.thing_colours(block.kind, rng)
    thick = 0.0 if block.kind != "tile" else 0.38

    def lit(normal: Vector) -> float:
        unit = normal / np.linalg.norm(normal)
        return 0.72 + float(unit @ light) + 0.12 * float(unit[2])

    for side, across in (
        (block.right, block.down),
        (-block.right, block.down),
        (block.down, block.right),
        (-block.down, block.right),
    ):
        middle = block.centre + side / 2
        if float((camera.position - middle) @ side) <= 0:
            continue
        low = _quad(middle - block.out * (0.5 - thick / 2), across, block.out * thick)
        high = _quad(middle + block.out * thick / 2, across, block.out * (1 - thick))
        if thick:
            _polygon(canvas, camera.project(low), back * lit(side))
        _polygon(canvas, camera.project(high), body * lit(side))
        whole = camera.project(_quad(middle, across, block.out))
        sheet.mark(whole, len(sheet.labels) if block.kind == "tile" else -1, matter)
        if block.kind != "tile":
            continue
        if _is_upright(block) and side[2] > 0.7 * np.linalg.norm(side):
            sheet.add(block, whole, TOP)
        else:
            # A side is no face: white objects of a face's size must be distinguished from a white dragon.
            sheet.add(block, whole if rng.random() < 0.5 else camera.project(high), SIGN)
    front = float((camera.position - block.centre - block.out / 2) @ block.out) > 0
    normal = block.out if front else -block.out
    quad = camera.project(_quad(block.centre + normal / 2, block.right if front else -block.right, block.down))
    colour = (body if front else back) * lit(normal)
    layer = (
        tiles.layer(block.number) if front and block.number is not None else backgrounds.plain_layer(block.kind, rng)
    )
    shine = sheet.gleam
    _paste(canvas, quad, layer * rim * colour, shine if shine is None or not front else shine * _FACE_SHINE)
    sheet.mark(quad, len(sheet.labels) if block.number is not None else -1, matter)
    if block.number is not None:
        sheet.add(block, quad, block.number if front else BACK)


def _circle(block: SceneBox) -> NDArray[np.float64]:
    angles = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    return np.asarray(
        block.centre + np.cos(angles)[:, None] * block.right / 2 + np.sin(angles)[:, None] * block.down / 2
    )


def _paste(
    canvas: Canvas, quad: NDArray[np.float64], texture: NDArray[np.float32], gleam: NDArray[np.float32] | None
) -> None:
    full = (quad + 0.5) * _FINE - 0.5
    low = np.maximum(np.floor(full.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(full.max(axis=0)) + 1, canvas.shape[0]).astype(int)
    if (high <= low).any():
        return
    height, width = texture.shape[:2]
    shrink = min(8, max(1, round(height / max(1.0, float(np.linalg.norm(full[3] - full[0]))))))
    if shrink > 1:
        texture = np.asarray(
            cv2.resize(texture, (width // shrink, height // shrink), interpolation=cv2.INTER_AREA), np.float32
        )
        height, width = texture.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (full - low).astype(np.float32))
    wide, tall = (int(n) for n in high - low)
    patch = cv2.warpPerspective(texture, matrix, (wide, tall), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((tall, wide), np.uint8)
    cv2.fillConvexPoly(mask, np.round((full - low) * (1 << _SHIFT)).astype(np.int32), 1, cv2.LINE_8, _SHIFT)
    region = canvas[low[1] : high[1], low[0] : high[0]]
    if gleam is not None:
        patch = patch + (1 - patch) * gleam[low[1] : high[1], low[0] : high[0]]
    np.copyto(region, patch, where=mask[..., None].astype(bool))


def _rim(rng: Random) -> NDArray[np.float32]:
    """Return brightness factors [128,96,1] of a face: its rounded edges, and a slight gradient."""
    height, width = layers.HEIGHT, layers.WIDTH
    edge = rng.uniform(1.5, 6)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    inside = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    corner = np.hypot(
        np.maximum(14 - np.minimum(x, width - 1 - x), 0), np.maximum(14 - np.minimum(y, height - 1 - y), 0)
    )
    inside = np.minimum(inside, np.maximum(14 - corner, 0))
    strength = rng.uniform(-0.35, 0.12)
    slope = (x / width - 0.5) * rng.uniform(-0.15, 0.15) + (y / height - 0.5) * rng.uniform(-0.15, 0.15)
    return np.asarray(1 + strength * np.clip(1 - inside / edge, 0, 1) + slope, np.float32)[..., None]


def _shadows(canvas: Canvas, camera: SqueezedCamera, blocks: list[SceneBox], rng: Random) -> None:
    mask = np.zeros(canvas.shape[:2], np.float32)
    angle, length = rng.uniform(0, 2 * math.pi), rng.uniform(0.0, 0.9)
    for block in blocks:
        points = _box(block)
        fallen = points.copy()
        fallen[:, :2] += points[:, 2:] * length * np.array([math.cos(angle), math.sin(angle)])
        fallen[:, 2] = 0
        pixels = np.clip(camera.project(fallen), -4 * SIDE, 5 * SIDE).astype(np.float32)
        hull = cv2.convexHull(pixels)[:, 0].astype(np.float64)
        cv2.fillConvexPoly(mask, _fixed(hull, _FINE), 1.0, cv2.LINE_8, _SHIFT)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1.5, 10))
    canvas *= 1 - rng.uniform(0.1, 0.6) * soft[..., None]
