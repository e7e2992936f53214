"""A machine's history by its events: wear is reported in time, never for sound machines; a service resets it."""

import pytest

from api.journals.machine_past import MachinePast
from controller.journal import events as ev
from controller.machine.stopwatch import MachineWork
from controller.machine.wear import DAYS_LEAST, DRIFT, RISES, WearDay, WearKind, work_wear
from controller.ports.table import GoalStep, Verb
from controller.text import Text
from tests.support.wear_trials import SOUND, WORN, trial

DAY_S = 86_400.0


def days(*middles: float, times: int = 30) -> list[WearDay]:
    return [WearDay(day, times, middle) for day, middle in enumerate(middles)]


@pytest.mark.parametrize("machine", [*SOUND])
def test_no_wear_is_told_of_a_sound_machine(machine: str) -> None:
    assert trial(machine, machines=3, days=100)["false"] == 0


@pytest.mark.parametrize("machine", [*WORN])
def test_wear_is_told_before_a_build_is_slow_by_a_third(machine: str) -> None:
    row = trial(machine, machines=3, days=100)
    assert (row["false"], row["missed"]) == (0, 0)
    assert row["slower_by_then"] < 0.33


def test_nothing_is_said_of_few_data() -> None:
    assert work_wear(days(*(60.0, 90.0) * 2)).kind is WearKind.NONE
    assert work_wear(days(60, 60, 60, 90, 90, 90, times=4)).kind is WearKind.NONE
    assert len(days(60, 60, 60, 90, 90, 90)) == DAYS_LEAST
    assert work_wear(days(60, 60, 60, 90, 90, 90)).kind is WearKind.DRIFT


def test_one_bad_day_is_none_and_three_are_wear() -> None:
    usual = [60.0, 60.3, 59.8, 60.1, 60.2, 59.9, 60.0]
    assert work_wear(days(*usual, 90.0)).kind is WearKind.NONE
    assert work_wear(days(*usual, 90.0, 60.0, 90.0)).kind is WearKind.NONE
    worn = work_wear(days(*usual, 70.0, 70.5, 71.0))
    assert (worn.kind, worn.now_s) == (WearKind.DRIFT, 70.5)
    assert worn.change > DRIFT


def test_a_build_that_takes_longer_each_day_is_told_before_it_has_drifted_far() -> None:
    rising = [60.0, 60.1, 59.9, 60.0, *(60.0 + 1.2 * day for day in range(1, RISES + 1))]
    worn = work_wear(days(*rising))
    assert worn.kind is WearKind.RISING
    assert worn.change < DRIFT


def facts(past: MachinePast, day: int, seconds: float, times: int = 6) -> None:
    for _ in range(times):
        past.take(ev.MachineTimed(at=0.0, work=MachineWork.BUILD, seconds=seconds), day * DAY_S)


def due(fault: str) -> ev.FaultRaised:
    kind = Text("整備", "maintenance")
    remedy = ev.DueRemedy("note", "", kind)  # type: ignore[arg-type]  # what is due plays no part here
    found = ev.Fault(fault, "table-maintenance", ev.Severity.SERVICE, kind, kind, "npm-2008", remedy, subject="build")
    return ev.FaultRaised(at=0.0, fault=found)


def decided(fault: str, by: str) -> ev.FaultDecided:
    return ev.FaultDecided(at=0.0, fault=fault, decision=ev.Decision.UPHELD, by=by)


@pytest.mark.parametrize(("by", "left"), [("referee", 0), ("table", 9)])
def test_what_is_usual_is_learnt_anew_once_somebody_has_seen_to_it(by: str, left: int) -> None:
    past = MachinePast()
    for day in range(9):
        facts(past, day, 60.0 if day < 6 else 75.0)
    assert past.worn()[MachineWork.BUILD].kind is WearKind.DRIFT
    past.take(due("f1"), 9 * DAY_S)
    past.take(decided("f1", by), 9 * DAY_S)
    works = past.works()
    assert (len(works[MachineWork.BUILD].days) if works else 0) == left


def test_jams_and_presses_are_counted_by_day() -> None:
    past = MachinePast()
    past.take(ev.SetPressed(at=0.0, seat=None), 3 * DAY_S)
    past.take(ev.DicePressed(at=0.0, seat=None), 3 * DAY_S)
    for step in (GoalStep.ASKED, GoalStep.PRESSED, GoalStep.DONE):
        moved = ev.GoalMoved(at=0.0, goal=1, verb=Verb.OPEN, by="staff", why="", step=step, pressed=True)
        past.take(moved, 4 * DAY_S)
    assert dict(past.presses) == {3: 2, 4: 1}
