"""A person's presses and goals on a whole table behind a terminal: made once, logged, and never repeated in doubt."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.errors import LinkError
from controller.machine.facts import CentreState
from controller.ports.table import GoalReport, GoalRequest, GoalStep, SignalKind, Verb
from firmware_bridge import operator
from firmware_bridge.operator import Operator
from firmware_bridge.press_log import PressLog, PressRequest
from firmware_bridge.press_once import press_once
from firmware_bridge.serial.port import SerialPort
from firmware_bridge.session.events import Done, Reason
from firmware_bridge.session.link import BoardLink, PortError
from firmware_bridge.table import open_table
from firmware_bridge.wire.codec import Message
from firmware_bridge.wire.messages import GetState, PressCommand
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import machine_facts
from hardware.simulator.board.board import Board, BoardIdentity
from hardware.simulator.board.pty import BoardOnPty
from hardware.simulator.machine.machine import Machine
from hardware.simulator.machine.wiring import WiredTable
from tests.support.goal_bench import Memory
from tests.support.table_on_pty import ModelTable, table_on_pty
from tests.support.virtual_port import VirtualClock, VirtualPort
from tests.support.waiting import PATIENCE_S

PROFILE = load_profile("four-button")
FACTS = machine_facts(PROFILE)
WIRED = PROFILE.lamps.inputs


def operate(cable: BoardOnPty) -> Operator:
    return Operator(BoardLink(lambda: SerialPort(str(cable.link))))


@pytest.fixture
def log(tmp_path: Path) -> PressLog:
    return PressLog(tmp_path / "state" / "presses.jsonl")


@pytest.fixture
def live(tmp_path: Path) -> Iterator[tuple[ModelTable, BoardOnPty, Operator]]:
    with table_on_pty(tmp_path / "table") as (table, cable):
        hand = operate(cable)
        yield table, cable, hand
        hand.close()


def test_a_press_is_made_once_and_logged_with_who_and_why(
    live: tuple[ModelTable, BoardOnPty, Operator], log: PressLog
) -> None:
    table, _, hand = live
    ended = hand.press(PressRequest("head referee", "plate stuck", ("SET_A",), 150), log, 0.3)
    assert (ended.outcome, table.machine.moves) == ("done", 1)
    (entry,) = log.entries()
    assert (entry.by, entry.why, entry.outputs, entry.mask) == ("head referee", "plate stuck", ("SET_A",), 1)
    assert (entry.outcome, entry.board) == ("done", f"{hand.board.uid:016x}")
    again = hand.press(PressRequest("head referee", "at once again", ("SET_A",), 150), log, 0.0)
    assert (again.outcome, again.detail, table.machine.moves) == ("refused", "too-soon", 1)


def test_with_the_key_off_nothing_is_pressed(live: tuple[ModelTable, BoardOnPty, Operator], log: PressLog) -> None:
    table, cable, hand = live
    table.key = False
    cable.act(lambda _, now: table.fingers((), now))
    ended = hand.press(PressRequest("referee", "try", ("DICE_A",), 150), log, 0.1)
    assert (ended.outcome, ended.detail, table.machine.rolls) == ("refused", "disabled", 0)
    assert log.entries()[0].outcome == "refused"


def test_goals_are_reached_by_one_press_each_and_not_at_all_when_already_so(
    live: tuple[ModelTable, BoardOnPty, Operator], log: PressLog
) -> None:
    table, _, hand = live

    def reach(verb: Verb, clear: bool = True) -> GoalStep:
        return hand.goal(GoalRequest(verb, "referee", "next round", clear), FACTS, WIRED, log).step

    assert reach(Verb.OPEN) is GoalStep.DONE
    assert reach(Verb.OPEN) is GoalStep.ALREADY
    assert reach(Verb.CLOSE, clear=False) is GoalStep.REFUSED, "fingers"
    assert reach(Verb.CLOSE) is GoalStep.DONE
    assert (table.machine.moves, table.machine.centre) == (2, CentreState.CLOSED)
    assert [(entry.outputs, entry.outcome) for entry in log.entries()] == [(("SET_A",), "done")] * 2
    assert log.entries()[0].detail == "goal open: done"


def test_a_lost_answer_is_unknown_the_sensors_settle_it_and_nothing_is_pressed_twice(
    live: tuple[ModelTable, BoardOnPty, Operator], log: PressLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, cable, hand = live
    command = hand.command

    def cut(message: object, timeout: float = 3.0) -> object:
        if isinstance(message, PressCommand):
            # The press arrives; the cable is unplugged before its answer.
            done = command(message, timeout)
            cable.unplug()
            cable.plug()
            return type(done)(done.ticket, message, type(done.outcome).UNKNOWN, detail="port-gone")
        return command(message, timeout)  # type: ignore[arg-type]

    monkeypatch.setattr(hand, "command", cut)
    ended = hand.goal(GoalRequest(Verb.OPEN, "referee", "next round"), FACTS, WIRED, log)
    assert ended.pressed
    assert table.machine.moves == 1
    assert ended.step in (GoalStep.DONE, GoalStep.UNKNOWN)
    (entry,) = log.entries()
    assert entry.outcome == "unknown"
    assert "centre" in entry.said


def test_a_press_cut_off_stays_in_the_log_as_unknown(log: PressLog) -> None:
    log.asked(PressRequest("referee", "power went", ("SET_A",), 150), "00")
    log.path.write_text(log.path.read_text() + '{"id": "half a li')
    (entry,) = log.entries()
    assert (entry.outcome, entry.detail) == ("unknown", "never-ended")


def test_a_damaged_log_is_named_with_its_line(log: PressLog) -> None:
    log.asked(PressRequest("referee", "why", ("SET_A",), 150), "00")
    log.path.write_text("{oops}\n" + log.path.read_text())
    with pytest.raises(LinkError, match=r"presses\.jsonl:1"):
        log.entries()


def test_nothing_is_pressed_when_the_log_cannot_be_written(
    live: tuple[ModelTable, BoardOnPty, Operator], tmp_path: Path
) -> None:
    table, _, hand = live
    (tmp_path / "file").touch()
    with pytest.raises(LinkError, match="nothing is pressed"):
        hand.press(PressRequest("referee", "why", ("SET_A",), 150), PressLog(tmp_path / "file" / "log"), 0.0)
    assert table.machine.moves == 0


@pytest.mark.parametrize(
    ("by", "why", "outputs", "ms", "named"),
    [
        ("x", "y", ("MOTOR",), 150, "MOTOR"),
        ("x", "y", (), 150, "SET_A"),
        ("x", "y", ("SET_A",), 5000, "50-800"),
        ("", "y", ("SET_A",), 150, "who"),
        ("x", " ", ("SET_A",), 150, "why"),
    ],
)
def test_a_press_that_cannot_be_is_refused_before_the_board_hears_of_it(
    by: str, why: str, outputs: tuple[str, ...], ms: int, named: str
) -> None:
    with pytest.raises(LinkError, match=named):
        PressRequest(by, why, outputs, ms)


def test_looking_on_leaves_every_report_to_the_service(tmp_path: Path) -> None:
    with BoardOnPty(tmp_path / "table") as cable:
        cable.walls_up()
        hand = operate(cable)
        cable.mixing()
        while not hand.seen.signals:
            hand.listen(0.05)
        assert [signal.kind for signal in hand.seen.signals] == [SignalKind.MIXING], (
            "what was before is not taken as new"
        )
        hand.close()
        service = open_table(str(cable.link))
        kinds: list[SignalKind] = []
        until = time.monotonic() + PATIENCE_S
        while len(kinds) < 3 and time.monotonic() < until:
            kinds += [signal.kind for signal in service.poll(0.5)]
        assert kinds == [SignalKind.LINK_UP, SignalKind.WALLS_UP, SignalKind.MIXING]
        service.close()


def test_a_read_only_board_is_not_pressed(tmp_path: Path, log: PressLog) -> None:
    board = Board(time.monotonic(), BoardIdentity(major=9))
    with BoardOnPty(tmp_path / "table", board) as cable:
        hand = operate(cable)
        assert hand.read_only
        ended = hand.press(PressRequest("referee", "why", ("SET_A",), 150), log, 0.0)
        assert (ended.outcome, ended.detail, board.presses) == ("refused", "read-only", [])
        assert hand.goal(GoalRequest(Verb.OPEN, "referee", "why"), FACTS, WIRED, log).step is GoalStep.REFUSED
        hand.close()


def test_a_port_without_a_board_is_named(tmp_path: Path) -> None:
    with pytest.raises(PortError) as refused:
        Operator(BoardLink(lambda: SerialPort(str(tmp_path / "none"))))
    assert refused.value.reason is Reason.PORT_MISSING


def test_the_service_presses_through_the_same_log(tmp_path: Path, log: PressLog) -> None:
    board = Board(time.monotonic())
    with BoardOnPty(tmp_path / "table", board) as cable:
        service = open_table(str(cable.link))
        service.poll(PATIENCE_S)
        entry, done = press_once(PressRequest("head referee", "lift", ("SET_A", "SET_C"), 400), service, log)
        log.ended(entry, done.outcome.value)
        service.close()
    assert [pressed.mask for pressed in board.presses] == [0b101]
    assert [(each.by, each.outcome) for each in log.entries()] == [("head referee", "done")]


def test_lines_of_the_log_are_json_that_only_grows(log: PressLog) -> None:
    entry = log.asked(PressRequest("審判", "試験", ("SET_A", "SET_C"), 400), "00")
    before = log.path.read_bytes()
    log.ended(entry, "done", "", "inputs on: LIFTED")
    assert log.path.read_bytes().startswith(before)
    asked, ended = (json.loads(line) for line in log.path.read_text(encoding="utf-8").splitlines())
    assert (asked["what"], asked["mask"], ended["what"], ended["outcome"]) == ("asked", 0b101, "ended", "done")


class Desk:
    """An operator on a table in virtual time."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.wired = WiredTable(Board(), Machine(PROFILE))
        self.port = VirtualPort(self.wired, self.clock)
        self.hand = Operator(self.port.link(), self.clock)
        self.log = Memory()

    def finger(self, *buttons: str) -> None:
        """Press and release buttons as a person does, while nobody listens to the line."""
        for held in (buttons, ()):
            self.wired.fingers(held, self.clock())
            self.port.idle(0.1)

    def contacts(self) -> list[int]:
        return [edge.mask for edge in self.port.moved if edge.mask]

    def open(self) -> GoalReport:
        return self.hand.goal(GoalRequest(Verb.OPEN, "referee", "next round"), FACTS, WIRED, self.log)


def test_a_persons_press_that_the_operator_has_not_heard_of_wins() -> None:
    desk = Desk()
    desk.finger("SET_C")
    ended = desk.open()
    assert desk.contacts() == []
    assert (ended.step, ended.pressed) in ((GoalStep.DONE, False), (GoalStep.REFUSED, False))
    desk.hand.listen(3.0)
    assert desk.wired.machine.centre is CentreState.OPEN, "not toggled back"


@pytest.mark.parametrize("deaf_s", [0.02, 0.15, 0.6, 1.5])
def test_a_persons_press_between_the_look_and_the_press_wins(deaf_s: float) -> None:
    desk = Desk()
    until = 0.0

    class Late(Operator):
        def command(self, command: Message, timeout: float = 3.0) -> Done:
            nonlocal until
            if isinstance(command, GetState) and desk.log.rows and not until:
                # For a while the line loses the board's reports of the person's press.
                until = desk.clock() + deaf_s
                desk.port.to_host = lambda data: b"" if desk.clock() < until else data
                desk.finger("SET_C")
            return super().command(command, timeout)

    desk.hand = Late(desk.port.link(9), desk.clock)
    ended = desk.open()
    assert until, "the person came in time"
    assert desk.contacts() == []
    assert (ended.step, ended.pressed) == (GoalStep.REFUSED, False)
    assert ended.reason in ("person", "unheard")
    (asked, done) = desk.log.rows
    assert (asked["what"], done["outcome"]) == ("asked", "refused")


def test_reports_that_wait_for_the_service_do_not_keep_the_operator_from_pressing() -> None:
    desk = Desk()
    for _ in range(12):
        desk.finger("DICE_A")
        desk.port.idle(2.5)
    desk.hand = Operator(desk.port.link(9), desk.clock)
    assert desk.open().step is GoalStep.DONE
    assert len(desk.contacts()) == 1


def test_a_line_that_was_lost_and_found_again_keeps_no_goal_from_being_reached() -> None:
    desk = Desk()
    desk.port.plugged = False
    desk.hand.listen(1.0)
    assert desk.open().reason == "offline"
    desk.port.plugged = True
    desk.hand.listen(4.0)
    ended = desk.open()
    assert (ended.step, ended.reason, len(desk.contacts())) == (GoalStep.DONE, "", 1)


def test_a_table_that_is_looked_at_for_a_whole_evening_keeps_what_came_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: every report of an evening was stored, and each check searched all of them."""
    monkeypatch.setattr(operator, "MOST_KEPT", 4)
    desk = Desk()
    desk.finger("SET_C")
    for _ in range(4):
        for plugged, seconds in ((False, 1.0), (True, 4.0)):
            desk.port.plugged = plugged
            desk.hand.listen(seconds)
    assert [signal.kind for signal in desk.hand.seen.signals] == [SignalKind.LINK_LOST] * 4
    assert desk.hand.touched, "a person's press counts, however much came after it"
    assert desk.open().reason != "offline"
    assert not desk.hand.touched
