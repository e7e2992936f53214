"""Accuracy on rendered random tables: ``python -m vision.training.evaluate.trial --scenes 200``.

Every scene has its own camera, clicked calibration points and venue, from ranges that no training picture uses;
pictures are compressed as JPEG like those of a camera. A frame counts as right if nothing in it was read wrong or left
open: every tile found and named, every stack counted, both dice read.

``--kinds`` reads tables of other kinds, laid carefully, and prints a Markdown row for each: printed mats, consoles of
other colours, dark backs in glare, few pixels, slanted views, dice of two colours. Tiles off their row are counted by
``tests.support.loose_tables``.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.profiles.schema import TableProfile
from vision.camera.calibration import Calibration, PlanePoint, fit_camera
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame, decode
from vision.render.appearance import LOOKS, VenueLook
from vision.render.arrangement import Arrangement, loose_arrangement, random_arrangement
from vision.render.foreign.random_things import random_foreign
from vision.render.laying.habits import CAREFUL, EXACT, LAYINGS, Laying
from vision.render.optics import jpeg_bytes
from vision.render.painter import Painter
from vision.render.picture.faults import glaring, random_faults
from vision.render.picture.labels import PictureTruth, picture_truth
from vision.render.random_looks import held_out_look
from vision.render.scene import PosedScene
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier
from vision.training.evaluate.table_comparison import TableComparison, judge
from vision.training.evaluate.zone_verdicts import ZoneVerdict, ZoneVerdicts

_CORNER_MM: Final = 330.0
"""Distance of the four clicked points from the centre in x and y, mm; chosen: inside the felt, which ends at 360."""
_USUAL: Final = tuple(LOOKS.values())
_TILT_APART: Final = 3.0
"""Largest difference in degrees between a camera's tilt and that of its cell; chosen."""
_GLARES: Final = 0.3
"""Share of frames of cheap cameras in which polished tiles reflect a lamp; chosen."""
_SIZE: Final = (1440, 1080)
"""Size of a picture, px."""
_OTHERS: Final = ("dice", "sticks", "marks")
"""What is counted besides zones; marks: pot, counters and the dealer's plate."""
_RED: Final = (40.0, 30.0, 190.0)
"""Colour (BGR) of the other die."""
_GLARE: Final = 4
"""Seed of the lamp over dark backs, beside that of the scene."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One table to read: its arrangement, its JPEG, and the calibration of its camera."""

    arranged: Arrangement
    jpeg: bytes
    calibration: Calibration
    look: VenueLook
    truth: PictureTruth | None = None
    camera: Camera | None = None


@dataclass(frozen=True, slots=True)
class TrialCell:
    """One cell of the table of trials; ``tilt``: of the camera in degrees, None for overhead.

    ``arms``: share of frames 0-1 with arms and other objects over the table; ``faults``: frames of cheap cameras;
    ``loose``: the tiles are arranged without a game.
    """

    laying: Laying = EXACT
    tilt: float | None = None
    arms: float = 0.0
    faults: bool = False
    loose: bool = False


@dataclass(slots=True)
class TableTally:
    """Counts of right readings over many frames."""

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
        """Return shares and counts for JSON; ``lines`` describe the deviations."""
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


def random_camera(
    rng: np.random.Generator, most_tilt: float = 6.0, size: tuple[int, int] = _SIZE, least_tilt: float = 0.0
) -> Camera:
    """Return a camera as people mount it over a table, or hold a phone beside it, at a distance of 1.3-1.9 m.

    From straight above, the table fills the picture; from a tilt, parts may lie outside and the far side is small.
    """
    tilt, side = float(rng.uniform(least_tilt, most_tilt)), float(rng.uniform(0.0, 360.0))
    distance = float(rng.uniform(1300.0, 1900.0)) / np.cos(np.radians(min(tilt, 6.0)))
    focal = min(size) / float(rng.uniform(770.0, 860.0)) * distance
    aim = np.zeros(2)
    if tilt > 10.0:
        # Whoever films from a corner of the room aims only roughly, and zooms until the table fills the picture.
        aim = rng.normal(0.0, 40.0, 2)
        focal *= float(rng.uniform(0.85, 1.15))
    roll = float(rng.normal(0.0, 1.5)) - (side if tilt <= 10.0 else 0.0)
    return Camera.orbiting(
        size,
        focal=focal,
        target=(float(aim[0]), float(aim[1]), 0.0),
        distance_mm=distance,
        tilt=tilt,
        pan=side,
        roll=roll,
    )


def clicked(camera: Camera, rng: np.random.Generator, miss_px: float = 0.5) -> Calibration:
    """Return four corners of the felt as a person clicks them, each about ``miss_px`` off."""
    mm = [(x * _CORNER_MM, y * _CORNER_MM) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    px = camera.project([(*place, 0.0) for place in mm]) + rng.normal(0.0, miss_px, (4, 2))
    points = (PlanePoint((float(x), float(y)), place) for (x, y), place in zip(px, mm, strict=True))
    return Calibration(camera.size, tuple(points))


def shoot(
    seed: int,
    profile: TableProfile,
    miss_px: float = 0.5,
    size: tuple[int, int] = _SIZE,
    *,
    usual: bool = False,
    cell: TrialCell | None = None,
    dressed: Callable[[VenueLook], VenueLook] = lambda look: look,
    changed: Callable[[PosedScene], PosedScene] = lambda scene: scene,
) -> Shot:
    """Return the picture of a seed; ``usual``: with one of the demonstration's looks instead of a random venue.

    ``cell``: laying style and view; such a shot includes the ground truth of its picture. ``dressed``: changes
    the venue's colours and prints. ``changed``: changes the objects on the table.
    """
    rng = np.random.default_rng(seed)
    asked, layout = cell or TrialCell(), Layout(profile)
    tilts = (0.0, 6.0) if asked.tilt is None else (max(asked.tilt - _TILT_APART, 0.0), asked.tilt + _TILT_APART)
    camera = random_camera(rng, tilts[1], size, tilts[0])
    arranged = loose_arrangement(rng) if asked.loose else random_arrangement(rng)
    look = _USUAL[seed % len(_USUAL)] if usual else held_out_look(np.random.default_rng((seed, 1)))
    look, scene = dressed(look), changed(arranged.scene(layout, rng, asked.laying))
    if cell is None:
        return Shot(arranged, Painter(profile, camera, look).jpeg(scene, rng), clicked(camera, rng, miss_px), look)
    others = np.random.default_rng((seed, 2))
    scene = replace(scene, foreign=random_foreign(layout, others, cell.arms))
    if cell.faults:
        look = glaring(look, others) if others.random() < _GLARES else look
    painter = Painter(profile, camera, look)
    picture = painter.paint(scene, rng)
    if cell.faults:
        picture = random_faults(others).seen(picture)
    jpeg, truth = jpeg_bytes(picture, look.jpeg), picture_truth(painter, scene)
    return Shot(arranged, jpeg, clicked(camera, rng, miss_px), look, truth, camera)


def try_scenes(
    seeds: range,
    classifier: Classifier,
    miss_px: float = 0.5,
    size: tuple[int, int] = _SIZE,
    *,
    usual: bool = False,
    keep: Path | None = None,
) -> dict[str, Any]:
    """Read scenes; return counts by zone, and shares. Pictures with errors are saved to ``keep``."""
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


def try_cell(
    seeds: range,
    cell: TrialCell,
    classifier: Classifier,
    size: tuple[int, int] = _SIZE,
    keep: Path | None = None,
) -> ZoneVerdicts:
    """Read single frames of a cell and return verdicts by zone; pictures with something wrong are saved to ``keep``."""
    profile, verdicts = load_profile(), ZoneVerdicts()
    layout = Layout(profile)
    for seed in seeds:
        shot = shoot(seed, profile, size=size, cell=cell)
        assert shot.truth is not None
        assert shot.camera is not None
        reader = TableReader(profile, fit_camera(shot.calibration).camera, classifier)
        sighting = reader.read(CameraFrame(decode(shot.jpeg, "scene"), seed, 0.0))
        said = len(verdicts.lines)
        verdicts.add(str(seed), shot.arranged, shot.truth, shot.camera, layout, sighting)
        verdicts.add_found(shot.truth, reader.tiles)
        if keep is not None and any(" wrong: " in line for line in verdicts.lines[said:]):
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{seed}.jpg").write_bytes(shot.jpeg)
    return verdicts


def _red_die(scene: PosedScene) -> PosedScene:
    """Return the scene with its first die in red."""
    dice = tuple(replace(die, body=_RED) if not place else die for place, die in enumerate(scene.dice))
    return replace(scene, dice=dice)


def _dark_and_glaring(look: VenueLook) -> VenueLook:
    dark = replace(look, back=(30.0, 28.0, 28.0))
    return glaring(dark, np.random.default_rng((look.seed, _GLARE)))


@dataclass(frozen=True, slots=True)
class TableKind:
    """A kind of table: changes of its look and its scene, tilt of the camera in degrees, size of the picture in px."""

    look: Callable[[VenueLook], VenueLook] = lambda look: look
    scene: Callable[[PosedScene], PosedScene] = lambda scene: scene
    tilt: float | None = None
    size: tuple[int, int] = _SIZE


KINDS: Final[Mapping[str, TableKind]] = MappingProxyType(
    {
        "usual": TableKind(),
        "printed mat": TableKind(lambda look: replace(look, printed=True)),
        "pale console": TableKind(lambda look: replace(look, console=(206.0, 214.0, 216.0))),
        "silver console": TableKind(lambda look: replace(look, console=(170.0, 168.0, 166.0))),
        "dark backs in glare": TableKind(_dark_and_glaring),
        "720p at quality 40": TableKind(lambda look: replace(look, jpeg=40), size=(1280, 720)),
        "35°": TableKind(tilt=35.0),
        "red beside white die": TableKind(scene=_red_die),
    }
)
"""Each kind by its name in the table."""


def shot_of(kind: TableKind, seed: int) -> Shot:
    """Return the picture of a seed with a table of that kind."""
    cell = TrialCell(CAREFUL, kind.tilt)
    return shoot(seed, load_profile(), size=kind.size, cell=cell, dressed=kind.look, changed=kind.scene)


def row(name: str, seeds: range, classifier: Classifier) -> str:
    """Return the figures of a kind as a row of the table."""
    kind, profile = KINDS[name], load_profile()
    verdicts, counts = ZoneVerdicts(), Counter[tuple[str, str]]()
    for seed in seeds:
        shot = shot_of(kind, seed)
        assert shot.truth is not None
        assert shot.camera is not None
        reader = TableReader(profile, fit_camera(shot.calibration).camera, classifier)
        seen = reader.read(CameraFrame(decode(shot.jpeg, "scene"), seed, 0.0))
        verdicts.add(str(seed), shot.arranged, shot.truth, shot.camera, Layout(profile), seen)
        counts += judge(shot.arranged, seen).counts
    zones = Counter[ZoneVerdict]()
    for (_, verdict), number in verdicts.counts.items():
        zones[ZoneVerdict(verdict)] += number
    told = zones[ZoneVerdict.RIGHT], zones[ZoneVerdict.WRONG] + zones[ZoneVerdict.MISLED], zones[ZoneVerdict.OPEN]
    others = (tuple(counts[zone, each] for each in ("right", "wrong", "unsure")) for zone in _OTHERS)
    cells = (name, len(seeds), *(" / ".join(map(str, each)) for each in (told, *others)))
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Print one JSON object; errors are listed on stderr."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    parser.add_argument("--miss-px", type=float, default=0.5, help="how far off the calibration points are clicked")
    parser.add_argument("--size", type=int, nargs=2, default=_SIZE, metavar=("W", "H"))
    parser.add_argument("--usual", action="store_true", help="the demonstration's looks, which training has seen")
    parser.add_argument("--keep", type=Path, help="folder for the pictures that were not read right")
    parser.add_argument("--laying", choices=list(LAYINGS), help="how tiles are laid: counts by zone, each frame once")
    parser.add_argument(
        "--tilt", type=float, help="degrees by which the camera is tilted, within 3; overhead by default"
    )
    parser.add_argument("--arms", type=float, default=0.0, help="share of frames with arms and things over the table")
    parser.add_argument("--faults", action="store_true", help="shake, flicker, few pixels, few bits, glare")
    parser.add_argument("--kinds", nargs="*", choices=list(KINDS), help="other kinds of tables, all or those named")
    given = parser.parse_args()
    seeds, size = range(given.first, given.first + given.scenes), (given.size[0], given.size[1])
    if given.kinds is not None:
        print(
            "| right / wrong / open | tables | zones | dice | sticks | marks |\n| --- | --- | --- | --- | --- | --- |"
        )
        classifier = Classifier.load(1)
        for name in given.kinds or KINDS:
            print(row(name, seeds, classifier), flush=True)
        return
    if given.laying or given.tilt is not None or given.arms or given.faults:
        cell = TrialCell(LAYINGS[given.laying or EXACT.id], given.tilt, given.arms, given.faults)
        verdicts = try_cell(seeds, cell, Classifier.load(1), size, given.keep)
        print("\n".join(verdicts.lines), file=sys.stderr)
        print(json.dumps(verdicts.table(), indent=1))
        return
    result = try_scenes(seeds, Classifier.load(1), given.miss_px, size, usual=given.usual, keep=given.keep)
    for line in result.pop("lines"):
        print(line, file=sys.stderr)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
