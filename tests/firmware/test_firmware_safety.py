"""Behaviour of the compiled firmware under failures: hangs, broken wires, worn memory, garbage on the line."""

import zlib
from random import Random
from typing import cast

import pytest

from firmware_bridge.wire.codec import Message
from firmware_bridge.wire.codes import ConfigKey, EventKind, FaultCode, NakCode, ResetCause
from firmware_bridge.wire.messages import (
    Ack,
    Arm,
    Config,
    FaultClear,
    GetConfig,
    GetState,
    GetStats,
    Nak,
    Ping,
    PressCommand,
    SaveConfig,
    Selftest,
    SetConfig,
    State,
    Stats,
)
from hardware.firmware.build import program_image
from hardware.firmware.catalogue import BYTES, load
from hardware.simulator.board.emulated import ChainFault, EmulatedBoard
from tests.firmware.bench import Bench
from tests.firmware.conftest import Built

OFF_AFTER_HANG_S = 0.6
SLOT = 64
SETTINGS = sum(BYTES[value["field"]] for value in load()["config"].values())


def board_of(chip: Bench) -> EmulatedBoard:
    return cast(EmulatedBoard, chip.board)


def faults(chip: Bench) -> int:
    answer = chip.answer(GetState())
    assert isinstance(answer, State)
    return answer.faults


@pytest.mark.parametrize("interrupts", [False, True], ids=["interrupts off", "interrupts on"])
def test_outputs_are_off_soon_after_the_program_hangs(chip: Bench, interrupts: bool) -> None:
    first = chip.hello()
    chip.press(0b101, 800)
    chip.run(0.05)
    hung = chip.now
    board_of(chip).hang(hung, interrupts)
    chip.run(1.2)
    assert chip.board.outputs == 0
    assert chip.edges[-1].at - hung <= OFF_AFTER_HANG_S
    who = chip.hello(nonce=5)
    assert (who.cause, who.boot) == (ResetCause.WATCHDOG, first.boot + 1)
    events = chip.events(chip.run(0.2))
    assert {(each.kind, each.code) for each in events} == {(EventKind.FAULT, FaultCode.BOARD_WATCHDOG)}
    assert chip.answer(FaultClear(FaultCode.BOARD_WATCHDOG)) == Ack(FaultClear.TYPE)
    assert faults(chip) == 0


def test_a_cut_wire_to_the_inputs_is_a_fault_and_no_storm_of_events(chip: Bench) -> None:
    chip.hello()
    chip.hold("WALLS_UP")
    chip.run(0.2)
    chip.hello(nonce=2)
    chip.heard.clear()
    board_of(chip).break_chain(chip.now)
    chip.run(0.3)
    events = chip.events([frame for _, frame in chip.heard])
    assert {each.code for each in events if each.sequence > 1} == {FaultCode.BOARD_INPUTS}
    assert {each.sequence for each in events} == {1, 2}
    assert chip.press(1) == Nak(PressCommand.TYPE, NakCode.DISABLED), "blind, the board cannot see a person's hand"
    assert chip.answer(Selftest()) == Nak(Selftest.TYPE, NakCode.SELFTEST_FAILED)
    assert chip.answer(FaultClear(FaultCode.BOARD_INPUTS)) == Nak(FaultClear.TYPE, NakCode.BUSY)
    chip.set(ConfigKey.BLIND, 1)
    assert chip.press(1) == Ack(PressCommand.TYPE)
    board_of(chip).break_chain(chip.now, ChainFault.WHOLE)
    chip.run(0.1)
    assert chip.answer(FaultClear(FaultCode.BOARD_INPUTS)) == Ack(FaultClear.TYPE)


def test_one_damaged_copy_of_the_settings_leaves_the_other(chip: Bench) -> None:
    uid = chip.hello().uid
    chip.set(ConfigKey.BUTTON_MS, 44)
    assert chip.answer(SaveConfig()) == Ack(SaveConfig.TYPE)
    content = bytearray(board_of(chip).eeprom())
    content[5] ^= 0x10
    board_of(chip).eeprom(bytes(content))
    chip.reset(ResetCause.POWER)
    who = chip.hello(nonce=2)
    assert who.uid == uid
    assert faults(chip) == 0


def test_settings_that_an_earlier_program_saved_are_kept_and_the_boards_number_with_them(chip: Bench) -> None:
    uid = chip.hello().uid
    chip.set(ConfigKey.BUTTON_MS, 44)
    assert chip.answer(SaveConfig()) == Ack(SaveConfig.TYPE)
    content = bytearray(board_of(chip).eeprom())
    newest = max((0, SLOT), key=lambda at: content[at] == 44)
    # Settings as stored before LAMP_SHARE and LAMP_WINDOW_MS (two bytes) existed.
    settings = bytes(content[newest : newest + SETTINGS - 2]) + bytes([content[newest + SETTINGS]])
    old = settings + zlib.crc32(settings).to_bytes(4, "little")
    content[: 2 * SLOT] = bytes(2 * SLOT)
    content[: len(old)] = old
    board_of(chip).eeprom(bytes(content))
    chip.reset(ResetCause.POWER)
    assert chip.hello(nonce=2).uid == uid
    assert faults(chip) == 0
    assert chip.answer(GetConfig(ConfigKey.BUTTON_MS)) == Config(ConfigKey.BUTTON_MS, 44)
    assert chip.answer(GetConfig(ConfigKey.LAMP_WINDOW_MS)) == Config(ConfigKey.LAMP_WINDOW_MS, 100)


def test_two_damaged_copies_of_the_settings_are_a_fault_and_defaults_hold(chip: Bench) -> None:
    chip.hello()
    content = bytearray(board_of(chip).eeprom())
    content[5] ^= 0x10
    content[SLOT + 5] ^= 0x10
    board_of(chip).eeprom(bytes(content))
    assert chip.answer(Selftest()) == Nak(Selftest.TYPE, NakCode.SELFTEST_FAILED)
    chip.reset(ResetCause.POWER)
    chip.run(0.5)
    chip.hello(nonce=2)
    assert faults(chip) == 1 << FaultCode.BOARD_CONFIG - 1
    assert chip.answer(GetConfig(ConfigKey.BUTTON_MS)) == Config(ConfigKey.BUTTON_MS, 20)


def test_a_power_cut_at_any_moment_of_saving_leaves_old_or_new_settings(chip: Bench) -> None:
    value = 20
    for step in range(0, 150, 6):
        chip.hello(nonce=100 + step)
        new = 21 + step % 40
        chip.set(ConfigKey.BUTTON_MS, new)
        chip.board.receive(SaveConfig().frame(chip.session, 60).encode(), chip.now)
        chip.run(step / 1000)
        chip.reset(ResetCause.POWER)
        chip.hello(nonce=101 + step)
        told = getattr(chip.answer(GetConfig(ConfigKey.BUTTON_MS)), "value", None)
        assert told in (value, new)
        assert faults(chip) == 0
        value = told or 0


def test_each_new_board_has_a_uid_of_its_own_and_keeps_it(built: Built) -> None:
    uids = set()
    for seed in range(4):
        with EmulatedBoard(built.harness, built.program, seed=seed * 10) as board:
            bench = Bench(board)
            uid = bench.hello().uid
            bench.reset(ResetCause.POWER)
            assert bench.hello(nonce=2).uid == uid
            uids.add(uid)
    assert len(uids) == 4


def test_the_board_names_its_build_by_the_crc_of_its_program(simavr: EmulatedBoard, built: Built) -> None:
    assert Bench(simavr).hello().build == zlib.crc32(program_image(built.program))


def test_nonsense_on_the_line_moves_no_output(chip: Bench) -> None:
    random = Random(20)
    chip.hello()
    session = chip.session

    def framed(message: Message, session: int) -> bytes:
        return message.frame(session, chip.number()).encode()

    shapes = (
        lambda: random.randbytes(random.randrange(1, 80)),
        lambda: bytes(random.choice((0, 1, 2, 7, 0xFF)) for _ in range(40)),
        lambda: flipped(random, framed(PressCommand(random.randrange(4096), 100), session)),
        lambda: flipped(random, framed(Arm(1500), session)),
        lambda: framed(PressCommand(random.randrange(1 << 16), random.randrange(1 << 16)), session),
        lambda: framed(SetConfig(random.randrange(256), random.randrange(1 << 32)), random.randrange(1 << 32)),
        lambda: framed(Arm(random.randrange(1 << 16)), random.randrange(1 << 32)),
    )
    for _ in range(3000):
        chip.board.receive(random.choice(shapes)(), chip.now)
        chip.run(0.002)
    chip.run(0.5)
    chip.board.receive(b"\0", chip.now)
    assert chip.edges == []
    assert chip.answer(Ping()) == Ack(Ping.TYPE)
    stats = chip.answer(GetStats())
    assert isinstance(stats, Stats)
    assert (stats.presses, stats.damaged > 1000) == (0, True)


def flipped(random: Random, frame: bytes) -> bytes:
    """Return a valid frame with one to four bytes changed."""
    bad = bytearray(frame)
    for place in random.sample(range(1, len(bad) - 1), random.randrange(1, 5)):
        bad[place] ^= random.randrange(1, 256)
    return bytes(bad)
