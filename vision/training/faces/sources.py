"""Where faces for training come from: the CC0 art, drawn sets, single photographed faces, the project's own faces."""

import csv
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from controller.riichi.notation import parse_tile
from controller.riichi.tile import RED_FIVES, Tile
from vision.training.faces import drawn, glyphs

WIDTH, HEIGHT = 96, 128
"""Size of a face texture in pixels."""
BONUS: Final = -1
FOLDER: Final = "photos-dev"
FACES: Final = "camerash"
"""Single faces cut out of photos of many sets."""
TABLES: Final = "alanchoi"
"""Photos of tables and hands with boxes. The one other set of boxes, leomiura, is kept out to be read."""
OWN: Final = Path(__file__).parents[2] / "render" / "faces"
Layer = NDArray[np.float32]
"""What a face lets through of its body's light, float32 [128,96,3] in 0-1, BGR: white is blank."""
Faces = Mapping[int, list[Layer]]
"""Layers by tile number; flowers under BONUS."""

_ART: Final = {
    **{f"Man{n}": n - 1 for n in range(1, 10)},
    **{f"Pin{n}": n + 8 for n in range(1, 10)},
    **{f"Sou{n}": n + 17 for n in range(1, 10)},
    "Ton": 27,
    "Nan": 28,
    "Shaa": 29,
    "Pei": 30,
    "Haku": 31,
    "Hatsu": 32,
    "Chun": 33,
}


def art(folder: Path) -> Faces:
    """Faces of the CC0 art; its red fives are left out, their dot is found on no real set."""
    svgs = {number: (folder / "Regular" / f"{name}.svg").read_text(encoding="utf-8") for name, number in _ART.items()}
    return {number: [render(svg)] for number, svg in svgs.items()}


def drawn_sets(fonts: Path, count: int, seed: int) -> list[Faces]:
    """That many sets in random styles from the fonts of a folder; empty when it holds none that has all characters."""
    needed = drawn.NUMERALS + "伍萬" + "".join(drawn.HONOURS.values()) + drawn.FLOWERS
    usable = [path for path in sorted(fonts.rglob("*.tt[fc]")) if glyphs.has_all(path, needed)]
    if not usable:
        return []
    rng = Random(seed)
    sets: list[Faces] = []
    for _ in range(count):
        svgs = drawn.draw_set(rng, drawn.random_style(rng, usable))
        faces: dict[int, list[Layer]] = {}
        for number, svg in svgs.items():
            faces.setdefault(max(number, BONUS), []).append(render(svg))
        sets.append(faces)
    return sets


def photographed(folder: Path) -> Faces:
    """Single photographed faces (``labels.csv``: file, label); several of each face."""
    faces: dict[int, list[Layer]] = {}
    with (folder / "labels.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["label"]]
    for row in rows:
        picture = cv2.imread(str(folder / row["file"]))
        if picture is not None:
            faces.setdefault(number_of(row["label"]), []).append(lift(picture.astype(np.float32)))
    return faces


def own(folder: Path = OWN) -> list[Faces]:
    """The project's own sets, one a folder of SVG files, their red fives among them."""
    sets: list[Faces] = []
    for place in sorted({file.parent for file in folder.rglob("*.svg")}):
        faces: dict[int, list[Layer]] = {}
        for file in sorted(place.glob("*.svg")):
            faces.setdefault(number_of(file.stem.split("-")[0]), []).append(render(file.read_text(encoding="utf-8")))
        sets.append(faces)
    return sets


def signs(fonts: Path, count: int, seed: int) -> list[NDArray[np.float32]]:
    """Masks float32 [40,40] in 0-1 of random characters, as they stand on book backs and notices beside a table."""
    rng = Random(seed)
    usable = [path for path in sorted(fonts.rglob("*.tt[fc]")) if glyphs.has_all(path, drawn.NUMERALS)]
    masks: list[NDArray[np.float32]] = []
    while usable and len(masks) < count:
        char = chr(rng.choice([rng.randint(0x4E00, 0x7E00), rng.randint(0x3042, 0x30F3), rng.randint(0x41, 0x5A)]))
        path = glyphs.text_path(rng.choice(usable), char, (30, 30, 370, 370), "#000", rng.choice([0, 0.03]))
        if path:
            page = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">{path}</svg>'
            png = resvg_py.svg_to_bytes(svg_string=page, width=40, height=40, background="#ffffff")
            picture = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_GRAYSCALE)
            assert picture is not None
            masks.append(np.asarray(1 - picture / 255, np.float32))
    return masks


def number_of(label: str) -> int:
    """Tile number of a data set's label, BONUS for any flower."""
    return BONUS if label.startswith("bonus") else int(parse_tile(label))


def render(svg: str) -> Layer:
    """Layer of an SVG face on a transparent or white ground."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=2 * WIDTH, height=2 * HEIGHT, background="#ffffff")
    picture = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return _fit(picture.astype(np.float32) / 255)


def lift(picture: NDArray[np.float32]) -> Layer:
    """Layer of a frontal photo of one face: the light and the colour of the body divided out."""
    height, width = picture.shape[:2]
    edge = (round(height * 0.035), round(width * 0.035))
    inner = _fit(picture[edge[0] : height - edge[0], edge[1] : width - edge[1]])
    ground = np.percentile(inner.reshape(-1, 3), 80, axis=0).astype(np.float32)
    layer = np.clip(inner / np.maximum(ground, 1) * 1.03, 0, 1)
    return layer.astype(np.float32)


def redden(layer: Layer, ink: NDArray[np.float32]) -> Layer:
    """The same face with all its ink in one colour (BGR 0-1), as a red five is printed."""
    depth = 1 - layer.min(axis=2, keepdims=True)
    depth = np.clip((depth - 0.12) / 0.6, 0, 1)
    return np.asarray(1 - depth * (1 - ink), np.float32)


def recolour(layer: Layer, dark: NDArray[np.float32], red: NDArray[np.float32], share: float) -> Layer:
    """The face in two inks: red becomes ``red``, every other colour ``dark``; ``share`` 0-1 of the change."""
    depth = np.clip((1 - layer.min(axis=2, keepdims=True) - 0.1) / 0.7, 0, 1)
    reddish = np.clip((layer[..., 2:] - layer[..., :2].max(axis=2, keepdims=True)) * 4, 0, 1)
    inked = 1 - depth * (1 - (reddish * red + (1 - reddish) * dark))
    return np.asarray(layer + share * (inked - layer), np.float32)


def red_five(tile: int) -> Tile | None:
    """The ordinary five whose ink a red five shares, None for any other tile number."""
    return Tile(tile).plain if tile in RED_FIVES else None


def _fit(picture: NDArray[np.floating[Any]]) -> Layer:
    return np.asarray(cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.float32)
