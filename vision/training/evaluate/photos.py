"""Accuracy on labelled photos: ``python -m vision.training.evaluate ../shared/data/photos-dev/leomiura``.

Prints one JSON object per set. A reading matches a box if its centre lies inside; each of both matches once. Boxes
labelled ``unknown_0`` and readings inside them are left out, as are unusable photos (``labelled_photos.usable``).
"""

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vision.photo.reader import PhotoReader, PhotoTile
from vision.tiles.classifier import MODEL as CLASSIFIER
from vision.tiles.classifier import Classifier
from vision.tiles.finder import MODEL as FINDER
from vision.tiles.finder import Finder
from vision.tiles.network import open_model
from vision.training.evaluate import reliability
from vision.training.samples.labelled_photos import UNKNOWN, LabelledBox, usable_photos


@dataclass(slots=True)
class PhotoTally:
    """Counts over photos; ``confused``: (label, name read); ``by_class``: boxes, found, named right per label.

    ``answers``: confidence and whether the name was right, for every tile found.
    """

    photos: int = 0
    boxes: int = 0
    found: int = 0
    named: int = 0
    stray: int = 0
    confused: Counter[tuple[str, str]] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    by_class: dict[str, list[int]] = field(default_factory=dict)
    answers: list[tuple[float, bool]] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, boxes: list[LabelledBox], tiles: tuple[PhotoTile, ...]) -> None:
        """Count one photo; boxes are (label, centre x, centre y, width, height) in pixels."""
        self.photos += 1
        free = list(range(len(tiles)))
        pairs = sorted(
            (abs(tile.x - x) / w + abs(tile.y - y) / h, number, place)
            for number, (_, x, y, w, h) in enumerate(boxes)
            for place, tile in enumerate(tiles)
            if abs(tile.x - x) <= w / 2 and abs(tile.y - y) <= h / 2
        )
        taken: dict[int, int] = {}
        for _, number, place in pairs:
            if number not in taken and place in free:
                taken[number] = place
                free.remove(place)
        for number, (label, *_) in enumerate(boxes):
            if label == UNKNOWN:
                continue
            self.boxes += 1
            counts = self.by_class.setdefault(label, [0, 0, 0])
            counts[0] += 1
            if number not in taken:
                self.missed[label] += 1
                continue
            self.found += 1
            tile = tiles[taken[number]]
            name = tile.name
            right = name == ("bonus" if label.startswith("bonus") else label)
            counts[1] += 1
            counts[2] += right
            self.answers.append((tile.confidence, right))
            if right:
                self.named += 1
            else:
                self.confused[label, name] += 1
        self.stray += len(free)

    def report(self) -> dict[str, Any]:
        """Return the figures; ``stray_per_photo`` are tiles read outside all boxes (unlabelled tiles among them)."""
        return {
            "photos": self.photos,
            "boxes": self.boxes,
            "found": round(self.found / max(self.boxes, 1), 4),
            "named_of_found": round(self.named / max(self.found, 1), 4),
            "named_of_all": round(self.named / max(self.boxes, 1), 4),
            "stray_per_photo": round(self.stray / max(self.photos, 1), 2),
            "sure": self.sure(),
            "calibration_gap": round(reliability.gap(self.answers), 3),
            "seconds_per_photo": round(self.seconds / max(self.photos, 1), 3),
            "confused": [f"{label} read as {name}: {count}" for (label, name), count in self.confused.most_common(20)],
            "missed": dict(self.missed.most_common(20)),
            "boxes_found_right_by_class": dict(sorted(self.by_class.items())),
        }

    def sure(self, least: float = reliability.SURE) -> dict[str, float]:
        """Return the share of found tiles with confidence ``least`` or more, and the share of errors among them."""
        sure = [right for confidence, right in self.answers if confidence >= least]
        return {
            "least": least,
            "share": round(len(sure) / max(len(self.answers), 1), 4),
            "wrong": round(1 - sum(sure) / max(len(sure), 1), 4),
        }


def evaluate(folder: Path, reader: PhotoReader, every: int = 1) -> PhotoTally:
    """Read every ``every``-th usable photo of a data set (``annotations.json`` beside ``images``)."""
    tally = PhotoTally()
    for _, image, boxes in usable_photos(folder, every):
        started = time.perf_counter()
        tiles = reader.read(image)
        tally.seconds += time.perf_counter() - started
        tally.add(boxes, tiles)
    return tally


def reader_of(models: Path | None, threads: int) -> PhotoReader:
    """Return a reader with the shipped networks, or with the two in a folder."""
    if models is None:
        return PhotoReader.load(threads)
    finder, classifier = (open_model(models / name, threads) for name in (FINDER, CLASSIFIER))
    return PhotoReader(Finder(finder), Classifier(classifier))


def main() -> None:
    """Print the figures of data sets."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.evaluate.photos", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="folders with annotations.json and images")
    parser.add_argument("--every", type=int, default=1, help="read each so-many-th photo only")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--models", type=Path, help="folder of finder.onnx and classifier.onnx to read with instead")
    parser.add_argument("--diagram", type=Path, help="write a reliability diagram (SVG) there")
    options = parser.parse_args()
    reader, answers = reader_of(options.models, options.threads), {}
    for folder in options.folders:
        tally = evaluate(folder, reader, options.every)
        print(json.dumps({"set": folder.name, **tally.report()}, indent=1), flush=True)
        answers[folder.name] = tally.answers
    if options.diagram is not None:
        options.diagram.write_text(reliability.diagram(answers), encoding="utf-8")


if __name__ == "__main__":
    main()
