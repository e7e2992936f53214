"""The firmware behind a real pseudo-terminal: pyserial, link and table of the service see no difference."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from firmware_bridge.session.events import CommandOutcome
from firmware_bridge.table import open_table
from firmware_bridge.wire.messages import Arm, PressCommand
from hardware.simulator.board.port import AT_REST, input_mask
from hardware.simulator.board.pty import BoardOnPty
from tests.firmware.conftest import Built
from tests.support.emulated_board import EmulatedBoard


def test_the_service_presses_and_hears_the_firmware(built: Built, tmp_path: Path) -> None:
    hand = AT_REST | input_mask(("SET_B",))
    with (
        EmulatedBoard(built.harness, built.program, time.monotonic()) as board,
        BoardOnPty(tmp_path / "table", board) as cable,
    ):
        table = open_table(str(cable.link))
        signals: list[TableSignal] = []
        until = time.monotonic() + 20.0
        while time.monotonic() < until and not any(each.kind is SignalKind.LINK_UP for each in signals):
            signals += table.poll(0.5)
        assert table.command(Arm(1500)).outcome is CommandOutcome.DONE
        with ThreadPoolExecutor(1) as hands:
            pressing = hands.submit(table.command, PressCommand(0b10, 800))
            while time.monotonic() < until and board.outputs != 0b10:
                cable.act(lambda served, now: served.tick(now + 0.002))
            assert board.outputs == 0b10
            assert pressing.result().outcome is CommandOutcome.DONE
        cable.act(lambda served, now: served.set_inputs(hand, now + 2.0))
        while time.monotonic() < until and signals[-1].kind is not SignalKind.SET_PRESSED:
            signals += table.poll(0.5)
        assert (signals[-1].kind, signals[-1].seat) == (SignalKind.SET_PRESSED, Seat.B)
        assert board.outputs == 0
        table.close()
