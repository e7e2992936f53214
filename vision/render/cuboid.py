"""Cuboids with rounded edges, rendered in perspective into small patches, and their shadows."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.camera.model import Camera
from vision.render.appearance import Colour
from vision.render.faces.artwork import Picture, Texture
from vision.render.optics import Light

_EVEN: Final = 6.0
"""Difference in grey levels between the corners of a face below which its gloss is uniform; chosen: hardly visible."""
Size = tuple[float, float, float]
Bounds = tuple[int, int, int, int]

# Faces of a box by their normal: +u, -u, +v, -v, +n, -n; corners are numbered with u slowest, n fastest.
_FACE_CORNERS: Final = ((4, 6, 7, 5), (0, 2, 3, 1), (2, 6, 7, 3), (0, 4, 5, 1), (1, 5, 7, 3), (0, 4, 6, 2))
_SPLIT: Final = 8
"""Index of the first of four points where the back layer meets the side edges; the eight corners come before."""
FRONT: Final = 4
"""Index of the printed face among the six (+n)."""
BACK: Final = 5
"""Index of the opposite face (-n)."""


@dataclass(frozen=True, eq=False)
class Cuboid:
    """A cuboid: centre mm, axes [3, 3] (rows u right, v down, n out of its face), edges mm, colours, textures.

    The layer at the back, ``back_share`` of the thickness, has the back colour. ``inks`` maps a face of the box (+u,
    -u, +v, -v, +n, -n as 0-5) to its texture.
    """

    centre: Floats
    axes: Floats
    edges: Size
    bevel: float
    body: Colour
    back: Colour
    back_share: float
    inks: Mapping[int, Texture]

    @cached_property
    def footprint(self) -> Floats:
        """Corners [4, 2] mm of its rectangle seen from above, in cyclic order."""
        flat = np.abs(self.axes[:, 2]) < 0.5
        (a, b), (p, q) = self.axes[flat, :2], np.array(self.edges)[flat] / 2
        middle = self.centre[:2]
        return np.array(
            [middle - a * p - b * q, middle + a * p - b * q, middle + a * p + b * q, middle - a * p + b * q]
        )

    @cached_property
    def normals(self) -> Floats:
        """Outward unit normals [6, 3] of its faces."""
        u, v, n = self.axes
        return np.array([u, -u, v, -v, n, -n])

    @cached_property
    def span(self) -> tuple[float, float]:
        """Heights of its underside and top, mm."""
        half = float(np.abs(self.axes[:, 2]) @ np.array(self.edges)) / 2
        return float(self.centre[2]) - half, float(self.centre[2]) + half


@dataclass(frozen=True, eq=False, slots=True)
class Patch:
    """Rendered pixels: top left px, premultiplied BGR [h, w, 3], share of background kept [h, w, 3] (255: all)."""

    x: int
    y: int
    paint: Picture
    keep: Picture

    @property
    def bounds(self) -> Bounds:
        """Left, top, right, bottom px; right and bottom are exclusive."""
        height, width = self.paint.shape[:2]
        return self.x, self.y, self.x + width, self.y + height


def composite(canvas: Picture, patch: Patch, piece: Bounds) -> None:
    """Blend a patch into the canvas within the rectangle ``piece``."""
    part = intersection(patch.bounds, piece)
    if part is None:
        return
    x0, y0, x1, y1 = part
    rows, columns = slice(y0 - patch.y, y1 - patch.y), slice(x0 - patch.x, x1 - patch.x)
    kept = cv2.multiply(canvas[y0:y1, x0:x1], patch.keep[rows, columns], scale=1 / 255)
    canvas[y0:y1, x0:x1] = cv2.add(kept, patch.paint[rows, columns])


def intersection(a: Bounds, b: Bounds) -> Bounds | None:
    """Return the intersection of two rectangles (left, top, right, bottom); None if empty."""
    x0, y0, x1, y1 = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


@dataclass(frozen=True, eq=False, slots=True)
class Shadow:
    """The shadow of a cuboid on the felt: top left px and remaining light [h, w], 255 outside the shadow."""

    x: int
    y: int
    levels: Picture

    @property
    def bounds(self) -> Bounds:
        """Left, top, right, bottom px; right and bottom are exclusive."""
        height, width = self.levels.shape
        return self.x, self.y, self.x + width, self.y + height


def paint_shadow(block: Cuboid, camera: Camera, light: Light) -> Shadow | None:
    """Return the hard shadow of the strongest lamp; None if it is not visible."""
    dx, dy = light.slant
    corners = np.concatenate([block.footprint + np.array([dx, dy]) * height for height in block.span])
    px = camera.project(np.column_stack([corners, np.zeros(8)]))
    if not np.isfinite(px).all():
        return None
    x0, y0 = np.floor(px.min(axis=0)).astype(int) - 1
    x1, y1 = np.ceil(px.max(axis=0)).astype(int) + 2
    if intersection((x0, y0, x1, y1), (0, 0, *camera.size)) is None or max(x1 - x0, y1 - y0) > max(camera.size):
        return None
    # Drawn completely, because a clipped outline would differ by a level or two from the same outline unclipped.
    levels = np.full((y1 - y0, x1 - x0), 255, np.uint8)
    hull = cv2.convexHull((px - (x0, y0)).astype(np.float32))[:, 0].astype(np.float64)
    cv2.fillConvexPoly(levels, _fixed(hull), 255 * (1 - light.look.shadow), cv2.LINE_8, 4)
    return Shadow(int(x0), int(y0), levels)


def paint_cuboid(block: Cuboid, camera: Camera, light: Light) -> Patch | None:
    """Return the cuboid in the camera's picture; None if it is behind the lens or out of view."""
    local = _points(block.edges, block.bevel, block.back_share)
    px = camera.project(block.centre + local @ block.axes)
    if not np.isfinite(px).all():
        return None
    corners, outline = px[:12], px[12:]
    x0, y0 = np.floor(outline.min(axis=0)).astype(int) - 1
    x1, y1 = np.ceil(outline.max(axis=0)).astype(int) + 2
    width, height = camera.size
    if x1 <= 0 or y1 <= 0 or x0 >= width or y0 >= height or max(x1 - x0, y1 - y0) > 2 * max(camera.size):
        return None
    fine = _fineness(max(x1 - x0, y1 - y0))
    shape = ((y1 - y0) * fine, (x1 - x0) * fine)

    def on_patch(points: Floats) -> Floats:
        return np.asarray((points - (x0, y0) + 0.5) * fine - 0.5)

    corners, outline = on_patch(corners), on_patch(outline)
    scale = float(np.linalg.norm(corners[7] - corners[1])) / float(np.linalg.norm(block.edges[:2]))
    canvas = np.empty((*shape, 3), np.uint8)
    canvas[:] = _tone(block.body, 0.7)
    hull = _fixed(cv2.convexHull(outline.astype(np.float32))[:, 0].astype(np.float64))
    _paint_sides(canvas, block, corners, camera, light)
    edge = max(1, round(0.35 * block.bevel * scale))
    cv2.polylines(canvas, [hull], True, _tone(block.body, 0.55), edge, cv2.LINE_8, 4)
    soft = max(3, round(0.55 * block.bevel * scale) | 1)
    canvas = np.asarray(cv2.blur(canvas, (soft, soft)), dtype=np.uint8)
    _paint_inks(canvas, block, corners, camera, light)
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_8, 4)
    canvas = np.asarray(cv2.bitwise_and(canvas, canvas, mask=mask), dtype=np.uint8)
    size = (int(x1 - x0), int(y1 - y0))
    paint = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA)
    keep = cv2.cvtColor(255 - cv2.resize(mask, size, interpolation=cv2.INTER_AREA), cv2.COLOR_GRAY2BGR)
    return Patch(int(x0), int(y0), np.asarray(paint, dtype=np.uint8), np.asarray(keep, dtype=np.uint8))


def _paint_sides(canvas: Picture, block: Cuboid, corners: Floats, camera: Camera, light: Light) -> None:
    shades = light.shade(block.normals)
    eye = np.array(camera.position)
    for face, normal in enumerate(block.normals):
        middle = block.centre + normal * block.edges[face // 2] / 2
        if normal @ (eye - middle) <= 0:
            continue
        colour = block.back if face == BACK else block.body
        cv2.fillConvexPoly(canvas, _fixed(corners[list(_FACE_CORNERS[face])]), _tone(colour, shades[face]), shift=4)
        if face < FRONT and block.back_share:
            low, high = _FACE_CORNERS[face][:2]
            layer = [low, high, _SPLIT + high // 2, _SPLIT + low // 2]
            cv2.fillConvexPoly(canvas, _fixed(corners[layer]), _tone(block.back, shades[face]), shift=4)
        if face >= FRONT and normal[2] > 0.5:
            _add_gloss(canvas, block, face, corners, light)


def _paint_inks(canvas: Picture, block: Cuboid, corners: Floats, camera: Camera, light: Light) -> None:
    eye = np.array(camera.position)
    for face, texture in block.inks.items():
        normal = block.normals[face]
        if normal @ (eye - block.centre - normal * block.edges[face // 2] / 2) <= 0:
            continue
        quad = corners[list(_FACE_CORNERS[face])].astype(np.float32)
        tall = max(float(np.linalg.norm(quad[3] - quad[0])), float(np.linalg.norm(quad[2] - quad[1])))
        level = next((one for one in reversed(texture) if one.shape[0] >= 0.8 * tall), texture[0])
        height, width = level.shape[:2]
        frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        move = cv2.getPerspectiveTransform(frame, quad)
        ink = cv2.warpPerspective(level, move, canvas.shape[1::-1], flags=cv2.INTER_LINEAR)
        keep = cv2.cvtColor(255 - ink[..., 3], cv2.COLOR_GRAY2BGR)
        shade = float(light.shade(normal[None])[0])
        bright = ink[..., :3] if abs(shade - 1) < 0.02 else cv2.convertScaleAbs(ink[..., :3], alpha=shade)
        cv2.add(cv2.multiply(canvas, keep, scale=1 / 255), bright, dst=canvas)


def _add_gloss(canvas: Picture, block: Cuboid, face: int, corners: Floats, light: Light) -> None:
    ring = list(_FACE_CORNERS[face])
    signs = np.array(list(product((-1, 1), repeat=3)), dtype=float)[ring]
    top = block.centre + signs * np.array(block.edges) / 2 @ block.axes
    levels = np.minimum(light.gloss(top, np.array([0.0, 0.0, 1.0])), 255.0)
    if levels.max() < 1:
        return
    if np.ptp(levels) < _EVEN:
        cv2.add(canvas, np.full_like(canvas, levels.mean()), dst=canvas)
        return
    # A lamp's reflection crosses the tile, so one corner is brighter than another.
    small = levels[[0, 1, 3, 2]].reshape(2, 2).astype(np.uint8)
    move = cv2.getPerspectiveTransform(
        np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), corners[ring].astype(np.float32)
    )
    shine = cv2.warpPerspective(
        small, move, canvas.shape[1::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    cv2.add(canvas, cv2.cvtColor(shine, cv2.COLOR_GRAY2BGR), dst=canvas)


@cache
def _points(edges: Size, bevel: float, back_share: float) -> Floats:
    """Return points [N,3] in its axes: 8 corners, 4 ends of the back layer's line, and the rounded corners' outline."""
    half = np.array(edges) / 2
    signs = np.array(list(product((-1, 1), repeat=3)), dtype=float)
    split = np.array([[u, v, -1.0 + 2.0 * back_share] for u, v in product((-1.0, 1.0), repeat=2)])
    round_by = np.array([step for step in product((0.0, 1.0), repeat=3) if any(step)])
    round_by /= np.linalg.norm(round_by, axis=1, keepdims=True)
    ball = (signs[:, None, :] * (half - bevel + bevel * round_by[None])).reshape(-1, 3)
    return np.concatenate([signs * half, split * half, ball])


def _fineness(pixels: int) -> int:
    return 4 if pixels < 64 else 3 if pixels < 110 else 2 if pixels < 220 else 1


def _fixed(points: Floats) -> NDArray[np.int32]:
    """Return points in sixteenths of a pixel, for OpenCV's ``shift=4``."""
    return np.asarray(np.round(points * 16), dtype=np.int32)


def _tone(colour: Colour, shade: float) -> tuple[float, float, float]:
    blue, green, red = (min(255.0, part * float(shade)) for part in colour)
    return blue, green, red
