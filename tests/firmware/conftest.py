"""The firmware built once, and boards of every kind on the bench."""

import json
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_bridge.wire.codes import ResetCause
from hardware.firmware.build import build_harness, build_program, missing_packages
from hardware.firmware.build_rp2040 import HARNESS, build_uf2, lacks_for_rp2040
from hardware.simulator.board.board import Board
from hardware.simulator.board.emulated import EmulatedBoard
from tests.firmware.bench import UP_S, Bench
from tests.firmware.qemu_board import EMULATOR, QemuBoard

CHIPS = ("simavr", "rp2040")


@dataclass(frozen=True)
class Built:
    """Files of one build."""

    program: Path
    harness: Path


def lacking(packages: tuple[str, ...]) -> None:
    """Skip the test if packages are missing; fail if CI=true."""
    if packages:
        reason = f"Debian packages not installed: apt-get install {' '.join(packages)}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Firmware and harness, compiled from the sources."""
    lacking(missing_packages())
    out = tmp_path_factory.mktemp("firmware")
    return Built(build_program(out), build_harness(out))


@pytest.fixture(scope="session")
def built_rp2040(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Firmware for the RP2040, compiled from the sources, with its harness."""
    lacking(lacks_for_rp2040())
    return Built(build_uf2(tmp_path_factory.mktemp("rp2040")), HARNESS)


@pytest.fixture
def simavr(built: Built) -> Iterator[EmulatedBoard]:
    """A board on simavr, powered on."""
    with EmulatedBoard(built.harness, built.program) as board:
        yield board


class KeptBoard(EmulatedBoard):
    """A board on rp2040js that can be restored any number of times to its state soon after the first power-on.

    Node takes a second to start and warm up, so the tests share one process.
    """

    def __init__(self, built: Built) -> None:
        super().__init__(built.harness, built.program)
        self.tick(UP_S)
        self._tell("k")

    def hold(self, now: float, opened: bool) -> None:
        """Close the host's port, so that nobody reads, or open it again."""
        self.tick(now)
        self._tell(f"o {int(opened)}")

    def deaf(self, yes: bool) -> None:
        """Let the host stop reading while it still sends, or read again."""
        self._tell(f"d {int(yes)}")

    def told(self) -> dict[str, bytes | None]:
        """The board's answers to the host's USB set-up requests; None: refused."""
        answers = json.loads(bytes.fromhex(self._ask("u")))
        return {name: None if given is None else bytes(given) for name, given in answers.items()}

    def as_new(self) -> None:
        """Restore the state after the first power-on."""
        self._ask("g")
        self._outputs = 0
        self._sent.clear()
        self._edges.clear()


@pytest.fixture(scope="session")
def kept_rp2040(built_rp2040: Built) -> Iterator[KeptBoard]:
    """The single process with an RP2040."""
    with KeptBoard(built_rp2040) as board:
        yield board


@pytest.fixture
def rp2040(kept_rp2040: KeptBoard) -> KeptBoard:
    """A board on rp2040js, powered on."""
    kept_rp2040.as_new()
    return kept_rp2040


def bench_of(request: pytest.FixtureRequest) -> Bench:
    """A bench with the board that the parameter names."""
    board = Board() if request.param == "python" else request.getfixturevalue(request.param)
    return Bench(board, sag=ResetCause.POWER if request.param == "rp2040" else ResetCause.BROWN_OUT)


@pytest.fixture(params=CHIPS)
def chip(request: pytest.FixtureRequest) -> Bench:
    """A bench with each board that runs the compiled firmware."""
    return bench_of(request)


@pytest.fixture(params=["python", *CHIPS])
def wired(request: pytest.FixtureRequest) -> Bench:
    """A bench with each kind of board whose pins are accessible."""
    return bench_of(request)


@pytest.fixture(params=["python", *CHIPS, "qemu"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A bench with each kind of board; QEMU's machine has only a UART."""
    if request.param != "qemu":
        yield bench_of(request)
    else:
        built: Built = request.getfixturevalue("built")
        lacking(() if shutil.which(EMULATOR) else ("qemu-system-misc",))
        machine = QemuBoard(built.program.with_suffix(".elf"))
        yield Bench(machine, time.monotonic(), pins=False, patience=30.0)
        machine.close()
