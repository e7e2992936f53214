"""A table with buttons and panel lamps only: no false faults, goals proved by the camera or not at all."""

from controller.machine.seen import SeenMachine
from controller.machine.tracker import MachineWatch, levels_of
from controller.ports.eyes import SeenDie, Sighting
from controller.ports.table import GoalStep, SignalKind, Verb
from controller.riichi.wall import STACKS
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import machine_facts
from tests.support.goal_bench import GoalBench

PANEL = load_profile("panel-lamps")
NOTHING = (None,) * 4


def sighting(number: int, height: int | None = None, dice: tuple[SeenDie, ...] | None = None) -> Sighting:
    walls = tuple((height,) * stacks for stacks in STACKS)
    return Sighting(number, number / 5, NOTHING, NOTHING, NOTHING, walls, None, dice)


def test_a_board_without_switches_at_the_lifts_does_not_tell_of_a_table_without_power() -> None:
    watch = MachineWatch(machine_facts(PANEL))
    levels = levels_of((), PANEL.lamps.inputs)
    told = [each.code for at in range(100) for each in watch.sense(levels, float(at))]
    assert told == []


def test_walls_that_come_up_are_told_once_and_those_that_stood_before_are_not() -> None:
    seen = SeenMachine()
    heights = [2, 2, 2, 2, None, 0, None, 2, 2, 0, 2, 2, 2, 2, None, 2]
    told = [seen.see(sighting(number, height)) for number, height in enumerate(heights)]
    assert [number for number, kinds in enumerate(told) if kinds] == [12]
    assert told[12] == (SignalKind.WALLS_UP,)


def test_dice_that_lie_otherwise_after_a_while_have_rolled() -> None:
    seen = SeenMachine()
    before = (SeenDie(2, 10.0, 0.0, 1.0), SeenDie(5, -10.0, 4.0, 1.0))
    after = (SeenDie(2, -20.0, 3.0, 1.0), SeenDie(1, 14.0, 4.0, 1.0))
    blurred = (SeenDie(None, 0.0, 0.0, 0.1),)
    shown = [before] * 4 + [blurred] * 2 + [before] * 3 + [blurred] + [after] * 5
    told = [seen.see(sighting(number, None, dice)) for number, dice in enumerate(shown)]
    assert [number for number, kinds in enumerate(told) if kinds] == [12]


def test_dice_that_are_found_some_millimetres_apart_have_not_rolled() -> None:
    seen = SeenMachine()
    one, other = SeenDie(2, 14.7, 0.0, 1.0), SeenDie(5, -10.0, 4.0, 1.0)
    beside = (SeenDie(2, 15.4, 0.3, 1.0), SeenDie(5, -9.6, 4.4, 1.0))
    raised = (SeenDie(2, 15.6, -7.0, 1.0), SeenDie(5, -10.4, -2.8, 1.0))
    shown = [(one, other)] * 4 + [beside] * 4 + [raised] * 4 + [(other, one)] * 4
    assert [kind for number, dice in enumerate(shown) for kind in seen.see(sighting(number, None, dice))] == []


def test_a_goal_that_nothing_proves_is_unknown_and_one_that_the_camera_proves_is_done() -> None:
    bench = GoalBench("panel-lamps")
    opened = bench.ask(Verb.OPEN, seconds=100.0)
    assert opened is not None
    assert (opened.step, opened.pressed) == (GoalStep.UNKNOWN, True)
    bench.run(4.0)
    bench.table.see(SignalKind.WALLS_UP)
    assert bench.ask(Verb.CLOSE, seconds=4.0) is None, "walls that stood before the press prove nothing"
    bench.table.see(SignalKind.WALLS_UP)
    bench.run(0.5)
    assert [each.step for each in bench.ended] == [GoalStep.UNKNOWN, GoalStep.DONE]
    bench.run(2.0)
    rolled = bench.ask(Verb.DICE, seconds=20.0)
    assert rolled is not None
    assert (rolled.step, rolled.pressed) == (GoalStep.UNKNOWN, True), "no camera told"
    assert len(bench.contacts()) == 3
    assert "table-power" not in [each.code for each in bench.shown]
