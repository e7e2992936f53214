"""A press is done if the board runs until its end; a press that is cut off has an unknown outcome."""

import pytest

from firmware_bridge.session.events import Accepted, CommandOutcome, Done
from firmware_bridge.session.link import finished
from firmware_bridge.wire.codec import Message
from firmware_bridge.wire.codes import NakCode
from firmware_bridge.wire.messages import Ack, Arm, Cancel, GetState, Nak, Ping, PressCommand, State
from tests.support.virtual_line import Setup, nothing


class Hasty:
    """A host that continues while a press is made."""

    def __init__(self, line: Setup) -> None:
        line.table.close()
        self.link = line.port.link(50)
        self.clock = line.clock
        self.answer(Ping())

    def accepted(self, press: PressCommand) -> int:
        """Send a press; return its ticket once the board has begun it."""
        ticket = self.link.submit(press)
        happened = self.link.step(1.0)
        assert [type(each) for each in happened] == [Accepted]
        return ticket

    def answer(self, command: Message) -> Message | None:
        """Send a command and return the board's answer."""
        while not self.link.session.up:
            self.link.step(1.0)
        return self.end(self.link.submit(command)).answer

    def end(self, ticket: int) -> Done:
        """Return the outcome of a command."""
        while (done := finished(self.link.step(1.0), ticket)) is None:
            pass
        return done


def test_a_lease_runs_out_a_press_needs_a_rest_and_cancel_switches_off(line: Setup) -> None:
    host = Hasty(line)
    host.answer(Arm(1000))
    ticket = host.accepted(PressCommand(0b11, 800))
    state = host.answer(GetState())
    assert isinstance(state, State)
    assert (state.outputs, state.armed) == (0b11, 1)
    assert host.answer(PressCommand(0b11, 50)) == Nak(PressCommand.TYPE, NakCode.TOO_SOON)
    assert host.answer(Cancel()) == Ack(Cancel.TYPE)
    state = host.answer(GetState())
    assert isinstance(state, State)
    assert (state.outputs, state.armed) == (0, 0)
    assert host.end(ticket).outcome is CommandOutcome.DONE
    host.answer(Arm(1000))
    line.clock.advance(1.1)
    assert host.answer(PressCommand(1, 100)) == Nak(PressCommand.TYPE, NakCode.NOT_ARMED)


def test_a_press_is_done_when_the_board_has_lived_to_its_end(line: Setup) -> None:
    line.table.command(Arm(1500))
    began = line.clock()
    assert line.table.command(PressCommand(0b1, 300)).outcome is CommandOutcome.DONE
    assert 0.3 < line.clock() - began < 0.35


@pytest.mark.parametrize("after", [0.0, 0.1, 0.299])
def test_a_press_that_was_accepted_and_cut_by_a_reset_is_unknown(line: Setup, after: float) -> None:
    host = Hasty(line)
    host.answer(Arm(1500))
    ticket = host.accepted(PressCommand(0b1, 300))
    line.clock.advance(after)
    line.board.reset(line.clock())
    done = host.end(ticket)
    assert (done.outcome, done.detail, done.answer) == (CommandOutcome.UNKNOWN, "board-reset", Ack(PressCommand.TYPE))


def test_a_press_whose_end_nobody_saw_is_unknown(line: Setup) -> None:
    host = Hasty(line)
    host.answer(Arm(1500))
    ticket = host.accepted(PressCommand(0b1, 100))
    line.port.to_host = nothing
    assert host.end(ticket).outcome is CommandOutcome.UNKNOWN


def test_the_end_of_a_press_is_asked_for_until_it_is_known(line: Setup) -> None:
    host = Hasty(line)
    host.answer(Arm(1500))
    ticket = host.accepted(PressCommand(0b1, 100))
    line.port.to_host = nothing
    host.link.step(2.5)
    line.port.to_host = bytes
    assert host.end(ticket).outcome is CommandOutcome.DONE
