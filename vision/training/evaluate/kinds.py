"""Accuracy by kind of photo: ``python -m vision.training.evaluate.kinds ../shared/data``.

Kinds: real tables that fill the picture, and from low angles, with labelled centres; the same pasted small into large
pictures; drawn black tiles; pictures without a tile; walls and heaps of backs. Prints one JSON object per kind, or with
``--markdown`` the rows of the table in ``docs/reading.md``. ``--keep FOLDER`` saves pictures with the readings drawn
in: green right, red false, blue wrong name; yellow dots mark the labels.
"""

import argparse
import json
import math
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import resvg_py

from vision.arrays import Image
from vision.photo.reader import PhotoReader, PhotoTile
from vision.training.evaluate.photos import reader_of
from vision.training.faces import data_sets
from vision.training.objects import pictures
from vision.training.objects.pictures import KnownTiles
from vision.training.samples.labelled_photos import UNKNOWN, usable_photos

FILLING: Final = ("t00", "t02", "t03")
LOW: Final = ("t06", "t08", "t09")
"""Tables that fill the picture, and tables seen from low angles; grouped by appearance."""
_NEAR: Final = 0.5
"""Distance within which a reading belongs to a labelled centre, in sizes of the face read."""
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
_BANDS: Final = (0.9, 0.7)
"""Confidence from which a face counts as sure, and as likely."""
_HEAD: Final = (
    "| pictures of | eyes | pictures | found | named right | false | printed | backs "
    "| wrong or none of those said at .9 and more | at .7 to .9 |\n" + "| --- " * 10 + "|"
)
"""Head of the Markdown table of kinds."""
_SEED: Final = 77
"""Seed of composed pictures; training uses others."""
_SEEN: Final = "looked at"
"""Pictures on which thresholds were chosen."""
_LEARNT: Final = "learnt from"
"""Pictures from the training data, or composed from it."""

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


@dataclass(slots=True)
class KindTally:
    """Counts over the pictures of one kind."""

    pictures: int = 0
    clean: int = 0
    faces: int = 0
    found: int = 0
    named: int = 0
    false: int = 0
    printed: int = 0
    backs: int = 0
    backs_found: int = 0
    said: Counter[tuple[float, bool]] = field(default_factory=Counter)
    """Predicted faces by confidence band and by whether they were right."""
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, labels: PointLabels, tiles: tuple[PhotoTile, ...], seconds: float) -> dict[int, str]:
        """Count a picture; return the verdict of each reading by index: right, wrong, false, ignored or back."""
        up = [place for place, tile in enumerate(tiles) if tile.face == "up"]
        free, verdict, before = set(up), dict.fromkeys(range(len(tiles)), "back"), self.found
        for label, x, y in labels.faces:
            self.faces += 1
            away, place = min(((_away(tiles[i], x, y), i) for i in free), default=(math.inf, -1))
            if away > _NEAR:
                self.wrong.append(f"{labels.name} {label} missed at {x:.0f},{y:.0f}")
                continue
            free.remove(place)
            self.found += 1
            right = label in ("?", tiles[place].name) or (label.startswith("bonus") and tiles[place].name == "bonus")
            self.named += right
            verdict[place] = "right" if right else "wrong"
            if not right:
                self.wrong.append(f"{labels.name} {label} read as {tiles[place].name}")
        false = 0
        for place in free:
            tile = tiles[place]
            verdict[place] = "ignored"
            if _within(tile, labels.printed):
                self.printed += 1
                verdict[place] = "false"
            elif not _within(tile, labels.ignored):
                false += 1
                verdict[place] = "false"
                self.wrong.append(f"{labels.name} false {tile.name} {tile.confidence:.2f} at {tile.x:.0f},{tile.y:.0f}")
        self.false += false
        for place in up:
            band = next((band for band in _BANDS if tiles[place].confidence >= band), 0.0)
            if verdict[place] != "ignored":
                self.said[band, verdict[place] == "right"] += 1
        self.backs += len(labels.backs)
        down = [tile for tile in tiles if tile.face == "down"]
        self.backs_found += sum(any(_away(tile, x, y) <= _NEAR for tile in down) for x, y in labels.backs)
        self.pictures += 1
        self.clean += not false and self.found - before == len(labels.faces)
        self.seconds.append(seconds)
        return verdict

    def report(self) -> dict[str, Any]:
        """Return the figures: recall, naming and false readings of faces; median and longest time in seconds."""
        return {
            "pictures": self.pictures,
            "clean": self.clean,
            "recall": f"{self.found}/{self.faces}",
            "named": f"{self.named}/{self.found}",
            "false": self.false,
            "printed": self.printed,
            "backs": f"{self.backs_found}/{self.backs}",
            "wrong of those said": {str(band): self.wrong_of_said(band) for band in _BANDS},
            "seconds": [round(float(np.median(self.seconds)), 3), round(max(self.seconds), 3)] if self.seconds else [],
            "wrong": self.wrong,
        }

    def line(self, kind: str, known: str) -> str:
        """Return the figures as a row of a Markdown table; ``known``: how the networks know the pictures."""
        faces = (f"{self.found} of {self.faces}", f"{self.named} of {self.found}") if self.faces else ("", "")
        backs = f"{self.backs_found} of {self.backs}" if self.backs else ""
        said = map(self.wrong_of_said, _BANDS)
        cells = (kind, known, self.pictures, *faces, self.false, self.printed, backs, *said)
        return f"| {' | '.join(map(str, cells))} |"

    def wrong_of_said(self, band: float) -> str:
        """Return "N of M": false or misnamed faces among those predicted in that confidence band."""
        wrong, right = (self.said[band, verdict] for verdict in (False, True))
        return f"{wrong} of {wrong + right}"


def tables(data: Path, names: tuple[str, ...]) -> Iterator[PointLabels]:
    """Yield the labelled tables with these names under ``data``."""
    folder = data / data_sets.PHOTO_FOLDER / "tables"
    for name in names:
        note = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        tiles = [(tile["label"], float(tile["x"]), float(tile["y"])) for tile in note["tiles"]]
        backs = [(float(tile["x"]), float(tile["y"])) for tile in note.get("backs") or ()]
        yield PointLabels(
            name,
            _picture(folder / note["image"]),
            tuple(tile for tile in tiles if tile[0] != "back"),
            tuple(backs + [(x, y) for label, x, y in tiles if label == "back"]),
            tuple(map(tuple, note.get("ignore") or ())),
            tuple(map(tuple, note.get("printed") or ())),
        )


def small(data: Path) -> Iterator[PointLabels]:
    """Yield tables pasted at small scale into large pictures without a tile."""
    grounds = [labels.image for labels in empty(data) if labels.name.startswith(("dog", "cloth", "felt"))]
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


def empty(data: Path) -> Iterator[PointLabels]:
    """Yield pictures without a tile."""
    for file in sorted((data / data_sets.PHOTO_FOLDER / "none").glob("*.jpg")):
        yield PointLabels(file.stem, _picture(file))


def backs(data: Path) -> Iterator[PointLabels]:
    """Yield walls of backs seen from a low angle, and heaps; faces in them are not counted."""
    labels = tomllib.loads(_BACKS.read_text(encoding="utf-8"))
    for picture in labels["picture"]:
        image = _picture(data / data_sets.PHOTO_FOLDER / labels["set"] / picture["file"])
        spots = tuple((float(x), float(y)) for x, y in picture["backs"])
        everywhere = (0.0, 0.0, float(image.shape[1]), float(image.shape[0]))
        yield PointLabels(picture["file"], image, backs=spots, ignored=(everywhere,))


def single(data: Path) -> Iterator[PointLabels]:
    """Yield pictures filled by a single tile."""
    folder = data / data_sets.PHOTO_FOLDER / "single"
    for name, label in json.loads((folder / "labels.json").read_text(encoding="utf-8")).items():
        image = _picture(folder / name)
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


def _composed(known: Iterator[KnownTiles]) -> Iterator[PointLabels]:
    """Yield composed pictures; readings on other tiles pasted along with a photo are ignored."""
    for each in known:
        yield PointLabels(each.name, each.image, tuple(box[:3] for box in each.faces), ignored=each.ignored)


KINDS: Final[dict[str, tuple[Callable[[Path], Iterator[PointLabels]], str]]] = {
    "filling": (lambda data: tables(data, FILLING), _SEEN),
    "low": (lambda data: tables(data, LOW), _SEEN),
    "small": (small, _SEEN),
    "single": (single, _SEEN),
    "touching": (touching, _SEEN),
    "shrunk": (shrunk, _LEARNT),
    "resaved": (resaved, _LEARNT),
    "black": (black, _SEEN),
    "black faces": (lambda data: _composed(pictures.blocks(data, 20, _SEED, black=True)), _LEARNT),
    "blocks": (lambda data: _composed(pictures.blocks(data, 40, _SEED)), _LEARNT),
    "among things": (lambda data: _composed(pictures.composites(data, 33, _SEED)), _LEARNT),
    "beside print": (lambda data: _composed(pictures.sheets(data, 20, _SEED)), _LEARNT),
    "none": (empty, _LEARNT),
    "backs": (backs, _LEARNT),
}
"""Source of the pictures of each kind, and how the networks know them."""


def measure(labelled: Iterator[PointLabels], reader: PhotoReader, keep: Path | None = None) -> KindTally:
    """Read the pictures and count; save drawn results into ``keep`` if given."""
    tally = KindTally()
    for labels in labelled:
        started = time.perf_counter()
        tiles = reader.read(labels.image)
        verdict = tally.add(labels, tiles, time.perf_counter() - started)
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(keep / f"{labels.name}.png"), _drawn(labels, tiles, verdict))
    return tally


def _drawn(labels: PointLabels, tiles: tuple[PhotoTile, ...], verdict: dict[int, str]) -> Image:
    colours = {"right": (0, 200, 0), "wrong": (255, 80, 0), "false": (0, 0, 255), "back": (200, 0, 200)}
    picture = labels.image.copy()
    for x, y in [face[1:] for face in labels.faces] + list(labels.backs):
        cv2.circle(picture, (round(x), round(y)), 5, (0, 230, 255), -1)
    for place, tile in enumerate(tiles):
        box = cv2.boxPoints(((tile.x, tile.y), (tile.width, tile.height), tile.angle)).astype(np.int32)
        cv2.polylines(picture, [box], True, colours.get(verdict[place], (128, 128, 128)), 2)
        where = (int(tile.x) - 12, int(tile.y) + 6)
        cv2.putText(picture, tile.name, where, cv2.FONT_HERSHEY_SIMPLEX, 0.6, colours.get(verdict[place], (9, 9, 9)), 2)
    return picture


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


def _picture(file: Path) -> Image:
    image = cv2.imread(str(file))
    assert image is not None, file
    return np.asarray(image, np.uint8)


def _region(values: Any) -> PictureRegion:
    x0, y0, x1, y1 = (float(value) for value in values)
    return x0, y0, x1, y1


def _nearest(points: Any) -> Any:
    away = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(away, np.inf)
    return away.min(axis=1)


def _away(tile: PhotoTile, x: float, y: float) -> float:
    return math.hypot(tile.x - x, tile.y - y) / math.sqrt(max(tile.width * tile.height, 1e-6))


def _within(tile: PhotoTile, regions: tuple[PictureRegion, ...]) -> bool:
    return any(left <= tile.x <= right and top <= tile.y <= low for left, top, right, low in regions)


def main() -> None:
    """Print the figures of each kind."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.evaluate.kinds", description=__doc__)
    parser.add_argument("data", type=Path, help="folder of photos-dev and art-cc0")
    parser.add_argument("--kinds", nargs="*", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--models", type=Path, help="folder of finder.onnx and classifier.onnx to read with instead")
    parser.add_argument("--keep", type=Path, help="draw what was read into pictures of this folder")
    parser.add_argument("--markdown", action="store_true", help="print a table instead")
    options = parser.parse_args()
    reader, every = reader_of(options.models, options.threads), KindTally()
    if options.markdown:
        print(_HEAD)
    for kind in options.kinds:
        pictures_of, known = KINDS[kind]
        tally = measure(pictures_of(options.data), reader, options.keep)
        every.said += tally.said
        if options.markdown:
            print(tally.line(kind, known), flush=True)
        else:
            print(json.dumps({"kind": kind, "tuned": known, **tally.report()}, indent=1))
    if options.markdown:
        surest, sure = map(every.wrong_of_said, _BANDS)
        print(f"\nOf all that was said, wrong or no tile: at .9 and more {surest}, at .7 to .9 {sure}.")


if __name__ == "__main__":
    main()
