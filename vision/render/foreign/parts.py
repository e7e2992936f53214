"""Soft-edged parts of foreign objects: capsules and plates in millimetres, as a camera sees them."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.camera.model import Camera
from vision.render.appearance import Colour
from vision.render.cuboid import Bounds, intersection
from vision.render.faces.artwork import Picture

Grey = NDArray[np.float32]


@dataclass(frozen=True, eq=False, slots=True)
class ForeignPart:
    """A convex part, the hull of spheres at xyz mm [K,3] with radii mm [K], and its colour BGR.

    ``round``: how much darker its rim is than its middle, 0-1. ``weave``: contrast of its grain 0-1, of grains
    ``grain_mm`` wide. ``stripe_mm``: width of its stripes, 0 for none. ``soft``: px by which it is out of focus.
    """

    points: Floats
    radii: Floats
    colour: Colour
    round: float = 0.3
    weave: float = 0.03
    grain_mm: float = 6.0
    stripe_mm: float = 0.0
    soft: float = 0.8


@dataclass(frozen=True, eq=False, slots=True)
class Cover:
    """An overlay on a picture: top left px, BGR [h,w,3], its opacity and the light that it leaves.

    ``opaque`` and ``light`` are uint8 [h,w]: 255 hides everything below, 255 leaves full brightness.
    """

    x: int
    y: int
    paint: Picture
    opaque: Picture
    light: Picture

    @property
    def bounds(self) -> Bounds:
        """Left, top, right, bottom px; right and bottom are exclusive."""
        height, width = self.opaque.shape
        return self.x, self.y, self.x + width, self.y + height

    def over(self, picture: Picture) -> None:
        """Draw it over the picture for which it was made."""
        left, top, right, bottom = self.bounds
        below = picture[top:bottom, left:right]
        dimmed = cv2.multiply(below, cv2.cvtColor(self.light, cv2.COLOR_GRAY2BGR), scale=1 / 255)
        opaque = cv2.cvtColor(self.opaque, cv2.COLOR_GRAY2BGR)
        shown = cv2.multiply(self.paint, opaque, scale=1 / 255)
        picture[top:bottom, left:right] = cv2.add(cv2.multiply(dimmed, 255 - opaque, scale=1 / 255), shown)


def painted(
    parts: Sequence[ForeignPart], camera: Camera, slant: tuple[float, float], dark: float, seed: int
) -> Cover | None:
    """Return the parts, each over the earlier ones, with their soft shadow; None if nothing is in view.

    ``slant``: length of a shadow in x and y per mm of height; ``dark``: share of light that the shadow removes.
    """
    outlines = [_outline(part.points, part.radii, camera) for part in parts]
    fallen = [_outline(_fallen(part.points, slant), part.radii, camera) for part in parts]
    known = [outline for outline in (*outlines, *fallen) if outline is not None]
    if not known:
        return None
    px = np.concatenate(known)
    margin = 24
    low, high = np.floor(px.min(axis=0)) - margin, np.ceil(px.max(axis=0)) + margin
    frame = intersection((int(low[0]), int(low[1]), int(high[0]), int(high[1])), (0, 0, *camera.size))
    if frame is None:
        return None
    x0, y0, x1, y1 = frame
    shape = (y1 - y0, x1 - x0)
    rng = np.random.default_rng(seed)
    paint, opaque = np.zeros((*shape, 3), np.float32), np.zeros(shape, np.float32)
    for part, outline in zip(parts, outlines, strict=True):
        if outline is not None:
            _add(paint, opaque, part, outline - (x0, y0), _px_per_mm(part, camera), rng)
    shadow = np.zeros(shape, np.uint8)
    for outline in fallen:
        if outline is not None:
            cv2.fillConvexPoly(shadow, _fixed(outline - (x0, y0)), 255, cv2.LINE_8, 4)
    soft = np.asarray(cv2.blur(cv2.blur(shadow, (17, 17)), (17, 17)), np.float32)
    return Cover(
        x0,
        y0,
        np.clip(paint, 0, 255).astype(np.uint8),
        np.clip(opaque * 255, 0, 255).astype(np.uint8),
        np.clip(255 - soft * dark, 0, 255).astype(np.uint8),
    )


def _add(
    paint: NDArray[np.float32], opaque: Grey, part: ForeignPart, outline: Floats, scale: float, rng: np.random.Generator
) -> None:
    height, width = opaque.shape
    reach = round(3 * part.soft) + 2
    low, high = np.floor(outline.min(axis=0)).astype(int) - reach, np.ceil(outline.max(axis=0)).astype(int) + reach
    frame = intersection((int(low[0]), int(low[1]), int(high[0]), int(high[1])), (0, 0, width, height))
    if frame is None:
        return
    x0, y0, x1, y1 = frame
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, _fixed(outline - (x0, y0)), 255, cv2.LINE_AA, 4)
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    thick = max(float(part.radii.max()) * scale, 3.0)
    # A round limb is brightest in its middle and darkens towards its rim like a cylinder.
    lit = 1.0 - part.round + part.round * np.sqrt(np.clip(inside / thick, 0.0, 1.0))
    grains = max(2, round((x1 - x0) / max(part.grain_mm * scale, 1.0)))
    tall = max(2, round((y1 - y0) / max(part.grain_mm * scale, 1.0)))
    grain = rng.standard_normal((min(tall, 400), min(grains, 400)), dtype=np.float32)
    lit = lit * (1.0 + part.weave * np.asarray(cv2.resize(grain, mask.shape[::-1], interpolation=cv2.INTER_LINEAR)))
    if part.stripe_mm:
        way = outline[len(outline) // 2] - outline[0]
        way = way / max(float(np.hypot(*way)), 1.0)
        y, x = np.mgrid[0 : y1 - y0, 0 : x1 - x0].astype(np.float32)
        wave = (x * way[0] + y * way[1]) / max(part.stripe_mm * scale, 2.0)
        lit = lit * np.where(np.floor(wave) % 2 == 0, 1.0, 0.72)
    alpha = np.asarray(cv2.GaussianBlur(mask, (0, 0), part.soft), np.float32)[..., None] / 255
    piece = paint[y0:y1, x0:x1]
    piece += alpha * (lit[..., None] * np.array(part.colour, np.float32) - piece)
    over = opaque[y0:y1, x0:x1]
    over += alpha[..., 0] * (1.0 - over)


def _outline(points: Floats, radii: Floats, camera: Camera) -> Floats | None:
    """Return the hull [N,2] px of circles around points [K,3] mm; None if any of them is behind the lens."""
    depth = camera.depth(points)
    if (depth < 50.0).any():
        return None
    px = camera.project(points)
    if not np.isfinite(px).all() or np.abs(px).max() > 20_000:
        return None
    ring = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    circle = np.column_stack([np.cos(ring), np.sin(ring)])
    spread = px[:, None, :] + circle[None] * (radii * camera.focal / depth)[:, None, None]
    return np.asarray(cv2.convexHull(spread.reshape(-1, 2).astype(np.float32))[:, 0], dtype=np.float64)


def _px_per_mm(part: ForeignPart, camera: Camera) -> float:
    return float(camera.focal / np.maximum(camera.depth(part.points), 50.0).mean())


def _fallen(points: Floats, slant: tuple[float, float]) -> Floats:
    fallen = points.copy()
    fallen[:, :2] += points[:, 2:] * np.array(slant)
    fallen[:, 2] = 0.0
    return fallen


def _fixed(points: Floats) -> NDArray[np.int32]:
    return np.asarray(np.round(points * 16), np.int32)
