"""A person at the command line with one table: asks, presses once, watches; leaves the table's reports to the service.

Nothing is acknowledged here, so that a service that starts later still gets every event from the board's ring.
"""

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final

from controller.ports import SignalKind, TableSignal
from controller.table.goals import CancelPress, GoalEffect, GoalEnded, Goals, Wish
from controller.table.goals import Press as PressOutputs
from controller.table.machine_facts import MachineFacts
from controller.table.machine_regions import Link as LinkStep
from controller.table.machine_watch import MachineWatch, levels_of
from firmware_bridge.codes import INPUTS
from firmware_bridge.link import Link, finished, greet
from firmware_bridge.messages import Cancel, GetState, HelloAck, Log, State
from firmware_bridge.presses import Asked, PressLog, named, press_once
from firmware_bridge.session import Arrived, Done, Down, Happening, Logged, Outcome, Phase, Sensed
from firmware_bridge.table import signal_of
from firmware_bridge.wire import Message

GREET_S: Final = 4.0
COMMAND_S: Final = 3.0
_DRAIN_S: Final = 1.0
_CARRIED_OUT: Final = {Outcome.DONE: True, Outcome.REFUSED: False, Outcome.UNKNOWN: None}


@dataclass(slots=True)
class Seen:
    """What came from the board while somebody watched: its last state, reports, and lines of its log."""

    state: State | None = None
    signals: list[TableSignal] = field(default_factory=list)
    lines: list[Log] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PressEnded:
    """A press as it ended: ``done``, ``refused`` or ``unknown``, the refusal, and what the sensors show after it."""

    asked: Asked
    outcome: str
    detail: str
    said: str


class Operator:
    """One table behind a link; raises PortError when no board answers in time."""

    def __init__(self, link: Link, clock: Callable[[], float] = time.monotonic, timeout: float = GREET_S) -> None:
        self.seen = Seen()
        self._link = link
        self.clock = clock
        self._take(greet(link, timeout, clock))
        # Reports from before belong to the service; those that come from now on answer what is asked now.
        self._drain()

    @property
    def board(self) -> HelloAck:
        """Who answers."""
        board = self._link.session.board
        assert board is not None, "greeted"
        return board

    @property
    def read_only(self) -> bool:
        """Whether the board speaks another version."""
        return self._link.phase is Phase.READ_ONLY

    def command(self, command: Message, timeout: float = COMMAND_S) -> Done:
        """Carry out one command and wait for its end; what happens meanwhile is seen."""
        ticket = self._link.submit(command)
        until = self.clock() + timeout
        while True:
            happened = self._link.step(max(0.0, until - self.clock()))
            self._take(happened)
            done = finished(happened, ticket)
            if done is not None:
                return done
            if self.clock() >= until:
                return Done(ticket, command, Outcome.UNKNOWN, detail="timeout")

    def watch(self, seconds: float) -> None:
        """Look on for a while."""
        until = self.clock() + seconds
        while self.clock() < until:
            self._take(self._link.step(until - self.clock()))

    def sense(self) -> State | None:
        """The state of now, None when the board does not tell it."""
        answer = self.command(GetState()).answer
        return answer if isinstance(answer, State) else None

    def press(self, asked: Asked, log: PressLog, look_s: float) -> PressEnded:
        """Press once, look at the sensors for ``look_s``, and write down what became of it."""
        entry, done = press_once(asked, self._name, log, self.command)
        self.watch(look_s)
        ended = PressEnded(asked, done.outcome.value, done.detail, self.said())
        log.ended(entry, ended.outcome, ended.detail, ended.said)
        return ended

    def goal(self, wish: Wish, facts: MachineFacts, wired: Collection[str], log: PressLog) -> GoalEnded:
        """Reach a goal as the table's profile says; presses at most once, and logs the press."""
        return _GoalRun(self, facts, wired, log).run(wish)

    def said(self) -> str:
        """What the sensors show now, for the log: inputs that are on and reports since the start."""
        state = self.sense() if self._link.session.up else None
        shown = (
            "nothing: the board does not answer" if state is None else " ".join(named(state.inputs, INPUTS)) or "none"
        )
        reports = " ".join(signal.kind.value for signal in self.seen.signals)
        return f"inputs on: {shown}" + (f"; reports: {reports}" if reports else "")

    def close(self) -> None:
        """Release the port."""
        self._link.close()

    @property
    def _name(self) -> str:
        return f"{self.board.uid:016x}"

    def _drain(self) -> None:
        state = self.sense()
        until = self.clock() + _DRAIN_S
        while state is not None and len(self.seen.signals) < state.pending and self.clock() < until:
            self._take(self._link.step(until - self.clock()))
        self.seen.signals.clear()

    def _take(self, happened: list[Happening]) -> None:
        for each in happened:
            if isinstance(each, Arrived):
                signal = signal_of(each, self.clock())
                if signal is not None:
                    self.seen.signals.append(signal)
            elif isinstance(each, Sensed):
                self.seen.state = each.state
            elif isinstance(each, Logged) and isinstance(each.message, Log):
                self.seen.lines.append(each.message)
            elif isinstance(each, Down):
                self.seen.state = None
                self.seen.signals.append(TableSignal(SignalKind.LINK_LOST, self.clock(), code=each.reason.value))


class _GoalRun:
    """One goal from the wish to its end."""

    def __init__(self, operator: Operator, facts: MachineFacts, wired: Collection[str], log: PressLog) -> None:
        self._operator, self._wired, self._log = operator, wired, log
        self._watch = MachineWatch(facts)
        self._goals = Goals(self._watch)
        self._heard = 0
        self._entry = ""
        self._done: Done | None = None

    def run(self, wish: Wish) -> GoalEnded:
        now = self._operator.clock
        self._watch.linked(LinkStep.READ_ONLY if self._operator.read_only else LinkStep.ONLINE, now())
        self._operator.sense()
        self._follow(now())
        effects = list(self._goals.ask(wish, now()))
        while True:
            ended = self._carry_out(effects)
            if ended is not None:
                return self._written(ended)
            due = self._goals.deadline() or now()
            self._operator.watch(min(0.1, max(0.01, due - now())))
            effects = [*self._follow(now()), *self._goals.tick(now())]

    def _carry_out(self, effects: list[GoalEffect]) -> GoalEnded | None:
        ended = None
        while effects:
            match effects.pop(0):
                case PressOutputs(goal, outputs, ms, wish):
                    asked = Asked(wish.by, wish.why, outputs, ms)
                    board = f"{self._operator.board.uid:016x}"
                    self._entry, self._done = press_once(asked, board, self._log, self._operator.command)
                    answer = _CARRIED_OUT[self._done.outcome]
                    effects += self._goals.answered(goal, answer, self._operator.clock(), self._done.detail)
                case CancelPress():
                    self._operator.command(Cancel())
                case GoalEnded() as found:
                    ended = found
        return ended

    def _follow(self, now: float) -> list[GoalEffect]:
        effects: list[GoalEffect] = []
        signals = self._operator.seen.signals
        for signal in signals[self._heard :]:
            self._watch.hear(signal, now)
            effects += self._goals.hear(signal, now)
        self._heard = len(signals)
        state = self._operator.seen.state
        if state is not None:
            levels = levels_of(named(state.inputs, INPUTS), self._wired)
            self._watch.sense(levels, now)
            effects += self._goals.sense(levels, now)
        return effects

    def _written(self, ended: GoalEnded) -> GoalEnded:
        if self._done is not None:
            detail = f"goal {ended.wish.verb.value}: {ended.outcome.value}"
            self._log.ended(self._entry, self._done.outcome.value, detail, ended.said)
        return ended
