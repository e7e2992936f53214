"""The table behind a serial link as the controller sees it: ``controller.ports.table.TablePort``."""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from controller.ports.table import BUTTONS, SignalKind, TableSignal
from controller.riichi.seat import Seat
from firmware_bridge.serial.port import SerialPort
from firmware_bridge.session.events import (
    Arrived,
    CommandOutcome,
    Done,
    Down,
    Dropped,
    LinkEvent,
    LinkPhase,
    Reason,
    Sensed,
    Up,
)
from firmware_bridge.session.link import BoardLink, finished
from firmware_bridge.session.pinned import PinnedBoard
from firmware_bridge.wire.codec import Message
from firmware_bridge.wire.codes import EventKind, FaultCode, ResetCause
from firmware_bridge.wire.messages import HelloAck, State

EVENTS_LOST: Final = "table-events-lost"
BOARD_SHARED: Final = "board-shared"
BOARD_POWER: Final = "board-power"
READ_ONLY: Final = "read-only"
_OTHER: Final = "other-board"
"""Refusal code of commands, and reason of a lost link, while another board than the table's is on the
line; as NakCode."""
_KINDS: Final = {kind.value: SignalKind[kind.name] for kind in EventKind}


_SUPPLY: Final = (ResetCause.POWER, ResetCause.BROWN_OUT)
"""Causes of a restart on an open port that indicate a problem of the power supply."""
_AGAIN_S: Final = 60.0
"""Seconds before the same fault of a board is reported again; chosen: two hosts that share a board displace each other
many times."""
_WRAP_MS: Final = 1 << 32
"""The board counts its uptime in a u32."""
_DRIFT: Final = 0.01
"""Relative drift: ceramic resonators of small boards are off by up to half a per cent, doubled here."""


_GLANCE_S: Final = 0.05
"""Seconds of waiting for bytes between checks for a cancelled wait; chosen: nobody notices the delay, and twenty checks
a second cost almost nothing."""


def _never() -> bool:
    """Return False: the wait is not ended early."""
    return False


class BoardClock:
    """Converts a board's milliseconds (u32, wrapping after 49 days) to seconds of the host's clock."""

    def __init__(self) -> None:
        self._uptime_ms = 0
        self._heard_at = 0.0

    def restart(self, uptime_ms: int, now: float) -> None:
        """Start from the uptime that a board has just reported."""
        self._uptime_ms, self._heard_at = uptime_ms, now

    def mark(self, uptime_ms: int, now: float) -> None:
        """Take a later reading; a late one shifts the clock by at most the drift since the last reading."""
        expected = self.host_seconds(uptime_ms)
        slack = _DRIFT * abs(now - self._heard_at)
        self._uptime_ms = uptime_ms
        self._heard_at = min(now, expected + slack)

    def host_seconds(self, at_ms: int) -> float:
        """Return the host's clock at a moment of the board's clock, before or after the last reading."""
        later_ms = (at_ms - self._uptime_ms + _WRAP_MS // 2) % _WRAP_MS - _WRAP_MS // 2
        return self._heard_at + later_ms / 1000

    def board_seconds(self, now: float) -> float:
        """Return the board's uptime in seconds at a moment of the host's clock."""
        return self._uptime_ms / 1000 + now - self._heard_at


class SerialTable:
    """Signals of one table; each poll acknowledges the events returned by the poll before it.

    ``board_time``: signals carry the board's seconds (a simulated table shares them with its camera); otherwise the
    host's clock at the moment of the event. Safe to use from several threads, one call at a time.
    """

    def __init__(
        self,
        link: BoardLink,
        clock: Callable[[], float] = time.monotonic,
        board_time: bool = False,
        board: str = "",
        ticking: Callable[[], float] | None = None,
    ) -> None:
        """``board``: uid of the only accepted board, 16 hexadecimal digits; empty: the first that answers.

        ``ticking``: clock for time-outs; None: ``clock``.
        """
        self._ticking = ticking or clock
        self._pin = PinnedBoard(board)
        self.state: State | None = None
        self._link = link
        self._clock = clock
        self._board_time = board_time
        self._lock = threading.Lock()
        self._backlog: deque[tuple[TableSignal | None, Arrived | None]] = deque()
        self._given: Arrived | None = None
        self._is_up: bool | None = None
        self._board_clock = BoardClock()
        self._why_down: Reason | None = None
        self._known: HelloAck | None = None
        self._told: dict[str, float] = {}

    @property
    def phase(self) -> LinkPhase:
        """State of the link."""
        return self._link.phase

    def poll(self, timeout: float, until_so: Callable[[], bool] = _never) -> Sequence[TableSignal]:
        """Return signals received, waiting at most ``timeout`` seconds for the first; requeued signals come first.

        ``until_so``: stop waiting once it returns True.
        """
        with self._lock:
            self._take()
            until = self._ticking() + timeout
            signals = self._give()
            while not signals:
                left = 0.0 if until_so() else until - self._ticking()
                self._sort(self._link.step(min(max(0.0, left), _GLANCE_S)))
                signals = self._give()
                if left <= 0:
                    break
            return signals

    def acknowledge(self) -> None:
        """Tell the board now that all signals returned so far have been processed."""
        with self._lock:
            self._take()
            self._sort(self._link.step(0.0))

    def command(self, command: Message, timeout: float = 3.0) -> Done:
        """Send one command and wait for its outcome; signals received meanwhile are queued for the next poll."""
        with self._lock:
            if self._pin.other:
                return Done(0, command, CommandOutcome.REFUSED, detail=_OTHER)
            ticket = self._link.submit(command)
            until = self._ticking() + timeout
            while True:
                left = until - self._ticking()
                happened = self._link.step(max(0.0, left))
                self._sort(happened)
                done = finished(happened, ticket)
                if done is not None:
                    return done
                if left <= 0:
                    return Done(ticket, command, CommandOutcome.UNKNOWN, detail="timeout")

    @property
    def name(self) -> str:
        """The board's uid; empty while none has answered."""
        board = self._link.session.board
        return f"{board.uid:016x}" if board is not None else ""

    @property
    def own(self) -> str:
        """Uid of the table's board; empty while none is known."""
        return self._pin.own

    @property
    def other(self) -> str:
        """Uid of another board that is on the line now; empty if there is none."""
        return self._pin.other

    def accept(self, board: str) -> None:
        """Make the board of that uid the table's; if it is on the line already, the link is up at once."""
        with self._lock:
            answering, read_only = self._link.session.board, self._link.phase is LinkPhase.READ_ONLY
            if self._pin.accept(board) and answering is not None:
                self._sort([Up(answering, read_only)])
            elif self._link.session.up and answering is not None and f"{answering.uid:016x}" != board:
                # The board that was the table's until now.
                self._sort([Up(answering, read_only)])

    @property
    def touched(self) -> bool:
        """True if a person's press has arrived that no poll has returned yet."""
        with self._lock:
            return any(signal is not None and signal.kind in BUTTONS for signal, _ in self._backlog)

    def unheard(self, state: State) -> int:
        """Return the number of events that the board held at ``state`` and that have not arrived."""
        with self._lock:
            return self._link.session.unheard(state)

    def listen(self, seconds: float, until_so: Callable[[], bool] = _never) -> None:
        """Receive reports for ``seconds`` or until ``until_so`` returns True; the next poll returns them."""
        with self._lock:
            until = self._ticking() + seconds
            while (left := until - self._ticking()) > 0 and not until_so():
                self._sort(self._link.step(min(left, _GLANCE_S)))

    def close(self) -> None:
        """Release the port; signals returned by the last poll stay unacknowledged in the board."""
        with self._lock:
            self._link.close()

    def _take(self) -> None:
        if self._given is not None:
            self._link.acknowledge(self._given)
            self._given = None

    def _give(self) -> list[TableSignal]:
        signals = []
        for signal, arrived in self._backlog:
            if signal is not None:
                signals.append(signal)
            if arrived is not None:
                self._given = arrived
        self._backlog.clear()
        if not signals:
            # Events of an unknown kind must not block the others.
            self._take()
        return signals

    def _sort(self, happened: list[LinkEvent]) -> None:
        for each in happened:
            match each:
                case Up(board, _) if not self._pin.is_own(f"{board.uid:016x}"):
                    # This is another table's board: its reports do not belong to this table, and stay unacknowledged.
                    self._lost(_OTHER)
                    self._tell_of_others()
                case Down(reason):
                    self._pin.gone()
                    self._why_down = reason
                    self._lost(reason.value)
                case _ if self._pin.other:
                    pass
                case Up(board, read_only):
                    self._board_clock.restart(board.uptime_ms, self._clock())
                    self._is_up = True
                    self._tell_of_others()
                    self._own(SignalKind.LINK_UP, READ_ONLY if read_only else "", self._pin.own)
                    self._say_why(board)
                case Sensed(state):
                    self._board_clock.mark(state.uptime_ms, self._clock())
                    self.state = state
                case Dropped():
                    self._own(SignalKind.FAULT, EVENTS_LOST)
                case Arrived(event):
                    self._backlog.append((signal_of(each, self._time(event.at_ms)), each))
                case _:
                    pass

    def _lost(self, reason: str) -> None:
        # Reported once: later losses are only failed attempts to reconnect.
        if self._is_up is not False:
            self._own(SignalKind.LINK_LOST, reason)
        self._is_up = False
        self.state = None

    def _say_why(self, board: HelloAck) -> None:
        """Report why the session was lost on an open port: the board restarted, or another program greeted it."""
        before, self._known = self._known, board
        if self._why_down is not Reason.BOARD_RESET or before is None or before.uid != board.uid:
            return
        code = BOARD_POWER if board.cause in _SUPPLY else ""
        if before.boot == board.boot:
            code = BOARD_SHARED
        now = self._clock()
        if code and now - self._told.get(code, -_AGAIN_S) >= _AGAIN_S:
            self._told[code] = now
            self._own(SignalKind.FAULT, code)

    def _own(self, kind: SignalKind, code: str, board: str = "") -> None:
        self._backlog.append((TableSignal(kind, self._now(), code=code, board=board), None))

    def _tell_of_others(self) -> None:
        self._backlog.extend((signal, None) for signal in self._pin.news(self._now()))

    def _now(self) -> float:
        """Return the present time in the clock that signals use."""
        now = self._clock()
        return self._board_clock.board_seconds(now) if self._board_time else now

    def _time(self, at_ms: int) -> float:
        if self._board_time:
            return at_ms / 1000
        return min(self._board_clock.host_seconds(at_ms), self._clock())


def open_table(
    path: str, board_time: bool = False, board: str = "", clock: Callable[[], float] = time.monotonic
) -> SerialTable:
    """Return the table on a serial port, named as in ``usb.resolve``; the port need not exist yet."""
    return SerialTable(BoardLink(lambda: SerialPort(path)), clock, board_time, board, time.monotonic)


def signal_of(arrived: Arrived, at: float) -> TableSignal | None:
    """Convert an event to a table signal; None for an unknown kind."""
    event = arrived.event
    kind = _KINDS.get(event.kind)
    if kind is None:
        return None
    seat = Seat(event.seat) if event.seat < len(Seat) else None
    pips = (event.pips_a, event.pips_b)
    known = pips if all(1 <= each <= 6 for each in pips) else ()
    return TableSignal(kind, at, seat, known, code_name(event.code), arrived.id)


def code_name(code: int) -> str:
    """Return the controller's name of a FaultCode, "" for none."""
    if code == 0:
        return ""
    try:
        return FaultCode(code).name.lower().replace("_", "-")
    except ValueError:
        return f"table-fault-{code}"
