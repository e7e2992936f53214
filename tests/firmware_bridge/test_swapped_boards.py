"""Another board on the table's line: reported, never pressed on, accepted only by a person."""

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.ports.table import SignalKind
from firmware_bridge.press_log import PressRequest
from firmware_bridge.press_once import press_once
from firmware_bridge.session.events import CommandOutcome, Done
from firmware_bridge.table import SerialTable
from firmware_bridge.wire.codec import Message
from firmware_bridge.wire.codes import EventKind, ResetCause
from firmware_bridge.wire.messages import Arm, GetState, PressCommand
from hardware.simulator.board.board import Board, BoardIdentity
from hardware.simulator.pins import OutputEdge, PanelDrive
from tests.support.goal_bench import Memory
from tests.support.swapped_boards import OTHER_UID, OWN_UID, swapping
from tests.support.virtual_port import VirtualClock, VirtualPort

OWN, OTHER = f"{OWN_UID:016x}", f"{OTHER_UID:016x}"


class Either:
    """A line that leads to one of two boards; ``turn`` swaps them without any sign on the line."""

    def __init__(self) -> None:
        self.boards = [Board(0.0, BoardIdentity(uid)) for uid in (OWN_UID, OTHER_UID)]
        self.on = 0

    def turn(self) -> None:
        self.on = 1 - self.on

    @property
    def outputs(self) -> int:
        return self.boards[self.on].outputs

    def set_inputs(self, levels: int, now: float) -> None:
        self.boards[self.on].set_inputs(levels, now)

    def receive(self, data: bytes, now: float) -> None:
        self.boards[self.on].receive(data, now)

    def advance(self, until: float) -> float:
        reached = self.boards[self.on].advance(until)
        self.boards[1 - self.on].tick(reached)
        return reached

    def deadline(self) -> float | None:
        return self.boards[self.on].deadline()

    def outgoing(self) -> bytes:
        said = [board.outgoing() for board in self.boards]
        return said[self.on]

    def edges(self) -> list[OutputEdge]:
        return self.boards[self.on].edges()

    def drive_lamps(self, panel: PanelDrive, now: float) -> None:
        self.boards[self.on].drive_lamps(panel, now)

    def reset(self, now: float, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        self.boards[self.on].reset(now, cause)


class Turning(SerialTable):
    """A line that calls ``before`` just before a command of kind ``at`` is sent."""

    at: type[Message] = Message
    before: Callable[[], None] = staticmethod(lambda: None)

    def command(self, command: Message, timeout: float = 3.0) -> Done:
        if type(command) is self.at:
            self.before()
        return super().command(command, timeout)


class Hall:
    """A host on a line, with a second board that another host has greeted equally often."""

    def __init__(self, pinned: str = "") -> None:
        self.clock = VirtualClock()
        self.socket = Either()
        self.port = VirtualPort(self.socket, self.clock)
        self.socket.turn()
        stranger = SerialTable(self.port.link(70), self.clock)
        stranger.poll(1.0)
        self.socket.turn()
        self.table = Turning(self.port.link(), self.clock, board=pinned)

    def signals(self, seconds: float) -> list[tuple[str, str, str]]:
        until, found = self.clock() + seconds, []
        while self.clock() < until:
            found += [(each.kind.value, each.code, each.board) for each in self.table.poll(until - self.clock())]
        return found

    def press(self) -> Done:
        return press_once(PressRequest("test", "swap", ("SET_A",), 100), self.table, Memory())[1]

    @property
    def presses(self) -> tuple[int, int]:
        own, other = self.socket.boards
        return len(own.presses), len(other.presses)


@pytest.mark.parametrize("moment", [Arm, GetState, PressCommand])
def test_a_board_that_takes_the_others_place_unnoticed_during_a_press_presses_nothing(moment: type[Message]) -> None:
    hall = Hall()
    assert hall.signals(0.5) == [("link_up", "", OWN)]
    hall.table.at, hall.table.before = moment, hall.socket.turn
    assert hall.press().outcome is not CommandOutcome.DONE
    hall.table.at = Message
    for _ in range(5):
        hall.press()
        hall.signals(2.0)
    assert hall.presses == (0, 0)
    assert hall.table.other == OTHER


def test_a_lease_for_another_board_is_refused_by_name() -> None:
    hall = Hall()
    hall.signals(0.5)
    refused = hall.table.command(Arm(400, OTHER_UID))
    assert (refused.outcome, refused.detail) == (CommandOutcome.REFUSED, "other-board")
    assert ("link_up", "", OWN) in hall.signals(1.0)
    assert hall.table.command(PressCommand(1, 100)).detail == "not-armed"
    assert hall.table.command(Arm(400, OWN_UID)).outcome is CommandOutcome.DONE


def test_the_first_board_stays_the_tables_and_another_one_is_told_until_it_is_accepted() -> None:
    hall = Hall()
    hall.signals(0.5)
    hall.socket.turn()
    assert hall.signals(4.0) == [("link_lost", "board-reset", ""), ("fault", "board-other", OTHER)]
    assert (hall.table.own, hall.table.other) == (OWN, OTHER)
    assert (hall.press().detail, hall.presses) == ("other-board", (0, 0))
    hall.table.accept(OTHER)
    assert hall.signals(0.2) == [("link_up", "", OTHER)]
    assert (hall.press().outcome, hall.presses) == (CommandOutcome.DONE, (0, 1))
    hall.socket.turn()
    assert hall.signals(4.0) == [("link_lost", "board-reset", ""), ("fault", "board-other", OWN)]


def test_a_board_that_comes_back_is_the_tables_again() -> None:
    hall = Hall(pinned=OWN)
    hall.socket.turn()
    assert hall.signals(2.0) == [("link_lost", "other-board", ""), ("fault", "board-other", OTHER)]
    hall.socket.turn()
    assert hall.signals(4.0) == [("link_up", "", OWN)]
    assert (hall.press().outcome, hall.presses) == (CommandOutcome.DONE, (1, 0))


def test_what_was_taken_from_one_board_is_not_acknowledged_to_another() -> None:
    hall = Hall()
    hall.signals(0.5)
    other = hall.socket.boards[1]
    for board in hall.socket.boards:
        board.report(hall.clock(), EventKind.SET_PRESSED)
    assert [each.kind for each in hall.table.poll(1.0)] == [SignalKind.SET_PRESSED]
    hall.socket.turn()
    hall.signals(4.0)
    assert other.pending == 1, "its own table has not had it"


def test_boards_swapped_under_a_service_press_on_their_own_table_only(tmp_path: Path) -> None:
    with swapping(tmp_path, seed=3, model=True) as bench:
        counted = bench.run(3)
    assert counted["wrong"] == 0
