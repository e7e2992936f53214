"""Round objects of a path-traced scene: arms with hands, cups, bottles, the dome; and their coverage of the picture."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.camera.model import Camera
from vision.render.appearance import Colour
from vision.render.faces.artwork import Picture

Rng = np.random.Generator
Point = tuple[float, float, float]
_SKINS: Final[tuple[Colour, ...]] = ((140, 170, 225), (110, 145, 205), (85, 120, 180), (60, 85, 135), (45, 60, 95))
"""Colours (BGR) of skin, light to dark; chosen."""
_HANDS_UP_MM: Final = 55.0
"""Height of a hand over the table, mm; chosen: above standing tiles."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A capsule, cone (blunt), ball or dome from ``start`` to ``end`` mm, with radii there mm; balls: across and up."""

    kind: str
    start: Point
    end: Point
    radii: tuple[float, float]
    colour: Colour
    roughness: float = 0.6
    clear: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the shape for the scene script; colours RGB 0-1."""
        return {**asdict(self), "colour": rgb(self.colour)}

    def covers(self, camera: Camera) -> NDArray[np.int32]:
        """Return the outline [N, 2] px that it hides in the picture; empty if it is clear or behind the lens."""
        if self.clear:
            return np.zeros((0, 2), np.int32)
        points = []
        for middle, radius in ((self.start, self.radii[0]), (self.end, self.radii[1])):
            ring = np.random.default_rng(0).normal(size=(96, 3))
            ring /= np.linalg.norm(ring, axis=1, keepdims=True)
            points.append(np.array(middle) + ring * radius)
        px = camera.project(np.concatenate(points))
        if not np.isfinite(px).all():
            return np.zeros((0, 2), np.int32)
        return np.asarray(cv2.convexHull(px.astype(np.float32))[:, 0].round(), np.int32)


def cover_of(solids: Sequence[Solid], camera: Camera, low: NDArray[np.int_], size: tuple[int, int]) -> Picture:
    """Return a mask [h, w], 255 where solids hide the background, of a part of the picture.

    ``low``: top left px of the part; ``size``: its width and height px.
    """
    cover = np.zeros(size[::-1], np.uint8)
    for hull in (solid.covers(camera) for solid in solids):
        if len(hull):
            cv2.fillConvexPoly(cover, (hull - low).astype(np.int32), 255)
    return cover


def rgb(colour: Colour) -> list[float]:
    """Return red, green and blue 0-1 of a colour BGR 0-255."""
    return [round(part / 255.0, 5) for part in reversed(colour)]


def random_arm(layout: Layout, seat: Seat, reach: tuple[float, float], rng: Rng) -> list[Solid]:
    """Return an arm of the player at ``seat`` with its hand at ``reach`` mm: forearm, sleeve, palm, fingers, thumb."""
    skin = _SKINS[int(rng.integers(len(_SKINS)))]
    elbow = layout.place(seat, float(rng.uniform(-180.0, 180.0)), float(rng.uniform(680.0, 780.0)))
    shoulder = np.array([elbow.x, elbow.y])
    hand = np.array(reach)
    along = (hand - shoulder) / np.linalg.norm(hand - shoulder)
    side = np.array([-along[1], along[0]])
    wrist = hand - along * 75.0
    low = float(rng.uniform(0.8, 1.2)) * _HANDS_UP_MM
    cuff = wrist - along * rng.uniform(20.0, 230.0)
    cloth = tuple(float(part) for part in rng.uniform(15, 235, 3))
    parts = [
        Solid("capsule", _at(shoulder, 170.0), _at(wrist, low + 22.0), (46.0, 27.0), skin),
        Solid(
            "capsule", _at(shoulder, 172.0), _at(cuff, low + 50.0), (58.0, 44.0), (cloth[0], cloth[1], cloth[2]), 0.9
        ),
        Solid("capsule", _at(wrist, low + 20.0), _at(hand - along * 25.0, low + 8.0), (26.0, 33.0), skin),
    ]
    for finger, spread in enumerate((-1.5, -0.5, 0.5, 1.5)):
        root = hand - along * 18.0 + side * spread * 17.0
        knuckle = root + along * rng.uniform(28.0, 40.0) + side * spread * 3.0
        tip = knuckle + along * rng.uniform(8.0, 30.0) * (0.8 if finger in (0, 3) else 1.0)
        bent = low - rng.uniform(5.0, 25.0)
        parts.append(Solid("capsule", _at(root, low + 6.0), _at(knuckle, low + 4.0), (10.5, 9.0), skin))
        parts.append(Solid("capsule", _at(knuckle, low + 4.0), _at(tip, bent), (9.0, 8.0), skin))
    hinge = hand - along * 55.0 + side * 30.0
    parts.append(
        Solid("capsule", _at(hinge, low + 5.0), _at(hinge + along * 45.0 + side * 14.0, low - 8.0), (13.0, 10.0), skin)
    )
    return parts


def random_cup(where: tuple[float, float], rng: Rng) -> list[Solid]:
    """Return a cup of tea or coffee, or a bottle with its cap, standing at ``where`` mm."""
    x, y = where
    colour = tuple(float(part) for part in rng.uniform(20, 245, 3))
    paint: Colour = (colour[0], colour[1], colour[2])
    if rng.random() < 0.5:
        tall, wide = float(rng.uniform(70, 110)), float(rng.uniform(34, 44))
        tea = (20.0, 45.0, 90.0)
        return [
            Solid("cone", (x, y, 0.0), (x, y, tall), (wide * 0.8, wide), paint, 0.25),
            Solid("cone", (x, y, tall), (x, y, tall + 0.6), (wide * 0.9, wide * 0.9), tea, 0.05),
        ]
    tall = float(rng.uniform(150, 200))
    return [
        Solid("cone", (x, y, 0.0), (x, y, tall), (33.0, 31.0), paint, 0.2),
        Solid("cone", (x, y, tall), (x, y, tall + 25.0), (31.0, 14.0), paint, 0.2),
        Solid("cone", (x, y, tall + 25.0), (x, y, tall + 40.0), (15.0, 15.0), (235.0, 235.0, 238.0), 0.3),
    ]


def dome(radius: float, height: float) -> Solid:
    """Return the clear dome over the dice."""
    return Solid("dome", (0.0, 0.0, 4.0), (0.0, 0.0, 4.0), (radius, height), (255.0, 255.0, 255.0), 0.0, True)


def _at(spot: Floats, height: float) -> Point:
    return float(spot[0]), float(spot[1]), float(height)
