"""Writes path-traced scenes as JSON: tiles, dice and sticks as boxes, the table, lamps, room and camera."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from hardware.profiles.schema import TableProfile
from vision.camera.model import Camera
from vision.render.appearance import Colour, VenueLook
from vision.render.background import DOME_MM, RAIL_MM
from vision.render.cuboid import FRONT, Cuboid
from vision.render.faces.artwork import Picture, Texture
from vision.render.objects import Posed, cuboid_of
from vision.render.scene import PosedDie, PosedScene, PosedTile
from vision.render.traced.photographed_faces import FaceFolder
from vision.render.traced.solids import Solid, dome, rgb

Rng = np.random.Generator
Axes = tuple[tuple[float, float, float], ...]
_LEVEL: Final[Axes] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""Axes of a box that is parallel to the table."""
_RAIL_UP_MM: Final = 16.0
"""Height of the rail above the felt, mm; chosen: half a tile, as on tables in shops."""
_WHITE: Final = 0.42
"""Linear light that a white tile reflects under all lamps together; chosen: highlights stay below the file's 1."""
_LOOK_MM: Final = 14.0
"""Height above the felt on which the camera is focused, mm; chosen: between felt and faces."""


@dataclass(frozen=True, slots=True)
class TraceSettings:
    """Cost of one picture: samples per pixel, noise at which a pixel's sampling stops (0: never), threads."""

    samples: int = 3
    adaptive: float = 0.0
    threads: int = 1
    denoising: str = "FAST"


class Stage:
    """Writes scenes of one table, look and set of faces into a folder, as JSON with the pictures they use."""

    def __init__(self, profile: TableProfile, look: VenueLook, faces: FaceFolder, folder: Path) -> None:
        self._profile, self._look, self._faces, self._folder = profile, look, faces, folder
        self._forms: dict[Any, int] = {}
        self._told: list[dict[str, Any]] = []
        self._pictures: list[str] = []

    def write(
        self,
        name: str,
        scene: PosedScene,
        camera: Camera,
        solids: Sequence[Solid],
        rng: Rng,
        settings: TraceSettings | None = None,
    ) -> Path:
        """Write a scene as JSON for ``cycles_scene.py``, determined by the generator state; return the path."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._name = name
        boxes = [*self._table(rng), *(self._box(posed) for posed in _things(scene))]
        how = settings or TraceSettings()
        told = {
            "camera": _camera(camera, rng),
            "render": {
                "samples": how.samples,
                "adaptive": how.adaptive,
                "threads": how.threads,
                "denoising": how.denoising,
                "seed": int(rng.integers(2**31)),
            },
            "forms": self._told,
            "boxes": boxes,
            "solids": [solid.to_json() for solid in (*solids, *self._furniture(rng))],
            "felt": {
                "colour": rgb(self._look.felt),
                "sheen": float(rng.uniform(0.0, 0.35)),
                "fibres_per_m": float(rng.uniform(350.0, 900.0)),
                "wear": float(rng.uniform(0.02, 0.1)),
                "bump": float(rng.uniform(0.2, 0.6)),
            },
            **_light(rng),
            "pictures": self._pictures,
        }
        file = self._folder / f"{name}.json"
        file.write_text(json.dumps(told), encoding="utf-8")
        return file

    def _box(self, posed: Posed) -> dict[str, Any]:
        block = cuboid_of(posed, self._profile, self._look)
        if isinstance(posed, PosedTile):
            pictures = {FRONT: self._faces.picture(posed.tile, block.body)} if posed.tile is not None else {}
            key: Any = ("tile", posed.tile)
        else:
            pictures = {face: _on_body(ink, block.body) for face, ink in block.inks.items()}
            key = (type(posed), _anywhere(posed))
        return self._placed(key, block, pictures)

    def _placed(self, key: Any, block: Cuboid, pictures: dict[int, Picture], *, felt: bool = False) -> dict[str, Any]:
        if key not in self._forms:
            self._forms[key] = len(self._told)
            shown = {}
            for face, picture in pictures.items():
                shown[str(face)] = len(self._pictures)
                self._pictures.append(f"{self._name}-{len(self._pictures)}.ppm.png")
                cv2.imwrite(str(self._folder / self._pictures[-1]), picture)
            self._told.append(
                {
                    "edges": list(block.edges),
                    "bevel": block.bevel,
                    "body": rgb(block.body),
                    "back": rgb(block.back),
                    "back_share": block.back_share,
                    "roughness": 0.55 - self._look.gloss,
                    "coat": self._look.gloss,
                    "faces": shown,
                }
            )
        centre, axes = block.centre.tolist(), block.axes.tolist()
        return {"form": self._forms[key], "centre": centre, "axes": axes, "felt": felt}

    def _slab(
        self, middle: tuple[float, float, float], edges: tuple[float, float, float], colour: Colour, **more: Any
    ) -> dict[str, Any]:
        """Return a plain box whose top is at ``middle``."""
        centre = np.array([middle[0], middle[1], middle[2] - edges[2] / 2])
        block = Cuboid(centre, np.array(_LEVEL), edges, more.get("bevel", 0.0), colour, colour, 0.0, {})
        pictures = more.get("pictures", {})
        key = ("slab", edges, colour, block.bevel, more.get("felt", False), bool(pictures))
        return self._placed(key, block, pictures, felt=more.get("felt", False))

    def _table(self, rng: Rng) -> Iterator[dict[str, Any]]:
        look, field = self._look, self._profile.table.field_mm
        yield self._slab((0.0, 0.0, 0.0), (field, field, 12.0), look.felt, felt=True)
        for side in (-1, 1):
            out = side * (field + RAIL_MM) / 2
            long = field + 2 * RAIL_MM
            yield self._slab((0.0, out, _RAIL_UP_MM), (long, RAIL_MM, 60.0), look.rail, bevel=7.0)
            yield self._slab((out, 0.0, _RAIL_UP_MM), (RAIL_MM, field, 60.0), look.rail, bevel=7.0)
        yield self._slab((0.0, 0.0, -720.0), (6000.0, 6000.0, 10.0), look.floor)
        console = self._profile.table.centre_mm
        panel = _panel(rng)
        yield self._slab((0.0, 0.0, 0.6), (console, console, 4.0), (34.0, 32.0, 31.0), pictures={FRONT: panel})
        if look.lines:
            yield from self._slots(rng)

    def _slots(self, rng: Rng) -> Iterator[dict[str, Any]]:
        """Yield outlines of the slots from which walls rise, and of the square around the rivers."""
        dark: Colour = (26.0, 25.0, 24.0)
        wall, size = self._profile.wall, self._profile.tile
        half = size.width_mm * max(wall.stacks) / 2 + 4.0
        near, far = (wall.distance_mm + part * (size.height_mm / 2 + 4.0) for part in (-1, 1))
        inner = self._profile.river.distance_mm + float(rng.uniform(100.0, 118.0))
        bars = [(0.0, near, half), (0.0, far, half), (0.0, inner, inner)]
        for across, distance, reach in bars:
            for sign in (-1, 1):
                yield self._slab((across, sign * distance, 0.15), (2 * reach, 1.3, 1.0), dark)
                yield self._slab((sign * distance, across, 0.15), (1.3, 2 * reach, 1.0), dark)

    def _furniture(self, rng: Rng) -> Iterator[Solid]:
        """Yield dome, lamps of the panel, and dark knees around the table."""
        half = self._profile.table.centre_mm / 2 - 10.0
        for x, y in ((half, half), (-half, half), (half, -half), (-half, -half)):
            colour = ((180.0, 130.0, 40.0), (40.0, 190.0, 230.0), (50.0, 60.0, 200.0))[int(rng.integers(3))]
            yield Solid("cone", (x, y, 0.0), (x, y, 2.5), (5.5, 5.0), colour, 0.3)
        if self._look.dome:
            yield dome(DOME_MM, float(rng.uniform(18.0, 32.0)))
        edge = self._profile.table.field_mm / 2 + RAIL_MM
        for turn in range(4):
            angle = np.pi / 2 * turn
            for knee in (-110.0, 110.0):
                if rng.random() < 0.7:
                    away = edge + float(rng.uniform(60.0, 160.0))
                    x = float(np.cos(angle) * away - np.sin(angle) * knee)
                    y = float(np.sin(angle) * away + np.cos(angle) * knee)
                    tone = float(rng.uniform(12.0, 90.0))
                    paint = (tone * float(rng.uniform(0.9, 1.5)), tone, tone)
                    yield Solid("ball", (x, y, -160.0), (x, y, -160.0), (95.0, 95.0), paint, 0.95)


def _anywhere(posed: Posed) -> Posed:
    """Return the same object at a fixed pose, so that objects that look alike compare equal."""
    if isinstance(posed, PosedDie):
        return replace(posed, x=0.0, y=0.0, angle=0.0, z=0.0)
    return replace(posed, x=0.0, y=0.0, angle=0.0)


def _things(scene: PosedScene) -> Iterator[Posed]:
    yield from scene.tiles
    yield from scene.dice
    yield from scene.sticks
    yield from scene.plates


def _on_body(ink: Texture, body: Colour) -> Picture:
    """Return a premultiplied picture on the colour of its body, BGR."""
    picture = ink[0].astype(np.float32)
    shown = picture[..., :3] + np.array(body, np.float32) * (1.0 - picture[..., 3:] / 255.0)
    return shown.clip(0, 255).astype(np.uint8)


def _camera(camera: Camera, rng: Rng) -> dict[str, Any]:
    away = float(np.linalg.norm(np.subtract(camera.position, (0.0, 0.0, _LOOK_MM))))
    return {
        "size": list(camera.size),
        "focal": camera.focal,
        "rotation": camera.matrix.tolist(),
        "position": list(camera.position),
        "focus_mm": away * float(rng.uniform(0.97, 1.03)),
        # Lens of a webcam or telephone: some 4 mm before a sensor of some 6 mm, six times smaller than the 36 mm of the
        # scene script, at f/2 to f/2.8.
        "fstop": float(rng.uniform(11.0, 18.0)),
    }


def _light(rng: Rng) -> dict[str, Any]:
    """Return ceiling lamps, sometimes a window, and the light from the walls of the room."""
    count = int(rng.integers(1, 4))
    window = bool(rng.random() < 0.35)
    shares = rng.dirichlet(np.full(count + window + 1, 2.0))
    lamps = []
    for number, share in enumerate(shares[1:]):
        warm = float(rng.uniform(0.0, 1.0))
        colour = [1.0, 1.0 - 0.18 * warm, 1.0 - 0.4 * warm]
        if number < count:
            at = np.array([*rng.uniform(-900.0, 900.0, 2), rng.uniform(1300.0, 2200.0)])
            size = [float(rng.uniform(120.0, 1300.0)), float(rng.uniform(60.0, 350.0))]
        else:
            angle = rng.uniform(0.0, 2 * np.pi)
            at = np.array([np.cos(angle) * 1900.0, np.sin(angle) * 1900.0, rng.uniform(500.0, 1100.0)])
            size, colour = [1400.0, 1000.0], [0.82, 0.92, 1.0]
        away = float(np.linalg.norm(at)) / 1000.0
        slope = float(at[2]) / 1000.0 / away
        watts = _WHITE * float(share) * np.pi**2 * away**2 / max(slope, 0.25) ** 2
        lamps.append({"at": at.tolist(), "aim": [0.0, 0.0, 0.0], "size": size, "watts": watts, "colour": colour})
    angle = float(rng.uniform(0.0, 2 * np.pi))
    room = {
        "strength": _WHITE * float(shares[0]) + 0.06,
        "side": [float(np.cos(angle)) * 0.8, float(np.sin(angle)) * 0.8],
        "low": [0.55, 0.52, 0.48],
        "high": [1.0, 1.0, 1.0],
    }
    return {"lamps": lamps, "room": room}


def _panel(rng: Rng) -> Picture:
    """Return the print of the panel in the middle: dark, with lines, digits and a rim."""
    side = 512
    picture = np.full((side, side, 3), rng.uniform(20, 60), np.uint8)
    for _ in range(int(rng.integers(0, 40))):
        ends = rng.integers(0, side, 4)
        tone = float(rng.uniform(60, 170))
        cv2.line(picture, (int(ends[0]), int(ends[1])), (int(ends[0]), int(ends[3])), (tone, tone, tone), 2)
        cv2.line(picture, (int(ends[0]), int(ends[3])), (int(ends[2]), int(ends[3])), (tone, tone, tone), 2)
    for digit in range(int(rng.integers(0, 7))):
        at = (int(rng.integers(10, side - 60)), int(rng.integers(50, side - 10)))
        cv2.putText(picture, str(digit), at, 0, 1.2, (60.0, 210.0, 190.0), 3, cv2.LINE_AA)
    cv2.circle(picture, (side // 2, side // 2), round(side * 0.36), (18.0, 18.0, 18.0), -1, cv2.LINE_AA)
    cv2.rectangle(picture, (0, 0), (side - 1, side - 1), (95.0, 95.0, 95.0), 12)
    return picture
