"""The simulated board tested byte by byte, with the protocol of the firmware."""

from pathlib import Path

from controller.riichi.seat import Seat
from firmware_bridge.wire.codec import Message, Unknown
from firmware_bridge.wire.codes import EventKind, NakCode
from firmware_bridge.wire.frames import Decoder, Frame
from firmware_bridge.wire.limits import PROTOCOL_MAJOR, RING_EVENTS
from firmware_bridge.wire.messages import (
    Ack,
    Arm,
    EventAck,
    EventReport,
    Hello,
    HelloAck,
    Nak,
    Ping,
    PressCommand,
    State,
    read,
)
from hardware.simulator.board.board import Board
from hardware.simulator.board.pty import BoardOnPty


def say(board: Board, message: Message, session: int, seq: int, now: float) -> list[Frame]:
    """Frames with which the board answers."""
    board.receive(message.frame(session, seq).encode(), now)
    return Decoder().feed(board.outgoing())


def open_session(board: Board, now: float, nonce: int = 9) -> int:
    answers = say(board, Hello(nonce, PROTOCOL_MAJOR, 0), 0, 0, now)
    assert isinstance(read(answers[0]), HelloAck)
    return answers[0].session


def meanings(frames: list[Frame]) -> list[Message | Unknown]:
    return [read(frame) for frame in frames]


def test_the_board_is_silent_until_the_host_speaks() -> None:
    board = Board()
    board.report(0.0, EventKind.WALLS_UP)
    board.tick(10.0)
    assert (board.outgoing(), board.deadline()) == (b"", None)


def test_hello_with_the_same_nonce_opens_no_second_session_and_another_does() -> None:
    board = Board()
    first = open_session(board, 0.0, nonce=1)
    assert open_session(board, 0.1, nonce=1) == first
    second = open_session(board, 0.2, nonce=2)
    board.reset(1.0)
    assert len({first, second, open_session(board, 1.1, nonce=3)}) == 3


def test_a_repeated_command_gets_the_same_answer_without_a_second_press() -> None:
    board = Board()
    session = open_session(board, 0.0)
    say(board, Arm(1500), session, 1, 0.1)
    answers = [meanings(say(board, PressCommand(1, 100), session, 2, 0.1 + i / 20)) for i in range(5)]
    assert answers == [[Ack(PressCommand.TYPE)]] * 5
    assert len(board.presses) == 1


def test_a_stale_session_is_refused_under_its_own_number_and_not_carried_out() -> None:
    board = Board()
    session = open_session(board, 0.0)
    say(board, Arm(1500), session, 1, 0.0)
    board.reset(0.1)
    (answer,) = say(board, PressCommand(1, 100), session, 2, 0.2)
    assert (answer.session, answer.seq) == (session, 2)
    assert read(answer) == Nak(PressCommand.TYPE, NakCode.STALE_SESSION)
    assert board.presses == []


def test_a_new_session_ends_the_lease_of_the_old_one() -> None:
    board = Board()
    session = open_session(board, 0.0, nonce=1)
    say(board, Arm(1500), session, 1, 0.0)
    session = open_session(board, 0.1, nonce=2)
    assert meanings(say(board, PressCommand(1, 100), session, 1, 0.2)) == [Nak(PressCommand.TYPE, NakCode.NOT_ARMED)]


def test_an_unknown_command_is_refused() -> None:
    board = Board()
    session = open_session(board, 0.0)
    board.receive(Frame(0x3F, session, 1, b"?").encode(), 0.1)
    assert meanings(Decoder().feed(board.outgoing())) == [Nak(0x3F, NakCode.UNKNOWN_COMMAND)]


def test_events_come_every_100_ms_until_acknowledged_and_state_each_second() -> None:
    board = Board()
    session = open_session(board, 0.0)
    board.outgoing()
    board.report(0.0, EventKind.SET_PRESSED, Seat.C)
    got: list[Message | Unknown] = []
    for step in range(1, 205):
        if step == 55:
            got += meanings(say(board, EventAck(1), session, 0, step / 100))
        board.tick(step / 100)
        got += meanings(Decoder().feed(board.outgoing()))
    events = [each for each in got if isinstance(each, EventReport)]
    assert len(events) == 6
    assert {(each.sequence, each.oldest, each.seat) for each in events} == {(1, 1, 2)}
    assert sum(isinstance(each, State) for each in got) == 2


def test_the_ring_keeps_the_newest_events() -> None:
    board = Board()
    for _ in range(RING_EVENTS + 4):
        board.report(0.0, EventKind.SET_PRESSED, Seat.A)
    open_session(board, 0.0)
    board.tick(1.0)
    events = [each for each in meanings(Decoder().feed(board.outgoing())) if isinstance(each, EventReport)]
    assert [each.sequence for each in events] == list(range(5, RING_EVENTS + 5))
    assert {each.oldest for each in events} == {5}


def test_outputs_are_off_after_the_pulse_and_at_a_reset() -> None:
    board = Board()
    session = open_session(board, 0.0)
    say(board, Arm(1500), session, 1, 0.0)
    say(board, PressCommand(0b11, 800), session, 2, 0.0)
    due = board.deadline()
    assert due is not None
    assert due <= 0.8
    board.reset(0.4)
    session = open_session(board, 0.5)
    state = next(each for each in meanings(say(board, Ping(), session, 1, 1.6)) if isinstance(each, State))
    assert state.outputs == 0


def test_a_closed_terminal_leaves_no_link_and_takes_late_acts_quietly(tmp_path: Path) -> None:
    board = BoardOnPty(tmp_path / "table")
    board.start()
    assert board.link.resolve().is_char_device()
    board.close()
    board.close()
    assert not board.link.is_symlink()
    board.press_set(Seat.A)
