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
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Image
from vision.photo.reader import PhotoReader, PhotoTile
from vision.training.evaluate.photos import reader_of
from vision.training.objects import pictures
from vision.training.objects.labelled_kinds import (
    FILLING,
    LOW,
    SEED,
    PictureRegion,
    PointLabels,
    at_the_rim,
    backs,
    black,
    composed,
    holding,
    resaved,
    shrunk,
    single,
    small,
    tables,
    touching,
)

_NEAR: Final = 0.5
"""Distance within which a reading belongs to a labelled centre, in sizes of the face read."""


_BANDS: Final = (0.9, 0.7)
"""Confidence from which a face counts as sure, and as likely."""
_HEAD: Final = (
    "| pictures of | eyes | pictures | found | named right | false | printed | backs | false backs "
    "| wrong or none of those said at .9 and more | at .7 to .9 |\n" + "| --- " * 11 + "|"
)
"""Head of the Markdown table of kinds."""
_FACES: Final = {"white dragons": "5z", "flowers": "bonus"}
"""Faces counted by themselves over all pictures: their name, or its beginning."""
_FACES_HEAD: Final = "| faces | found | named right | invented | of these at .9 and more |\n" + "| --- " * 5 + "|"
"""Head of the Markdown table of single faces."""
_SEEN: Final = "looked at"
"""Pictures on which thresholds were chosen."""
_LEARNT: Final = "learnt from"
"""Pictures from the training data, or composed from it."""


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
    backs_false: int | None = None
    """Backs found where none is; None if the pictures have backs without a label."""
    of_face: Counter[tuple[str, str]] = field(default_factory=Counter)
    """For each of ``_FACES``: labelled, found, named right, invented, and invented with the highest confidence."""
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
            self._count(label, "labelled")
            away, place = min(((_away(tiles[i], x, y), i) for i in free), default=(math.inf, -1))
            if away > _NEAR:
                self.wrong.append(f"{labels.name} {label} missed at {x:.0f},{y:.0f}")
                continue
            free.remove(place)
            self.found += 1
            self._count(label, "found")
            right = label in ("?", tiles[place].name) or (label.startswith("bonus") and tiles[place].name == "bonus")
            self.named += right
            if right:
                self._count(label, "named")
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
            if verdict[place] in ("false", "wrong"):
                self._count(tiles[place].name, "invented")
                if band == _BANDS[0]:
                    self._count(tiles[place].name, "surely")
        self._add_backs(labels, [tile for tile in tiles if tile.face == "down"])
        self.pictures += 1
        self.clean += not false and self.found - before == len(labels.faces)
        self.seconds.append(seconds)
        return verdict

    def _add_backs(self, labels: PointLabels, down: list[PhotoTile]) -> None:
        self.backs += len(labels.backs)
        self.backs_found += sum(any(_away(tile, x, y) <= _NEAR for tile in down) for x, y in labels.backs)
        if not labels.every_back:
            return
        self.backs_false = self.backs_false or 0
        for tile in down:
            known = any(_away(tile, x, y) <= _NEAR for x, y in labels.backs)
            if not known and not _within(tile, labels.ignored):
                self.backs_false += 1
                self.wrong.append(f"{labels.name} false back {tile.confidence:.2f} at {tile.x:.0f},{tile.y:.0f}")

    def _count(self, name: str, what: str) -> None:
        for face, beginning in _FACES.items():
            if name.startswith(beginning):
                self.of_face[face, what] += 1

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
            "false backs": self.backs_false,
            "faces by themselves": {f"{face}, {what}": count for (face, what), count in self.of_face.items()},
            "wrong of those said": {str(band): self.wrong_of_said(band) for band in _BANDS},
            "seconds": [round(float(np.median(self.seconds)), 3), round(max(self.seconds), 3)] if self.seconds else [],
            "wrong": self.wrong,
        }

    def line(self, kind: str, known: str) -> str:
        """Return the figures as a row of a Markdown table; ``known``: how the networks know the pictures."""
        faces = (f"{self.found} of {self.faces}", f"{self.named} of {self.found}") if self.faces else ("", "")
        backs = f"{self.backs_found} of {self.backs}" if self.backs else ""
        said = map(self.wrong_of_said, _BANDS)
        false_backs = "" if self.backs_false is None else self.backs_false
        return _row(kind, known, self.pictures, *faces, self.false, self.printed, backs, false_backs, *said)

    def face_lines(self) -> Iterator[str]:
        """Yield the figures of each of ``_FACES`` as a row of a Markdown table."""
        for face in _FACES:
            labelled, found, named, invented, surely = (
                self.of_face[face, what] for what in ("labelled", "found", "named", "invented", "surely")
            )
            yield _row(face, f"{found} of {labelled}", f"{named} of {found}", invented, surely)

    def wrong_of_said(self, band: float) -> str:
        """Return "N of M": false or misnamed faces among those predicted in that confidence band."""
        wrong, right = (self.said[band, verdict] for verdict in (False, True))
        return f"{wrong} of {wrong + right}"


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


KINDS: Final[dict[str, tuple[Callable[[Path], Iterator[PointLabels]], str]]] = {
    "filling": (lambda data: tables(data, FILLING), _SEEN),
    "low": (lambda data: tables(data, LOW), _SEEN),
    "small": (small, _SEEN),
    "single": (single, _SEEN),
    "touching": (touching, _SEEN),
    "shrunk": (shrunk, _LEARNT),
    "resaved": (resaved, _LEARNT),
    "black": (black, _SEEN),
    "black faces": (lambda data: composed(pictures.blocks(data, 20, SEED, black=True)), _LEARNT),
    "blocks": (lambda data: composed(pictures.blocks(data, 40, SEED)), _LEARNT),
    "among things": (lambda data: composed(pictures.composites(data, 33, SEED)), _LEARNT),
    "beside print": (lambda data: composed(pictures.sheets(data, 20, SEED)), _LEARNT),
    "beside murals": (lambda data: composed(pictures.sheets(data, 20, SEED, mats=True)), _LEARNT),
    "at the rim": (at_the_rim, _LEARNT),
    "white dragons": (lambda data: holding(data, _FACES["white dragons"]), _LEARNT),
    "flowers": (lambda data: holding(data, _FACES["flowers"]), _LEARNT),
    "none": (lambda data: composed(pictures.empty(data)), _LEARNT),
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
        every.of_face += tally.of_face
        if options.markdown:
            print(tally.line(kind, known), flush=True)
        else:
            print(json.dumps({"kind": kind, "tuned": known, **tally.report()}, indent=1))
    if options.markdown:
        print("", _FACES_HEAD, *every.face_lines(), sep="\n")
        surest, sure = map(every.wrong_of_said, _BANDS)
        print(f"\nOf all that was said, wrong or no tile: at .9 and more {surest}, at .7 to .9 {sure}.")


if __name__ == "__main__":
    main()
