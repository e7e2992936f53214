"""Try the eyes on random tables: ``python -m vision.synthesis.trial --scenes 200`` says what was read right.

Every scene has its own camera, look and clicked calibration points; pictures go through JPEG as those of a camera do.
"""

import argparse
import json
import sys
import time
from collections import Counter
from typing import Any, Final

import numpy as np

from hardware.profiles.layout import Layout
from hardware.profiles.table import load_profile
from vision.calibration import Calibration, PlanePoint, fit_camera
from vision.camera import Camera
from vision.classifier import Classifier
from vision.sources import Frame, decode
from vision.synthesis.arrangement import random_arrangement
from vision.synthesis.look import LOOKS
from vision.synthesis.paint import Painter
from vision.synthesis.verdict import judge
from vision.table_reader import TableReader

_CORNER_MM: Final = 330.0


def random_camera(rng: np.random.Generator, most_tilt: float = 6.0) -> Camera:
    """A camera hung over a table as a person would: 1.3-1.9 m up, tilted a little to any side."""
    tilt, side = rng.uniform(0.0, most_tilt), rng.uniform(0.0, 360.0)
    distance = rng.uniform(1300.0, 1900.0) / np.cos(np.radians(tilt))
    focal = 1080 / rng.uniform(770.0, 860.0) * distance
    roll = rng.normal(0.0, 1.5) - side
    return Camera.orbiting(
        (1440, 1080), focal=focal, target=(0.0, 0.0, 0.0), distance_mm=distance, tilt=tilt, pan=side, roll=roll
    )


def clicked(camera: Camera, rng: np.random.Generator, miss_px: float = 0.5) -> Calibration:
    """Four corners of the felt as a person would click them, each about ``miss_px`` off."""
    mm = [(x * _CORNER_MM, y * _CORNER_MM) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    px = camera.project([(*place, 0.0) for place in mm]) + rng.normal(0.0, miss_px, (4, 2))
    points = (PlanePoint((float(x), float(y)), place) for (x, y), place in zip(px, mm, strict=True))
    return Calibration(camera.size, tuple(points))


def try_scenes(seeds: range, classifier: Classifier, miss_px: float = 0.5) -> dict[str, Any]:
    """Counts of right, wrong and unsure by zone, seconds of a first reading, a line for each thing not right."""
    profile = load_profile()
    counts: Counter[tuple[str, str]] = Counter()
    lines, seconds = [], []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        camera = random_camera(rng)
        arranged = random_arrangement(rng)
        look = list(LOOKS.values())[seed % len(LOOKS)]
        jpeg = Painter(profile, camera, look).jpeg(arranged.scene(Layout(profile), rng), rng)
        reader = TableReader(profile, fit_camera(clicked(camera, rng, miss_px)).camera, classifier)
        frame = Frame(decode(jpeg, "scene"), seed, 0.0)
        started = time.process_time()
        sighting = reader.read(frame)
        seconds.append(time.process_time() - started)
        verdict = judge(arranged, sighting)
        counts += verdict.counts
        lines += [f"scene {seed} ({look.id}): {line}" for line in verdict.lines]
    table: dict[str, dict[str, int]] = {}
    for (zone, outcome), count in sorted(counts.items()):
        table.setdefault(zone, {})[outcome] = count
    return {"scenes": len(seeds), "zones": table, "first_reading_cpu_s": float(np.median(seconds)), "lines": lines}


def main() -> None:
    """Print one JSON object; what is not right goes to stderr."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    parser.add_argument("--miss-px", type=float, default=0.5, help="how far off the calibration points are clicked")
    given = parser.parse_args()
    result = try_scenes(range(given.first, given.first + given.scenes), Classifier.load(1), given.miss_px)
    for line in result.pop("lines"):
        print(line, file=sys.stderr)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
