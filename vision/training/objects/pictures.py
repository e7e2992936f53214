"""Pictures with known tiles: real photos, and real tiles pasted among other objects."""

import csv
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.photo.reader import light_turned
from vision.training.faces import data_sets
from vision.training.samples.labelled_photos import LabelledBox, usable_photos

_LONGEST: Final = 900
"""Longest side of a picture into which tiles are pasted, px."""
_RIM: Final = 4
"""Margin in pixels around a cluster of tiles that is cut out with it."""
_MOST: Final = 0.6
"""Share of a photo's area up to which its tiles are cut out as a cluster."""
PARTS: Final = 4
"""Cross-validation parts of all photographs; each part is left out of training once; chosen."""
Region = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class KnownTiles:
    """A picture and its tiles: ``faces`` by label with centre and size, ``backs`` by centre, px.

    Candidates in ``ignored`` regions do not count. With ``open_backs`` or ``open_faces``, candidates elsewhere that
    look like backs or faces do not count either, because the picture has unlabelled tiles. ``turned``: inverted.
    ``part``: the cross-validation part of its source photograph.
    """

    name: str
    image: Image
    faces: tuple[LabelledBox, ...] = ()
    backs: tuple[tuple[float, float], ...] = ()
    ignored: tuple[Region, ...] = ()
    open_backs: bool = False
    open_faces: bool = False
    turned: bool = False
    part: int = 0


@dataclass(frozen=True, slots=True)
class _Sources:
    """Sources of composed pictures: pictures without a tile, clusters of tiles, and single faces by label."""

    grounds: list[KnownTiles]
    clusters: list[tuple[Image, list[LabelledBox]]]
    faces: list[tuple[str, Path]]

    @classmethod
    def by_part(cls, data: Path, parts: int) -> "list[_Sources]":
        """Return the sources of each part; no photograph is in two parts."""
        grounds, clusters, faces = list(empty(data)), _clusters(data), _single_faces(data)
        return [
            cls(
                [each for each in grounds if _part_of(each.name, parts) == part],
                [(cut, boxes) for name, cut, boxes in clusters if _part_of(name, parts) == part],
                [(label, file) for label, file in faces if _part_of(file.name, parts) == part],
            )
            for part in range(parts)
        ]


def _part_of(name: str, parts: int = PARTS) -> int:
    return zlib.crc32(name.encode()) % parts


def photos(data: Path, group: str, backs: dict[str, Any]) -> Iterator[KnownTiles]:
    """Yield the labelled photos of a set; ``backs``: centres of labelled backs, by file."""
    for name, image, boxes in usable_photos(data / data_sets.PHOTO_FOLDER / group):
        known = tuple((float(x), float(y)) for x, y in backs.get(name, ()))
        # In some sets the boxes include sides of tiles, which have no boxes of their own.
        yield KnownTiles(
            name,
            image,
            tuple(boxes),
            known,
            open_backs=True,
            open_faces=group not in data_sets.WITH_SIDES,
            part=_part_of(name),
        )


def empty(data: Path) -> Iterator[KnownTiles]:
    """Yield pictures without a tile, JPEG or PNG."""
    for file in sorted((data / data_sets.PHOTO_FOLDER / "none").glob("*.[jp]*g")):
        yield KnownTiles(file.stem, picture_of(file), part=_part_of(file.stem))


def turned(pictures: Iterator[KnownTiles]) -> Iterator[KnownTiles]:
    """Yield the same pictures inverted, as the reader sees them when tiles may be black."""
    for known in pictures:
        yield replace(known, image=light_turned(known.image), turned=True)


def composites(data: Path, count: int, seed: int, parts: int = 1) -> Iterator[KnownTiles]:
    """Yield clusters of real tiles pasted among other objects, some recompressed; ``parts``: see ``_Sources``."""
    rng, every = Random(seed), _Sources.by_part(data, parts)
    for number in range(count):
        own = every[number % parts]
        ground = own.grounds[number // parts % len(own.grounds)]
        image = _sized(ground.image, _LONGEST / max(ground.image.shape[:2]))
        cut, boxes = rng.choice(own.clusters)
        scale = rng.uniform(0.25, 0.6) * min(image.shape[:2]) / max(cut.shape[:2])
        image, faces, region = _pasted(image, cut, boxes, scale, rng)
        if rng.random() < 0.4:
            image = _saved(image, rng.randrange(40, 85))
        yield KnownTiles(ground.name, image, faces, ignored=(region,), part=number % parts)


def blocks(data: Path, count: int, seed: int, parts: int = 1, *, black: bool = False) -> Iterator[KnownTiles]:
    """Yield single faces that fill a picture, or lie in blocks, in rows or apart; ``black``: inverted faces."""
    rng, every = Random(seed), _Sources.by_part(data, parts)
    for number in range(count):
        own = every[number // 4 % parts]
        across, down, gap = (
            (1, 1, 0.0),
            (rng.randrange(2, 5), rng.randrange(2, 5), 0.0),
            (rng.randrange(3, 9), rng.randrange(1, 4), rng.choice([0.0, 0.02])),
            (rng.randrange(1, 4), rng.randrange(1, 4), 0.4),
        )[number % 4]
        wide = rng.randrange(300, 700) if across * down == 1 else rng.randrange(28, 120)
        tall = round(wide * rng.uniform(1.25, 1.4))
        step = wide + round(gap * wide), tall + round(gap * wide)
        rim = (
            round(rng.choice([0.0, 0.0, 0.1, 0.5]) * wide) if across * down == 1 else round(rng.uniform(0.02, 2) * wide)
        )
        image = _ground(rng, across * step[0] + 2 * rim, down * step[1] + 2 * rim, own.grounds)
        known = []
        for place in range(across * down):
            label, file = rng.choice(own.faces)
            x, y = rim + place % across * step[0], rim + place // across * step[1]
            face = cv2.resize(picture_of(file), (wide, tall), interpolation=cv2.INTER_AREA)
            image[y : y + tall, x : x + wide] = 255 - face if black else face
            known.append((label, x + wide / 2, y + tall / 2, float(wide), float(tall)))
        yield KnownTiles(f"block-{number}", image, tuple(known), part=number // 4 % parts)


def sheets(data: Path, count: int, seed: int, parts: int = 1, *, mats: bool = False) -> Iterator[KnownTiles]:
    """Yield faces printed on paper, or with ``mats`` on cloth, walls and screens; most with real tiles beside."""
    rng, every = Random(seed), _Sources.by_part(data, parts)
    for number in range(count):
        own = every[number % parts]
        size = rng.randrange(640, 1100), rng.randrange(480, 900)
        image, wide = _ground(rng, *size, own.grounds), rng.randrange(20, 60)
        page_size = int(size[0] * rng.uniform(0.4, 0.95)), int(size[1] * rng.uniform(0.35, 0.9))
        page = (_mat if mats else _page)(rng, own, wide, page_size)
        left, top = (rng.randrange(0, room - side + 1) for room, side in zip(size, page.shape[1::-1], strict=True))
        corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * page.shape[1::-1]
        bent = corners + (left, top) + [[rng.uniform(-0.06, 0.06) * min(page.shape[:2]) for _ in "xy"] for _ in corners]
        turn = cv2.getPerspectiveTransform(corners.astype(np.float32), bent.astype(np.float32))
        mask = cv2.warpPerspective(np.full(page.shape[:2], 255, np.uint8), turn, size)
        image = np.where(mask[..., None] > 127, cv2.warpPerspective(page, turn, size), image).astype(np.uint8)
        known: tuple[LabelledBox, ...] = ()
        regions: tuple[Region, ...] = ()
        cut, boxes = rng.choice(own.clusters)
        scale = wide * rng.uniform(0.8, 1.6) / float(np.median([box[3] for box in boxes]))
        if rng.random() < 0.7 and cut.shape[1] * scale < size[0] - 1 and cut.shape[0] * scale < size[1] - 1:
            image, known, region = _pasted(image, cut, boxes, scale, rng)
            regions = (region,)
        noise = np.random.default_rng(number).normal(0, 3, image.shape)
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.1)) * rng.uniform(0.6, 1.05) + noise
        picture = np.clip(soft, 0, 255).astype(np.uint8)
        yield KnownTiles(f"sheet-{number}", picture, known, ignored=regions, part=number % parts)


def _clusters(data: Path) -> list[tuple[str, Image, list[LabelledBox]]]:
    """Return photo name, cut-out and boxes of each photo whose tiles fill only a part of it."""
    found = []
    for group in data_sets.TABLE_PHOTOS:
        for name, image, boxes in usable_photos(data / data_sets.PHOTO_FOLDER / group):
            at = np.array([box[1:] for box in boxes])
            low, high = (at[:, :2] - at[:, 2:] / 2).min(axis=0), (at[:, :2] + at[:, 2:] / 2).max(axis=0)
            left, top = np.maximum(low.astype(int) - _RIM, 0)
            right, under = (high.astype(int) + _RIM).clip(max=image.shape[1::-1])
            if len(boxes) > 2 and (right - left) * (under - top) < _MOST * image.shape[0] * image.shape[1]:
                cut = [(label, x - left, y - top, wide, tall) for label, x, y, wide, tall in boxes]
                found.append((name, np.asarray(image[top:under, left:right], np.uint8), cut))
    return found


def _pasted(
    image: Image, cut: Image, boxes: list[LabelledBox], scale: float, rng: Random
) -> tuple[Image, tuple[LabelledBox, ...], Region]:
    part, image = _sized(cut, scale), image.copy()
    tall, wide = part.shape[:2]
    x, y = rng.randrange(0, max(image.shape[1] - wide, 1)), rng.randrange(0, max(image.shape[0] - tall, 1))
    image[y : y + tall, x : x + wide] = part[: image.shape[0] - y, : image.shape[1] - x]
    faces = tuple((label, u * scale + x, v * scale + y, w * scale, h * scale) for label, u, v, w, h in boxes)
    return image, faces, (float(x), float(y), float(x + wide), float(y + tall))


def _page(rng: Random, own: _Sources, wide: int, size: tuple[int, int]) -> Image:
    """Return paper with rows of printed faces, some framed."""
    colour = [rng.uniform(200, 250) for _ in range(3)] if rng.random() < 0.8 else [rng.uniform(60, 240) for _ in "bgr"]
    page: Floats = np.ones((size[1], size[0], 3)) * colour
    tall, framed = round(wide * rng.uniform(1.2, 1.4)), rng.random() < 0.4
    step = wide + int(wide * rng.uniform(0, 0.5)), tall + int(wide * rng.uniform(0.05, 0.9))
    for y in range(rng.randrange(5, 60), size[1] - tall - 5, step[1]):
        for x in range(rng.randrange(5, 40), min(size[0] - wide - 5, rng.randrange(3, 14) * step[0]), step[0]):
            face = cv2.resize(picture_of(rng.choice(own.faces)[1]), (wide, tall), interpolation=cv2.INTER_AREA)
            ink = np.clip(face / np.maximum(np.percentile(face.reshape(-1, 3), 80, axis=0), 40), 0, 1)
            rim = round(wide * 0.09)
            page[y + rim : y + tall - rim, x + rim : x + wide - rim] *= ink[rim : tall - rim, rim : wide - rim]
            if framed:
                cv2.rectangle(page, (x, y), (x + wide, y + tall), (60, 60, 60), 1)
    return np.clip(page, 0, 255).astype(np.uint8)


def _mat(rng: Random, own: _Sources, wide: int, size: tuple[int, int]) -> Image:
    """Return cloth, a wall or a screen with printed faces, in dark or light ink, in rows or scattered, some rotated."""
    ground = _ground(rng, *size, own.grounds).astype(np.float64)
    if rng.random() < 0.6:
        # Most printed surfaces are rather light and even.
        ground = np.array([rng.uniform(90, 200) for _ in "bgr"]) + (ground - ground.mean()) * rng.uniform(0.0, 0.35)
    is_light, tall = float(np.median(ground)) < rng.uniform(60, 150), round(wide * rng.uniform(1.2, 1.4))
    strength, quarter, gap = rng.uniform(0.5, 1.0), rng.choice([0, 0, 0, 1, 2, 3]), rng.choice([0.05, 0.3, 1.0, 3.0])
    rim = round(wide * 0.12)
    for y in range(rng.randrange(5, 60), size[1] - 2 * tall, tall + int(wide * gap)):
        for x in range(rng.randrange(5, 60), size[0] - 2 * tall, max(wide, tall * (quarter % 2)) + int(wide * gap)):
            if rng.random() < 0.3:
                continue
            face = cv2.resize(picture_of(rng.choice(own.faces)[1]), (wide, tall), interpolation=cv2.INTER_AREA)
            ink = np.clip(face / np.maximum(np.percentile(face.reshape(-1, 3), 80, axis=0), 40), 0, 1)
            ink = np.rot90(1 - strength * (1 - ink[rim : tall - rim, rim : wide - rim]), quarter)
            if is_light:
                ink = 1 - ink.min(axis=2, keepdims=True)
            part = ground[y : y + ink.shape[0], x : x + ink.shape[1]]
            part[:] = part + (250 - part) * ink if is_light else part * ink
    return np.clip(ground, 0, 255).astype(np.uint8)


def _single_faces(data: Path) -> list[tuple[str, Path]]:
    folder = data / data_sets.PHOTO_FOLDER / data_sets.FACE_PHOTOS
    with (folder / "labels.csv").open(encoding="utf-8") as file:
        return [(row["label"], folder / row["file"]) for row in csv.DictReader(file) if row["label"]]


def _ground(rng: Random, wide: int, tall: int, others: list[KnownTiles]) -> Image:
    """Return cloth of one colour, or a picture of something else."""
    if rng.random() < 0.5:
        return np.asarray(cv2.resize(rng.choice(others).image, (wide, tall)), np.uint8)
    noise = np.random.default_rng(rng.randrange(1 << 30)).normal(0, rng.uniform(2, 12), (tall, wide, 1))
    cloth = np.clip(np.array([rng.uniform(20, 200) for _ in range(3)]) + noise, 0, 255)
    return np.asarray(cv2.GaussianBlur(cloth.astype(np.uint8), (0, 0), 1.0), np.uint8)


def _sized(image: Image, scale: float) -> Image:
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=method), np.uint8)


def _saved(image: Image, quality: int) -> Image:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def picture_of(file: Path) -> Image:
    """Load a picture as BGR uint8 [h,w,3]."""
    image = cv2.imread(str(file))
    assert image is not None, file
    return np.asarray(image, np.uint8)
