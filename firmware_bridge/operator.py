"""One table operated by a person at the command line: query, press once, watch. Table reports are left to the service.

Nothing is acknowledged here, so that a service started later still gets every event from the board's ring buffer.
"""

import time
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final, Literal, NotRequired, TypedDict

from controller.errors import LinkError
from controller.machine.facts import MachineFacts
from controller.machine.regions import LinkState
from controller.ports.table import BUTTONS, GoalReport, GoalRequest, SignalKind, TableSignal
from controller.text import Text
from firmware_bridge.machine_table import GoalKeeper
from firmware_bridge.press_log import PressLog, PressRequest
from firmware_bridge.press_once import named, press_once
from firmware_bridge.session.events import Arrived, CommandOutcome, Done, Down, LinkEvent, LinkPhase, Logged, Sensed
from firmware_bridge.session.link import BoardLink, finished, greet
from firmware_bridge.table import signal_of
from firmware_bridge.wire.codec import Message
from firmware_bridge.wire.codes import INPUTS, OUTPUTS, BuildCode, FaultCode, Hatch, ResetCause
from firmware_bridge.wire.messages import GetState, HelloAck, Log, State

GREET_S: Final = 4.0
COMMAND_S: Final = 3.0
_DRAIN_S: Final = 1.0
_LOOK_S: Final = 0.1
MOST_KEPT: Final = 256
"""Number of latest reports and log lines in memory; chosen: sixteen times the board's ring buffer."""


class BoardIdJson(TypedDict):
    """Identity of a board; ``kind``: board type that this firmware build is for, if it was looked up."""

    uid: str
    version: str
    build: str
    boot: int
    started_by: str
    kind: NotRequired[str]


class BoardRowJson(TypedDict):
    """Answer of a board; its state is missing before it was read."""

    link: Literal["read-only", "online"]
    board: BoardIdJson
    faults: list[str]
    hatch: NotRequired[str]
    build: NotRequired[str]
    inputs: NotRequired[list[str]]
    outputs: NotRequired[list[str]]
    armed: NotRequired[bool]
    pending: NotRequired[int]
    uptime_s: NotRequired[float]


@dataclass(slots=True)
class BoardReports:
    """Data received from the board so far: last state, latest reports and latest log lines."""

    state: State | None = None
    signals: deque[TableSignal] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))
    lines: deque[Log] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))


@dataclass(frozen=True, slots=True)
class PressEnded:
    """Result of a press: ``done``, ``refused`` or ``unknown``, the refusal, and the sensors' state after it."""

    asked: PressRequest
    outcome: str
    detail: str
    said: str


class Operator:
    """One table behind a link; raises PortError if no board answers in time.

    ``touched``: True if a person has pressed a button since the operator was created or the current goal was started.
    """

    def __init__(
        self,
        link: BoardLink,
        clock: Callable[[], float] = time.monotonic,
        board: str = "",
    ) -> None:
        """Connect to the board; ``board``: uid of the only accepted one, empty for any; another: LinkError."""
        self.seen = BoardReports()
        self._link = link
        self._unheard = deque[TableSignal](maxlen=MOST_KEPT)
        self.touched = False
        self.clock = clock
        self._take(greet(link, GREET_S, clock))
        if board and board != self.name:
            raise LinkError(
                Text(
                    "登録したものと別のコントローラーがつながっています。ボタンは押しません。",
                    f"board {self.name} is on the line, expected {board}: nothing is pressed",
                )
            )
        # Earlier reports belong to the service; only later ones concern this command.
        self._drain()

    @property
    def board(self) -> HelloAck:
        """The HELLO answer of the connected board."""
        board = self._link.session.board
        assert board is not None, "greeted"
        return board

    @property
    def read_only(self) -> bool:
        """True if the board speaks another protocol version."""
        return self._link.phase is LinkPhase.READ_ONLY

    @property
    def name(self) -> str:
        """The board's uid, for the log."""
        return f"{self.board.uid:016x}"

    def unheard(self, state: State) -> int:
        """Return the number of events that the board held at ``state`` and that have not arrived."""
        return self._link.session.unheard(state)

    def command(self, command: Message, timeout: float = COMMAND_S) -> Done:
        """Send one command and wait for its outcome; reports received meanwhile are stored."""
        ticket = self._link.submit(command)
        until = self.clock() + timeout
        while True:
            happened = self._link.step(max(0.0, until - self.clock()))
            self._take(happened)
            done = finished(happened, ticket)
            if done is not None:
                return done
            if self.clock() >= until:
                return Done(ticket, command, CommandOutcome.UNKNOWN, detail="timeout")

    def listen(self, seconds: float) -> None:
        """Receive reports for ``seconds``."""
        until = self.clock() + seconds
        while self.clock() < until:
            self._take(self._link.step(until - self.clock()))

    def sense(self) -> State | None:
        """Return the board's present state, None if it does not answer."""
        answer = self.command(GetState()).answer
        return answer if isinstance(answer, State) else None

    def press(self, asked: PressRequest, log: PressLog, look_s: float) -> PressEnded:
        """Press once, watch the sensors for ``look_s`` seconds, and log the outcome."""
        entry, done = press_once(asked, self, log)
        self.listen(look_s)
        ended = PressEnded(asked, done.outcome.value, done.detail, self.said())
        log.ended(entry, ended.outcome, ended.detail, ended.said)
        return ended

    def goal(self, wish: GoalRequest, facts: MachineFacts, wired: Collection[str], log: PressLog) -> GoalReport:
        """Run a goal by the table's profile and return its last step; presses at most once, and logs the press."""
        keeper = GoalKeeper(facts, wired, self, log, self.clock)
        self.sense()
        # A report announces a lost link, but only the link's state shows that it is up again.
        self._hear(keeper)
        if self._link.session.up:
            keeper.linked(LinkState.READ_ONLY if self.read_only else LinkState.ONLINE)
        self._tell(keeper)
        keeper.ask(1, wish)
        while True:
            for told in keeper.told():
                if isinstance(told, GoalReport) and told.step.ended:
                    return told
            self.listen(_LOOK_S)
            self._tell(keeper)
            keeper.tick()

    def said(self) -> str:
        """Return the present state of the sensors for the log: inputs that are on, and reports since the start."""
        state = self.sense() if self._link.session.up else None
        shown = (
            "nothing: the board does not answer" if state is None else " ".join(named(state.inputs, INPUTS)) or "none"
        )
        reports = " ".join(signal.kind.value for signal in self.seen.signals)
        return f"inputs on: {shown}" + (f"; reports: {reports}" if reports else "")

    def row(self, state: State | None) -> BoardRowJson:
        """Return identity and inputs of the board as plain data."""
        board, causes = self.board, set(ResetCause)
        shown: BoardRowJson = {
            "link": "read-only" if self.read_only else "online",
            "board": {
                "uid": f"{board.uid:016x}",
                "version": f"{board.major}.{board.minor}",
                "build": f"{board.build:08x}",
                "boot": board.boot,
                "started_by": ResetCause(board.cause).name.lower() if board.cause in causes else str(board.cause),
            },
            "faults": [],
        }
        if state is None:
            return shown
        shown["faults"] = [code.name.lower().replace("_", "-") for code in FaultCode if state.faults & 1 << code - 1]
        return {
            **shown,
            "hatch": Hatch(state.hatch).name.lower() if state.hatch in set(Hatch) else "unknown",
            "build": BuildCode(state.build).name.lower() if state.build in set(BuildCode) else "unknown",
            "inputs": list(named(state.inputs, INPUTS)),
            "outputs": list(named(state.outputs, OUTPUTS)),
            "armed": bool(state.armed),
            "pending": state.pending,
            "uptime_s": state.uptime_ms / 1000,
        }

    def close(self) -> None:
        """Release the port."""
        self._link.close()

    def _hear(self, keeper: GoalKeeper) -> None:
        self.touched = False
        while self._unheard:
            keeper.hear(self._unheard.popleft())

    def _tell(self, keeper: GoalKeeper) -> None:
        self._hear(keeper)
        if self.seen.state is not None:
            keeper.sense(self.seen.state)

    def _drain(self) -> None:
        state = self.sense()
        until = self.clock() + _DRAIN_S
        while state is not None and len(self.seen.signals) < state.pending and self.clock() < until:
            self._take(self._link.step(until - self.clock()))
        self.seen.signals.clear()
        self._unheard.clear()
        self.touched = False

    def _take(self, happened: list[LinkEvent]) -> None:
        for each in happened:
            if isinstance(each, Arrived):
                signal = signal_of(each, self.clock())
                if signal is not None:
                    self._note(signal)
            elif isinstance(each, Sensed):
                self.seen.state = each.state
            elif isinstance(each, Logged) and isinstance(each.message, Log):
                self.seen.lines.append(each.message)
            elif isinstance(each, Down):
                self.seen.state = None
                self._note(TableSignal(SignalKind.LINK_LOST, self.clock(), code=each.reason.value))

    def _note(self, signal: TableSignal) -> None:
        self.seen.signals.append(signal)
        self._unheard.append(signal)
        self.touched |= signal.kind in BUTTONS
