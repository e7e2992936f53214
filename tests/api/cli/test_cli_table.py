"""``jantaku table`` as a person uses it, on a whole table behind a pseudo-terminal."""

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from api.cli import main
from api.cli.table import flash
from api.cli.table.drive import drives
from firmware_bridge.serial.port import SerialPort
from firmware_bridge.wire.codes import FaultCode, LogLevel
from firmware_bridge.wire.limits import GIVE_UP_MS, PROTOCOL_MAJOR, PROTOCOL_MINOR
from hardware.firmware import build
from hardware.firmware.build import PREBUILT, PREBUILT_UF2
from hardware.simulator.board.board import Board, BoardIdentity
from hardware.simulator.board.pty import BoardOnPty
from tests.support.table_on_pty import table_on_pty


@dataclass(frozen=True, slots=True)
class Answer:
    """Exit status and output of a command."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> dict[str, object]:
        """The last line as JSON."""
        found: dict[str, object] = json.loads(self.out.splitlines()[-1])
        return found


class Shell:
    """Runs ``jantaku table`` in this process, with the press log in a temporary folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
        self.folder, self._monkeypatch, self._capfd = folder, monkeypatch, capfd
        monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))

    def table(self, *arguments: str) -> Answer:
        self._monkeypatch.setattr(sys, "argv", ["jantaku", "table", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        status = ended.value.code
        assert isinstance(status, int)
        said = self._capfd.readouterr()
        assert "Traceback" not in said.err
        return Answer(status, said.out, said.err)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Shell:
    return Shell(tmp_path, monkeypatch, capfd)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[str]:
    with table_on_pty(tmp_path / "table") as (_, cable):
        yield str(cable.link)


@pytest.mark.parametrize("command", ["state", "press", "goal", "log", "flash"])
def test_every_command_explains_itself_with_an_example(shell: Shell, command: str) -> None:
    answer = shell.table(command, "--help")
    assert answer.status == 0
    assert f"Example: jantaku table {command}" in answer.out


def test_state_says_who_answers_and_what_it_senses(shell: Shell, port: str) -> None:
    answer = shell.table("state", "--port", port, "--json")
    assert answer.status == 0
    data = answer.data
    assert (data["link"], data["hatch"], data["outputs"], data["faults"]) == ("online", "closed", [], [])
    inputs = data["inputs"]
    assert isinstance(inputs, list)
    assert {"HATCH_CLOSED", "ENABLE"} <= set(inputs)
    people = shell.table("state", "--port", port).out
    assert "centre 投入口: closed 閉" in people
    assert "uid" not in people
    assert "6a616e74616b7501" in people


def test_a_fault_of_the_table_is_shown_and_makes_the_status_one(shell: Shell, tmp_path: Path) -> None:
    with BoardOnPty(tmp_path / "table") as cable:
        cable.fault(FaultCode.TABLE_JAM)
        answer = shell.table("state", "--port", str(cable.link), "--json")
    assert (answer.status, answer.data["faults"]) == (1, ["table-jam"])


def test_a_press_asks_first_and_stands_in_the_log(shell: Shell, port: str) -> None:
    refused = shell.table("press", "set-a", "--port", port)
    assert (refused.status, refused.out) == (2, "")
    assert "--yes" in refused.err
    pressed = shell.table(
        *("press", "set-a", "--port", port, "--yes", "--json", "--by", "審判", "--why", "試験", "--watch", "0.2")
    )
    assert (pressed.status, pressed.data["outcome"], pressed.data["outputs"]) == (0, "done", ["SET_A"])
    logged = shell.table("log", "--json")
    assert (logged.data["by"], logged.data["why"], logged.data["outcome"]) == ("審判", "試験", "done")
    assert "審判: SET_A 150 ms, 試験: done" in shell.table("log").out


def test_a_refused_press_is_status_one_and_a_bad_button_status_two(shell: Shell, port: str) -> None:
    # The longest gap that a board accepts: on a busy machine the second press is late.
    assert shell.table("config", "set", "GAP_MS=10000", "--port", port).status == 0
    first = shell.table("press", "SET_A", "--port", port, "--yes", "--watch", "0")
    second = shell.table("press", "SET_A", "--port", port, "--yes", "--watch", "0", "--json")
    assert (first.status, second.status, second.data["detail"]) == (0, 1, "too-soon")
    bad = shell.table("press", "MOTOR", "--port", port, "--yes")
    assert (bad.status, len(bad.err.splitlines())) == (2, 1)
    assert "SET_A" in bad.err


class Hoarse(Board):
    """A board that makes a press and then stays silent until the host has given up on its answer."""

    def outgoing(self) -> bytes:
        said = super().outgoing()
        quiet = self.presses and self._now < self.presses[0].at + self._booted + GIVE_UP_MS / 1000 + 0.2
        return b"" if quiet else said


def test_an_unknown_outcome_is_said_with_what_the_sensors_show_and_pressed_no_second_time(
    shell: Shell, tmp_path: Path
) -> None:
    board = Hoarse(time.monotonic())
    with BoardOnPty(tmp_path / "table", board) as cable:
        asked = ("press", "SET_A", "--port", str(cable.link), "--yes", "--watch", "0.5")
        answer = shell.table(*asked)
    assert (answer.status, answer.out.splitlines()[0]) == (1, "unknown (no-answer)")
    assert "自動で押し直すことはありません" in answer.out
    assert answer.out.splitlines()[-1].startswith("inputs on:")
    assert len(board.presses) == 1
    assert shell.table("log", "--json").data["outcome"] == "unknown"


def test_a_goal_is_reached_by_the_profile(shell: Shell, port: str) -> None:
    asked = ("goal", "open", "--profile", "four-button", "--port", port, "--yes", "--json")
    assert shell.table(*asked).data["outcome"] == "done"
    assert shell.table(*asked).data["outcome"] == "already"
    closing = shell.table("goal", "close", "--profile", "four-button", "--port", port, "--yes", "--json")
    assert (closing.status, closing.data["outcome"]) == (1, "refused")
    assert "hands" in str(closing.data["why_en"])
    assert shell.table("goal", "explode", "--profile", "four-button", "--port", port).status == 2


def test_a_table_held_by_another_program_is_named(shell: Shell, port: str) -> None:
    holder = SerialPort(port)
    answer = shell.table("state", "--port", port)
    holder.close()
    assert answer.status == 2
    assert "held by" in answer.err


def test_the_log_of_the_board_itself_is_listened_to(shell: Shell, tmp_path: Path) -> None:
    class Talkative(Board):
        def receive(self, data: bytes, now: float) -> None:
            super().receive(data, now)
            self.log(LogLevel.WARNING, "supply dipped")

    with BoardOnPty(tmp_path / "table", Talkative()) as cable:
        answer = shell.table("log", "--port", str(cable.link), "--seconds", "2")
    assert "warning: supply dipped" in answer.out
    assert "presses 0" in answer.out


class TestFlashRp2040:
    """A Raspberry Pi Pico: a folder represents the disk of its boot ROM."""

    @pytest.fixture
    def disk(self, tmp_path: Path) -> Path:
        folder = tmp_path / "media" / "person" / "RPI-RP2"
        folder.mkdir(parents=True)
        (folder / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
        return folder

    def test_what_ships_is_copied_to_the_disk_and_the_board_greeted(
        self, shell: Shell, port: str, disk: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(flash, "build_of", lambda _: BoardIdentity().build)
        monkeypatch.setattr(flash, "drives", lambda: drives(disk.parents[2]))
        answer = shell.table("flash", "--rp2040", "--port", port, "--yes", "--json")
        assert (answer.status, answer.data["version"]) == (0, f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}")
        assert (disk / PREBUILT_UF2.name).read_bytes() == PREBUILT_UF2.read_bytes()

    def test_without_a_disk_it_is_said_how_to_get_one_and_nothing_else_is_written(
        self, shell: Shell, port: str, disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(flash, "drives", list)
        assert "BOOTSEL" in shell.table("flash", "--rp2040", "--port", port, "--yes").err
        wrong = shell.table("flash", "--drive", str(tmp_path), "--port", port, "--yes")
        assert (wrong.status, "expected the disk RPI-RP2" in wrong.err) == (2, True)
        monkeypatch.setattr(flash, "drives", lambda: [disk, disk])
        assert "expected one; name it with --drive" in shell.table("flash", "--rp2040", "--port", port, "--yes").err
        given = shell.table("flash", "--drive", str(disk), "--hex", str(PREBUILT), "--port", port, "--yes")
        assert (given.status, "takes UF2" in given.err) == (2, True)
        assert [file.name for file in disk.iterdir()] == ["INFO_UF2.TXT"]


class TestFlash:
    """Writing the firmware: a script replaces ``avrdude``, because a pseudo-terminal has no programmer."""

    @pytest.fixture
    def tool(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        folder = tmp_path / "bin"
        folder.mkdir()
        script = folder / "avrdude"
        script.write_text(f'#!/bin/sh\necho "$@" > {folder}/asked\nexit "$(cat {folder}/status)"\n')
        script.chmod(0o755)
        (folder / "status").write_text("0")
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
        return folder

    @pytest.fixture
    def firmware(self, tmp_path: Path) -> Path:
        file = tmp_path / "jantaku.hex"
        file.write_text(":00000001FF\n")
        return file

    def test_what_ships_is_written_without_a_compiler_and_the_board_greeted(
        self, shell: Shell, port: str, tool: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(flash, "build_of", lambda _: BoardIdentity().build)
        answer = shell.table("flash", "--port", port, "--yes", "--json")
        assert (answer.status, answer.data["version"]) == (0, f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}")
        asked = (tool / "asked").read_text()
        assert f"-p atmega328p -c arduino -P {port} -b 115200 -D -U flash:w:{PREBUILT}:i" in asked

    def test_a_board_that_still_runs_another_program_is_told(self, shell: Shell, port: str, tool: Path) -> None:
        answer = shell.table("flash", "--port", port, "--yes")
        assert (answer.status, "the board runs build 00000000" in answer.err) == (1, True)
        assert (tool / "asked").exists()

    def test_firmware_whose_bytes_were_changed_is_not_written(
        self, shell: Shell, port: str, tool: Path, firmware: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(build, "PREBUILT", firmware)
        answer = shell.table("flash", "--port", port, "--yes")
        assert (answer.status, "its CRC is 00000000" in answer.err) == (2, True)
        firmware.write_text("not hex\n")
        answer = shell.table("flash", "--port", port, "--hex", str(firmware), "--yes")
        assert (answer.status, "line 1: expected a record of Intel hex" in answer.err) == (2, True)
        assert not (tool / "asked").exists()

    def test_an_old_nano_needs_its_boot_loaders_speed(
        self, shell: Shell, port: str, tool: Path, firmware: Path
    ) -> None:
        (tool / "status").write_text("1")
        answer = shell.table("flash", "--port", port, "--hex", str(firmware), "--yes")
        assert answer.status == 1
        assert "--old-bootloader" in answer.err
        shell.table("flash", "--port", port, "--hex", str(firmware), "--yes", "--old-bootloader")
        assert "-b 57600" in (tool / "asked").read_text()
        (tool / "status").write_text("0")
        written = shell.table("flash", "--port", port, "--hex", str(firmware), "--yes", "--old-bootloader")
        assert "burn Optiboot" in written.err

    def test_a_missing_tool_or_file_is_named_with_its_cure(
        self, shell: Shell, port: str, firmware: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", str(firmware.parent / "nowhere"))
        assert "apt install avrdude" in shell.table("flash", "--port", port, "--hex", str(firmware), "--yes").err
        missing = shell.table("flash", "--port", port, "--hex", str(firmware.parent / "none.hex"), "--yes")
        assert (missing.status, "leave --hex out" in missing.err) == (2, True)
