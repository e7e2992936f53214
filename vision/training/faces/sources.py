"""Loads faces for training: the CC0 artwork, randomly drawn sets, photographed faces, the project's own faces."""

import csv
from collections.abc import Collection
from pathlib import Path
from random import Random
from typing import Final

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from vision.training.faces import data_sets, drawn_sets, glyphs
from vision.training.faces.data_sets import number_of
from vision.training.faces.layers import BONUS, Faces, Layer, lift, render
from vision.training.faces.tile_sets import FaceLibrary

OWN: Final = Path(__file__).parents[2] / "render" / "faces"

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


def library(data: Path, fonts: Path, seed: int, drawn: int = 60, without: Collection[str] = ()) -> FaceLibrary:
    """Return a library of artwork and single faces under ``data``, the project's faces, and drawn sets.

    ``drawn``: number of sets drawn with the fonts in ``fonts``. ``without``: photo data sets to leave out.
    """
    made = random_sets(fonts, drawn, seed)
    makes = [(0.5, art(data / "art-cc0"))]
    if data_sets.FACE_PHOTOS not in without:
        makes.append((0.3, photographed(data / data_sets.PHOTO_FOLDER / data_sets.FACE_PHOTOS)))
    for share, some in ((0.4, made), (0.2, own())):
        makes += [(share / len(some), faces) for faces in some]
    return FaceLibrary(tuple(makes), tuple(signs(fonts, 300, seed)))


def art(folder: Path) -> Faces:
    """Return the faces of the CC0 artwork without its red fives, whose dot mark occurs on no real set."""
    svgs = {number: (folder / "Regular" / f"{name}.svg").read_text(encoding="utf-8") for name, number in _ART.items()}
    return {number: [render(svg)] for number, svg in svgs.items()}


def random_sets(fonts: Path, count: int, seed: int) -> list[Faces]:
    """Return sets in random styles with the fonts of a folder; empty if no font has all characters."""
    needed = drawn_sets.NUMERALS + "伍萬" + "".join(drawn_sets.HONOURS.values()) + drawn_sets.FLOWERS
    usable = [path for path in sorted(fonts.rglob("*.tt[fc]")) if glyphs.has_all(path, needed)]
    if not usable:
        return []
    rng = Random(seed)
    sets: list[Faces] = []
    for _ in range(count):
        svgs = drawn_sets.draw_set(rng, drawn_sets.random_drawing_style(rng, usable))
        faces: dict[int, list[Layer]] = {}
        for number, svg in svgs.items():
            faces.setdefault(max(number, BONUS), []).append(render(svg))
        sets.append(faces)
    return sets


def photographed(folder: Path) -> Faces:
    """Return single photographed faces (``labels.csv``: file, label), several per tile."""
    faces: dict[int, list[Layer]] = {}
    with (folder / "labels.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["label"]]
    for row in rows:
        picture = cv2.imread(str(folder / row["file"]))
        if picture is not None:
            faces.setdefault(number_of(row["label"]), []).append(lift(picture.astype(np.float32)))
    return faces


def own(folder: Path = OWN) -> list[Faces]:
    """Return the project's sets including red fives; one folder of SVG files per set."""
    sets: list[Faces] = []
    for place in sorted({file.parent for file in folder.rglob("*.svg")}):
        faces: dict[int, list[Layer]] = {}
        for file in sorted(place.glob("*.svg")):
            faces.setdefault(number_of(file.stem.split("-")[0]), []).append(render(file.read_text(encoding="utf-8")))
        sets.append(faces)
    return sets


def signs(fonts: Path, count: int, seed: int) -> list[NDArray[np.float32]]:
    """Return masks float32 [40,40] in 0-1 of random characters, as on book backs and notices beside a table."""
    rng = Random(seed)
    usable = [path for path in sorted(fonts.rglob("*.tt[fc]")) if glyphs.has_all(path, drawn_sets.NUMERALS)]
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
