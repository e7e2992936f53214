"""A chain of shift registers with wrong data, for every possible break of a wire or a chip: detected, reported, no
press.
"""

from typing import cast

import pytest

from firmware_bridge.wire.codes import EventKind, FaultCode, NakCode
from firmware_bridge.wire.messages import Ack, FaultClear, GetState, Nak, PressCommand, Selftest, State
from hardware.simulator.board.emulated import ChainFault, EmulatedBoard
from tests.firmware.bench import Bench

NOTICED_S = 1.0
BROKEN = [how for how in ChainFault if how is not ChainFault.WHOLE]


def broken(chip: Bench, how: ChainFault) -> None:
    cast(EmulatedBoard, chip.board).break_chain(chip.now, how)


def state(chip: Bench) -> State:
    answer = chip.answer(GetState())
    assert isinstance(answer, State)
    return answer


@pytest.mark.parametrize("how", BROKEN, ids=lambda how: how.name)
def test_a_broken_chain_is_noticed_within_a_second_and_refuses_presses(chip: Bench, how: ChainFault) -> None:
    chip.hello()
    chip.hold("WALLS_UP", "READY")
    chip.run(0.3)
    before = state(chip).inputs
    broken(chip, how)
    chip.run(NOTICED_S)
    assert state(chip).faults == 1 << FaultCode.BOARD_INPUTS - 1
    assert state(chip).inputs == before, "what was known stays, nothing is made up"
    chip.hold("SET_A")
    chip.run(0.1)
    assert chip.press(1) == Nak(PressCommand.TYPE, NakCode.DISABLED), "it cannot see the hand on the button"
    assert chip.answer(Selftest()) == Nak(Selftest.TYPE, NakCode.SELFTEST_FAILED)
    assert chip.answer(FaultClear(FaultCode.BOARD_INPUTS)) == Nak(FaultClear.TYPE, NakCode.BUSY)
    assert chip.edges == []
    told = {(each.kind, each.code) for each in chip.events([frame for _, frame in chip.heard]) if each.code}
    assert told == {(EventKind.FAULT, FaultCode.BOARD_INPUTS)}
    broken(chip, ChainFault.WHOLE)
    chip.hold()
    chip.run(0.3)
    assert chip.answer(FaultClear(FaultCode.BOARD_INPUTS)) == Ack(FaultClear.TYPE)
    assert chip.press(1) == Ack(PressCommand.TYPE)


@pytest.mark.parametrize("how", BROKEN, ids=lambda how: how.name)
def test_a_chain_that_breaks_during_a_press_ends_it(chip: Bench, how: ChainFault) -> None:
    chip.hello()
    assert chip.press(1, 800) == Ack(PressCommand.TYPE)
    chip.run(0.1)
    at = chip.now
    broken(chip, how)
    chip.run(0.3)
    assert chip.board.outputs == 0
    assert chip.edges[-1].at - at < 0.1


@pytest.mark.parametrize("levels", [(), ("SET_A", "SET_C", "DICE_B", "DICE_D"), ("SET_B", "SET_D", "DICE_A", "DICE_C")])
def test_inputs_that_look_like_the_pattern_are_inputs(chip: Bench, levels: tuple[str, ...]) -> None:
    chip.hello()
    chip.hold(*levels)
    chip.run(2.0)
    assert state(chip).faults == 0
    assert chip.answer(Selftest()) == Ack(Selftest.TYPE)
