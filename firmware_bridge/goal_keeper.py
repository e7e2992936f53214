"""Goals of one table carried out on its line: what comes in goes to watch and goals, what they ask for is pressed once.

Used by whoever holds the line, in one thread: the service's table and a person at the command line.
"""

from collections.abc import Callable, Collection
from typing import Final

from controller.machine.facts import MachineFacts
from controller.machine.goals import CancelPress, GoalEffect, GoalEnded, Goals, Press
from controller.machine.regions import Link
from controller.machine.tracker import MachineWatch, levels_of
from controller.ports.table import GoalReport, GoalRequest, GoalStep, MachineStand, TableSignal
from firmware_bridge.presses import Asked, Hand, PressLog, named, press_once
from firmware_bridge.session.events import Done, Outcome
from firmware_bridge.wire.codes import INPUTS
from firmware_bridge.wire.messages import Cancel, State

_CARRIED_OUT: Final = {Outcome.DONE: True, Outcome.REFUSED: False, Outcome.UNKNOWN: None}


class GoalKeeper:
    """Watch and goals of one table. ``hand`` is its line, ``wired`` the inputs that its board reads."""

    def __init__(
        self, facts: MachineFacts, wired: Collection[str], hand: Hand, log: PressLog, clock: Callable[[], float]
    ) -> None:
        """Nothing known, nothing asked."""
        self.watch = MachineWatch(facts)
        self._goals = Goals(self.watch)
        self._wired, self._hand, self._log, self._clock = tuple(wired), hand, log, clock
        self._number = 0
        self._entry: tuple[str, Done] | None = None
        self._told: list[TableSignal | GoalReport] = []

    @property
    def due(self) -> float | None:
        """When the running goal's time is over; None without one."""
        return self._goals.deadline()

    def told(self) -> list[TableSignal | GoalReport]:
        """Troubles that the watch showed and steps of goals since the last call, in order."""
        told, self._told = self._told, []
        return told

    def stand(self) -> MachineStand:
        """How the machine stands, and what it may be asked for."""
        regions, plans = self.watch.regions, self.watch.facts.plans
        presses = tuple(verb for verb, plan in plans.items() if plan.press)
        clear = tuple(verb for verb, plan in plans.items() if plan.hands_clear)
        return MachineStand(regions.link.value, regions.centre.value, regions.build.value, tuple(plans), presses, clear)

    def linked(self, link: Link) -> None:
        """The line's own steps, where nobody reports them."""
        self.watch.linked(link, self._clock())

    def hear(self, signal: TableSignal) -> None:
        """Take a report of the board."""
        now = self._clock()
        self._told += self.watch.hear(signal, now)
        self._carry_out(self._goals.hear(signal, now))

    def sense(self, state: State) -> None:
        """Take what the inputs stand at."""
        now = self._clock()
        if self.watch.regions.link in (Link.ONLINE, Link.ARMED):
            self.watch.linked(Link.ARMED if state.armed else Link.ONLINE, now)
        levels = levels_of(named(state.inputs, INPUTS), self._wired)
        self._told += self.watch.sense(levels, now)
        self._carry_out(self._goals.sense(levels, now))

    def tick(self) -> None:
        """End what has waited too long."""
        now = self._clock()
        self._told += self.watch.tick(now)
        self._carry_out(self._goals.tick(now))

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Begin a goal, told of under that number; one that meets another's under way is refused."""
        running, self._number = self._number if self.due is not None else 0, goal
        self._carry_out(self._goals.ask(wish, self._clock()))
        if running:
            self._number = running

    def call_off(self) -> None:
        """A person calls off what is under way; the board opens its outputs in any case."""
        self._carry_out(self._goals.cancel() or (CancelPress(0),))

    def _carry_out(self, effects: tuple[GoalEffect, ...]) -> None:
        for effect in effects:
            match effect:
                case Press():
                    self._press(effect)
                case CancelPress():
                    self._hand.command(Cancel())
                case GoalEnded():
                    self._end(effect)

    def _press(self, press: Press) -> None:
        asked = Asked(press.wish.by, press.wish.why, press.outputs, press.ms)
        self._entry = press_once(asked, self._hand, self._log)
        done = self._entry[1]
        carried_out = _CARRIED_OUT[done.outcome]
        effects = self._goals.answered(press.goal, carried_out, self._clock(), done.detail)
        if carried_out is not False:
            self._tell(press.wish, GoalStep.PRESSED if carried_out else GoalStep.DOUBTFUL, True, done.detail)
        self._carry_out(effects)

    def _end(self, ended: GoalEnded) -> None:
        if self._entry is not None and ended.reason != "busy":
            entry, done = self._entry
            self._entry = None
            self._log.ended(entry, done.outcome.value, _detail(ended, done), ended.said)
        self._tell(ended.wish, ended.outcome, ended.pressed, ended.said, ended.reason)

    def _tell(self, wish: GoalRequest, step: GoalStep, pressed: bool, said: str, reason: str = "") -> None:
        self._told.append(GoalReport(self._number, wish, step, self._clock(), pressed, said, reason))


def _detail(ended: GoalEnded, done: Done) -> str:
    return "; ".join(filter(None, (f"goal {ended.wish.verb.value}: {ended.outcome.value}", done.detail)))
