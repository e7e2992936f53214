"""Goals of a table: check the sensors, press once, wait for the sensors. No I/O: time is passed in as ``now``.

A goal presses at most once. If the board does not report whether it pressed, the sensors decide, or the goal ends as
unknown. A person's press at the table ends the goal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from controller.machine.facts import BuildState, CentreState, Plan
from controller.machine.regions import LinkState, Region, Row
from controller.machine.tracker import Levels, MachineWatch
from controller.ports.table import BUTTONS, GoalRequest, GoalStep, SignalKind, TableSignal, Verb
from controller.text import Text, words


class GoalStage(Enum):
    """Stage of a goal."""

    ASKED = "asked"
    PRESSING = "pressing"
    WAITING = "waiting"
    DOUBTFUL = "doubtful"
    ENDED = "ended"


class GoalCue(Enum):
    """Cue that moves a goal to another stage; the value is its name in the diagram."""

    REACHED = "already so"
    FORBIDDEN = "sensor, rule or person says no"
    UNDER_WAY = "under way already"
    PRESS = "may: press once"
    CARRIED_OUT = "board acknowledged"
    DECLINED = "board refused"
    DOUBTED = "no answer"
    PROVED = "sensor proves it"
    EXPIRED = "time over"
    BROKE = "fault reported"
    PERSON = "person pressed or cancelled"


_OPEN: Final = (GoalStage.PRESSING, GoalStage.WAITING, GoalStage.DOUBTFUL)
# (cue, stages that accept it, next stage). PRESS is accepted in ASKED only, so that a goal never presses twice.
GOAL_TRANSITIONS: Final[tuple[Row, ...]] = (
    (GoalCue.REACHED, (GoalStage.ASKED,), GoalStage.ENDED),
    (GoalCue.FORBIDDEN, (GoalStage.ASKED,), GoalStage.ENDED),
    (GoalCue.UNDER_WAY, (GoalStage.ASKED,), GoalStage.WAITING),
    (GoalCue.PRESS, (GoalStage.ASKED,), GoalStage.PRESSING),
    (GoalCue.CARRIED_OUT, (GoalStage.PRESSING,), GoalStage.WAITING),
    (GoalCue.DECLINED, (GoalStage.PRESSING,), GoalStage.ENDED),
    (GoalCue.DOUBTED, (GoalStage.PRESSING,), GoalStage.DOUBTFUL),
    (GoalCue.PROVED, _OPEN, GoalStage.ENDED),
    (GoalCue.EXPIRED, _OPEN, GoalStage.ENDED),
    (GoalCue.BROKE, _OPEN, GoalStage.ENDED),
    (GoalCue.PERSON, _OPEN, GoalStage.ENDED),
)


@dataclass(frozen=True, slots=True)
class PressOutputs:
    """Command to the edge: close these outputs together, once, for ``ms``; the edge replies with ``Goals.answered``.

    The edge asks the board for its state first: if a report is on its way, possibly of a person's press, nothing is
    pressed.
    """

    goal: int
    outputs: tuple[str, ...]
    ms: int
    wish: GoalRequest


@dataclass(frozen=True, slots=True)
class CancelPress:
    """Command to the edge: open all outputs now, because a person is at the table or has cancelled the goal."""

    goal: int


@dataclass(frozen=True, slots=True)
class GoalEnded:
    """End of a goal, for the log; ``said``: state of the sensors, ``reason``: a code of ``REASONS`` or ""."""

    goal: int
    wish: GoalRequest
    outcome: GoalStep
    pressed: bool
    said: str
    reason: str = ""

    @property
    def why(self) -> Text | None:
        """The reason as text; None without one."""
        return REASONS.get(self.reason)


GoalEffect = PressOutputs | CancelPress | GoalEnded

REASONS: Final = words("reasons")
"""Reasons why a goal was refused or ended early, including the board's refusal codes."""
# The board refuses with "busy" while somebody presses one of its buttons.
_SAME: Final[Mapping[str, str]] = MappingProxyType({"busy": "person", "other-board": "board-other"})


class _Goal:
    """One goal from request to end."""

    def __init__(self, number: int, wish: GoalRequest, plan: Plan, now: float) -> None:
        self.number, self.wish, self.plan = number, wish, plan
        self.until = now + plan.within_s
        self.pressed = False
        self.region: Region[GoalStage] = Region(GoalStage.ASKED, GOAL_TRANSITIONS)

    def turn(self, turn: GoalCue) -> bool:
        return self.region.take(turn)


class Goals:
    """The goals of one table, one at a time. The caller also passes every report and sensor state to ``watch``."""

    def __init__(self, watch: MachineWatch) -> None:
        """Start without a goal."""
        self.watch = watch
        self._count = 0
        self._goal: _Goal | None = None

    @property
    def running(self) -> GoalRequest | None:
        """The request of the running goal; None without one."""
        return None if self._goal is None else self._goal.wish

    def ask(self, wish: GoalRequest, now: float) -> tuple[GoalEffect, ...]:
        """Start a goal that rulebook and round allow (checked by ``controller.table.compatibility.against``)."""
        self._count += 1
        plan = self.watch.facts.plans.get(wish.verb)
        reason = self._refusal(plan)
        if reason or plan is None:
            return (self._refused(wish, reason),)
        goal = _Goal(self._count, wish, plan, now)
        if self._is_in(plan.done):
            return self._close(goal, GoalCue.REACHED, GoalStep.ALREADY)
        if self._is_in(plan.under_way):
            goal.turn(GoalCue.UNDER_WAY)
            self._goal = goal
            return ()
        forbidden = self._forbidden(wish, plan)
        if forbidden:
            return self._close(goal, GoalCue.FORBIDDEN, GoalStep.REFUSED, forbidden)
        goal.turn(GoalCue.PRESS)
        goal.pressed = True
        self._goal = goal
        return (PressOutputs(goal.number, plan.press, plan.ms, wish),)

    def answered(self, goal: int, carried_out: bool | None, now: float, said: str = "") -> tuple[GoalEffect, ...]:
        """Process the link's answer to a press: True: carried out, False: refused without acting, None: unknown."""
        running = self._goal
        if running is None or running.number != goal:
            return ()
        if carried_out is False:
            running.pressed = False
            reason = _SAME.get(said, said)
            return self._close(
                running, GoalCue.DECLINED, GoalStep.REFUSED, reason if reason in REASONS else "board", said
            )
        if carried_out is None:
            running.turn(GoalCue.DOUBTED)
            return self._settled(now)
        running.turn(GoalCue.CARRIED_OUT)
        if len(running.plan.press) == 1:
            button = SignalKind.SET_PRESSED if running.plan.press[0].startswith("SET_") else SignalKind.DICE_PRESSED
            if not self._is_in(running.plan.done):
                self.watch.pressed(button, now)
        if not running.plan.done and running.plan.proof is None:
            return self._close(running, GoalCue.EXPIRED, GoalStep.UNKNOWN)
        return self._settled(now)

    def hear(self, signal: TableSignal, now: float) -> tuple[GoalEffect, ...]:
        """Process a report; a reported button press is a person's, because a board does not report its own presses."""
        goal = self._goal
        if goal is not None and signal.kind in BUTTONS:
            effects = self._close(goal, GoalCue.PERSON, GoalStep.SUPERSEDED, "person")
            return (CancelPress(goal.number), *effects) if goal.pressed else effects
        if goal is not None and signal.kind is goal.plan.proof and goal.pressed and not goal.plan.seen:
            return self._close(goal, GoalCue.PROVED, GoalStep.DONE)
        if goal is not None and signal.kind is SignalKind.FAULT and self.watch.regions.build is BuildState.FAULT:
            return self._close(goal, GoalCue.BROKE, GoalStep.UNKNOWN, "trouble", signal.code)
        if goal is not None and signal.kind is SignalKind.LINK_LOST:
            goal.turn(GoalCue.DOUBTED)
        return self._settled(now)

    def see(self, kind: SignalKind, now: float) -> tuple[GoalEffect, ...]:
        """Process an event proved by the camera."""
        goal = self._goal
        if goal is not None and goal.plan.seen and kind is goal.plan.proof and goal.pressed:
            return self._close(goal, GoalCue.PROVED, GoalStep.DONE, said="seen by the camera")
        return self._settled(now)

    def sense(self, _levels: Levels, now: float) -> tuple[GoalEffect, ...]:
        """Check the running goal after ``watch`` has processed new input levels."""
        return self._settled(now)

    def cancel(self) -> tuple[GoalEffect, ...]:
        """Cancel the running goal on a person's request."""
        goal = self._goal
        if goal is None:
            return ()
        return (CancelPress(goal.number), *self._close(goal, GoalCue.PERSON, GoalStep.SUPERSEDED, "called-off"))

    def tick(self, now: float) -> tuple[GoalEffect, ...]:
        """End the running goal if its time is over."""
        return self._settled(now)

    def deadline(self) -> float | None:
        """Return the time limit of the running goal; None without one."""
        return None if self._goal is None else self._goal.until

    def _refusal(self, plan: Plan | None) -> str:
        if self._goal is not None:
            return "busy"
        if plan is None:
            return "no-plan"
        if self.watch.regions.link is LinkState.READ_ONLY and plan.press:
            return "read-only"
        if self.watch.regions.link not in (LinkState.ONLINE, LinkState.ARMED, LinkState.READ_ONLY):
            return "offline"
        return ""

    def _forbidden(self, wish: GoalRequest, plan: Plan) -> str:
        if self.watch.regions.build is BuildState.FAULT and wish.verb is not Verb.LIFT:
            return "fault"
        if not plan.press or not self._is_in(plan.may):
            return "sensor"
        return "hands" if plan.hands_clear and not wish.hands_clear else ""

    def _is_in(self, states: tuple[CentreState | BuildState, ...]) -> bool:
        return self.watch.regions.centre in states or self.watch.regions.build in states

    def _refused(self, wish: GoalRequest, reason: str) -> GoalEnded:
        return GoalEnded(self._count, wish, GoalStep.REFUSED, False, self._said(), reason)

    def _settled(self, now: float) -> tuple[GoalEffect, ...]:
        goal = self._goal
        if goal is None:
            return ()
        if self._is_in(goal.plan.done):
            return self._close(goal, GoalCue.PROVED, GoalStep.DONE)
        if now >= goal.until:
            doubtful = goal.region.state in (GoalStage.DOUBTFUL, GoalStage.PRESSING)
            # If only the camera can confirm the goal, no confirmation proves nothing: the view may have been hidden.
            unknown = doubtful or goal.plan.seen
            return self._close(goal, GoalCue.EXPIRED, GoalStep.UNKNOWN if unknown else GoalStep.TIMED_OUT)
        return ()

    def _close(
        self, goal: _Goal, turn: GoalCue, outcome: GoalStep, reason: str = "", said: str = ""
    ) -> tuple[GoalEffect, ...]:
        goal.turn(turn)
        self._goal = None
        words = ", ".join(part for part in (self._said(), said) if part)
        return (GoalEnded(goal.number, goal.wish, outcome, goal.pressed, words, reason),)

    def _said(self) -> str:
        regions = self.watch.regions
        return f"centre {regions.centre.value}, build {regions.build.value}, link {regions.link.value}"
