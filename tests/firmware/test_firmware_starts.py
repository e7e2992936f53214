"""Starts of the board: the reported reason, the remembered state, and what it must not repeat."""

from collections.abc import Iterator
from typing import cast

import pytest

from firmware_bridge.wire.codes import EventKind, FaultCode, NakCode, ResetCause
from firmware_bridge.wire.limits import GAP_MS
from firmware_bridge.wire.messages import Ack, EventReport, Nak, PressCommand
from hardware.simulator.board.emulated import BootLoader, EmulatedBoard
from tests.firmware.bench import Bench
from tests.firmware.conftest import Built

LATE_S = 34.0
CAUSES = (ResetCause.POWER, ResetCause.EXTERNAL, ResetCause.BROWN_OUT)


def board_of(chip: Bench) -> EmulatedBoard:
    return cast(EmulatedBoard, chip.board)


@pytest.fixture(params=list(BootLoader), ids=lambda loader: loader.name)
def loaded(request: pytest.FixtureRequest, built: Built) -> Iterator[Bench]:
    """A board behind each boot loader, powered on by it."""
    with EmulatedBoard(built.harness, built.program) as board:
        board.boot_by(request.param)
        chip = Bench(board)
        chip.reset(ResetCause.POWER)
        yield chip


def watchdog_faults(chip: Bench) -> list[EventReport]:
    return [each for each in chip.events(chip.run(0.3)) if each.code == FaultCode.BOARD_WATCHDOG]


def test_no_start_invents_a_fault_of_the_watchdog(loaded: Bench) -> None:
    for nonce, cause in enumerate((*CAUSES, ResetCause.EXTERNAL, ResetCause.EXTERNAL), 20):
        loaded.reset(cause)
        who = loaded.hello(nonce)
        assert who.cause in (cause, ResetCause.UNKNOWN), cause
        assert who.cause is not ResetCause.WATCHDOG
        assert watchdog_faults(loaded) == []
        loaded.run(0.8)


@pytest.mark.parametrize("opened", [0, 2], ids=["never opened before", "opened before"])
def test_a_real_hang_is_a_fault_whatever_the_boot_loader_leaves(loaded: Bench, opened: int) -> None:
    for nonce in range(opened):
        loaded.reset(ResetCause.EXTERNAL)
        loaded.hello(30 + nonce)
    board_of(loaded).hang(loaded.now, interrupts=True)
    loaded.run(1.2)
    assert loaded.hello(nonce=40).cause == ResetCause.WATCHDOG
    assert {each.kind for each in watchdog_faults(loaded)} == {EventKind.FAULT}


def test_what_happened_before_a_late_host_reaches_it_at_once(chip: Bench) -> None:
    board_of(chip).eeprom(b"\x55" * 128)
    chip.reset(ResetCause.POWER)
    chip.run(LATE_S)
    chip.hello()
    told = chip.events(chip.run(0.3))
    assert {each.code for each in told} == {FaultCode.BOARD_CONFIG}


@pytest.mark.parametrize("cause", [ResetCause.EXTERNAL, ResetCause.BROWN_OUT])
def test_the_rest_after_a_press_outlives_a_reset(chip: Bench, cause: ResetCause) -> None:
    chip.hello()
    assert chip.press(1, 100) == Ack(PressCommand.TYPE)
    chip.run(0.2)
    chip.reset(cause)
    chip.hello(nonce=5)
    assert chip.press(2) == Nak(PressCommand.TYPE, NakCode.TOO_SOON)
    chip.run(GAP_MS / 1000)
    assert chip.press(2) == Ack(PressCommand.TYPE)
