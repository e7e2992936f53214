"""Durations of a machine's operations by its lamps: correct on every family, without interrupted operations."""

import pytest

from controller.machine.stopwatch import MachineWork, Stopwatch
from hardware.profiles.load import load_profile
from hardware.profiles.measured import duration_key
from hardware.profiles.schema import TableProfile
from hardware.simulator.machine.machine import Machine, Trouble

FAMILIES = ("auto-deal", "four-button", "two-start", "wall-only")
STEP_S = 0.01


def cycle(
    machine: Machine, watch: Stopwatch, now: float, seconds: float = 200.0
) -> tuple[float, dict[str, list[float]]]:
    """Run one cycle by hand: open, tiles in, close, walls, dice; return its end time and the measured durations."""
    buttons = machine.profile.buttons
    closes = "SET_A" if "toggles" in buttons.set_does.value else "DICE_A"
    acts = {1.0: "SET_A", 8.0: "tiles", 9.0: closes, 60.0: "DICE_A"}
    found: dict[str, list[float]] = {}
    for number in range(int(seconds / STEP_S)):
        at = round(number * STEP_S, 2)
        act = acts.get(at)
        if act == "tiles":
            machine.tiles_in()
        elif act:
            machine.contacts({act}, now + at)
            machine.contacts((), now + at + 0.1)
        else:
            machine.advance(now + at)
        for work, took in watch.see(machine.levels, now + at):
            found.setdefault(duration_key(work, machine.profile.building.ahead), []).append(took)
    return now + seconds, found


def said(profile: TableProfile) -> dict[str, float]:
    works = Stopwatch(profile.lamps.inputs, profile.building.ahead).works
    keys = [duration_key(work, profile.building.ahead) for work in works]
    return {key: getattr(getattr(profile, key.split(".")[0]), key.split(".")[1]) for key in keys}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_cycle_takes_what_the_profile_says(family: str) -> None:
    profile = load_profile(family)
    machine, watch = Machine(profile), Stopwatch(profile.lamps.inputs, profile.building.ahead)
    _, found = cycle(machine, watch, 0.0)
    assert set(found) == set(said(profile)), "all that this board can see, and no more"
    for key, seconds in said(profile).items():
        assert found[key] == pytest.approx([seconds] * len(found[key]), abs=0.15), key


@pytest.mark.parametrize("trouble", [Trouble.JAM, Trouble.MOTOR_HOT])
def test_a_build_that_a_fault_stops_has_no_time(trouble: Trouble) -> None:
    profile = load_profile("four-button")
    machine, watch = Machine(profile), Stopwatch(profile.lamps.inputs, profile.building.ahead)
    machine.stage(trouble)
    _, found = cycle(machine, watch, 0.0)
    assert "building.build_s" not in found


def test_a_lift_and_a_lost_line_end_what_was_timed() -> None:
    watch = Stopwatch(("MIXING", "LIFTED"), ahead=True)
    assert watch.works == (MachineWork.BUILD,)
    for cut in ("lift", "line"):
        watch.see((), 0.0)
        watch.see(("MIXING",), 1.0)
        if cut == "lift":
            watch.see(("MIXING", "LIFTED"), 2.0)
            watch.see(("MIXING",), 3.0)
        else:
            watch.forget()
            watch.see(("MIXING",), 3.0)
        assert watch.see((), 4.0) == ()


def test_a_power_cut_ends_no_build_and_no_roll() -> None:
    profile = load_profile("four-button")
    machine, watch = Machine(profile), Stopwatch(profile.lamps.inputs, profile.building.ahead)
    watch.see(machine.levels, 0.0)
    machine.contacts({"SET_A"}, 1.0)
    machine.contacts((), 1.2)
    machine.tiles_in()
    machine.contacts({"SET_A"}, 8.0)
    machine.contacts((), 8.2)
    told = []
    for step in range(120, 400):
        if step == 300:
            machine.power(False, step / 10)
        machine.advance(step / 10)
        told += [each.work for each in watch.see(machine.levels, step / 10)]
    assert MachineWork.BUILD not in told


def test_walls_that_waited_for_their_set_say_nothing_of_how_they_rise() -> None:
    watch = Stopwatch(("HATCH_CLOSED", "WALLS_UP", "READY"), ahead=True)
    watch.see((), 0.0)
    watch.see(("HATCH_CLOSED",), 1.0)
    watch.see(("HATCH_CLOSED", "READY"), 50.0)
    assert watch.see(("HATCH_CLOSED", "WALLS_UP"), 52.0) == ()
