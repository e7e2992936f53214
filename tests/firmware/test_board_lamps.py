"""Panels with multiplexed lamps: a lamp counts as on by its duty cycle at any frequency, without flicker."""

import pytest

from firmware_bridge.wire.codes import ConfigKey, EventKind, FaultCode
from firmware_bridge.wire.messages import EventAck, EventReport, GetLamps, GetState, LampShares, SaveConfig, State
from hardware.simulator.board.emulated import ChainFault, EmulatedBoard
from hardware.simulator.pins import AT_REST, PanelDrive, input_mask
from tests.firmware.bench import Bench

PANEL = input_mask(("DEALER_A", "DEALER_B", "READY", "DICE_ROLLING", "FAULT_1"))
READY = input_mask(("READY",))
JITTER = 0.05


def on_panel(bench: Bench, panel: PanelDrive, share: int = 5, window: int = 100) -> None:
    """Open a session with a board on that panel, which is dark."""
    bench.hello()
    bench.board.drive_lamps(panel, bench.now)
    bench.set(ConfigKey.LAMP_WINDOW_MS, window)
    bench.set(ConfigKey.LAMP_SHARE, share)
    bench.run(0.5)
    bench.heard.clear()


def happened(bench: Bench, seconds: float) -> list[EventReport]:
    """Let time pass; return each reported event once, and acknowledge them."""
    found = {event.sequence: event for event in bench.events(bench.run(seconds))}
    if found:
        bench.send(EventAck(max(found)).frame(bench.session).encode())
    return list(found.values())


def inputs(bench: Bench) -> int:
    answer = bench.answer(GetState())
    assert isinstance(answer, State)
    return answer.inputs


RATES = [(100.0, 0.25), (100.0, 0.1), (60.0, 0.5), (123.4, 0.125), (250.0, 0.25), (1000.0, 0.1), (1236.0, 0.25)]
# Both chips count lamps by the same C code; only the sampling is the RP2040's own.
ON_SIMAVR = pytest.mark.parametrize("wired", ["python", "simavr"], indirect=True)


@pytest.mark.parametrize(
    ("wired", "hertz", "share"),
    [*(("simavr", *rate) for rate in RATES), ("python", *RATES[1]), ("rp2040", *RATES[1])],
    indirect=["wired"],
)
def test_a_driven_lamp_is_lit_once_and_dark_once(wired: Bench, hertz: float, share: float) -> None:
    on_panel(wired, PanelDrive(PANEL, hertz, share, jitter=JITTER))
    assert happened(wired, 0.2) == []
    at = wired.now
    wired.hold("READY")
    (lit,) = happened(wired, 0.8)
    assert lit.kind == EventKind.READY
    came = next(time for time, frame in wired.heard if frame.type == EventReport.TYPE)
    assert came - at < 0.3, "two windows and the time until it counts"
    assert inputs(wired) == AT_REST | READY, "no other lamp of the panel"
    wired.hold()
    assert happened(wired, 0.4) == []
    assert inputs(wired) == AT_REST


@ON_SIMAVR
def test_without_the_setting_a_driven_lamp_is_not_taken_for_one_that_burns(wired: Bench) -> None:
    on_panel(wired, PanelDrive(PANEL), share=0)
    wired.hold("READY")
    assert happened(wired, 1.0) == []
    assert inputs(wired) == AT_REST


@ON_SIMAVR
@pytest.mark.parametrize("hertz", [1.0, 2.0])
def test_a_real_blink_is_still_told_as_one(wired: Bench, hertz: float) -> None:
    on_panel(wired, PanelDrive(PANEL, jitter=JITTER))
    told = []
    for _ in range(3):
        wired.hold("READY")
        told.append(happened(wired, 0.5 / hertz))
        wired.hold()
        told.append(happened(wired, 0.5 / hertz))
    kinds = [event.kind for each in told for event in each]
    assert kinds == [EventKind.READY] * 3


@ON_SIMAVR
def test_a_glimmer_of_the_neighbours_is_dark_and_a_button_is_as_quick_as_ever(wired: Bench) -> None:
    on_panel(wired, PanelDrive(PANEL, share=0.25, ghost=0.03, jitter=JITTER), share=10)
    wired.hold("DICE_ROLLING")
    assert [each.kind for each in happened(wired, 0.4)] == [EventKind.DICE_ROLLING]
    at = wired.now
    wired.hold("DICE_ROLLING", "SET_B")
    (pressed,) = happened(wired, 0.04)
    assert (pressed.kind, pressed.seat, wired.now - at < 0.08) == (EventKind.SET_PRESSED, 1, True)
    wired.hold("SET_B")
    assert [each.kind for each in happened(wired, 0.5)] == [EventKind.DICE_STOPPED]


@ON_SIMAVR
def test_a_fault_lamp_counts_by_its_share_too(wired: Bench) -> None:
    on_panel(wired, PanelDrive(PANEL, jitter=JITTER))
    wired.hold("FAULT_1")
    (fault,) = happened(wired, 0.6)
    assert (fault.kind, fault.code) == (EventKind.FAULT, FaultCode.TABLE_JAM)
    wired.hold()
    assert [each.kind for each in happened(wired, 0.6)] == [EventKind.FAULT_CLEARED]


def test_a_board_that_starts_takes_driven_lamps_as_it_finds_them(wired: Bench) -> None:
    on_panel(wired, PanelDrive(PANEL, jitter=JITTER))
    wired.answer(SaveConfig())
    wired.hold("READY")
    happened(wired, 0.5)
    wired.reset()
    wired.hello(nonce=31)
    assert happened(wired, 0.5) == []
    assert inputs(wired) == AT_REST | READY


@ON_SIMAVR
def test_the_board_tells_how_much_of_the_time_each_lamp_burns(wired: Bench) -> None:
    wired.hello()
    wired.board.drive_lamps(PanelDrive(PANEL, share=0.25, jitter=JITTER), wired.now)
    wired.hold("READY", "WALLS_UP")
    first = wired.answer(GetLamps())
    assert isinstance(first, LampShares)
    assert first.looks == 0, "nothing was counted before somebody asked"
    wired.run(0.3)
    told = wired.answer(GetLamps())
    assert isinstance(told, LampShares)
    assert told.looks == pytest.approx(100, abs=1)
    shares = {8 + lamp: lit / told.looks for lamp, lit in enumerate(told.lit)}
    assert shares[17] == pytest.approx(0.25, abs=0.04), "READY"
    assert shares[15] == 1.0, "WALLS_UP burns steadily"
    assert shares[18] == 0.0
    wired.run(4.0)
    again = wired.answer(GetLamps())
    assert isinstance(again, LampShares)
    assert again.looks == 0, "nobody asked for a while: it has stopped counting"


@pytest.mark.parametrize("fault", [ChainFault.DATA_LOW, ChainFault.LATCH_HIGH, ChainFault.NO_U2, ChainFault.NO_U3])
def test_a_broken_chain_lights_no_lamp(simavr: EmulatedBoard, fault: ChainFault) -> None:
    bench = Bench(simavr)
    on_panel(bench, PanelDrive(PANEL, jitter=JITTER), share=1, window=20)
    simavr.break_chain(bench.now, fault)
    told = happened(bench, 0.5)
    assert [(each.kind, each.code) for each in told] == [(EventKind.FAULT, FaultCode.BOARD_INPUTS)]
    assert inputs(bench) == AT_REST
