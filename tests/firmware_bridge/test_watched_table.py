"""A watched table: reports of its board, and findings that only the watch can make."""

from controller.ports.table import TableSignal
from firmware_bridge.machine_table import MachineTable
from firmware_bridge.table import SerialTable
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import machine_facts
from hardware.simulator.board.board import Board
from hardware.simulator.machine.machine import Machine
from hardware.simulator.machine.wiring import WiredTable
from tests.support.goal_bench import Memory
from tests.support.virtual_port import VirtualClock, VirtualPort


def test_a_centre_left_open_and_a_table_without_power_are_reported_and_cleared() -> None:
    clock, profile = VirtualClock(), load_profile("two-start")
    wired = WiredTable(Board(), Machine(profile))
    serial = SerialTable(VirtualPort(wired, clock).link(), clock)
    table = MachineTable(serial, machine_facts(profile), profile.lamps.inputs, Memory(), clock)
    told: list[str] = []

    def run(seconds: float) -> None:
        until = clock() + seconds
        while clock() < until:
            told.extend(
                f"{told.kind.value} {told.code}".strip() for told in table.poll(0.2) if isinstance(told, TableSignal)
            )

    run(2.0)
    wired.fingers({"SET_A"}, clock())
    run(0.2)
    wired.fingers((), clock())
    run(95.0)
    assert told == ["link_up", "ready", "set_pressed", "hatch_opened", "timed open", "fault table-hatch-open"]
    told.clear()
    wired.power(False, clock())
    run(15.0)
    assert "fault table-power" in told
    wired.power(True, clock())
    run(2.0)
    assert told[-1] == "fault_cleared table-power"
    assert "hatch_opened" in told
    table.close()


def test_a_wait_for_the_board_ends_soon_after_it_is_asked_for_something() -> None:
    clock = VirtualClock()
    serial = SerialTable(VirtualPort(WiredTable(Board(), Machine(load_profile("two-start"))), clock).link(), clock)
    for _ in range(10):
        serial.poll(0.2)
    began = clock()
    assert not serial.poll(60.0, lambda: clock() > began + 1.0)
    assert clock() - began < 1.2
    serial.listen(60.0, lambda: clock() > began + 3.0)
    assert clock() - began < 3.2
    serial.close()
