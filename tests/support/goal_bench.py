"""A table of any family behind its board and serial line, in virtual time: goals in, presses and outcomes out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from controller.machine.facts import BuildState, CentreState
from controller.machine.regions import LinkState
from controller.ports.table import GoalReport, GoalRequest, SignalKind, TableSignal, Verb
from firmware_bridge.machine_table import MachineTable
from firmware_bridge.press_log import PressLog
from firmware_bridge.session.events import Done
from firmware_bridge.table import EVENTS_LOST, SerialTable
from firmware_bridge.wire.codec import Message
from firmware_bridge.wire.messages import Arm
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import machine_facts
from hardware.simulator.board.board import Board
from hardware.simulator.machine.machine import Machine
from hardware.simulator.machine.wiring import WiredTable
from hardware.simulator.pins import OutputEdge
from tests.support.virtual_port import Noise, VirtualClock, VirtualPort

STEP_S = 0.2


class Line(SerialTable):
    """A serial line that calls ``on_arm`` just before the board is armed."""

    on_arm: Callable[[], None] = staticmethod(lambda: None)

    def command(self, command: Message, timeout: float = 3.0) -> Done:
        if isinstance(command, Arm):
            self.on_arm()
        return super().command(command, timeout)


class Memory(PressLog):
    """A press log in memory."""

    def __init__(self) -> None:
        super().__init__(Path("presses.jsonl"))
        self.rows: list[dict[str, Any]] = []

    def _append(self, row: dict[str, Any]) -> None:
        self.rows.append(row)


@dataclass
class GoalBench:
    """Goals, watch, line, board and machine of one family; ``damage``: probability that a byte is flipped or lost."""

    profile: str
    seed: int = 0
    damage: float = 0.0
    ended: list[GoalReport] = field(default_factory=list)
    signals: list[TableSignal] = field(default_factory=list)
    shown: list[TableSignal] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = VirtualClock()
        profile = load_profile(self.profile)
        self.machine = Machine(profile, seed=self.seed)
        self.wired = WiredTable(Board(), self.machine)
        self.noise = Noise(Random(self.seed), self.damage / 3, self.damage / 3, self.damage / 3)
        self.port = VirtualPort(self.wired, self.clock, self.noise.carry)
        self.port.on_edge = self.moved
        self.line = Line(self.port.link(), self.clock)
        self.log = Memory()
        self.table = MachineTable(self.line, machine_facts(profile), profile.lamps.inputs, self.log, self.clock)
        self.asked = 0
        self.run(3.0)

    @property
    def centre(self) -> CentreState:
        return CentreState(self.table.stand().centre)

    @property
    def build(self) -> BuildState:
        return BuildState(self.table.stand().build)

    @property
    def link(self) -> LinkState:
        return LinkState(self.table.stand().link)

    @property
    def now(self) -> float:
        return self.clock()

    @property
    def running(self) -> bool:
        """True if a goal is under way."""
        return self.asked > len(self.ended)

    def run(self, seconds: float) -> None:
        """Let time pass and collect what the board reports."""
        until = self.now + seconds
        while self.now < until - 1e-9:
            for told in self.table.poll(min(STEP_S, until - self.now)):
                if isinstance(told, GoalReport):
                    self.ended += [told] if told.step.ended else []
                else:
                    (self.shown if _is_the_watchs(told) else self.signals).append(told)

    def ask(self, verb: Verb, hands_clear: bool = True, seconds: float = 12.0) -> GoalReport | None:
        """Request a goal and let time pass; return the report of its end, if any."""
        self.asked += 1
        number = self.asked
        self.table.ask(number, GoalRequest(verb, "referee", "test", hands_clear))
        until = self.now + seconds
        while self.now < until:
            self.run(min(STEP_S, until - self.now))
            ended = [each for each in self.ended if each.goal == number]
            if ended:
                return ended[-1]
        return None

    def finger(self, *buttons: str, seconds: float = 0.12) -> None:
        """Press these buttons together, as a person does."""
        self.wired.fingers(buttons, self.now)
        self.run(seconds)
        self.wired.fingers((), self.now)

    def contacts(self) -> list[int]:
        """Masks of the outputs that the board closed, in order."""
        return [edge.mask for edge in self.port.moved if edge.mask]

    def moved(self, edge: OutputEdge) -> None:
        """Record that an output moved; the machine reacts when it is released."""


def kinds(signals: list[TableSignal]) -> list[SignalKind]:
    return [signal.kind for signal in signals]


def _is_the_watchs(signal: TableSignal) -> bool:
    trouble = signal.kind in (SignalKind.FAULT, SignalKind.FAULT_CLEARED)
    return trouble and not signal.id and signal.code != EVENTS_LOST
