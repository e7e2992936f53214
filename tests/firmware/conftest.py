"""The firmware built once, and boards of every kind on the bench."""

import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hardware.firmware.build import build_harness, build_program, missing_packages
from hardware.simulator.board.board import Board
from hardware.simulator.board.emulated import EmulatedBoard
from tests.firmware.bench import Bench
from tests.firmware.qemu_board import EMULATOR, QemuBoard


@dataclass(frozen=True)
class Built:
    """Files of one build."""

    program: Path
    harness: Path


def lacking(packages: tuple[str, ...]) -> None:
    """Skip for packages that are not there; with CI=true their absence is a failure."""
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


@pytest.fixture
def emulated(built: Built) -> Iterator[EmulatedBoard]:
    """A board on simavr, powered on."""
    with EmulatedBoard(built.harness, built.program) as board:
        yield board


@pytest.fixture
def chip(emulated: EmulatedBoard) -> Bench:
    """A bench with the board on simavr."""
    return Bench(emulated)


@pytest.fixture(params=["python", "simavr"])
def wired(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A bench with each kind of board whose pins can be reached."""
    if request.param == "python":
        yield Bench(Board())
    else:
        yield request.getfixturevalue("chip")


@pytest.fixture(params=["python", "simavr", "qemu"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A bench with each kind of board; QEMU's machine has a UART and nothing else."""
    if request.param == "python":
        yield Bench(Board())
    elif request.param == "simavr":
        yield request.getfixturevalue("chip")
    else:
        built: Built = request.getfixturevalue("built")
        lacking(() if shutil.which(EMULATOR) else ("qemu-system-misc",))
        machine = QemuBoard(built.program.with_suffix(".elf"))
        yield Bench(machine, time.monotonic(), pins=False, patience=8.0)
        machine.close()
