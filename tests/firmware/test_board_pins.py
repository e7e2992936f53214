"""Behaviour of every board at its pins: the model in Python, the firmware on simavr, and the firmware on rp2040js."""

import pytest

from controller.riichi.seat import Seat
from firmware_bridge.wire.codes import OUTPUTS, BuildCode, ConfigKey, EventKind, FaultCode, Hatch, NakCode, ResetCause
from firmware_bridge.wire.limits import GAP_MS, PULSE_MAX_MS, RESEND_MS, RING_EVENTS
from firmware_bridge.wire.messages import (
    Ack,
    Arm,
    Cancel,
    EventAck,
    EventReport,
    FaultClear,
    GetConfig,
    GetState,
    GetStats,
    Nak,
    PressCommand,
    SaveConfig,
    Selftest,
    State,
    Stats,
)
from hardware.simulator.board.inputs import PINS, InputPin
from hardware.simulator.pins import AT_REST, input_mask
from tests.firmware.bench import UP_S, Bench

EDGE_TO_EVENT_S = 0.040
LAMPS = [pin for pin in PINS if pin.sort == "lamp"]


def state(bench: Bench) -> State:
    answer = bench.answer(GetState())
    assert isinstance(answer, State)
    return answer


def acknowledge(bench: Bench, event: EventReport) -> None:
    bench.send(EventAck(event.sequence).frame(bench.session).encode())


@pytest.mark.parametrize("ms", [50, 51, 100, 333, 800])
def test_a_pulse_is_as_long_as_asked_for(wired: Bench, ms: int) -> None:
    wired.hello()
    assert wired.press(0b100, ms) == Ack(PressCommand.TYPE)
    wired.run(1.0)
    ((mask, seconds),) = wired.pulses()
    assert mask == 0b100
    assert seconds * 1000 == pytest.approx(ms, abs=0.1)


def test_every_output_has_its_own_pin_and_a_chord_closes_at_once(wired: Bench) -> None:
    wired.hello()
    chord = sum(1 << OUTPUTS.index(name) for name in ("SET_A", "SET_C"))
    masks = (*(1 << bit for bit in range(12)), chord)
    for mask in masks:
        assert wired.press(mask, 50) == Ack(PressCommand.TYPE)
        wired.run(1.6)
    assert [edge.mask for edge in wired.edges] == [each for mask in masks for each in (mask, 0)]
    wired.edges.clear()
    wired.press(0xFFF, 50)
    wired.run(1.6)
    full = next(edge for edge in wired.edges if edge.mask == 0xFFF)
    assert full.at - wired.edges[0].at < 2e-6, "three ports, one after the other"


def test_outputs_are_off_from_a_reset_on_and_it_is_told_why(wired: Bench) -> None:
    first = wired.hello()
    old = wired.session
    for number, cause in enumerate((ResetCause.EXTERNAL, ResetCause.BROWN_OUT, ResetCause.POWER), 1):
        wired.press(1, 800)
        wired.run(0.1)
        assert wired.board.outputs == 1
        at = wired.now
        wired.reset(cause)
        assert wired.board.outputs == 0
        assert wired.edges[-1].at == pytest.approx(at, abs=0.001)
        who = wired.hello(nonce=20 + number)
        told = wired.sag if cause is ResetCause.BROWN_OUT else cause
        assert (who.cause, who.boot, who.uid) == (told, first.boot + number, first.uid)
        assert wired.session != old
        assert wired.answer(PressCommand(1, 100), session=old) == Nak(PressCommand.TYPE, NakCode.STALE_SESSION)
        wired.run((PULSE_MAX_MS + GAP_MS) / 1000)


def test_cancel_opens_the_contacts_at_once(wired: Bench) -> None:
    wired.hello()
    wired.press(0b11, 800)
    wired.run(0.1)
    asked = wired.now
    wired.answer(Cancel())
    assert wired.edges[-1].mask == 0
    assert wired.edges[-1].at - asked < 0.005


@pytest.mark.parametrize("pin", [pin for pin in PINS if pin.sort == "button"], ids=lambda pin: pin.name)
def test_a_press_of_a_person_is_an_event_within_40_ms(wired: Bench, pin: InputPin) -> None:
    who = wired.hello()
    wired.run(0.0137)
    at = wired.now
    wired.hold(pin.name)
    wired.run(0.2)
    wired.hold()
    came = [time for time, frame in wired.heard if frame.type == EventReport.TYPE]
    event, *again = wired.events(wired.run(0.5))
    assert came[0] - at <= EDGE_TO_EVENT_S
    assert (event.kind, event.seat, event.code) == (pin.on, pin.seat, 0)
    assert event.at_ms == pytest.approx(who.uptime_ms + (at - UP_S) * 1000, abs=6)
    assert {each.sequence for each in again} == {event.sequence}, "letting go is no event"


def test_a_bouncing_contact_is_one_press_and_a_short_touch_is_none(wired: Bench) -> None:
    wired.hello()
    for _ in range(6):
        wired.hold("DICE_B")
        wired.run(0.005)
        wired.hold()
        wired.run(0.004)
    assert wired.events(wired.run(0.1)) == []
    for _ in range(4):
        wired.hold("DICE_B")
        wired.run(0.005)
        wired.hold()
        wired.run(0.003)
    wired.hold("DICE_B")
    events = wired.events(wired.run(0.15))
    assert {(each.sequence, each.kind, each.seat) for each in events} == {(1, EventKind.DICE_PRESSED, Seat.B)}


def test_how_long_a_button_must_be_steady_is_a_setting(wired: Bench) -> None:
    wired.hello()
    wired.set(ConfigKey.BUTTON_MS, 100)
    wired.hold("SET_A")
    wired.run(0.08)
    wired.hold()
    assert wired.events(wired.run(0.2)) == []
    wired.hold("SET_A")
    assert wired.events(wired.run(0.2))


@pytest.mark.parametrize("pin", LAMPS, ids=lambda pin: pin.name)
def test_a_lamp_that_turns_is_an_event_and_a_state(wired: Bench, pin: InputPin) -> None:
    wired.hello()
    bit = input_mask((pin.name,))
    base = AT_REST & ~bit
    wired.board.set_inputs(base, wired.now)
    wired.run(0.2)
    before = len(wired.heard)
    at = wired.now
    wired.board.set_inputs(base | bit, wired.now)
    wired.run(0.2)
    came = [(time, frame) for time, frame in wired.heard[before:] if frame.type == EventReport.TYPE]
    event = wired.events([frame for _, frame in came])[-1]
    assert (event.kind, event.seat) == (pin.on, 255 if pin.seat is None else pin.seat)
    assert came[0][0] - at <= EDGE_TO_EVENT_S
    assert state(wired).inputs == base | bit
    acknowledge(wired, event)
    wired.board.set_inputs(base, wired.now)
    assert [each.kind for each in wired.events(wired.run(0.09))] == ([pin.off] if pin.off else [])


def test_a_state_comes_as_soon_as_an_input_has_turned(wired: Bench) -> None:
    wired.hello()
    wired.run(0.3)
    wired.hold("MIXING")
    assert [each.build for each in wired.states(wired.run(0.05))] == [BuildCode.MIXING]


def test_a_flashing_lamp_can_be_taken_as_lit(wired: Bench) -> None:
    wired.hello()
    wired.set(ConfigKey.LAMP_OFF_MS, 1000)
    for _ in range(4):
        wired.hold("READY")
        wired.run(0.3)
        wired.hold()
        wired.run(0.3)
    assert {each.sequence for each in wired.events([frame for _, frame in wired.heard])} == {1}
    assert state(wired).build == BuildCode.READY


@pytest.mark.parametrize(
    ("on", "wires", "hatch"),
    [
        (("HATCH_CLOSED",), None, Hatch.CLOSED),
        (("HATCH_OPEN",), None, Hatch.OPEN),
        (("LIFTED",), None, Hatch.LIFTED),
        ((), None, Hatch.UNKNOWN),
        ((), ("HATCH_OPEN", "ENABLE"), Hatch.CLOSED),
        ((), ("ENABLE",), Hatch.UNKNOWN),
    ],
)
def test_where_the_hatch_stands_follows_its_sensors(
    wired: Bench, on: tuple[str, ...], wires: tuple[str, ...] | None, hatch: Hatch
) -> None:
    wired.hello()
    if wires is not None:
        wired.set(ConfigKey.INPUTS, input_mask(wires))
    wired.board.set_inputs(input_mask((*on, "ENABLE")), wired.now)
    wired.run(0.2)
    assert state(wired).hatch == hatch


def test_an_inverted_input_and_one_that_is_not_wired(wired: Bench) -> None:
    wired.hello()
    wired.set(ConfigKey.INVERT, input_mask(("WALLS_UP",)))
    wired.set(ConfigKey.INPUTS, 0x1FFFFFF & ~input_mask(("SET_D",)))
    wired.hold("SET_D")
    events = wired.events(wired.run(0.2))
    assert {each.kind for each in events} == {EventKind.WALLS_UP}
    assert state(wired).inputs & input_mask(("SET_D",)) == 0


def test_events_come_again_each_100_ms_until_acknowledged(wired: Bench) -> None:
    wired.hello()
    wired.hold("SET_C")
    seconds = 10.5 * RESEND_MS / 1000
    events = wired.events(wired.run(seconds))
    assert 9 <= len(events) <= 11
    acknowledge(wired, events[0])
    assert wired.events(wired.run(0.5)) == []


def test_the_ring_keeps_the_newest_events_in_order(wired: Bench) -> None:
    wired.hello()
    for _ in range(RING_EVENTS + 4):
        wired.hold("SET_A")
        wired.run(0.05)
        wired.hold()
        wired.run(0.05)
    events = wired.events(wired.run(0.15))
    assert {each.sequence for each in events} == set(range(5, RING_EVENTS + 5))
    assert {each.oldest for each in events} == {5}
    stats = wired.answer(GetStats())
    assert isinstance(stats, Stats)
    assert stats.dropped_events == 4
    wired.send(EventAck(8).frame(wired.session).encode())
    assert {each.sequence for each in wired.events(wired.run(0.15))} == set(range(9, RING_EVENTS + 5))


def test_what_happened_while_nobody_listened_comes_with_the_next_session(wired: Bench) -> None:
    wired.hello()
    wired.run(2.0)
    wired.hold("HATCH_OPEN")
    wired.run(5.0)
    wired.heard.clear()
    wired.hello(nonce=77)
    (event, *_) = wired.events([frame for _, frame in wired.heard] + wired.run(0.2))
    assert (event.kind, event.sequence) == (EventKind.HATCH_OPENED, 1)


def test_the_boards_own_press_is_not_reported_as_a_persons(wired: Bench) -> None:
    wired.hello()
    wired.press(0b1, 400)
    wired.run(0.01)
    wired.hold("SET_A")
    wired.run(0.37)
    wired.run(0.02)
    wired.hold()
    assert wired.events(wired.run(0.3)) == []
    wired.hold("SET_A")
    assert wired.events(wired.run(0.1)), "later it is a person again"


def test_a_hand_on_a_button_stands_before_the_boards_press(wired: Bench) -> None:
    wired.hello()
    wired.hold("SET_B")
    wired.run(0.02)
    assert wired.press(0b1) == Nak(PressCommand.TYPE, NakCode.BUSY)
    assert wired.board.outputs == 0


def test_a_hand_on_a_button_ends_the_boards_press(wired: Bench) -> None:
    wired.hello()
    wired.press(0b1, 800)
    wired.run(0.05)
    at = wired.now
    wired.hold("SET_C")
    wired.run(0.1)
    assert wired.board.outputs == 0
    assert wired.edges[-1].at - at < EDGE_TO_EVENT_S
    stats = wired.answer(GetStats())
    assert isinstance(stats, Stats)
    assert (stats.presses, stats.cut) == (1, 1)


def test_the_key_allows_presses_and_ends_them(wired: Bench) -> None:
    wired.hello()
    wired.press(0b1, 800)
    wired.run(0.05)
    at = wired.now
    wired.board.set_inputs(AT_REST & ~input_mask(("ENABLE",)), wired.now)
    wired.run(0.05)
    assert wired.edges[-1].mask == 0
    assert wired.edges[-1].at - at < 0.01
    wired.run(2.0)
    assert wired.press(0b1) == Nak(PressCommand.TYPE, NakCode.DISABLED)
    wired.hold()
    wired.run(0.1)
    assert wired.press(0b1) == Ack(PressCommand.TYPE)


def test_a_fault_lamp_is_latched_reported_and_cleared(wired: Bench) -> None:
    wired.hello()
    wired.set(ConfigKey.FAULT_2, FaultCode.TABLE_MOTOR_HOT)
    wired.hold("FAULT_2")
    (event, *_) = wired.events(wired.run(0.1))
    assert (event.kind, event.code) == (EventKind.FAULT, FaultCode.TABLE_MOTOR_HOT)
    lit = state(wired)
    assert (lit.faults, lit.build) == (1 << FaultCode.TABLE_MOTOR_HOT - 1, BuildCode.FAULT)
    assert wired.answer(FaultClear(FaultCode.TABLE_MOTOR_HOT)) == Nak(FaultClear.TYPE, NakCode.BUSY)
    acknowledge(wired, event)
    wired.hold()
    (event, *_) = wired.events(wired.run(0.1))
    assert (event.kind, event.code) == (EventKind.FAULT_CLEARED, FaultCode.TABLE_MOTOR_HOT)
    assert state(wired).faults == 0


def test_a_fault_that_is_lit_at_the_start_is_news_and_other_levels_are_not(wired: Bench) -> None:
    wired.hold("FAULT_1", "WALLS_UP", "SET_A")
    wired.run(0.1)
    wired.reset()
    wired.hello(nonce=3)
    events = wired.events([frame for _, frame in wired.heard] + wired.run(0.2))
    assert {(each.kind, each.code) for each in events} == {(EventKind.FAULT, FaultCode.TABLE_JAM)}


def test_settings_are_kept_over_a_power_cut_only_when_saved(wired: Bench) -> None:
    wired.hello()
    wired.set(ConfigKey.BUTTON_MS, 50)
    wired.reset(ResetCause.POWER)
    wired.hello(nonce=2)
    first = wired.answer(GetConfig(ConfigKey.BUTTON_MS))
    wired.set(ConfigKey.BUTTON_MS, 50)
    assert wired.answer(SaveConfig()) == Ack(SaveConfig.TYPE)
    wired.reset(ResetCause.POWER)
    wired.hello(nonce=3)
    second = wired.answer(GetConfig(ConfigKey.BUTTON_MS))
    assert [getattr(each, "value", None) for each in (first, second)] == [20, 50]


def test_a_selftest_of_a_sound_board_passes_and_moves_nothing(wired: Bench) -> None:
    wired.hello()
    assert wired.answer(Selftest()) == Ack(Selftest.TYPE)
    assert wired.edges == []
    assert state(wired).faults == 0


def test_a_lease_allows_one_press_after_another(wired: Bench) -> None:
    wired.hello()
    wired.press(0b1, 50)
    wired.run(1.56)
    assert wired.answer(PressCommand(0b10, 50)) == Nak(PressCommand.TYPE, NakCode.NOT_ARMED)
    wired.answer(Arm(200))
    assert wired.answer(PressCommand(0b10, 50)) == Ack(PressCommand.TYPE)


@pytest.mark.parametrize("bit", range(8))
def test_a_relay_that_stays_closed_is_a_fault_and_no_press_of_a_person(wired: Bench, bit: int) -> None:
    """Regression: the board forgot its own line 50 ms after the pulse and sent EVENT SET_PRESSED, and no fault."""
    wired.hello()
    name = PINS[bit].name
    assert wired.press(1 << bit, 100) == Ack(PressCommand.TYPE)
    wired.hold(name)
    told = wired.events(wired.run(1.0))
    assert {(each.kind, each.code) for each in told} == {(EventKind.FAULT, FaultCode.BOARD_OUTPUTS)}
    wired.run(GAP_MS / 1000)
    assert wired.press(1 << (bit + 1) % 8) == Nak(PressCommand.TYPE, NakCode.BUSY)
    assert wired.answer(FaultClear(FaultCode.BOARD_OUTPUTS)) == Nak(FaultClear.TYPE, NakCode.BUSY)
    assert wired.answer(Selftest()) == Nak(Selftest.TYPE, NakCode.SELFTEST_FAILED)
    acknowledge(wired, told[0])
    wired.hold()
    wired.run(0.2)
    assert wired.answer(FaultClear(FaultCode.BOARD_OUTPUTS)) == Ack(FaultClear.TYPE)
    wired.hold(name)
    kinds = {each.kind for each in wired.events(wired.run(0.2))}
    assert kinds == {EventKind.FAULT_CLEARED, PINS[bit].on}, "a person's press counts again"


def test_a_hand_on_the_button_that_the_board_presses_is_no_fault(wired: Bench) -> None:
    wired.hello()
    assert wired.press(1, 100) == Ack(PressCommand.TYPE)
    wired.hold("SET_A")
    assert wired.events(wired.run(0.1 + 0.3)) == []
    wired.hold()
    assert wired.events(wired.run(1.0)) == []
    wired.run(GAP_MS / 1000)
    assert wired.press(1, 100) == Ack(PressCommand.TYPE)
