"""The doctor names each trouble of the port with its cure in both languages."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.doctor import Finding, examine
from firmware_bridge.port import SerialPort
from firmware_bridge.usb import FoundPort
from hardware.simulator.board import Board, BoardIdentity
from hardware.simulator.board_pty import BoardOnPty


@pytest.fixture
def board(tmp_path: Path) -> Iterator[BoardOnPty]:
    with BoardOnPty(tmp_path / "table") as running:
        yield running


def last(findings: list[Finding]) -> Finding:
    """The finding about the board, checked for both languages and a cure where one is due."""
    finding = findings[-1]
    assert finding.ja
    assert finding.en
    assert bool(finding.cure_ja) == bool(finding.cure_en) == (not finding.ok)
    return finding


def test_a_board_that_answers_is_well(board: BoardOnPty) -> None:
    finding = last(examine(str(board.link), ports=list))
    assert (finding.code, finding.ok) == ("board-answers", True)
    assert "uid 6a616e74616b7501" in finding.en


def test_a_board_of_another_version_is_read_only(tmp_path: Path) -> None:
    with BoardOnPty(tmp_path / "table", Board(identity=BoardIdentity(major=3))) as board:
        assert last(examine(str(board.link), ports=list)).code == "read-only"


def test_a_port_in_use_names_its_holder(board: BoardOnPty) -> None:
    script = (
        "import sys; from firmware_bridge.port import SerialPort; "
        "port = SerialPort(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(board.link)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        finding = last(examine(str(board.link), ports=list))
        holder.kill()
    assert finding.code == "port-busy"
    assert str(holder.pid) in finding.en


def test_a_missing_port_and_a_wrong_device_are_told_apart(tmp_path: Path) -> None:
    assert last(examine(str(tmp_path / "none"), ports=list)).code == "port-missing"
    plain = tmp_path / "file"
    plain.write_text("no port")
    assert last(examine(str(plain), ports=list)).code == "port-failed"
    master, slave = os.openpty()
    finding = last(examine(os.ttyname(slave), ports=list, answer_s=0.3))
    assert finding.code == "no-answer"
    assert os.read(master, 64).startswith(b"\0"), "the doctor has said HELLO"
    os.close(slave)
    os.close(master)


def test_a_port_without_permission_names_the_group(tmp_path: Path) -> None:
    port = tmp_path / "port"
    port.touch()
    port.chmod(0)
    drop = "os.setuid(65534); " if os.geteuid() == 0 else ""
    script = (
        "import grp, os, sys; from firmware_bridge.doctor import examine; "
        f"{drop}print(examine(sys.argv[1], ports=lambda: [])[-1])"
    )
    done = subprocess.run([sys.executable, "-c", script, str(port)], capture_output=True, text=True, check=True)
    assert "port-denied" in done.stdout
    assert "usermod -aG" in done.stdout


def test_ports_are_listed_and_none_at_all_is_a_finding() -> None:
    board = FoundPort("/dev/ttyUSB7", "CH340", "1a86:7523", "")
    (listed,) = examine(ports=lambda: [board])
    assert (listed.ok, listed.en) == (True, "port /dev/ttyUSB7: CH340 1a86:7523")
    assert last(examine(ports=list)).code == "no-ports"


def test_modem_manager_is_pointed_out(tmp_path: Path) -> None:
    (tmp_path / "77").mkdir()
    (tmp_path / "77" / "comm").write_text("ModemManager\n")
    assert last(examine(ports=lambda: [FoundPort("/dev/ttyACM0", "", "", "")], proc=tmp_path)).code == "modem-manager"


def test_an_open_port_is_released_after_the_check(board: BoardOnPty) -> None:
    examine(str(board.link), ports=list)
    SerialPort(str(board.link)).close()
