"""Demonstrations of arbitrary seeds in one process and without a clock: how well the camera reads each.

``python -m tests.support.demo_seeds --seeds 9000-9011 --rounds 5``: paints, reads and conducts the simulator's game
from its middle on as ``jantaku demo`` does, exposure by exposure. Prints one JSON line per seed: rounds that ended in
view of the camera, rounds read correctly, ends not read, mistakes made and found, false faults, and differences between
record and truth. The exit status is 1 if any seed shows an error.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2

from api.demo.truth import compare
from controller.journal.chain import Record, seal
from controller.journal.events import FaultRaised
from controller.ports.evidence import Evidence
from controller.referee.faults.devices import CAMERAS
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, load
from controller.table.director import Director
from controller.table.effects import Step
from controller.table.venue import Dwell, Venue
from hardware.profiles.layout import Layout
from hardware.profiles.load import DEFAULT_PROFILE, load_profile
from hardware.profiles.machine_facts import table_work
from hardware.simulator.camera.camera import SIZE, TILT, SimulatedCamera, calibration, over_the_table
from hardware.simulator.camera.playback import Playback
from hardware.simulator.camera.scene_builder import SceneBuilder
from hardware.simulator.game.mistakes import Mistakes
from hardware.simulator.game.round import play_rounds
from hardware.simulator.game.truth import TruthFile
from hardware.simulator.machine.pace import EXPOSURE_S
from hardware.simulator.recorded import RecordedGame
from tests.support.bench import Board
from vision.camera.calibration import Calibration, fit_camera
from vision.capture.frame import CameraFrame
from vision.eyes import CameraEyes
from vision.render.appearance import LOOKS
from vision.render.laying.habits import CAREFUL
from vision.render.painter import Painter
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier

_LOOK: Final = "parlour"
Lens = Callable[[CameraFrame], CameraFrame | None]
"""A filter in front of a camera: returns the frame that passes, or None."""
_MADE_UP: Final = 40
"""Number of sightings and signals after the last round, whose end may have been hidden."""
_AT_ONCE: Final = Dwell(river=1, meld=1, hand=1, dice=1, wall=1, indicator=1, standing=1)


@dataclass(frozen=True, slots=True)
class SeedRun:
    """Result of one seed; ``rounds``: number of rounds that ended in view of the camera."""

    seed: int
    exposures: int
    rounds: int
    right: int
    unseen: int
    staged: int
    found: int
    false: int
    differences: tuple[str, ...]
    told: tuple[str, ...] = ()
    """Codes of the camera's faults, in the order of their signals."""

    @property
    def clean(self) -> bool:
        """True if every round was read correctly, every mistake was found and no false fault was raised."""
        return self.rounds == self.right and self.staged == self.found and not (self.unseen or self.false)


class Exposures:
    """Frames of a simulated camera, one after another; ``now``: time of the newest one."""

    trouble = None

    def __init__(self, camera: SimulatedCamera, lens: Lens) -> None:
        self._camera, self._lens, self.now = camera, lens, 0.0

    def next(self, timeout: float) -> CameraFrame | None:
        """Return the next exposure as it passes the lens; ``timeout`` is ignored."""
        del timeout
        taken = self._camera.pull()
        self.now = taken.at
        return self._lens(CameraFrame(None, taken.number, taken.at, taken.jpeg))

    def close(self) -> None:
        """Nothing to release."""


def run(
    seed: int,
    rounds: int,
    book_id: str = DEFAULT_RULEBOOK,
    profile_id: str = DEFAULT_PROFILE,
    lens: Lens | None = None,
) -> SeedRun:
    """Run the demonstration of a seed until ``rounds`` rounds have ended in view of the camera behind a lens."""
    profile, book = load_profile(profile_id), load(book_id)
    game = RecordedGame(book, seed, 1_000, profile)
    middle = game.middle()
    venue = Venue(book.id, profile=profile.id, auto_settle=True, work=replace(table_work(profile), reported=True))
    director, opened = Director.open(replace(venue, dwell=_AT_ONCE), 0.0, book)
    steps = [opened, *map(director.handle, game.evidence(middle.at))]
    director.venue = venue
    with TemporaryDirectory() as folder:
        truth = Path(folder) / "truth.jsonl"
        writer, board = TruthFile(truth), Board(count=1_000_000)
        mistakes = Mistakes(max(1, middle.round + 1))
        played = play_rounds(book, seed, 1_000, profile.wall.stacks, None, table_work(profile), mistakes)
        playback = Playback(played, game.pace, board, writer.write)
        playback.advance(middle.at)
        board.waiting.clear()
        ended, exposures, more = playback.over_rounds, 0, _MADE_UP if lens else 0
        for each in _evidence(playback, board, seed, profile_id, middle.at, lens or (lambda frame: frame)):
            steps.append(director.handle(each))
            exposures += not hasattr(each, "kind")
            if playback.over_rounds >= ended + rounds and (more := more - 1) < 0:
                break
        told = compare(truth, _sealed(steps))
    raised = [each.fault.code for step in steps for each in step.events if isinstance(each, FaultRaised)]
    cameras = tuple(code for code in raised if code in CAMERAS)
    unread = sum(line.endswith(": not read") for line in told.differences)
    false = [line for line in told.differences if (code := line.partition(": false ")[2]) and code not in CAMERAS]
    return SeedRun(
        *(seed, exposures, playback.over_rounds - ended, told.rounds_right - ended, unread),
        *(told.faults_staged, told.faults_found, len(false), tuple(told.differences), cameras),
    )


def _evidence(
    playback: Playback, board: Board, seed: int, profile_id: str, since: float, lens: Lens
) -> Iterator[Evidence]:
    """Yield signals and sightings from ``since`` on, one sighting per exposure."""
    profile = load_profile(profile_id)
    painter = Painter(profile, over_the_table(SIZE, TILT), LOOKS[_LOOK])
    builder = SceneBuilder(Layout(profile), seed, CAREFUL)
    camera = SimulatedCamera(playback, builder, painter, fast=True, seed=seed, since=since)
    known = fit_camera(Calibration.from_json(calibration(painter.camera, profile))).camera
    source = Exposures(camera, lens)
    eyes = CameraEyes(source, TableReader(profile, known, Classifier.load(1)), lambda: source.now)
    number = round(since / EXPOSURE_S)
    while True:
        board.now = number * EXPOSURE_S
        sighting = eyes.look(0.0)
        yield from board.waiting
        board.waiting.clear()
        yield from eyes.signals()
        if sighting is not None:
            yield sighting
        number += 1


def _sealed(steps: Sequence[Step]) -> Iterator[Record]:
    last = None
    for event in (event for step in steps for event in step.events):
        last = seal(event, 0.0, last)
        yield last


def _seeds(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the runs; return 1 if any seed shows an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=_seeds, required=True, metavar="FIRST-LAST")
    parser.add_argument("--rounds", type=int, default=5, help="that end before the camera")
    parser.add_argument("--rulebook", default=DEFAULT_RULEBOOK)
    parser.add_argument("--profile", default=DEFAULT_PROFILE)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    amiss = False
    for seed in options.seeds:
        told = run(seed, options.rounds, options.rulebook, options.profile)
        print(json.dumps(asdict(told), ensure_ascii=False), flush=True)
        amiss |= not told.clean
    return int(amiss)


if __name__ == "__main__":
    raise SystemExit(main())
