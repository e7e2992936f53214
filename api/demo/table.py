"""Simulated table as a process: its game, start options, and addresses of its board and cameras."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from api.rulebooks.compatibility import check_fit
from controller.errors import JantakuError
from controller.ports.evidence import Evidence
from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind, TableSignal
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, load
from controller.views.policy import NEVER, Release
from hardware.profiles.load import DEFAULT_PROFILE, load_profile
from hardware.simulator.recorded import BEGINNING, Middle, RecordedGame

BOARD, CAMERA = "board", "camera"
"""Parts that a simulated table may lack."""
ENDLESS: Final = 1_000_000
_TRUTH_S: Final = 60.0
"""Longest wait, s, for the simulator to end a round that was read; chosen: clearing a table takes half a minute at
most.
"""
_LOOK_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class PlayAs:
    """How the simulated players place tiles and are seen. ``laying``: exact, careful or photo; ``arms``: share of
    exposures with arms in the picture.

    ``tilt``: camera angle from vertical, degrees; None for the default.
    """

    laying: str = "careful"
    arms: float = 0.0
    tilt: float | None = None


@dataclass(frozen=True, slots=True)
class DemoSetup:
    """Game of the simulated table: number of rounds (0: endless), pace, seed, rulebook, wrongly broken walls, profile.

    ``evidence``: store every frame and signal beside the journal. ``seats``: also a camera behind each hand. ``play``:
    how the players place tiles. ``without``: missing part, ``board`` or ``camera``, empty for none. ``midway``: start
    in the middle of a game, with occasional mistakes of the players from the next round on. ``auto_settle``: as in the
    venue file; if False, players wait for the confirmation of a result before they start the next set.
    """

    hands: int
    fast: bool
    seed: int
    rulebook: str = DEFAULT_RULEBOOK
    wrong_break: str = "4"
    profile: str = DEFAULT_PROFILE
    evidence: bool = False
    seats: bool = False
    release: Release = NEVER
    play: PlayAs = field(default_factory=PlayAs)
    without: str = ""
    midway: bool = False
    auto_settle: bool = True

    @property
    def game(self) -> RecordedGame:
        """The game that the simulator plays."""
        played = load(self.rulebook), self.seed, self.hands or ENDLESS, load_profile(self.profile)
        return RecordedGame(*played, self.wrong_break, self.seats)

    def past(self, begun: Middle) -> Iterator[Evidence]:
        """Return the evidence of the game before ``begun`` from the parts that the table has.

        Without a camera, finished rounds count as entered by hand, and of the current round only the machine's reports
        are included.
        """
        told = self.game.evidence(begun.at)
        if self.without == BOARD:
            return (each for each in told if isinstance(each, Sighting))
        if self.without == CAMERA:
            return _reports_of_the_last(tuple(told))
        return told

    def __post_init__(self) -> None:
        """Raise JantakuError for a part that cannot be missing."""
        if self.without not in ("", BOARD, CAMERA):
            raise JantakuError(f"--without {self.without}: expected {BOARD} or {CAMERA}")
        if self.without == CAMERA and (self.seats or self.evidence):
            raise JantakuError("--without camera: expected neither --seat-cameras nor --evidence")


def _reports_of_the_last(told: Sequence[Evidence]) -> Iterator[Evidence]:
    """Yield the evidence before the current round, and of the current round only the machine's reports."""
    opened = [
        place
        for place, each in enumerate(told)
        if isinstance(each, TableSignal) and each.kind is SignalKind.HATCH_OPENED
    ]
    last = opened[-1] if opened else len(told)
    yield from told[:last]
    yield from (each for each in told[last:] if isinstance(each, TableSignal))


class SimulatedTable:
    """Simulator process with the addresses of its board and camera."""

    def __init__(self, setup: DemoSetup, folder: Path, in_step: bool = False, begun: Middle = BEGINNING) -> None:
        """Start the process; raises JantakuError for a rulebook that the table cannot play.

        ``in_step``: the simulated time waits until frames and signals are consumed. ``begun``: moment of the game to
        start from.
        """
        check_fit(load(setup.rulebook), load_profile(setup.profile))
        self.setup, self.begun = setup, begun
        self.truth = folder / "truth.jsonl"
        self.serial = folder / "table"
        command = [sys.executable, "-m", "hardware.simulator", "--seed", str(setup.seed)]
        command += ["--hands", str(setup.hands or ENDLESS), "--rulebook", setup.rulebook]
        command += ["--profile", setup.profile]
        command += ["--pty", str(self.serial), "--truth", str(self.truth), "--wrong-break", setup.wrong_break]
        command += ["--laying", setup.play.laying, "--arms", str(setup.play.arms)]
        command += [] if setup.play.tilt is None else ["--tilt", str(setup.play.tilt)]
        if setup.midway:
            command += ["--since", str(begun.at), "--mistakes", str(begun.round + 1)]
        awaited = {"frames": setup.without != CAMERA, "signals": setup.without != BOARD}
        awaited["results"] = not setup.auto_settle
        command += ["--awaits", *(each for each, waits in awaited.items() if waits and in_step)]
        command += ["--fast"] if setup.fast else []
        # Ctrl-C reaches every process of a terminal's process group. This process has its own group and ends when its
        # input closes, which also happens when its parent dies.
        self._process = subprocess.Popen(
            [*command, "--until-eof"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
        )

    @cached_property
    def camera(self) -> str:
        """Return the base address of its cameras once board and cameras are up; raises JantakuError if the simulator
        ends first.
        """
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise JantakuError(f"the simulator ended with status {self._process.wait()} before it was ready")
        address: str = json.loads(line)["camera"]
        return address

    def truth_of(self, rounds: int) -> Path:
        """Return the ground-truth file, after waiting up to ``_TRUTH_S`` seconds until it has ``rounds`` rounds.

        A round may be read and settled before its table is cleared and the simulator writes it.
        """
        until = time.monotonic() + _TRUTH_S
        while not self.truth.is_file() or self.truth.read_bytes().count(b"\n") < rounds:
            if time.monotonic() > until or self._process.poll() is not None:
                break
            time.sleep(_LOOK_S)
        return self.truth

    def stop(self) -> None:
        """Stop the process."""
        self._process.terminate()
        self._process.wait(timeout=30.0)


@contextmanager
def simulated(setup: DemoSetup, folder: Path) -> Iterator[SimulatedTable]:
    """Run a table whose time waits for the service, from the start or the middle of its game, until the
    context ends.
    """
    table = SimulatedTable(setup, folder, in_step=True, begun=setup.game.middle() if setup.midway else BEGINNING)
    try:
        yield table
    finally:
        table.stop()
