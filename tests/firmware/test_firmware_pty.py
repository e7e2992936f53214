"""The firmware behind a real pseudo-terminal: pyserial and the service's link and table behave as usual."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from api.cli.table.commands import operator
from controller.errors import LinkError
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from firmware_bridge.commission.settings import settings, write
from firmware_bridge.session.events import CommandOutcome
from firmware_bridge.table import open_table
from firmware_bridge.wire.codes import ConfigKey
from firmware_bridge.wire.messages import Arm, PressCommand, Selftest
from hardware.simulator.board.emulated import EmulatedBoard
from hardware.simulator.board.pty import BoardOnPty
from hardware.simulator.pins import AT_REST, input_mask
from tests.firmware.conftest import Built
from tests.support.waiting import PATIENCE_S


def test_the_service_presses_and_hears_the_firmware(built: Built, tmp_path: Path) -> None:
    hand = AT_REST | input_mask(("SET_B",))
    with (
        EmulatedBoard(built.harness, built.program, time.monotonic()) as board,
        BoardOnPty(tmp_path / "table", board) as cable,
    ):
        table = open_table(str(cable.link))
        signals: list[TableSignal] = []
        until = time.monotonic() + PATIENCE_S
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


def test_settings_are_told_written_and_read_back_within_the_firmwares_own_limits(built: Built, tmp_path: Path) -> None:
    with (
        EmulatedBoard(built.harness, built.program, time.monotonic()) as board,
        BoardOnPty(tmp_path / "table", board) as cable,
        operator(str(cable.link)) as person,
    ):
        told = {setting.key: setting for setting in settings(person)}
        assert set(told) == set(ConfigKey)
        assert (told[ConfigKey.GAP_MS].least, told[ConfigKey.GAP_MS].most) == (1500, 10_000)
        (written,) = write(person, {ConfigKey.LAMP_OFF_MS: 600}, save=True)
        assert written.value == 600
        with pytest.raises(LinkError, match="GAP_MS: expected 1500 to 10000, got 100"):
            write(person, {ConfigKey.GAP_MS: 100}, save=False)
        assert person.command(Selftest()).outcome is CommandOutcome.DONE
