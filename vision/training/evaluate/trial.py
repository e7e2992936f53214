"""How well tables are read, on rendered random tables: ``python -m vision.training.evaluate.trial --scenes 200``.

Every scene has its own camera, clicked calibration points and venue, of ranges that no training picture was drawn
from; pictures go through JPEG as those of a camera do. A frame counts as right when nothing in it was read wrong or
left open: every tile found and named, every stack counted, both dice read.
"""

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.profiles.schema import TableProfile
from vision.camera.calibration import Calibration, PlanePoint, fit_camera
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame, decode
from vision.render.appearance import LOOKS, VenueLook
from vision.render.arrangement import Arrangement, random_arrangement
from vision.render.painter import Painter
from vision.render.random_looks import held_out_look
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier
from vision.training.evaluate.table_comparison import TableComparison, judge

_CORNER_MM: Final = 330.0
"""Mm from the centre, in x and y, of the four points clicked; chosen: inside the felt, which ends at 360."""
_USUAL: Final = tuple(LOOKS.values())


@dataclass(frozen=True, slots=True)
class Shot:
    """One table to read: what lies there, its JPEG, and the calibration of the camera that took it."""

    arranged: Arrangement
    jpeg: bytes
    calibration: Calibration
    look: VenueLook


@dataclass(slots=True)
class TableTally:
    """What was read right over many frames."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    frames: int = 0
    right: int = 0
    sure: int = 0
    seconds: list[float] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def add(self, seed: int, shot: Shot, verdict: TableComparison, seconds: float) -> None:
        """Count one frame."""
        self.counts += verdict.counts
        self.frames += 1
        self.right += not verdict.lines
        self.sure += not verdict.wrong
        self.seconds.append(seconds)
        self.lines += [f"scene {seed} ({shot.look.id}): {line}" for line in verdict.lines]

    def summary(self) -> dict[str, Any]:
        """Shares and counts as one JSON object; ``lines`` say what was not right."""
        table: dict[str, dict[str, int]] = {}
        for (zone, outcome), count in sorted(self.counts.items()):
            table.setdefault(zone, {})[outcome] = count
        faces = [counts for zone, counts in table.items() if zone.endswith("faces")]
        tiles, named = (
            sum(sum(each.values()) for each in faces),
            sum(each.get("right", 0) + each.get("doubted", 0) for each in faces),
        )
        dice = table.get("dice", {})
        return {
            "scenes": self.frames,
            "frames_without_mistake": self.right / max(self.frames, 1),
            "frames_without_sure_mistake": self.sure / max(self.frames, 1),
            "tiles_named_right": named / max(tiles, 1),
            "tiles": tiles,
            "dice_right": dice.get("right", 0) / max(sum(dice.values()), 1),
            "zones": table,
            "first_reading_cpu_s": float(np.median(self.seconds)) if self.seconds else 0.0,
            "lines": self.lines,
        }


def random_camera(rng: np.random.Generator, most_tilt: float = 6.0, size: tuple[int, int] = (1440, 1080)) -> Camera:
    """A camera as a person hangs it over a table: 1.3-1.9 m up, tilted up to ``most_tilt`` degrees to any side."""
    tilt, side = rng.uniform(0.0, most_tilt), rng.uniform(0.0, 360.0)
    distance = rng.uniform(1300.0, 1900.0) / np.cos(np.radians(tilt))
    focal = min(size) / rng.uniform(770.0, 860.0) * distance
    roll = rng.normal(0.0, 1.5) - side
    return Camera.orbiting(
        size, focal=focal, target=(0.0, 0.0, 0.0), distance_mm=distance, tilt=tilt, pan=side, roll=roll
    )


def clicked(camera: Camera, rng: np.random.Generator, miss_px: float = 0.5) -> Calibration:
    """Four corners of the felt as a person would click them, each about ``miss_px`` off."""
    mm = [(x * _CORNER_MM, y * _CORNER_MM) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    px = camera.project([(*place, 0.0) for place in mm]) + rng.normal(0.0, miss_px, (4, 2))
    points = (PlanePoint((float(x), float(y)), place) for (x, y), place in zip(px, mm, strict=True))
    return Calibration(camera.size, tuple(points))


def shoot(
    seed: int, profile: TableProfile, miss_px: float = 0.5, size: tuple[int, int] = (1440, 1080), *, usual: bool = False
) -> Shot:
    """The table of a seed; ``usual``: in one of the demonstration's looks instead of a venue of its own."""
    rng = np.random.default_rng(seed)
    camera = random_camera(rng, size=size)
    arranged = random_arrangement(rng)
    look = _USUAL[seed % len(_USUAL)] if usual else held_out_look(np.random.default_rng((seed, 1)))
    jpeg = Painter(profile, camera, look).jpeg(arranged.scene(Layout(profile), rng), rng)
    return Shot(arranged, jpeg, clicked(camera, rng, miss_px), look)


def try_scenes(
    seeds: range,
    classifier: Classifier,
    miss_px: float = 0.5,
    size: tuple[int, int] = (1440, 1080),
    *,
    usual: bool = False,
    keep: Path | None = None,
) -> dict[str, Any]:
    """Counts of right, wrong and unsure by zone, and shares; pictures that were not read right go to ``keep``."""
    profile, tally = load_profile(), TableTally()
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        shot = shoot(seed, profile, miss_px, size, usual=usual)
        reader = TableReader(profile, fit_camera(shot.calibration).camera, classifier)
        frame = CameraFrame(decode(shot.jpeg, "scene"), seed, 0.0)
        started = time.process_time()
        sighting = reader.read(frame)
        spent = time.process_time() - started
        verdict = judge(shot.arranged, sighting)
        tally.add(seed, shot, verdict, spent)
        if keep is not None and verdict.lines:
            (keep / f"{seed}.jpg").write_bytes(shot.jpeg)
    return tally.summary()


def main() -> None:
    """Print one JSON object; what is not right goes to stderr."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    parser.add_argument("--miss-px", type=float, default=0.5, help="how far off the calibration points are clicked")
    parser.add_argument("--size", type=int, nargs=2, default=(1440, 1080), metavar=("W", "H"))
    parser.add_argument("--usual", action="store_true", help="the demonstration's looks, which training has seen")
    parser.add_argument("--keep", type=Path, help="folder for the pictures that were not read right")
    given = parser.parse_args()
    seeds, size = range(given.first, given.first + given.scenes), (given.size[0], given.size[1])
    result = try_scenes(seeds, Classifier.load(1), given.miss_px, size, usual=given.usual, keep=given.keep)
    for line in result.pop("lines"):
        print(line, file=sys.stderr)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
