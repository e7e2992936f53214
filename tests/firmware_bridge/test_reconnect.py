"""Reconnecting to the board: the machine's port table, port names, and every way to lose a board on real terminals."""

import errno
import fcntl
import math
import os
import struct
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.ports.table import SignalKind
from firmware_bridge.serial import posix
from firmware_bridge.serial.port import SerialPort
from firmware_bridge.serial.usb import FoundPort, candidates, resolve, stable_names
from firmware_bridge.session.events import LinkPhase, Reason
from firmware_bridge.session.link import PortError
from firmware_bridge.session.reconnect import BOOT_S, TABLE, PortCue, PortStage, Reconnect, RetryPace
from firmware_bridge.table import SerialTable, open_table
from firmware_bridge.wire.limits import BAUD, LOST_MS, PROTOCOL_MAJOR
from hardware.simulator.board.board import Board, BoardIdentity
from hardware.simulator.board.pty import BoardOnPty
from tests.support.waiting import PATIENCE_S

LOST_S = LOST_MS / 1000
# asm-generic/ioctls.h
TIOCGEXCL = 0x80045440
TCGETS2 = 0x802C542A


class Mute(Board):
    """A board that can be made to hang."""

    hangs = False

    def outgoing(self) -> bytes:
        said = super().outgoing()
        return b"" if self.hangs else said


def wait_for(table: SerialTable, kind: SignalKind, within: float = PATIENCE_S) -> str:
    """Code of the next signal of that kind."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        for signal in table.poll(until - time.monotonic()):
            if signal.kind is kind:
                return signal.code
    raise AssertionError(f"no {kind} within {within} s")


@given(st.lists(st.sampled_from([*PortCue, *Reason])))
def test_whatever_happens_the_port_is_tried_again_until_it_is_closed(cues: list[PortCue | Reason]) -> None:
    plan = Reconnect(0.0)
    for now, cue in enumerate(cues):
        plan.feed(cue, float(now))
        if plan.stage is PortStage.WAITING:
            assert plan.due <= now + max(wait for pace in RetryPace for wait in pace.value)
        else:
            assert plan.due == math.inf
    assert (plan.stage is PortStage.ENDED) == (Reason.CLOSED in cues)


def test_every_reason_has_its_place_in_the_table() -> None:
    assert {cue for row in TABLE.values() for cue in row} == {*PortCue, *Reason}
    for row in TABLE.values():
        assert all((then.pace is RetryPace.NEVER) != (then.stage is PortStage.WAITING) for then in row.values())


def test_attempts_slow_down_and_start_afresh_when_a_board_answers() -> None:
    plan = Reconnect(0.0)
    waits = []
    for _ in range(6):
        plan.feed(Reason.PORT_MISSING, 10.0)
        waits.append(plan.due - 10.0)
    assert waits == pytest.approx([0.1, 0.25, 0.25, 0.5, 0.5, 0.5])
    plan.feed(PortCue.OPENED, 11.0)
    plan.feed(PortCue.ANSWERED, 11.0)
    assert plan.reason is None
    plan.feed(Reason.PORT_GONE, 12.0)
    assert plan.due == pytest.approx(12.1)


def test_hello_is_said_for_longer_than_a_boot_loader_takes() -> None:
    assert LOST_S >= BOOT_S


class Slow(Board):
    """A board behind a boot loader: ignores input for a while after the port opens."""

    def receive(self, data: bytes, now: float) -> None:
        if now - self._booted >= BOOT_S:
            super().receive(data, now)


def test_a_board_that_resets_when_its_port_opens_is_waited_for(tmp_path: Path) -> None:
    with BoardOnPty(tmp_path / "table", Slow(time.monotonic())) as board:
        table = open_table(str(board.link))
        wait_for(table, SignalKind.LINK_UP)
        table.close()


def test_a_board_that_hangs_is_lost_as_silent_and_found_again(tmp_path: Path) -> None:
    board = Mute(time.monotonic())
    with BoardOnPty(tmp_path / "table", board) as pty:
        table = open_table(str(pty.link))
        wait_for(table, SignalKind.LINK_UP)
        board.hangs = True
        assert wait_for(table, SignalKind.LINK_LOST) == "silent"
        board.hangs = False
        wait_for(table, SignalKind.LINK_UP)
        table.close()


def test_a_port_lost_without_an_error_is_noticed_by_its_name(tmp_path: Path) -> None:
    with BoardOnPty(tmp_path / "table") as board, BoardOnPty(tmp_path / "other") as other:
        table = open_table(str(board.link))
        wait_for(table, SignalKind.LINK_UP)
        device = board.link.resolve()
        board.link.unlink()
        assert wait_for(table, SignalKind.LINK_LOST) == "port-gone"
        board.link.symlink_to(device)
        wait_for(table, SignalKind.LINK_UP)
        board.link.unlink()
        board.link.symlink_to(other.link.resolve())
        assert wait_for(table, SignalKind.LINK_LOST) == "port-gone", "the name leads to another device now"
        table.close()


def test_a_replugged_board_is_in_sync_however_long_it_was_away(tmp_path: Path) -> None:
    with BoardOnPty(tmp_path / "table") as board:
        table = open_table(str(board.link))
        wait_for(table, SignalKind.LINK_UP)
        for away in (0.0, 0.05, 0.4, 1.0):
            board.unplug()
            wait_for(table, SignalKind.LINK_LOST)
            until = time.monotonic() + away
            while time.monotonic() < until:
                table.poll(until - time.monotonic())
            board.plug()
            wait_for(table, SignalKind.LINK_UP)
        table.close()


@pytest.mark.parametrize(
    ("identity", "phase"),
    [(BoardIdentity(major=PROTOCOL_MAJOR + 1), LinkPhase.READ_ONLY), (BoardIdentity(), LinkPhase.ONLINE)],
)
def test_a_board_of_another_version_is_read_only(tmp_path: Path, identity: BoardIdentity, phase: LinkPhase) -> None:
    with BoardOnPty(tmp_path / "table", Board(time.monotonic(), identity)) as board:
        table = open_table(str(board.link))
        code = wait_for(table, SignalKind.LINK_UP)
        assert (table.phase, code) == (phase, "read-only" if phase is LinkPhase.READ_ONLY else "")
        table.close()


def test_an_open_port_is_held_alone_at_its_speed_and_does_not_reset_the_board_when_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on a real port: on pseudo-terminals the exclusive mode is not set.
    monkeypatch.setattr(posix, "_PSEUDO", range(0))
    with BoardOnPty(tmp_path / "table") as board:
        held = SerialPort(str(board.link))
        if os.geteuid():
            with pytest.raises(OSError, match=os.strerror(errno.EBUSY)):
                os.open(board.link, os.O_RDWR | os.O_NOCTTY)
        else:
            # Root may open the port, and can read the mode.
            second = os.open(board.link, os.O_RDWR | os.O_NOCTTY)
            mode = struct.unpack("i", fcntl.ioctl(second, TIOCGEXCL, bytes(4)))
            flags, speed = termios.tcgetattr(second)[2], speed_of(second)
            os.close(second)
            assert (mode, flags & termios.HUPCL, speed) == ((1,), 0, BAUD)
        held.close()


def speed_of(terminal: int) -> int:
    """Baud rate of a terminal, also one without a constant in termios (struct termios2 of asm-generic)."""
    settings = bytearray(44)
    fcntl.ioctl(terminal, TCGETS2, settings)
    speed: int = struct.unpack_from("I", settings, 40)[0]
    return speed


UNO = FoundPort("/dev/ttyACM0", "ttyACM0", "2341:0043", "75436")
CLONE = FoundPort("/dev/ttyUSB1", "USB Serial", "1a86:7523", "")
OTHER = FoundPort("/dev/ttyS0", "", "", "")


def test_ports_behind_a_known_chip_come_boards_first() -> None:
    assert candidates([OTHER, CLONE, UNO]) == [UNO, CLONE]


def test_a_port_is_named_by_usb_id_by_a_stable_name_or_found_when_it_is_the_only_one(tmp_path: Path) -> None:
    assert resolve("usb:2341:0043", [UNO, CLONE], tmp_path) == UNO.path
    assert resolve("usb:2341:0043:75436", [UNO, CLONE], tmp_path) == UNO.path
    assert resolve("auto", [OTHER, CLONE], tmp_path) == CLONE.path
    assert resolve("/dev/ttyACM0", [], tmp_path) == "/dev/ttyACM0"
    device = tmp_path / "ttyUSB1"
    device.touch()
    named = tmp_path / "serial" / "by-path" / "pci-0000:00:14.0-usb-0:2:1.0-port0"
    named.parent.mkdir(parents=True)
    named.symlink_to(device)
    assert resolve(named.name, [], tmp_path) == str(named)
    ours = tmp_path / "jantaku-pci-usb-0_2"
    ours.symlink_to(device)
    assert resolve("auto", [UNO, CLONE], tmp_path) == str(ours), "the rule's own name decides between two"
    assert stable_names(str(device), tmp_path) == [str(ours), str(named)]
    by_number = tmp_path / "jantaku-board-75436"
    by_number.symlink_to(device)
    assert resolve("auto", [UNO, CLONE], tmp_path) in (str(ours), str(by_number)), "two names of one board"
    (tmp_path / "ttyUSB2").touch()
    (tmp_path / "jantaku-pci-usb-0_3").symlink_to(tmp_path / "ttyUSB2")
    with pytest.raises(PortError):
        resolve("auto", [UNO, CLONE], tmp_path)


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (lambda dev: resolve("auto", [UNO, CLONE], dev), Reason.PORT_AMBIGUOUS),
        (lambda dev: resolve("auto", [OTHER], dev), Reason.PORT_MISSING),
        (lambda dev: resolve("usb:0403:6001", [UNO], dev), Reason.PORT_MISSING),
        (lambda dev: SerialPort(str(dev / "none")), Reason.PORT_MISSING),
        (lambda dev: SerialPort(str(dev)), Reason.PORT_FAILED),
    ],
)
def test_a_name_that_leads_to_no_port_says_why(ask: Callable[[Path], object], reason: Reason, tmp_path: Path) -> None:
    with pytest.raises(PortError) as refused:
        ask(tmp_path)
    assert refused.value.reason is reason
