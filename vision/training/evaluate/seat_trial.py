"""Accuracy of seat cameras on rendered hands.

``python -m vision.training.evaluate.seat_trial --looks 60 --hands 10``

Every look has its own venue and camera, from ranges that no training picture uses, calibrated by corners clicked half a
pixel off. Hands of all sizes stand where players put them: shifted, nearer or farther, askew. A fresh reader without
history reads each frame. A frame is right if every face, their order and the drawn tile are.
"""

import argparse
import json
import sys
import time
from dataclasses import dataclass, field
from math import radians, tan
from typing import Any, Final

import numpy as np

from controller.ports.eyes import SeenRow
from controller.riichi.seat import Seat
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.profiles.schema import TableProfile
from vision.camera.calibration import fit_camera
from vision.capture.frame import CameraFrame, decode
from vision.render.painter import Painter
from vision.render.random_looks import held_out_look
from vision.render.scene import Pose, PosedScene, PosedTile
from vision.render.seat_view import clicked_calibration, seat_camera
from vision.seat.reader import SeatReader
from vision.tiles.classifier import Classifier
from vision.training.evaluate.reliability import SURE

_BAG: Final = (*(Tile(kind) for kind in range(KINDS) for _ in range(COPIES)), *RED_FIVES)
_SHIFT_MM: Final = 8.0
"""Largest sideways shift of a hand, mm; chosen: under half a tile of 21 mm."""
_NEARER_MM: Final = 6.0
"""Largest distance, mm, of a hand from the calibrated position; chosen."""
_ASKEW: Final = 1.0
"""Largest rotation of a hand, degrees; chosen: 5 mm over 14 tiles."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A standing hand: tiles left to right, the drawn tile apart, and the number of melds in the corner."""

    tiles: tuple[Tile, ...]
    drawn: Tile | None = None
    melds: int = 0


@dataclass(slots=True)
class SeatTally:
    """Counts of right readings over many frames; ``sure_wrong``: misnamed faces with a confidence of 0.9 or more."""

    frames: int = 0
    right: int = 0
    hidden: int = 0
    tiles: int = 0
    tiles_right: int = 0
    tiles_sure: int = 0
    sure_wrong: int = 0
    seconds: list[float] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def add(self, name: str, stand: Stand, row: SeenRow | None) -> None:
        """Count one frame; ``row``: the reading, None if the row was reported as hidden."""
        truth = [*stand.tiles, *(() if stand.drawn is None else (stand.drawn,))]
        self.frames += 1
        self.tiles += len(truth)
        if row is None:
            self.hidden += 1
            self.lines.append(f"{name}: hidden")
            return
        seen = [*row.tiles, *(() if row.apart is None else (row.apart,))]
        shaped = len(seen) == len(truth) and (row.apart is None) == (stand.drawn is None)
        wrong = [(told, each) for told, each in zip(truth, seen, strict=False) if not shaped or each.tile is not told]
        self.tiles_right += len(truth) - len(wrong) if shaped else 0
        self.tiles_sure += sum(each.confidence >= SURE for each in seen)
        self.sure_wrong += sum(each.confidence >= SURE for _, each in wrong)
        self.right += shaped and not wrong
        if not shaped:
            self.lines.append(f"{name}: {len(seen)} tiles, expected {len(truth)}")
        self.lines += [f"{name}: {told} read as {each.tile} ({each.confidence:.2f})" for told, each in wrong]

    def summary(self) -> dict[str, Any]:
        """Return shares and counts, and the median CPU time."""
        return {
            "frames": self.frames,
            "frames_right": self.right / max(1, self.frames),
            "frames_hidden": self.hidden,
            "tiles": self.tiles,
            "tiles_right": self.tiles_right / max(1, self.tiles),
            "tiles_sure": self.tiles_sure / max(1, self.tiles),
            "sure_but_wrong": self.sure_wrong,
            "first_reading_cpu_ms": 1000 * float(np.median(self.seconds)) if self.seconds else 0.0,
        }


def random_stand(rng: np.random.Generator) -> Stand:
    """Return a random hand of any size; each meld takes three tiles."""
    melds = int(rng.choice(5, p=(0.5, 0.25, 0.15, 0.07, 0.03)))
    count = 13 - 3 * melds
    picked = [_BAG[place] for place in rng.choice(len(_BAG), count + 1, replace=False)]
    return Stand(tuple(picked[:count]), picked[count] if rng.random() < 0.5 else None, melds)


def stood(stand: Stand, layout: Layout, seat: Seat, rng: np.random.Generator, looseness: float = 1.0) -> PosedScene:
    """Return the scene of a hand where a player puts it, with the player's wall behind it and melds in the corner."""
    shift, nearer = rng.uniform(-_SHIFT_MM, _SHIFT_MM) * looseness, rng.uniform(-_NEARER_MM, _NEARER_MM) * looseness
    askew = float(rng.uniform(-_ASKEW, _ASKEW)) * looseness
    tiles = []
    for place, tile in enumerate((*stand.tiles, *(() if stand.drawn is None else (stand.drawn,)))):
        spot = layout.hand_slot(seat, place, apart=place == len(stand.tiles))
        across, distance = layout.local(seat, spot.x, spot.y)
        here = layout.place(
            seat,
            across + shift + float(rng.normal(0.0, 0.08)),
            distance + nearer + tan(radians(askew)) * across + float(rng.normal(0.0, 0.3)),
            float(askew + rng.normal(0.0, 0.3)),
        )
        tiles.append(PosedTile(tile, here.x, here.y, 0.0, here.angle, Pose.STANDING))
    for row in range(stand.melds):
        tiles += [
            PosedTile(_BAG[int(rng.integers(len(_BAG)))], spot.x, spot.y, 0.0, spot.angle)
            for spot in layout.meld_slots(seat, row, 3, 0)
        ]
    for stack in range(1, 1 + int(rng.integers(0, 18))):
        spot = layout.wall_stack(seat, stack)
        heights = (0.0, layout.profile.tile.thickness_mm)
        tiles += [PosedTile(None, spot.x, spot.y, z, spot.angle, Pose.FACE_DOWN) for z in heights]
    return PosedScene(tuple(tiles))


def try_looks(looks: range, hands: int, classifier: Classifier, profile: TableProfile | None = None) -> SeatTally:
    """Read ``hands`` random hands with each random venue and camera; the numbers in ``looks`` are seeds."""
    profile = profile or load_profile()
    layout, tally = Layout(profile), SeatTally()
    for number in looks:
        rng = np.random.default_rng((7, number))
        seat = Seat(number % 4)
        camera = seat_camera(
            layout,
            seat,
            elevation=rng.uniform(32.0, 50.0),
            distance_mm=rng.uniform(240.0, 330.0),
            across_mm=rng.uniform(-15.0, 20.0),
        )
        fitted = fit_camera(clicked_calibration(camera, layout, seat, rng)).camera
        painter = Painter(profile, camera, held_out_look(np.random.default_rng((number, 1))))
        for hand in range(hands):
            stand = random_stand(rng)
            image = decode(painter.jpeg(stood(stand, layout, seat, rng), rng), "seat")
            reader = SeatReader(profile, fitted, classifier, seat)
            started = time.process_time()
            row = reader.read(CameraFrame(image, hand, 0.0))
            tally.seconds.append(time.process_time() - started)
            tally.add(f"look {number}, hand {hand}", stand, row)
    return tally


def main() -> None:
    """Print one JSON object; errors are listed on stderr."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--looks", type=int, default=10)
    parser.add_argument("--hands", type=int, default=5, help="hands in each look")
    parser.add_argument("--first", type=int, default=0, help="number of the first look")
    given = parser.parse_args()
    tally = try_looks(range(given.first, given.first + given.looks), given.hands, Classifier.load(1))
    print("\n".join(tally.lines), file=sys.stderr)
    print(json.dumps(tally.summary(), indent=1))


if __name__ == "__main__":
    main()
