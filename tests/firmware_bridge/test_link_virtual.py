"""Host and board on one line in virtual time: lost bytes, resets, unplugging; nothing is ever done twice."""

import zlib
from collections import Counter
from random import Random
from typing import cast

import pytest

from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from firmware_bridge.session.events import CommandOutcome, Done, LinkPhase
from firmware_bridge.session.session import HostSession
from firmware_bridge.table import BoardClock, SerialTable
from firmware_bridge.wire.codes import EventKind, FaultCode, Hatch, LogLevel, NakCode, ResetCause
from firmware_bridge.wire.frames import Decoder
from firmware_bridge.wire.limits import PROTOCOL_MAJOR, PROTOCOL_MINOR
from firmware_bridge.wire.messages import (
    Arm,
    FaultClear,
    GetStats,
    Hello,
    Identify,
    IdentifyData,
    Nak,
    Ping,
    PressCommand,
    Stats,
)
from hardware.simulator.board.board import Board, BoardIdentity
from tests.support.virtual_line import Setup, nothing
from tests.support.virtual_port import Noise


def test_every_event_arrives_once_with_its_seat_code_and_time(line: Setup) -> None:
    line.report(EventKind.SET_PRESSED, Seat.C)
    line.clock.advance(0.25)
    line.report(EventKind.FAULT, code=FaultCode.TABLE_JAM)
    line.board.report(line.clock(), EventKind.DICE_STOPPED, pips=(0, 0))
    line.board.report(line.clock(), EventKind.DICE_STOPPED, pips=(5, 2))
    first, second, third, fourth = line.collect(2.0)
    assert (first.kind, first.seat) == (SignalKind.SET_PRESSED, Seat.C)
    assert (second.kind, second.code) == (SignalKind.FAULT, "table-jam")
    assert first.at == pytest.approx(100.5, abs=0.002)
    assert second.at == pytest.approx(100.75, abs=0.002)
    assert (third.pips, fourth.pips) == ((), (5, 2))
    assert len({signal.id for signal in (first, second, third, fourth)}) == 4
    assert line.board.pending == 0


def test_signals_can_carry_the_time_that_the_board_shares_with_the_camera() -> None:
    line = Setup(Board(100.0, uptime=lambda _: 7.25))
    line.table = SerialTable(line.port.link(), line.clock, board_time=True)
    line.report(EventKind.WALLS_UP)
    assert [signal.at for signal in line.collect(0.5) if signal.kind is SignalKind.WALLS_UP] == [7.25]


def test_a_reading_of_the_uptime_that_came_late_does_not_spoil_the_time_of_events() -> None:
    clock = BoardClock()
    clock.restart(1_000, 50.0)
    clock.mark(2_000, 55.0)
    assert clock.host_seconds(1_500) == pytest.approx(50.5, abs=0.06)
    clock.restart((1 << 32) - 500, 80.0)
    assert clock.host_seconds(250) == pytest.approx(80.75), "the counter wraps"


def test_an_event_stays_with_the_board_until_the_next_call_takes_it(line: Setup) -> None:
    line.report(EventKind.WALLS_UP)
    (given,) = line.table.poll(1.0)
    assert line.board.pending == 1
    killed, line.table = line.table, line.host(50)
    again = line.collect(0.5)
    assert [(signal.kind, signal.id) for signal in again] == [(SignalKind.LINK_UP, ""), (given.kind, given.id)]
    assert line.board.pending == 0
    line.table = line.host(60)
    assert line.kinds(0.5) == [SignalKind.LINK_UP], "what was taken does not come back"
    assert killed.phase is LinkPhase.ONLINE, "the first host never learnt of its end"


def test_lost_acknowledgements_and_events_are_repeated_without_a_double(line: Setup) -> None:
    line.port.to_board = nothing
    line.report(EventKind.SET_PRESSED, Seat.A)
    assert line.kinds(1.0) == [SignalKind.SET_PRESSED]
    assert line.board.pending == 1
    line.port.to_board = bytes
    line.port.to_host = nothing
    line.report(EventKind.MIXING)
    assert line.kinds(1.0) == []
    line.port.to_host = bytes
    assert line.kinds(1.0) == [SignalKind.MIXING]
    assert line.board.pending == 0


def test_a_silent_board_loses_the_link_once_and_its_events_come_when_it_is_back(line: Setup) -> None:
    line.port.to_host = nothing
    line.report(EventKind.SET_PRESSED, Seat.D)
    lost = line.collect(30.0)
    assert [(signal.kind, signal.code) for signal in lost] == [(SignalKind.LINK_LOST, "silent")]
    assert lost[0].at == pytest.approx(103.0, abs=0.6)
    line.port.to_host = bytes
    assert line.kinds(5.0) == [SignalKind.LINK_UP, SignalKind.SET_PRESSED]


def test_an_unplugged_port_is_tried_again_in_measure_and_found_within_two_seconds(line: Setup) -> None:
    line.port.plugged = False
    opened = line.port.opened
    assert line.kinds(60.0) == [SignalKind.LINK_LOST]
    assert line.port.opened - opened < 130
    line.report(EventKind.HATCH_OPENED)
    line.port.plugged = True
    assert line.kinds(2.0) == [SignalKind.LINK_UP, SignalKind.HATCH_OPENED]


def test_a_caller_busy_elsewhere_loses_neither_link_nor_events(line: Setup) -> None:
    line.report(EventKind.WALLS_UP)
    line.clock.advance(20.0)
    assert line.kinds(1.0) == [SignalKind.WALLS_UP]


def test_a_reset_opens_a_new_session_and_the_press_is_not_made_again(line: Setup) -> None:
    assert line.table.command(Arm(1500)).outcome is CommandOutcome.DONE

    def reset_after(data: bytes) -> bytes:
        # The press arrives, its answer is lost, and the board restarts.
        line.port.to_host = nothing
        line.board.receive(data, line.clock())
        line.board.reset(line.clock())
        line.port.to_board = line.port.to_host = bytes
        return b""

    line.port.to_board = reset_after
    done = line.table.command(PressCommand(0b1, 100))
    assert (done.outcome, done.detail) == (CommandOutcome.UNKNOWN, "stale-session")
    signals = line.collect(1.0)
    assert [(signal.kind, signal.code) for signal in signals] == [
        (SignalKind.LINK_LOST, "board-reset"),
        (SignalKind.LINK_UP, ""),
    ]
    assert [pressed.mask for pressed in line.board.presses] == [0b1]


def test_a_quiet_reset_is_noticed_before_the_link_counts_as_lost(line: Setup) -> None:
    line.board.reset(line.clock())
    line.report(EventKind.SET_PRESSED, Seat.B)
    signals = line.collect(2.0)
    assert [signal.kind for signal in signals] == [SignalKind.LINK_LOST, SignalKind.LINK_UP, SignalKind.SET_PRESSED]
    assert signals[2].id.split(".")[1:] == ["2", "1"], "second boot, its first event"


def test_a_press_without_answer_ends_as_unknown_after_two_seconds_and_was_made_once(line: Setup) -> None:
    line.table.command(Arm(1500))
    line.port.to_host = nothing
    began = line.clock()
    done = line.table.command(PressCommand(0b10, 100))
    assert done.outcome is CommandOutcome.UNKNOWN
    assert line.clock() - began == pytest.approx(2.0, abs=0.01)
    assert len(line.board.presses) == 1


@pytest.mark.parametrize(
    ("command", "armed", "code"),
    [
        (PressCommand(1, 100), False, NakCode.NOT_ARMED),
        (PressCommand(1, 49), True, NakCode.BAD_VALUE),
        (PressCommand(1, 801), True, NakCode.BAD_VALUE),
        (PressCommand(0, 100), True, NakCode.BAD_VALUE),
        (PressCommand(1 << 12, 100), True, NakCode.BAD_VALUE),
        (Arm(1501), False, NakCode.BAD_VALUE),
        (Arm(0), False, NakCode.BAD_VALUE),
        (FaultClear(FaultCode.TABLE_JAM), False, NakCode.BAD_VALUE),
    ],
    ids=str,
)
def test_what_must_not_be_pressed_is_refused(
    line: Setup, command: PressCommand | Arm, armed: bool, code: NakCode
) -> None:
    if armed:
        line.table.command(Arm(1500))
    done = line.table.command(command)
    assert (done.outcome, done.answer) == (CommandOutcome.REFUSED, Nak(command.TYPE, code))
    assert line.board.presses == []


def test_state_follows_the_table_and_a_fault_can_be_cleared(line: Setup) -> None:
    for kind in (EventKind.HATCH_OPENED, EventKind.MIXING, EventKind.HATCH_CLOSED, EventKind.WALLS_UP):
        line.report(kind)
    line.report(EventKind.FAULT, code=FaultCode.TILE_MISSING)
    line.collect(1.2)
    assert line.table.state is not None
    assert (line.table.state.hatch, line.table.state.faults) == (Hatch.CLOSED, 0b100)
    assert line.table.command(FaultClear(FaultCode.TILE_MISSING)).outcome is CommandOutcome.DONE
    (cleared,) = line.collect(1.2)
    assert (cleared.kind, cleared.code) == (SignalKind.FAULT_CLEARED, "tile-missing")
    assert line.table.state.faults == 0


def test_the_dictionary_comes_in_parts_and_the_counters_count(line: Setup) -> None:
    data = b""
    while True:
        part = line.table.command(Identify(len(data))).answer
        assert isinstance(part, IdentifyData)
        data += part.data
        if len(data) >= part.total:
            break
    assert b'"outputs":["SET_A"' in zlib.decompress(data)
    stats = line.table.command(GetStats()).answer
    assert isinstance(stats, Stats)
    assert stats.frames >= 5


@pytest.mark.parametrize(
    "identity", [BoardIdentity(major=PROTOCOL_MAJOR + 1), BoardIdentity(dictionary=1)], ids=["major", "dictionary"]
)
def test_another_version_is_read_only(identity: BoardIdentity) -> None:
    line = Setup(Board(100.0, identity))
    assert [(signal.kind, signal.code) for signal in line.collect(0.5)] == [(SignalKind.LINK_UP, "read-only")]
    assert line.table.phase is LinkPhase.READ_ONLY
    assert line.table.command(Arm(1000)).detail == "read-only"
    assert line.table.command(Ping()).outcome is CommandOutcome.DONE
    line.report(EventKind.WALLS_UP)
    assert line.kinds(0.5) == [SignalKind.WALLS_UP]


def test_an_unknown_event_or_code_holds_nothing_up(line: Setup) -> None:
    line.report(cast(EventKind, 77), Seat.A)
    assert line.kinds(0.3) == []
    assert line.board.pending == 0
    line.report(EventKind.WALLS_UP)
    line.board.log(LogLevel.WARNING, "牌" * 40)
    assert line.kinds(0.5) == [SignalKind.WALLS_UP]


def test_a_ring_that_gave_way_is_reported_as_lost_events(line: Setup) -> None:
    line.report(EventKind.MIXING)
    assert line.kinds(0.5) == [SignalKind.MIXING]
    line.port.plugged = False
    line.collect(1.0)
    for _ in range(20):
        line.report(EventKind.SET_PRESSED, Seat.A)
    line.port.plugged = True
    signals = line.collect(2.0)
    counts = Counter((signal.kind, signal.code) for signal in signals)
    assert counts[SignalKind.FAULT, "table-events-lost"] == 1
    assert counts[SignalKind.SET_PRESSED, ""] == 16


def codes(signals: list[TableSignal]) -> list[str]:
    return [signal.code for signal in signals if signal.kind is SignalKind.FAULT]


def test_a_second_host_is_told_as_such_and_not_as_a_bad_supply(line: Setup) -> None:
    line.collect(1.0)
    for nonce in (70, 71, 72):
        line.board.receive(Hello(nonce, PROTOCOL_MAJOR, PROTOCOL_MINOR).frame(0).encode(), line.clock())
        told = codes(line.collect(3.0))
        assert told == (["board-shared"] if nonce == 70 else []), "once, however often they take it from each other"


@pytest.mark.parametrize("cause", [ResetCause.BROWN_OUT, ResetCause.POWER])
def test_a_board_that_its_supply_starts_anew_is_told_as_such(line: Setup, cause: ResetCause) -> None:
    line.collect(1.0)
    line.board.reset(line.clock(), cause)
    assert codes(line.collect(3.0)) == ["board-power"]


def test_a_reset_button_is_neither(line: Setup) -> None:
    line.collect(1.0)
    line.board.reset(line.clock(), ResetCause.EXTERNAL)
    assert codes(line.collect(3.0)) == []


def test_event_numbers_wrap_without_a_loss(line: Setup) -> None:
    line.board._ring.sequence = 0xFFFD
    line.table = line.host(9)
    for _ in range(6):
        line.report(EventKind.SET_PRESSED, Seat.A)
    signals = line.collect(1.0)
    assert [signal.id.rpartition(".")[2] for signal in signals[1:]] == ["65534", "65535", "0", "1", "2", "3"]
    assert line.board.pending == 0


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.003, 0.016], ids=["1 in 100 bytes", "5 in 100 bytes"])
def test_a_noisy_line_with_resets_and_unplugging_never_presses_twice(rate: float) -> None:
    random = Random(7)
    line = Setup()
    noise = Noise(random, flip=rate, drop=rate, double=rate)
    line.port.to_board = line.port.to_host = noise.carry
    outcomes: dict[tuple[int, int], CommandOutcome] = {}
    signals: list[TableSignal] = []
    reported = forgotten = 0
    for i in range(300):
        mark = (i % 255 + 1, 50 + i // 255)
        line.report(EventKind.SET_PRESSED, Seat(i % 4))
        reported += 1
        if line.table.command(Arm(1500)).outcome is CommandOutcome.DONE:
            outcomes[mark] = line.table.command(PressCommand(*mark)).outcome
        signals += line.collect(1.7)
        match random.randrange(40):
            case 0:
                line.port.plugged = False
                signals += line.collect(1.0)
                line.port.plugged = True
            case 1:
                signals += line.collect(3.0)
                forgotten += line.board.pending
                line.board.reset(line.clock())
            case 2:
                line.table = line.host(1000 + i * 100)
    signals += line.collect(5.0)
    made = Counter((pressed.mask, pressed.ms) for pressed in line.board.presses)
    assert max(made.values()) == 1, "a press was made twice"
    assert all(made[mark] == 1 for mark, outcome in outcomes.items() if outcome is CommandOutcome.DONE)
    assert all(made[mark] == 0 for mark, outcome in outcomes.items() if outcome is CommandOutcome.REFUSED)
    assert set(made) <= set(outcomes)
    assert Counter(outcomes.values())[CommandOutcome.DONE] > len(outcomes) / 2
    # A consumer that remembers ids counts each event once; only events that the board held at a reset may be missing.
    seen = {signal.id for signal in signals if signal.kind is SignalKind.SET_PRESSED}
    assert reported - forgotten <= len(seen) <= reported


@pytest.mark.parametrize("code", list(NakCode), ids=lambda code: code.name)
def test_what_a_board_will_not_do_twice_is_unknown_and_what_it_will_not_do_is_refused(code: NakCode) -> None:
    """Regression: REPEATED was reported as refused although the first copy of the press had closed the contact."""
    session = HostSession(iter(range(1, 9)).__next__)
    session.connect(0.0)
    board = Board(0.0)
    board.receive(session.outgoing(), 0.0)
    session.receive(board.outgoing(), 0.0)
    ticket = session.submit(PressCommand(1, 100), 0.1)
    (sent,) = Decoder().feed(session.outgoing())
    session.receive(Nak(PressCommand.TYPE, code).frame(sent.session, sent.seq).encode(), 0.2)
    (outcome,) = (each.outcome for each in session.link_events() if isinstance(each, Done) and each.ticket == ticket)
    assert outcome is (CommandOutcome.UNKNOWN if code is NakCode.REPEATED else CommandOutcome.REFUSED)
