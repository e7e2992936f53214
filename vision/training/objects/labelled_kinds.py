"""Labelled pictures of each kind that ``kinds`` counts: photographs, and composites of them."""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2
import numpy as np
import resvg_py

from vision.arrays import Image
from vision.training.faces import data_sets
from vision.training.objects.pictures import KnownTiles, empty, picture_of
from vision.training.samples.labelled_photos import UNKNOWN, usable_photos

FILLING: Final = ("t00", "t02", "t03")
LOW: Final = ("t06", "t08", "t09")
"""Tables that fill the picture, and tables seen from low angles; grouped by appearance."""
_SMALL: Final = ((6000, 4000, 30.0), (4000, 3000, 34.0), (3000, 4000, 24.0))
"""Width and height of a large picture, and the size of the faces pasted into it, px."""
_BLACK: Final = ("Man", "Pin", "Sou", "Ton", "Nan", "Shaa", "Pei", "Hatsu", "Chun")
"""Prefixes of the names of the drawn faces that are used; the blank white dragon is left out."""
_HONOURS: Final = {"Ton": "1z", "Nan": "2z", "Shaa": "3z", "Pei": "4z", "Hatsu": "6z", "Chun": "7z"}
"""Labels of tiles without a rank."""
_BACKS: Final = Path("tests/vectors/photo_backs.toml")
"""Labels of tile backs in walls and heaps."""
_TOUCHING: Final = ("character_family_002", "hand_004")
"""Name prefixes of photos with touching tiles: a block and a row."""
_SHRUNK: Final = 24.0
"""Width of tiles in small pictures, px."""
SEED: Final = 77
"""Seed of composed pictures; training uses others."""
_WINDOW: Final = (300, 560)
"""Range of the sides of small pictures, px."""

PictureRegion = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PointLabels:
    """A labelled picture: ``faces`` (label, x, y), ``backs`` (x, y), ignored and printed regions.

    Tiles in printed regions are printed on paper. The label ``?`` accepts any name.
    """

    name: str
    image: Image
    faces: tuple[tuple[str, float, float], ...] = ()
    backs: tuple[tuple[float, float], ...] = ()
    ignored: tuple[PictureRegion, ...] = ()
    printed: tuple[PictureRegion, ...] = ()
    every_back: bool = False
    """Whether every back outside the ignored regions is labelled."""


def tables(data: Path, names: tuple[str, ...]) -> Iterator[PointLabels]:
    """Yield the labelled tables with these names under ``data``."""
    folder = data / data_sets.PHOTO_FOLDER / "tables"
    for name in names:
        note = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        tiles = [(tile["label"], float(tile["x"]), float(tile["y"])) for tile in note["tiles"]]
        backs = [(float(tile["x"]), float(tile["y"])) for tile in note.get("backs") or ()]
        yield PointLabels(
            name,
            picture_of(folder / note["image"]),
            tuple(tile for tile in tiles if tile[0] != "back"),
            tuple(backs + [(x, y) for label, x, y in tiles if label == "back"]),
            tuple(map(tuple, note.get("ignore") or ())),
            tuple(map(tuple, note.get("printed") or ())),
        )


def small(data: Path) -> Iterator[PointLabels]:
    """Yield tables pasted at small scale into large pictures without a tile."""
    grounds = [known.image for known in empty(data) if known.name.startswith(("dog", "cloth", "felt"))]
    for place, labels in enumerate(tables(data, FILLING)):
        for number, (wide, tall, size) in enumerate(_SMALL):
            ground = grounds[(place + number) % len(grounds)]
            image = np.asarray(cv2.resize(ground, (wide, tall), interpolation=cv2.INTER_CUBIC), np.uint8)
            points = np.array([face[1:] for face in labels.faces])
            scale = size / (0.95 * float(np.median(_nearest(points))))
            part = cv2.resize(labels.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            rng = np.random.default_rng(number + 10 * place)
            x, y = (int(rng.uniform(0, room)) for room in (wide - part.shape[1], tall - part.shape[0]))
            image[y : y + part.shape[0], x : x + part.shape[1]] = part
            shift = np.array([x, y, x, y], float)
            yield PointLabels(
                f"{labels.name}-{wide}",
                image,
                tuple((name, u * scale + x, v * scale + y) for name, u, v in labels.faces),
                tuple((u * scale + x, v * scale + y) for u, v in labels.backs),
                tuple(_region(np.array(region) * scale + shift) for region in labels.ignored),
                tuple(_region(np.array(region) * scale + shift) for region in labels.printed),
            )


def black(data: Path) -> Iterator[PointLabels]:
    """Yield rows of drawn black tiles on cloths, slightly rotated and blurred; faces 40-90 px."""
    folder = data / "art-cc0" / "Black"
    names = [file for file in sorted(folder.glob("*.svg")) if file.stem.startswith(_BLACK) and "-" not in file.stem]
    for number in range(6):
        rng = np.random.default_rng(number)
        size = int(rng.uniform(46, 100))
        colour = rng.uniform(40, 190, 3) * (0.5, 1.0, 0.8)
        image = np.clip(colour + rng.normal(0, 6, (900, 1400, 1)), 0, 255).astype(np.uint8)
        faces = []
        for place in range(12):
            file = names[int(rng.integers(len(names)))]
            x, y = 120 + (place % 6) * (size + 2), 150 + (place // 6) * (3 * size)
            tall = size * 4 // 3
            picture = _svg(folder / "Front.svg", file, size, tall)
            image[y + tall : y + tall + size // 4, x : x + size] = (26, 26, 30)
            image[y : y + tall, x : x + size] = picture
            faces.append((_label(file.stem), x + size / 2, y + tall / 2))
        turn = cv2.getRotationMatrix2D((700.0, 450.0), float(rng.uniform(-12, 12)), 1.0)
        image = np.asarray(cv2.warpAffine(image, turn, (1400, 900), borderMode=cv2.BORDER_REFLECT), np.uint8)
        ends = rng.uniform(0.75, 1.2, 2)
        light = np.linspace(float(ends[0]), float(ends[1]), 1400)[None, :, None]
        image = np.clip(cv2.GaussianBlur(image, (0, 0), 1.0) * light + rng.normal(12, 3, image.shape), 0, 255)
        at = np.array([face[1:] for face in faces]) @ turn[:, :2].T + turn[:, 2]
        labels = tuple((face[0], float(x), float(y)) for face, (x, y) in zip(faces, at, strict=True))
        yield PointLabels(f"black-{number}", image.astype(np.uint8), labels)


def backs(data: Path) -> Iterator[PointLabels]:
    """Yield walls of backs seen from a low angle, and heaps; faces in them are not counted."""
    labels = tomllib.loads(_BACKS.read_text(encoding="utf-8"))
    for picture in labels["picture"]:
        image = picture_of(data / data_sets.PHOTO_FOLDER / labels["set"] / picture["file"])
        spots = tuple((float(x), float(y)) for x, y in picture["backs"])
        everywhere = (0.0, 0.0, float(image.shape[1]), float(image.shape[0]))
        yield PointLabels(picture["file"], image, backs=spots, ignored=(everywhere,))


def single(data: Path) -> Iterator[PointLabels]:
    """Yield pictures filled by a single tile."""
    folder = data / data_sets.PHOTO_FOLDER / "single"
    for name, label in json.loads((folder / "labels.json").read_text(encoding="utf-8")).items():
        image = picture_of(folder / name)
        yield PointLabels(name, image, ((label, image.shape[1] / 2, image.shape[0] / 2),))


def touching(data: Path) -> Iterator[PointLabels]:
    """Yield photos of a block of touching tiles and of a row of fourteen touching tiles."""
    for name, image, boxes in usable_photos(data / data_sets.PHOTO_FOLDER / "alanchoi"):
        if name.startswith(_TOUCHING):
            yield PointLabels(name, image, tuple(box[:3] for box in boxes))


def shrunk(data: Path) -> Iterator[PointLabels]:
    """Yield photos of tables and hands scaled down until tiles are 24 px wide."""
    for labels, wide in _some_photos(data):
        yield _resized(labels, _SHRUNK / wide)


def resaved(data: Path) -> Iterator[PointLabels]:
    """Yield the same photos at full size, saved as JPEG of quality 75, and in grey."""
    for labels, _ in _some_photos(data):
        _, saved = cv2.imencode(".jpg", labels.image, [cv2.IMWRITE_JPEG_QUALITY, 75])
        yield replace(labels, image=np.asarray(cv2.imdecode(saved, cv2.IMREAD_COLOR), np.uint8))
        grey = cv2.cvtColor(cv2.cvtColor(labels.image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        yield replace(labels, image=np.asarray(grey, np.uint8))


def at_the_rim(data: Path) -> Iterator[PointLabels]:
    """Yield windows of photos, under 600 px, with a whole face at the left or right rim."""
    rng = Random(SEED)
    for group in ("alanchoi", "leomiura"):
        for name, image, boxes in usable_photos(data / data_sets.PHOTO_FOLDER / group, 12):
            _, x, y, wide, _ = rng.choice(boxes)
            side, is_left = min(rng.randrange(*_WINDOW), *image.shape[:2]), rng.random() < 0.5
            left = int(x - wide / 2 if is_left else x + wide / 2 - side)
            corner = np.clip((left, int(y - rng.uniform(0.2, 0.8) * side)), 0, np.array(image.shape[1::-1]) - side)
            x0, y0 = (int(value) for value in corner)
            whole = tuple(
                (label, u - x0, v - y0)
                for label, u, v, w, h in boxes
                if label != UNKNOWN
                and min(u - w / 2 - x0, v - h / 2 - y0, x0 + side - u - w / 2, y0 + side - v - h / 2) >= -1
            )
            picture = np.ascontiguousarray(image[y0 : y0 + side, x0 : x0 + side])
            yield PointLabels(name, picture, whole, ignored=((0.0, 0.0, float(side), float(side)),))


def holding(data: Path, beginning: str) -> Iterator[PointLabels]:
    """Yield photos with a face whose label begins like this; other faces are ignored."""
    for group in ("alanchoi", "leomiura"):
        for name, image, boxes in usable_photos(data / data_sets.PHOTO_FOLDER / group):
            faces = tuple(box[:3] for box in boxes if box[0].startswith(beginning))
            if faces:
                yield PointLabels(
                    name, image, faces, ignored=((0.0, 0.0, float(image.shape[1]), float(image.shape[0])),)
                )


def _some_photos(data: Path) -> Iterator[tuple[PointLabels, float]]:
    """Yield some labelled photos with their median tile width; readings outside labelled boxes are ignored."""
    for group, every in (("alanchoi", 20), ("leomiura", 10)):
        for name, image, boxes in usable_photos(data / data_sets.PHOTO_FOLDER / group, every):
            named = tuple(box[:3] for box in boxes if box[0] != UNKNOWN)
            everywhere = (0.0, 0.0, float(image.shape[1]), float(image.shape[0]))
            yield PointLabels(name, image, named, ignored=(everywhere,)), float(np.median([box[3] for box in boxes]))


def _resized(labels: PointLabels, scale: float) -> PointLabels:
    image = cv2.resize(labels.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return replace(
        labels, image=np.asarray(image, np.uint8), faces=tuple((n, x * scale, y * scale) for n, x, y in labels.faces)
    )


def composed(known: Iterator[KnownTiles]) -> Iterator[PointLabels]:
    """Yield composed pictures; readings on other tiles pasted along with a photo are ignored."""
    for each in known:
        faces = tuple(box[:3] for box in each.faces)
        yield PointLabels(each.name, each.image, faces, ignored=each.ignored, every_back=True)


def _svg(front: Path, face: Path, wide: int, tall: int) -> Image:
    layers = []
    for file in (front, face):
        png = resvg_py.svg_to_bytes(svg_string=file.read_text(encoding="utf-8"), width=wide, height=tall)
        layer = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
        assert layer is not None
        layers.append(layer)
    under, over = (np.asarray(cv2.resize(layer, (wide, tall)), np.float32) for layer in layers)
    opaque = over[..., 3:] / 255
    return np.asarray(under[..., :3] * (1 - opaque) + over[..., :3] * opaque, np.uint8)


def _label(stem: str) -> str:
    return _HONOURS.get(stem) or stem[-1] + {"Man": "m", "Pin": "p", "Sou": "s"}[stem[:-1]]


def _region(values: Any) -> PictureRegion:
    x0, y0, x1, y1 = (float(value) for value in values)
    return x0, y0, x1, y1


def _nearest(points: Any) -> Any:
    away = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(away, np.inf)
    return away.min(axis=1)
