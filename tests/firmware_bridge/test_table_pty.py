"""The whole path through a real pseudo-terminal and pyserial, including the process boundary."""

import os
import signal
import subprocess
import sys
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from firmware_bridge.serial import plain
from firmware_bridge.serial.port import SerialPort
from firmware_bridge.session.events import CommandOutcome, Reason
from firmware_bridge.session.link import BoardLink, PortError
from firmware_bridge.table import SerialTable, open_table
from firmware_bridge.wire.codes import FaultCode, Hatch
from firmware_bridge.wire.messages import Arm, GetState, Ping, PressCommand, State
from hardware.simulator.board.board import Board, Pressed
from hardware.simulator.board.pty import BoardOnPty
from tests.support.waiting import PATIENCE_S, QUIET_S

SERVICE = """
import sys
from firmware_bridge.table import open_table
table = open_table(sys.argv[1])
while True:
    for signal in table.poll(5.0):
        print(signal.kind.value, signal.id, flush=True)
        if signal.id:
            sys.stdin.read()
"""


@pytest.fixture
def board(tmp_path: Path) -> Iterator[BoardOnPty]:
    with BoardOnPty(tmp_path / "table") as running:
        yield running


@pytest.fixture
def table(board: BoardOnPty) -> Iterator[SerialTable]:
    opened = open_table(str(board.link))
    assert [each.kind for each in opened.poll(PATIENCE_S)] == [SignalKind.LINK_UP]
    yield opened
    opened.close()


def collect(table: SerialTable, count: int) -> list[TableSignal]:
    """Return the next ``count`` signals; each poll returns as soon as one arrives."""
    signals: list[TableSignal] = []
    until = time.monotonic() + PATIENCE_S
    while len(signals) < count and time.monotonic() < until:
        signals += table.poll(until - time.monotonic())
    return signals


def test_a_cycle_of_the_table_arrives_in_order(board: BoardOnPty, table: SerialTable) -> None:
    before = time.monotonic()
    board.press_set(Seat.A)
    board.hatch_opened()
    board.mixing()
    board.hatch_closed()
    board.walls_up()
    board.dice(Seat.A)
    board.dice_stopped()
    board.fault(FaultCode.TABLE_HATCH_OPEN)
    board.fault_cleared(FaultCode.TABLE_HATCH_OPEN)
    signals = collect(table, 9)
    assert [each.kind.value for each in signals] == [
        "set_pressed",
        "hatch_opened",
        "mixing",
        "hatch_closed",
        "walls_up",
        "dice_pressed",
        "dice_stopped",
        "fault",
        "fault_cleared",
    ]
    assert [each.seat for each in signals if each.seat is not None] == [Seat.A, Seat.A]
    assert {each.code for each in signals} == {"", "table-hatch-open"}
    assert all(before - 0.1 <= each.at <= time.monotonic() for each in signals)
    table.acknowledge()
    assert board.wait_taken(PATIENCE_S)


def test_commands_are_carried_out_and_the_table_is_told_of_a_press(tmp_path: Path) -> None:
    pressed: list[Pressed] = []
    with BoardOnPty(tmp_path / "table", Board(time.monotonic(), on_press=pressed.append)) as board:
        table = open_table(str(board.link))
        collect(table, 1)
        assert table.command(Ping()).outcome is CommandOutcome.DONE
        assert table.command(PressCommand(1, 100)).detail == "not-armed"
        assert table.command(Arm(1500)).outcome is CommandOutcome.DONE
        assert table.command(PressCommand(0b100, 100)).outcome is CommandOutcome.DONE
        state = table.command(GetState()).answer
        assert isinstance(state, State)
        assert (state.hatch, state.armed) == (Hatch.CLOSED, 1)
        assert [each.mask for each in pressed] == [0b100]
        table.close()


def test_a_service_that_waits_for_its_table_finds_it_under_its_name(tmp_path: Path) -> None:
    table = open_table(str(tmp_path / "table"))
    assert [(each.kind, each.code) for each in collect(table, 1)] == [(SignalKind.LINK_LOST, "port-missing")]
    with BoardOnPty(tmp_path / "table") as board:
        board.press_set(Seat.C)
        assert [each.kind for each in collect(table, 2)] == [SignalKind.LINK_UP, SignalKind.SET_PRESSED]
        table.close()
    assert not board.link.is_symlink()


def test_a_pulled_cable_is_said_once_and_what_happened_meanwhile_comes_after(
    board: BoardOnPty, table: SerialTable
) -> None:
    board.unplug()
    assert [(each.kind, each.code) for each in collect(table, 1)] == [(SignalKind.LINK_LOST, "port-gone")]
    assert table.poll(QUIET_S) == []
    board.walls_up()
    board.plug()
    assert [each.kind for each in collect(table, 2)] == [SignalKind.LINK_UP, SignalKind.WALLS_UP]


def test_a_second_holder_is_refused(board: BoardOnPty, table: SerialTable) -> None:
    with pytest.raises(PortError, match="port-busy") as refused:
        SerialPort(str(board.link))
    assert refused.value.reason is Reason.PORT_BUSY
    assert table.command(Ping()).outcome is CommandOutcome.DONE, "the first holder is not disturbed"


def test_a_host_may_close_and_open_the_port_again(board: BoardOnPty, table: SerialTable) -> None:
    table.close()
    board.press_set(Seat.D)
    again = open_table(str(board.link))
    assert [each.kind for each in collect(again, 2)] == [SignalKind.LINK_UP, SignalKind.SET_PRESSED]
    again.close()


def test_a_killed_service_gets_the_pending_event_exactly_once_after_its_restart(board: BoardOnPty) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVICE, str(board.link)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as service:
        assert service.stdout is not None
        assert service.stdout.readline().split() == ["link_up"]
        board.press_set(Seat.B)
        kind, identity = service.stdout.readline().split()
        service.send_signal(signal.SIGKILL)
    assert kind == "set_pressed"
    restarted = open_table(str(board.link))
    assert [(each.kind, each.id) for each in collect(restarted, 2)] == [
        (SignalKind.LINK_UP, ""),
        (SignalKind.SET_PRESSED, identity),
    ]
    restarted.acknowledge()
    assert board.wait_taken(PATIENCE_S)
    restarted.close()
    third = open_table(str(board.link))
    board.walls_up()
    assert [each.kind for each in collect(third, 2)] == [SignalKind.LINK_UP, SignalKind.WALLS_UP]
    third.close()


def test_only_the_named_board_is_listened_to(board: BoardOnPty) -> None:
    named = open_table(str(board.link))
    assert [each.kind for each in named.poll(PATIENCE_S)] == [SignalKind.LINK_UP]
    uid = named.name
    named.close()
    other = open_table(str(board.link), board="0123456789abcdef")
    board.press_set(Seat.A)
    assert [(each.kind, each.code, each.board) for each in other.poll(PATIENCE_S)] == [
        (SignalKind.LINK_LOST, "other-board", ""),
        (SignalKind.FAULT, "board-other", uid),
    ]
    assert other.poll(QUIET_S) == []
    refused = other.command(GetState())
    assert (refused.outcome, refused.detail) == (CommandOutcome.REFUSED, "other-board")
    other.close()
    again = open_table(str(board.link), board=uid)
    assert [each.kind for each in collect(again, 2)] == [SignalKind.LINK_UP, SignalKind.SET_PRESSED]
    again.close()


def test_a_port_that_pyserial_alone_knows_reads_writes_and_is_lost(board: BoardOnPty) -> None:
    """As on Windows: no select, no locks, no device behind the name."""
    link = BoardLink(lambda: SerialPort(str(board.link), line=plain))
    table = SerialTable(link)
    assert [each.kind for each in table.poll(PATIENCE_S)] == [SignalKind.LINK_UP]
    assert table.command(Ping()).outcome is CommandOutcome.DONE
    board.unplug()
    assert [each.kind for each in collect(table, 1)] == [SignalKind.LINK_LOST]
    table.close()


def test_a_port_that_is_opened_beside_a_thousand_viewers_answers() -> None:
    """Regression: select failed for file descriptors above 1,024, and the port was reported as gone repeatedly."""
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1024)]
    host, device = os.openpty()
    try:
        assert device >= 1024
        tty.setraw(device)
        port = SerialPort(os.ttyname(device))
        os.write(host, b"from the board")
        assert port.read(PATIENCE_S) == b"from the board"
        port.write(b"to the board")
        assert os.read(host, 100) == b"to the board"
        # A line that accepts no bytes loses what is written, and nobody waits.
        began = time.monotonic()
        port.write(bytes(1 << 20))
        assert time.monotonic() - began < PATIENCE_S
        os.close(host)
        with pytest.raises(PortError):
            port.read(PATIENCE_S)
        port.close()
    finally:
        for file in (*held, device):
            os.close(file)
