"""A table of any family behind its board and line, in virtual time: goals in, presses and outcomes out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from controller.journal.events import Wording
from controller.ports import SignalKind, TableSignal
from controller.table.goals import CancelPress, GoalEffect, GoalEnded, Goals, Press, Wish
from controller.table.machine_facts import Build, Centre, Verb
from controller.table.machine_regions import Link
from controller.table.machine_watch import MachineWatch, levels_of
from firmware_bridge.codes import INPUTS
from firmware_bridge.messages import Arm, Cancel, GetState, State
from firmware_bridge.messages import Press as PressMessage
from firmware_bridge.session import Outcome as LinkOutcome
from firmware_bridge.table import SerialTable
from hardware.profiles.facts import machine_facts
from hardware.profiles.table import load_profile
from hardware.simulator.board import Board
from hardware.simulator.board_port import output_mask
from hardware.simulator.machine import Machine
from hardware.simulator.machine_wiring import WiredTable
from hardware.simulator.wire import Noise, VirtualClock, VirtualPort

STEP_S = 0.2


@dataclass
class GoalBench:
    """Goals, watch, line, board and machine of one family; ``damage``: chance of each byte to be flipped or lost."""

    profile: str
    seed: int = 0
    damage: float = 0.0
    ended: list[GoalEnded] = field(default_factory=list)
    pressed: list[tuple[int, Centre]] = field(default_factory=list)
    signals: list[TableSignal] = field(default_factory=list)
    shown: list[TableSignal] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = VirtualClock()
        profile = load_profile(self.profile)
        self.machine = Machine(profile, seed=self.seed)
        self.wired = WiredTable(Board(), self.machine)
        self.noise = Noise(Random(self.seed), self.damage / 3, self.damage / 3, self.damage / 3)
        self.port = VirtualPort(self.wired, self.clock, self.noise.carry)
        self.table = SerialTable(self.port.link(), self.clock)
        self.watch = MachineWatch(machine_facts(profile))
        self.goals = Goals(self.watch)
        self.wire = profile.lamps.inputs
        self.on_press: Callable[[], None] = lambda: None
        self._moved = 0
        self.current = 0
        self.run(3.0)

    @property
    def centre(self) -> Centre:
        return self.watch.regions.centre

    @property
    def build(self) -> Build:
        return self.watch.regions.build

    @property
    def line(self) -> Link:
        return self.watch.regions.link

    @property
    def now(self) -> float:
        return self.clock()

    def run(self, seconds: float) -> None:
        """Let time pass, taking what the board reports."""
        until = self.now + seconds
        while self.now < until - 1e-9:
            signals = self.table.poll(min(STEP_S, until - self.now))
            for signal in signals:
                self.signals.append(signal)
                self.shown += self.watch.hear(signal, self.now)
                self.carry_out(self.goals.hear(signal, self.now))
            if self.table.state is not None:
                on = {name for bit, name in enumerate(INPUTS) if self.table.state.inputs & 1 << bit}
                levels = levels_of(on, self.wire)
                self.shown += self.watch.sense(levels, self.now)
                self.carry_out(self.goals.sense(levels, self.now))
            self.shown += self.watch.tick(self.now)
            self.carry_out(self.goals.tick(self.now))

    def ask(
        self, verb: Verb, hands_clear: bool = True, against: Wording | None = None, seconds: float = 12.0
    ) -> GoalEnded | None:
        """Ask for a goal and let time pass; how it ended."""
        before = len(self.ended)
        self.carry_out(self.goals.ask(Wish(verb, "referee", "test", hands_clear), self.now, against))
        until = self.now + seconds
        while len(self.ended) == before and self.now < until:
            self.run(STEP_S)
        return self.ended[-1] if len(self.ended) > before else None

    def finger(self, *buttons: str, seconds: float = 0.12) -> None:
        """A person presses these buttons together."""
        self.wired.fingers(buttons, self.now)
        self.run(seconds)
        self.wired.fingers((), self.now)

    def carry_out(self, effects: tuple[GoalEffect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, GoalEnded):
                self.ended.append(effect)
            elif isinstance(effect, CancelPress):
                self.table.command(Cancel())
            else:
                self._press(effect)

    def contacts(self) -> list[int]:
        """Masks that the board's outputs closed, in order."""
        return [edge.mask for edge in self.port.moved if edge.mask]

    def _press(self, press: Press) -> None:
        self.pressed.append((press.goal, self.machine.centre))
        self.on_press()
        # A report that is still on its way may be a person's press: then nothing is pressed.
        state = self.table.command(GetState()).answer
        if not isinstance(state, State) or state.pending:
            self.carry_out(self.goals.answered(press.goal, False, self.now, "reports are on their way"))
            return
        self.table.command(Arm(1500))
        done = self.table.command(PressMessage(output_mask(press.outputs), press.ms))
        answer = {LinkOutcome.DONE: True, LinkOutcome.REFUSED: False, LinkOutcome.UNKNOWN: None}[done.outcome]
        self.carry_out(self.goals.answered(press.goal, answer, self.now, done.detail))


def kinds(signals: list[TableSignal]) -> list[SignalKind]:
    return [signal.kind for signal in signals]
