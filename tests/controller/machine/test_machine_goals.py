"""Goals on a machine of each family behind its real board and line: one press, sensor proof, people take priority."""

import pytest

from controller.machine.facts import CentreState
from controller.machine.goals import REASONS
from controller.machine.regions import LinkState
from controller.ports.table import GoalStep, SignalKind, Verb
from firmware_bridge.wire.codes import ResetCause
from hardware.profiles.load import load_profile
from hardware.simulator.machine.machine import Trouble
from tests.support.goal_bench import GoalBench, kinds

MACHINES = ("auto-deal", "four-button", "two-start", "wall-only")


def said(bench: GoalBench) -> list[str]:
    return [f"{signal.kind.value} {signal.code}" for signal in bench.shown]


@pytest.mark.parametrize("profile", MACHINES)
def test_a_set_is_changed_by_goals_alone(profile: str) -> None:
    bench = GoalBench(profile)
    outcomes = [bench.ask(Verb.OPEN)]
    bench.machine.tiles_in()
    outcomes.append(bench.ask(Verb.CLOSE))
    bench.run(3.0)
    outcomes += [bench.ask(Verb.WAIT_READY, seconds=200.0), bench.ask(Verb.DICE)]
    assert bench.machine.walls_up
    assert [ended.step for ended in outcomes if ended] == [GoalStep.DONE] * 4
    assert bench.machine.rolls == 1
    assert len(bench.contacts()) == 3
    assert SignalKind.SET_PRESSED not in kinds(bench.signals)
    assert bench.shown == []


@pytest.mark.parametrize("profile", MACHINES)
def test_what_is_so_already_is_not_pressed(profile: str) -> None:
    bench = GoalBench(profile)
    bench.ask(Verb.OPEN)
    again = bench.ask(Verb.OPEN)
    assert again is not None
    assert (again.step, again.pressed) == (GoalStep.ALREADY, False)
    assert bench.machine.centre is CentreState.OPEN
    assert len(bench.contacts()) == 1


@pytest.mark.parametrize("profile", MACHINES)
@pytest.mark.parametrize("verb", [Verb.CLOSE, Verb.LIFT])
def test_what_moves_towards_fingers_needs_a_persons_word(profile: str, verb: Verb) -> None:
    bench = GoalBench(profile)
    bench.ask(Verb.OPEN)
    refused = bench.ask(verb, hands_clear=False)
    assert refused is not None
    assert (refused.step, refused.pressed) == (GoalStep.REFUSED, False)
    assert "hands are clear" in REASONS[refused.reason].en
    assert len(bench.contacts()) == 1


@pytest.mark.parametrize("profile", MACHINES)
def test_the_chord_lifts(profile: str) -> None:
    bench = GoalBench(profile)
    ended = bench.ask(Verb.LIFT)
    assert ended is not None
    assert ended.step is GoalStep.DONE
    assert bench.machine.centre is CentreState.LIFTED
    assert bench.contacts() == [0b101]


def test_start_of_a_table_that_deals_only_opens_and_its_dice_button_closes() -> None:
    bench = GoalBench("auto-deal")
    bench.finger("SET_B")
    bench.run(4.0)
    bench.finger("SET_B")
    bench.run(4.0)
    assert (bench.machine.centre, bench.centre) == (CentreState.OPEN, CentreState.OPEN)
    bench.machine.tiles_in()
    bench.finger("DICE_C")
    bench.run(0.3)
    assert bench.centre.name == "CLOSING"
    bench.run(5.0)
    assert (bench.machine.centre, bench.centre) == (CentreState.CLOSED, CentreState.CLOSED)
    assert bench.machine.walls_up
    assert bench.machine.rolls == 0


def test_the_line_is_armed_only_while_a_press_is_on_its_way() -> None:
    bench = GoalBench("two-start")
    bench.ask(Verb.OPEN, seconds=0.3)
    armed = bench.link
    bench.run(2.0)
    assert (armed, bench.link) == (LinkState.ARMED, LinkState.ONLINE)


def test_the_first_dealer_is_drawn_with_two_lamps_and_the_lamp_proves_it() -> None:
    bench = GoalBench("auto-deal", seed=3)
    ended = bench.ask(Verb.FIRST_DEALER)
    assert ended is not None
    assert ended.step is GoalStep.DONE
    assert bench.contacts() == [0b101 << 8]
    lit = [signal for signal in bench.signals if signal.kind is SignalKind.DEALER_LIT]
    assert [signal.seat for signal in lit] == [bench.machine.dealer_lit]


def test_a_person_who_presses_first_wins_and_nothing_is_pressed_again() -> None:
    bench = GoalBench("two-start")
    bench.line.on_arm = lambda: bench.wired.fingers(("SET_C",), bench.now)
    ended = bench.ask(Verb.OPEN, seconds=2.0)
    bench.run(0.2)
    bench.wired.fingers((), bench.now)
    bench.run(6.0)
    assert ended is not None
    assert ended.step in (GoalStep.SUPERSEDED, GoalStep.REFUSED)
    assert bench.contacts() == []
    assert SignalKind.SET_PRESSED in kinds(bench.signals)
    assert bench.machine.centre is CentreState.OPEN


def test_a_person_who_presses_while_a_goal_waits_ends_it_and_the_toggle_is_not_undone() -> None:
    bench = GoalBench("two-start")
    bench.ask(Verb.OPEN, seconds=0.4)
    assert bench.running
    bench.finger("SET_C")
    bench.run(8.0)
    assert [ended.step for ended in bench.ended] == [GoalStep.SUPERSEDED]
    assert len(bench.contacts()) == 1
    assert bench.machine.centre is CentreState.CLOSED


def test_the_centre_that_a_person_sent_up_is_waited_for_not_pressed() -> None:
    bench = GoalBench("four-button")
    bench.finger("SET_A")
    bench.run(0.5)
    assert bench.centre.name == "OPENING"
    ended = bench.ask(Verb.OPEN)
    assert ended is not None
    assert (ended.step, ended.pressed) == (GoalStep.DONE, False)
    assert bench.contacts() == []


def test_a_press_that_nobody_answered_is_settled_by_the_sensor() -> None:
    bench = GoalBench("two-start")
    bench.port.to_host = lambda _: b""
    bench.ask(Verb.OPEN, seconds=0.1)
    bench.port.to_host = bench.noise.carry
    bench.run(8.0)
    assert len(bench.contacts()) <= 1
    opened = bench.machine.centre is CentreState.OPEN
    assert [ended.step for ended in bench.ended] in ([GoalStep.DONE], [GoalStep.UNKNOWN], [GoalStep.REFUSED])
    assert opened is (bench.ended[0].step is GoalStep.DONE)


def test_a_line_that_is_cut_ends_the_goal_as_unknown_and_another_finds_how_it_stands() -> None:
    bench = GoalBench("two-start")
    bench.ask(Verb.OPEN, seconds=0.2)
    bench.port.plugged = False
    bench.run(8.0)
    assert [ended.step for ended in bench.ended] in ([GoalStep.UNKNOWN], [GoalStep.TIMED_OUT])
    assert "link offline" in bench.ended[0].said
    assert bench.link.name == "OFFLINE"
    refused = bench.ask(Verb.CLOSE)
    assert refused is not None
    assert refused.step is GoalStep.REFUSED
    bench.port.plugged = True
    bench.run(4.0)
    again = bench.ask(Verb.OPEN)
    assert again is not None
    assert again.step is GoalStep.ALREADY
    assert len(bench.contacts()) == 1


@pytest.mark.parametrize("profile", MACHINES)
def test_a_hatch_left_open_is_told_and_over_once_it_is_closed(profile: str) -> None:
    bench = GoalBench(profile)
    bench.ask(Verb.OPEN)
    bench.run(95.0)
    assert said(bench) == ["fault table-hatch-open"]
    bench.machine.tiles_in()
    bench.ask(Verb.CLOSE)
    assert said(bench) == ["fault table-hatch-open", "fault_cleared table-hatch-open"]


@pytest.mark.parametrize("profile", MACHINES)
def test_a_slow_build_is_told_and_over_when_the_set_is_there(profile: str) -> None:
    bench = GoalBench(profile)
    bench.machine.stage(Trouble.SLOW)
    bench.ask(Verb.OPEN)
    bench.machine.tiles_in()
    bench.ask(Verb.CLOSE)
    slow = load_profile(profile).building.slow_s
    bench.run(slow + 3.0)
    assert bench.build.name == "SLOW"
    assert said(bench) == ["fault table-timeout"]
    bench.run(3.0 * slow)
    assert bench.build.name == "READY"
    assert said(bench) == ["fault table-timeout", "fault_cleared table-timeout"]


@pytest.mark.parametrize("profile", MACHINES)
@pytest.mark.parametrize(("tiles", "trouble"), [(135, None), (136, Trouble.JAM)])
def test_a_jam_or_a_missing_tile_stops_every_goal_but_the_lift_until_first_aid(
    profile: str, tiles: int, trouble: Trouble | None
) -> None:
    bench = GoalBench(profile)
    if trouble is not None:
        bench.machine.stage(trouble)
    bench.ask(Verb.OPEN)
    bench.machine.tiles_in(tiles)
    bench.ask(Verb.CLOSE)
    known = load_profile(profile)
    bench.run(known.building.slow_s + known.building.build_s)
    faults = [signal.code for signal in (*bench.signals, *bench.shown) if signal.kind is SignalKind.FAULT]
    if known.lamps.faults:
        assert bench.build.name == "FAULT"
        numbered = {None: "tile-missing", Trouble.JAM: "table-jam"}[trouble]
        assert faults == [numbered if len(known.lamps.faults) > 1 else "table-fault"]
        presses = len(bench.contacts())
        refused = bench.ask(Verb.OPEN)
        assert refused is not None
        assert refused.step is GoalStep.REFUSED
        assert len(bench.contacts()) == presses
    else:
        assert bench.build.name == "SLOW"
        assert faults == ["table-timeout"]
    bench.machine.first_aid(bench.now)
    bench.run(known.building.build_s + 10.0)
    assert bench.build.name == "READY"


@pytest.mark.parametrize("profile", MACHINES)
def test_a_power_cut_leaves_the_centre_unknown_and_is_told(profile: str) -> None:
    bench = GoalBench(profile)
    bench.wired.power(False, bench.now)
    bench.run(14.0)
    assert bench.centre.name == "UNKNOWN"
    assert said(bench) == ["fault table-power"]
    refused = bench.ask(Verb.OPEN)
    assert refused is not None
    assert refused.step is GoalStep.REFUSED
    bench.wired.power(True, bench.now)
    bench.run(2.0)
    assert bench.centre.name == "CLOSED"
    assert said(bench) == ["fault table-power", "fault_cleared table-power"]
    assert bench.contacts() == []


def test_a_board_that_starts_anew_presses_nothing_by_itself() -> None:
    bench = GoalBench("two-start")
    bench.ask(Verb.OPEN, seconds=0.2)
    bench.wired.reset(bench.now, ResetCause.BROWN_OUT)
    bench.run(10.0)
    assert len(bench.contacts()) == 1
    assert len(bench.ended) == 1
    assert bench.centre is bench.machine.centre


def test_one_goal_at_a_time() -> None:
    bench = GoalBench("two-start")
    bench.ask(Verb.OPEN, seconds=0.2)
    refused = bench.ask(Verb.LIFT, seconds=0.1)
    assert refused is not None
    assert REASONS[refused.reason].en == "Another operation is in progress."


def test_a_person_may_call_a_goal_off() -> None:
    bench = GoalBench("two-start")
    bench.ask(Verb.OPEN, seconds=0.2)
    bench.table.call_off()
    bench.run(0.3)
    assert [ended.step for ended in bench.ended] == [GoalStep.SUPERSEDED]
    bench.table.call_off()
    bench.run(0.3)
    assert len(bench.ended) == 1


@pytest.mark.parametrize("unheard_s", [0.03, 0.1, 0.3, 0.8])
def test_a_persons_press_that_nobody_has_heard_of_yet_is_not_undone(unheard_s: float) -> None:
    bench = GoalBench("two-start")
    bench.port.to_host = lambda _: b""
    bench.finger("SET_C")
    bench.run(unheard_s)
    bench.port.to_host = bench.noise.carry
    ended = bench.ask(Verb.OPEN)
    bench.run(6.0)
    assert ended is not None
    assert ended.step in (GoalStep.REFUSED, GoalStep.SUPERSEDED)
    assert bench.contacts() == []
    assert bench.machine.centre is CentreState.OPEN
