"""The regions of a table's machine: the literal tables, the proof by each cue, and the page drawn from them."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from controller.machine.facts import BuildState, CentreState, DiceButton, MachineFacts, SetButton, TableWork, Times
from controller.machine.goals import GOAL_TRANSITIONS, GoalCue, GoalStage
from controller.machine.regions import (
    BUILD_TRANSITIONS,
    CENTRE_TRANSITIONS,
    LINK_TRANSITIONS,
    LinkState,
    MachineCue,
    Regions,
)
from controller.machine.tracker import Levels, MachineWatch, levels_of
from controller.ports.table import SignalKind, TableSignal

DOCS = Path(__file__).parents[3] / "docs"
TIMES = Times(open_s=2.0, close_s=2.0, slow_s=80.0, left_open_s=90.0)


def watch(work: TableWork | None = None) -> MachineWatch:
    found = MachineWatch(MachineFacts(work or TableWork(), TIMES))
    found.hear(TableSignal(SignalKind.LINK_UP, 0.0), 0.0)
    return found


def hear(table: MachineWatch, kind: SignalKind, now: float, code: str = "") -> list[str]:
    return [signal.code for signal in table.hear(TableSignal(kind, now, code=code), now)]


def centre(table: MachineWatch) -> CentreState:
    return table.regions.centre


def build(table: MachineWatch) -> BuildState:
    return table.regions.build


def link(table: MachineWatch) -> LinkState:
    return table.regions.link


def test_the_page_is_drawn_from_the_tables() -> None:
    drawn = runpy.run_path(str(DOCS / "generate" / "draw_states.py"))["page"]()
    assert drawn == (DOCS / "state-machines.md").read_text(encoding="utf-8"), "run: python docs/generate/draw_states.py"


@pytest.mark.parametrize(
    ("table", "states", "first"),
    [
        (CENTRE_TRANSITIONS, CentreState, CentreState.UNKNOWN),
        (BUILD_TRANSITIONS, BuildState, BuildState.UNKNOWN),
        (LINK_TRANSITIONS, LinkState, LinkState.OFFLINE),
        (GOAL_TRANSITIONS, GoalStage, GoalStage.ASKED),
    ],
)
def test_every_state_can_be_reached_and_no_cue_leads_two_ways(table: Any, states: Any, first: Any) -> None:
    reached = {first}
    for _ in states:
        reached |= {after for _, sources, after in table if reached & set(sources)}
    assert reached == set(states)
    pairs = [(cue, source) for cue, sources, _ in table for source in sources]
    assert len(pairs) == len(set(pairs))


def test_a_goal_can_press_once_in_its_life() -> None:
    (press,) = [row for row in GOAL_TRANSITIONS if row[0] is GoalCue.PRESS]
    assert press[1] == (GoalStage.ASKED,)
    assert all(after is not GoalStage.ASKED for _, _, after in GOAL_TRANSITIONS)
    assert all(GoalStage.ENDED not in sources for _, sources, _ in GOAL_TRANSITIONS)


def test_a_cue_that_is_not_listed_changes_nothing() -> None:
    regions = Regions()
    assert not regions.take(MachineCue.RISES)
    assert not regions.take(MachineCue.LEASED)
    assert (regions.centre, regions.build, regions.link) == (CentreState.UNKNOWN, BuildState.UNKNOWN, LinkState.OFFLINE)


def test_a_toggle_pressed_while_it_moves_is_known_again_by_its_sensor_only() -> None:
    table = watch()
    hear(table, SignalKind.HATCH_CLOSED, 1.0)
    hear(table, SignalKind.SET_PRESSED, 2.0)
    assert centre(table) is CentreState.OPENING
    hear(table, SignalKind.SET_PRESSED, 2.5)
    assert centre(table) is CentreState.UNKNOWN
    hear(table, SignalKind.HATCH_CLOSED, 4.0)
    assert centre(table) is CentreState.CLOSED


def test_a_start_that_only_opens_changes_nothing_on_its_second_press() -> None:
    table = watch(TableWork(set_button=SetButton.OPENS, dice_button=DiceButton.CLOSES))
    hear(table, SignalKind.HATCH_CLOSED, 1.0)
    hear(table, SignalKind.SET_PRESSED, 2.0)
    hear(table, SignalKind.SET_PRESSED, 2.5)
    assert centre(table) is CentreState.OPENING
    hear(table, SignalKind.HATCH_OPENED, 4.0)
    hear(table, SignalKind.SET_PRESSED, 5.0)
    assert centre(table) is CentreState.OPEN
    hear(table, SignalKind.DICE_PRESSED, 6.0)
    assert centre(table) is CentreState.CLOSING


def test_the_switch_that_the_centre_has_not_left_yet_tells_nothing() -> None:
    table = watch()
    hear(table, SignalKind.HATCH_CLOSED, 1.0)
    hear(table, SignalKind.SET_PRESSED, 2.0)
    table.sense(Levels(hatch_open=False, hatch_closed=True), 2.1)
    assert centre(table) is CentreState.OPENING
    table.sense(Levels(hatch_open=False, hatch_closed=False), 2.6)
    assert centre(table) is CentreState.OPENING
    table.sense(Levels(hatch_open=True, hatch_closed=False), 4.0)
    assert centre(table) is CentreState.OPEN


def test_a_centre_that_never_arrives_is_told_and_unknown() -> None:
    table = watch()
    hear(table, SignalKind.HATCH_CLOSED, 1.0)
    hear(table, SignalKind.SET_PRESSED, 2.0)
    assert table.deadline() == pytest.approx(8.0)
    assert table.tick(7.9) == ()
    assert [signal.code for signal in table.tick(8.0)] == ["table-timeout"]
    assert centre(table) is CentreState.UNKNOWN
    assert table.tick(9.0) == ()


def test_mixing_that_a_slow_machine_ends_after_all() -> None:
    table = watch()
    hear(table, SignalKind.MIXING, 10.0)
    hear(table, SignalKind.HATCH_CLOSED, 10.0)
    assert [signal.code for signal in table.tick(90.0)] == ["table-timeout"]
    assert build(table) is BuildState.SLOW
    over = table.hear(TableSignal(SignalKind.READY, 120.0), 120.0)
    assert [(signal.kind, signal.code) for signal in over] == [(SignalKind.FAULT_CLEARED, "table-timeout")]


def test_mixing_pauses_while_the_centre_is_open() -> None:
    table = watch(TableWork(built_ahead=True))
    hear(table, SignalKind.MIXING, 1.0)
    hear(table, SignalKind.HATCH_OPENED, 2.0)
    assert build(table) is BuildState.PAUSED
    hear(table, SignalKind.MIXING, 3.0)
    assert build(table) is BuildState.MIXING


def test_a_fault_of_the_board_is_none_of_the_machine() -> None:
    table = watch()
    hear(table, SignalKind.FAULT, 1.0, "board-watchdog")
    hear(table, SignalKind.FAULT, 1.0, "table-events-lost")
    assert build(table) is BuildState.UNKNOWN
    hear(table, SignalKind.FAULT, 2.0, "table-jam")
    assert build(table) is BuildState.FAULT
    hear(table, SignalKind.FAULT_CLEARED, 3.0, "table-jam")
    assert build(table) is BuildState.EMPTY


def test_a_lost_line_leaves_nothing_known() -> None:
    table = watch()
    hear(table, SignalKind.HATCH_OPENED, 1.0)
    hear(table, SignalKind.READY, 1.0)
    hear(table, SignalKind.LINK_LOST, 2.0)
    regions = table.regions
    assert (regions.centre, regions.build, regions.link) == (CentreState.UNKNOWN, BuildState.UNKNOWN, LinkState.OFFLINE)
    hear(table, SignalKind.LINK_UP, 3.0, "read-only")
    assert link(table) is LinkState.READ_ONLY


def test_levels_are_unknown_where_nothing_is_wired() -> None:
    assert levels_of({"HATCH_OPEN", "MIXING"}, ("HATCH_OPEN",)) == Levels(hatch_open=True)
    assert levels_of({"FAULT_3"}, ("FAULT_1", "FAULT_3")).fault is True
    assert not levels_of((), ("MIXING",)).dark, "without switches at the lifts nobody can tell"
    assert levels_of((), ("MIXING", "HATCH_OPEN", "HATCH_CLOSED", "LIFTED")).dark
