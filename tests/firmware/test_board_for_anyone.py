"""``python -m hardware.simulator.board``: a table with the released firmware for everybody, with buttons to press."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.firmware.build import RP2040, missing_packages
from hardware.firmware.build_rp2040 import lacks_for_rp2040
from tests.firmware.conftest import lacking
from tests.support.command_line import jantaku
from tests.support.waiting import PATIENCE_S, eventually


@contextmanager
def standing(*options: str) -> Iterator["subprocess.Popen[str]"]:
    command = (sys.executable, "-m", "hardware.simulator.board", *options)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()


@pytest.mark.parametrize("model", [(), ("--model",)], ids=["firmware", "model"])
def test_a_table_stands_behind_the_port_and_a_typed_press_is_felt(tmp_path: Path, model: tuple[str, ...]) -> None:
    if not model:
        lacking(missing_packages())
    port = tmp_path / "table"
    with standing("--pty", str(port), "--profile", "four-button", *model) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert json.loads(process.stdout.readline()) == {"pty": str(port), "profile": "four-button"}
        eventually(lambda: "ENABLE" in _inputs(port))
        process.stdin.write("key off\ndice-c\n")
        process.stdin.flush()
        eventually(lambda: ("DICE_C" in (pressed := _inputs(port)), "ENABLE" in pressed) == (True, False))


def _board(port: Path) -> tuple[str, str] | None:
    """State of the line and kind of the board; None if nothing answers."""
    answer = jantaku("table", "state", "--port", str(port), "--json")
    told = json.loads(answer.stdout) if answer.returncode == 0 else None
    return told and (told["link"], told["board"]["kind"])


def _inputs(port: Path) -> set[str]:
    """Names of closed inputs as the board reports them; empty if it does not answer in time."""
    return set(json.loads(jantaku("table", "state", "--port", str(port), "--json").stdout).get("inputs", ()))


@pytest.mark.long
def test_a_build_is_timed_by_what_is_typed_and_dice_come_to_rest_though_the_centre_opens(tmp_path: Path) -> None:
    own, port = tmp_path / "own.toml", tmp_path / "table"
    short = "".join(f'{key} = {{ value = 0.4, source = "test" }}\n' for key in ("hatch_open_s", "mixing_s", "dice_s"))
    own.write_text(f'extends = "wall-only"\n[cycle]\n{short}', encoding="utf-8")
    with standing("--pty", str(port), "--profile", str(own), "--model") as process:
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdout.readline()

        def sees(line: str, *on: str, off: str = "") -> None:
            """What is typed, until the board shows it."""
            assert process.stdin is not None
            process.stdin.write(line)
            process.stdin.flush()
            eventually(lambda: set(on) <= _inputs(port) and off not in _inputs(port))

        sees("dice-a\n", "DICE_A")
        sees("\n", off="DICE_A")
        sees("set-a\n", "SET_A")
        sees("\n", "HATCH_OPEN", off="DICE_ROLLING")
        sees("tiles in\nset-a\n", "SET_A")
        sees("\n", "WALLS_UP", off="MIXING")


def test_a_table_with_an_rp2040_names_its_kind(tmp_path: Path) -> None:
    lacking(lacks_for_rp2040(compiler=False))
    port = tmp_path / "table"
    with standing("--pty", str(port), "--rp2040") as process:
        assert process.stdout is not None
        process.stdout.readline()
        # An emulated chip may answer later than the command waits, so it is asked again.
        eventually(lambda: _board(port) == ("online", RP2040))


def test_a_port_that_cannot_be_made_is_one_line() -> None:
    command = (sys.executable, "-m", "hardware.simulator.board", "--pty", "/proc/none/table", "--model")
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
