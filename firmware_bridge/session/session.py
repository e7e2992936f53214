"""The host's side of the protocol, without I/O: bytes and the time (seconds) in, bytes and link events out."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Final

from firmware_bridge.session.events import (
    Accepted,
    Arrived,
    CommandOutcome,
    Done,
    Down,
    Dropped,
    LinkEvent,
    LinkPhase,
    Logged,
    Reason,
    Sensed,
    Up,
)
from firmware_bridge.session.press_proof import PressProof
from firmware_bridge.wire.codec import Message, Unknown
from firmware_bridge.wire.codes import NakCode
from firmware_bridge.wire.frames import Decoder
from firmware_bridge.wire.limits import (
    BURST,
    DICTIONARY_CRC,
    GIVE_UP_MS,
    LOST_MS,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    RETRY_MS,
    STATE_MS,
)
from firmware_bridge.wire.messages import (
    Ack,
    EventAck,
    EventReport,
    GetState,
    Hello,
    HelloAck,
    Log,
    Nak,
    PressCommand,
    State,
    read,
)

GIVE_UP_S: Final = GIVE_UP_MS / 1000
LOST_S: Final = LOST_MS / 1000
# After one missed STATE the board is queried: a restarted board answers at once that the session is stale.
_QUIET_S: Final = 1.5 * STATE_MS / 1000


# The board has restarted, or has been replaced.
_NOT_WHOM_I_GREETED: Final = (NakCode.STALE_SESSION, NakCode.OTHER_BOARD)


@dataclass(slots=True)
class _Flight:
    """A sent command without outcome yet: its frame, how often it was sent, and when it is sent again."""

    ticket: int
    command: Message
    seq: int
    frame: bytes
    began: float
    due: float
    sends: int = 0

    def send_if_due(self, now: float, out: bytearray) -> None:
        if now >= self.due:
            # A line that lost the first copy may lose the next too; a burst costs only some milliseconds.
            out += self.frame * (BURST if self.sends else 1)
            self.due = now + RETRY_MS[min(self.sends, len(RETRY_MS) - 1)] / 1000
            self.sends += 1


class HostSession:
    """One host on one port: HELLO, stop-and-wait commands, events in order, monitoring of STATE."""

    def __init__(self, nonces: Callable[[], int]) -> None:
        self.phase = LinkPhase.OFFLINE
        self.board: HelloAck | None = None
        self._nonces = nonces
        self._tickets = count(1)
        self._session = self._seq = 0
        self._decoder = Decoder()
        self._out = bytearray()
        self._happened: list[LinkEvent] = []
        self._flight: _Flight | None = None
        self._queue: deque[tuple[int, Message]] = deque()
        self._pulses = PressProof()
        self._heard = self._asked = 0.0
        self._noise = self._spoken = False
        self._incarnation: tuple[int, int] | None = None
        self._expected: int | None = None
        self._taken: int | None = None
        self._oldest = 0

    @property
    def up(self) -> bool:
        """True if a session is open."""
        return self.phase in (LinkPhase.ONLINE, LinkPhase.READ_ONLY)

    @property
    def damaged(self) -> int:
        """Frames dropped as damaged on the current port."""
        return self._decoder.damaged

    def connect(self, now: float) -> None:
        """Start sending HELLO on a port that was just opened."""
        self.phase = LinkPhase.SYNCING
        self._noise = self._spoken = False
        self._decoder = Decoder()
        self._out.clear()
        self._flight = self._fly(0, Hello(self._nonces(), PROTOCOL_MAJOR, PROTOCOL_MINOR), 0, 0, now)
        self.tick(now)

    def disconnect(self, reason: Reason) -> None:
        """End the session: the running command and presses end as unknown, waiting commands are refused."""
        flight, self._flight = self._flight, None
        if flight is not None and self.up:
            self._end(flight, CommandOutcome.UNKNOWN, detail=reason.value)
        for pulse in self._pulses.lost():
            self._happened.append(Done(pulse.ticket, pulse.command, CommandOutcome.UNKNOWN, pulse.answer, reason.value))
        while self._queue:
            self._refuse(*self._queue.popleft(), "offline")
        self.phase = LinkPhase.OFFLINE
        self._out.clear()
        self._happened.append(Down(reason))

    def submit(self, command: Message, now: float) -> int:
        """Queue a command and return its ticket, which is in the Done event later."""
        ticket = next(self._tickets)
        if not self.up:
            self._refuse(ticket, command, "offline")
        elif command.ACTS and self.phase is LinkPhase.READ_ONLY:
            self._refuse(ticket, command, "read-only")
        else:
            self._queue.append((ticket, command))
            self._next(now)
        return ticket

    def acknowledge(self, arrived: Arrived) -> None:
        """Note that the consumer has processed this event and all before it."""
        # Another board on the line numbers its own events: boot counts and sequence numbers may coincide.
        if self._incarnation is not None and arrived.id.startswith(_origin(*self._incarnation)):
            self._taken = arrived.event.sequence
            if self.up:
                self._acknowledge_taken()

    def receive(self, data: bytes, now: float) -> None:
        """Process bytes received from the board."""
        self._noise = self._noise or bool(data)
        for frame in self._decoder.feed(data):
            message = read(frame)
            # A line that only echoes our messages has no board on it.
            self._spoken = self._spoken or not isinstance(message, Hello | Unknown)
            if isinstance(message, HelloAck):
                self._welcome(message, frame.session, now)
            elif self.up and frame.session == self._session:
                self._heard = now
                if isinstance(message, State) and self._is_of_another(message):
                    self._begin_anew(now)
                elif frame.seq:
                    self._answer(message, frame.seq, now)
                else:
                    self._report(message)
        self._next(now)

    def tick(self, now: float) -> None:
        """Send frames that are due; end the session or commands whose time limit has passed."""
        # Compared with the same sums as in ``deadline``: a difference could round to just under its limit and never be
        # due.
        flight = self._flight
        if self.up and now >= self._heard + LOST_S:
            self.disconnect(Reason.SILENT)
            return
        if flight is not None and not self.up and now >= flight.began + LOST_S:
            self.disconnect(Reason.WRONG_PORT if self._noise and not self._spoken else Reason.NO_ANSWER)
            return
        if flight is not None and self.up and now >= flight.began + GIVE_UP_S:
            self._flight = None
            self._end(flight, CommandOutcome.UNKNOWN, detail="no-answer")
            self._pulses.unanswered()
        if self.up and (self._pulses.ask(now) or now >= max(self._heard, self._asked) + _QUIET_S):
            self._asked = now
            self._queue.append((0, GetState()))
        self._next(now)
        if self._flight is not None:
            self._flight.send_if_due(now, self._out)

    def unheard(self, state: State) -> int:
        """Return an upper bound of the number of events that the board held at ``state`` and that have not arrived.

        With a full ring buffer the newest event has displaced the oldest, and the number stays the same.
        """
        if self._expected is None:
            return state.pending
        oldest = self._oldest
        if self._taken is not None and _ahead(self._taken + 1, oldest) > 0:
            oldest = self._taken + 1
        return max(0, _ahead(oldest + state.pending, self._expected))

    def deadline(self) -> float | None:
        """Return the time of the next necessary ``tick``; None while offline."""
        times = []
        if self._flight is not None:
            times += [self._flight.due, self._flight.began + (GIVE_UP_S if self.up else LOST_S)]
        if self.up:
            times += [self._heard + LOST_S, max(self._heard, self._asked) + _QUIET_S]
            times += [over for over in (self._pulses.deadline(),) if over is not None]
        return min(times, default=None)

    def outgoing(self) -> bytes:
        """Return the bytes to send now."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def link_events(self) -> list[LinkEvent]:
        """Return the link events since the last call, in order."""
        happened, self._happened = self._happened, []
        return happened

    def _welcome(self, board: HelloAck, session: int, now: float) -> None:
        flight = self._flight
        hello = flight.command if flight is not None else None
        if self.phase is not LinkPhase.SYNCING or not isinstance(hello, Hello) or board.nonce != hello.nonce:
            return
        self._flight = None
        self._session, self._seq, self._heard, self._asked = session, 0, now, now
        if self._incarnation != (board.uid, board.boot):
            self._incarnation = (board.uid, board.boot)
            self._expected = self._taken = None
        same = board.minor != PROTOCOL_MINOR or board.dictionary == DICTIONARY_CRC
        agreed = board.major == PROTOCOL_MAJOR and same
        self.board = board
        self.phase = LinkPhase.ONLINE if agreed else LinkPhase.READ_ONLY
        self._happened.append(Up(board, read_only=not agreed))
        self._acknowledge_taken()

    def _answer(self, message: Message | Unknown, seq: int, now: float) -> None:
        flight = self._flight
        if flight is None or flight.seq != seq or isinstance(message, Unknown):
            return
        if isinstance(message, Nak) and message.command == flight.command.TYPE:
            self._flight = None
            if message.code in _NOT_WHOM_I_GREETED:
                # Only a command sent once was certainly not carried out: an earlier copy may have reached the board
                # before it restarted.
                outcome = CommandOutcome.REFUSED if flight.sends == 1 else CommandOutcome.UNKNOWN
                self._end(flight, outcome, message, _nak_name(message.code))
                self._begin_anew(now)
            else:
                # The board has carried out a newer command and no longer knows the outcome of this one.
                repeated = message.code == NakCode.REPEATED
                outcome = CommandOutcome.UNKNOWN if repeated else CommandOutcome.REFUSED
                self._end(flight, outcome, message, _nak_name(message.code))
        elif message.TYPE == flight.command.ANSWER:
            if isinstance(message, Ack) and message.command != flight.command.TYPE:
                return
            self._flight = None
            if isinstance(message, State):
                self._report(message)
                for pulse in self._pulses.proven(flight.began):
                    self._happened.append(Done(pulse.ticket, pulse.command, CommandOutcome.DONE, pulse.answer))
            if isinstance(flight.command, PressCommand) and isinstance(message, Ack):
                self._pulses.accepted(flight.ticket, flight.command, message, now)
                self._happened.append(Accepted(flight.ticket, flight.command))
            else:
                self._end(flight, CommandOutcome.DONE, message)

    def _is_of_another(self, state: State) -> bool:
        """True if the state is from another board than the greeted one, in a session with the same number."""
        return self.board is not None and state.board not in (0, self.board.uid)

    def _begin_anew(self, now: float) -> None:
        """Start a new session with the board that is on the line now."""
        self.disconnect(Reason.BOARD_RESET)
        self.connect(now)

    def _report(self, message: Message | Unknown) -> None:
        if isinstance(message, State):
            self._happened.append(Sensed(message))
        elif isinstance(message, EventReport):
            self._event(message)
        elif isinstance(message, Log | Unknown):
            self._happened.append(Logged(message))

    def _event(self, event: EventReport) -> None:
        if self._incarnation is None:
            return
        self._oldest = event.oldest
        missed = 0 if self._expected is None else _ahead(event.oldest, self._expected)
        if self._expected is None or missed > 0:
            self._expected = event.oldest
        if missed > 0:
            self._happened.append(Dropped(missed))
        ahead = _ahead(event.sequence, self._expected)
        if ahead == 0:
            self._expected = (event.sequence + 1) & 0xFFFF
            origin = _origin(*self._incarnation)
            self._happened.append(Arrived(event, self._incarnation[1], f"{origin}{event.sequence}"))
        elif ahead < 0 and self._taken is not None and _ahead(event.sequence, self._taken) <= 0:
            # The acknowledgement was lost.
            self._acknowledge_taken()

    def _acknowledge_taken(self) -> None:
        if self._taken is not None:
            self._out += (
                EventAck(self._taken, self.board.uid if self.board is not None else 0).frame(self._session).encode()
            )

    def _next(self, now: float) -> None:
        if self.up and self._flight is None and self._queue:
            ticket, command = self._queue.popleft()
            self._seq += 1
            self._flight = self._fly(ticket, command, self._session, self._seq, now)
            self._flight.send_if_due(now, self._out)

    def _fly(self, ticket: int, command: Message, session: int, seq: int, now: float) -> _Flight:
        return _Flight(ticket, command, seq, command.frame(session, seq).encode(), now, now)

    def _end(self, flight: _Flight, outcome: CommandOutcome, answer: Message | None = None, detail: str = "") -> None:
        if flight.ticket:
            self._happened.append(Done(flight.ticket, flight.command, outcome, answer, detail))

    def _refuse(self, ticket: int, command: Message, detail: str) -> None:
        if ticket:
            self._happened.append(Done(ticket, command, CommandOutcome.REFUSED, detail=detail))


def _origin(uid: int, boot: int) -> str:
    """Return the prefix of the ids of events that a board numbered since its start."""
    return f"{uid:016x}.{boot}."


def _ahead(sequence: int, other: int) -> int:
    """Return the difference of two u16 sequence numbers, -32768 to 32767 (serial number arithmetic)."""
    return ((sequence - other + 0x8000) & 0xFFFF) - 0x8000


def _nak_name(code: int) -> str:
    names = {nak.value: nak.name.lower().replace("_", "-") for nak in NakCode}
    return names.get(code, f"code-{code}")
