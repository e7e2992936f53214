"""Goals under random faults of line, machine, power and people: never two presses per goal, no toggle reversed."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.machine.facts import CentreState
from controller.ports.table import Verb
from firmware_bridge.wire.codes import ResetCause
from hardware.simulator.machine.machine import Trouble
from hardware.simulator.pins import OutputEdge
from tests.support.goal_bench import GoalBench

FAMILIES = ("auto-deal", "four-button", "two-start", "wall-only")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), st.sampled_from(Verb), st.booleans()),
        st.tuples(st.just("finger"), st.sampled_from(("SET_A", "SET_C", "DICE_A", "SET_A+SET_C", "SET_A twice"))),
        st.tuples(st.just("wait"), st.floats(0.1, 20.0)),
        st.tuples(st.just("tiles"), st.sampled_from((136, 135))),
        st.tuples(st.just("trouble"), st.sampled_from(Trouble)),
        st.tuples(st.just("unplug"), st.floats(0.2, 6.0)),
        st.tuples(st.just("deaf"), st.floats(0.2, 3.0)),
        st.tuples(st.just("reset"), st.sampled_from((ResetCause.BROWN_OUT, ResetCause.WATCHDOG))),
        st.tuples(st.just("mains"), st.floats(0.5, 8.0)),
        st.tuples(st.just("aid")),
    ),
    min_size=3,
    max_size=12,
)


WRONG = {Verb.OPEN: (CentreState.OPEN, CentreState.OPENING), Verb.CLOSE: (CentreState.CLOSED, CentreState.CLOSING)}


class Trial(GoalBench):
    """A bench that counts the board's presses per goal and checks the machine at each closing contact."""

    def __post_init__(self) -> None:
        self.by_goal: dict[int, int] = {}
        self.undone: list[str] = []
        self.wishes: dict[int, Verb] = {}
        super().__post_init__()

    def carry_out_step(self, step: tuple[object, ...]) -> None:
        match step:
            case ("ask", Verb() as verb, bool(clear)):
                self.wishes[self.asked + 1] = verb
                self.ask(verb, hands_clear=clear, seconds=4.0)
            case ("finger", str(buttons)):
                for _ in range(2 if buttons.endswith("twice") else 1):
                    self.finger(*buttons.removesuffix(" twice").split("+"))
                    self.run(0.4)
            case ("wait", float(seconds)):
                self.run(seconds)
            case ("tiles", int(tiles)):
                self.machine.tiles_in(tiles)
            case ("trouble", Trouble() as trouble):
                self.machine.stage(trouble)
            case ("unplug", float(seconds)):
                self.port.plugged = False
                self.run(seconds)
                self.port.plugged = True
            case ("deaf", float(seconds)):
                self.port.to_host = lambda _: b""
                self.run(seconds)
                self.port.to_host = self.noise.carry
            case ("reset", ResetCause() as cause):
                self.wired.reset(self.now, cause)
            case ("mains", float(seconds)):
                self.wired.power(False, self.now)
                self.run(seconds)
                self.wired.power(True, self.now)
            case ("aid",):
                self.machine.first_aid(self.now)

    def moved(self, edge: OutputEdge) -> None:
        if not edge.mask:
            return
        self.by_goal[self.asked] = self.by_goal.get(self.asked, 0) + 1
        if self.machine.centre in WRONG.get(self.wishes[self.asked], ()):
            self.undone.append(f"{self.wishes[self.asked].value} pressed while {self.machine.centre.value}")


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS, seed=st.integers(0, 1000), damage=st.sampled_from((0.0, 0.01, 0.05)))
def test_no_goal_presses_twice_and_none_undoes_what_it_asks_for(
    family: str, steps: list[tuple[object, ...]], seed: int, damage: float
) -> None:
    trial = Trial(family, seed=seed, damage=damage)
    for step in steps:
        trial.carry_out_step(step)
    trial.run(20.0)
    assert all(presses <= 1 for presses in trial.by_goal.values())
    assert len(trial.contacts()) == sum(trial.by_goal.values())
    assert trial.undone == []
    outcomes = {ended.goal: ended for ended in trial.ended}
    assert len(outcomes) == len(trial.ended)
    for ended in trial.ended:
        assert ended.pressed or ended.goal not in trial.by_goal
        assert ended.said
    logged = [row for row in trial.log.rows if row["what"] == "asked"]
    assert len(logged) >= len(trial.by_goal), "each press stands in the log"
