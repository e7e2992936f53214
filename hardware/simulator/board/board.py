"""Python model of the board firmware, without I/O: pin levels, bytes and the time go in, bytes come out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from controller.riichi.seat import Seat
from firmware_bridge.wire.codec import Message, Unknown
from firmware_bridge.wire.codes import OUTPUTS, ConfigKey, EventKind, FaultCode, LogLevel, NakCode, ResetCause
from firmware_bridge.wire.frames import Decoder, Frame
from firmware_bridge.wire.limits import (
    DICTIONARY_CRC,
    LEASE_MS,
    PAYLOAD_MAX,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    PULSE_MAX_MS,
    PULSE_MIN_MS,
    STATE_MS,
)
from firmware_bridge.wire.messages import (
    Ack,
    Arm,
    Cancel,
    Config,
    EventAck,
    FaultClear,
    GetConfig,
    GetLamps,
    GetState,
    GetStats,
    Hello,
    HelloAck,
    Identify,
    IdentifyData,
    LampShares,
    Log,
    Nak,
    Ping,
    PressCommand,
    SaveConfig,
    Selftest,
    SetConfig,
    State,
    Stats,
    read,
)
from hardware.firmware.catalogue import DICTIONARY
from hardware.simulator.board.inputs import InputEdge, Inputs, fault_key
from hardware.simulator.board.lamps import COUNT as LAMPS
from hardware.simulator.board.ring import EventRing
from hardware.simulator.board.settings import Settings
from hardware.simulator.pins import AT_REST, OutputEdge, PanelDrive

_CHUNK: Final = PAYLOAD_MAX - 4
_DICTIONARY: Final = DICTIONARY.read_bytes()


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press that the board carried out: mask over ``OUTPUTS``, pulse in milliseconds, board time in seconds."""

    mask: int
    ms: int
    at: float


@dataclass(frozen=True, slots=True)
class BoardIdentity:
    """Fields of a board's HELLO_ACK that identify it."""

    uid: int = 0x6A616E74616B7501
    build: int = 0
    major: int = PROTOCOL_MAJOR
    minor: int = PROTOCOL_MINOR
    dictionary: int = DICTIONARY_CRC


class Board:
    """Model of one board (``BoardPort``); ``report`` adds an event to the ring without a pin change.

    ``uptime`` converts link time (seconds) to the time stamped on events; by default seconds since the start.
    ``on_press`` is called with each press that the board carries out.
    """

    def __init__(
        self,
        now: float = 0.0,
        identity: BoardIdentity | None = None,
        uptime: Callable[[float], float] | None = None,
        on_press: Callable[[Pressed], None] | None = None,
    ) -> None:
        self.identity = identity or BoardIdentity()
        self.boot = 1
        self._spoken = False
        self.presses: list[Pressed] = []
        self.settings = Settings()
        self.faults: set[FaultCode] = set()
        self._given_uptime = uptime
        self._on_press = on_press
        self._out = bytearray()
        self._edges: list[OutputEdge] = []
        self._outputs = 0
        self._now = now
        self._lines = Inputs(self.settings, AT_REST, now)
        self._start(now, ResetCause.POWER)

    def _start(self, now: float, cause: ResetCause) -> None:
        self._booted, self._cause = now, cause
        self._decoder = Decoder()
        self._session = self._hellos = 0
        self._nonce: int | None = None
        self._read_only = False
        self._newest, self._answer = 0, b""
        self._ring = EventRing()
        self._refused = self._pressed = self._cut = 0
        self._state_due = now
        self._armed_until = self._pulse_until = now
        if cause is ResetCause.POWER:
            self._rest_until = now
        self._close(0, now)
        self._out.clear()
        self.settings.load()
        self.faults.clear()
        self._lines.start(now)
        if cause is ResetCause.WATCHDOG:
            self.report(now, EventKind.FAULT, code=FaultCode.BOARD_WATCHDOG)

    @property
    def pending(self) -> int:
        """Number of events that are not acknowledged yet."""
        return len(self._ring)

    @property
    def outputs(self) -> int:
        """Mask of the contacts that are closed now."""
        return self._outputs

    def reset(self, now: float, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        """Restart with outputs off, session and ring cleared; count the boot if a host has sent HELLO during it."""
        self.boot = (self.boot + self._spoken) & 0xFFFF
        self._spoken = False
        self._start(now, cause)

    def set_inputs(self, levels: int, now: float) -> None:
        """Set all inputs from ``now`` on: inputs outside ``levels`` are off."""
        self.tick(now)
        self._lines.set(levels, now)
        self.tick(now)

    def drive_lamps(self, panel: PanelDrive, now: float) -> None:
        """From ``now`` on, multiplex the lamps of ``panel``; all other lamps are lit steadily."""
        self.tick(now)
        self._lines.drive(panel, now)
        self.tick(now)

    def report(
        self, now: float, kind: EventKind, seat: Seat | None = None, pips: tuple[int, int] = (0, 0), code: int = 0
    ) -> None:
        """Add an event to the ring and update the set of faults; pips are 0 where the board cannot know them."""
        if code:
            (self.faults.add if kind is EventKind.FAULT else self.faults.discard)(FaultCode(code))
        self._ring.add(now, self._uptime_ms(now), kind, seat, pips, code)

    def log(self, level: LogLevel, text: str) -> None:
        """Send a human-readable line, cut to the size of one frame; without a session, do nothing."""
        if self._session:
            cut = text.encode()[: PAYLOAD_MAX - 1].decode(errors="ignore")
            self._send(Log(level, cut))

    def receive(self, data: bytes, now: float) -> None:
        """Process bytes from the host."""
        self.tick(now)
        for frame in self._decoder.feed(data):
            message = read(frame)
            if isinstance(message, Hello):
                self._hello(message, now)
            elif isinstance(message, EventAck):
                if frame.session == self._session and message.board in (0, self.identity.uid):
                    self._ring.take(message.sequence)
            elif frame.seq:
                self._command(frame, message, now)
        self.tick(now)

    def advance(self, until: float) -> float:
        """Advance to ``until``, or stop at the first byte sent or output changed; return the time reached."""
        while not self._out and not self._edges:
            due = self.deadline()
            self.tick(until if due is None else max(self._now, min(due, until)))
            if self._now >= until:
                break
        return self._now

    def tick(self, now: float) -> None:
        """Advance to ``now``: debounce inputs, end pulses and leases, queue state reports and events that are due."""
        self._now = max(now, self._now)
        before = self._lines.steady
        for edge in self._lines.steady_edges(now):
            self._sensed(edge)
        if self._lines.shorted:
            self._fault(FaultCode.BOARD_OUTPUTS)
        if self._outputs and (now >= self._pulse_until or not self._lines.enabled):
            self._cut += now < self._pulse_until
            self._close(0, now)
        if not self._session:
            return
        if now >= self._state_due or self._lines.steady != before:
            self._state_due = now + STATE_MS / 1000
            self._send(self._state(now))
        for event in self._ring.due(now):
            self._send(event)

    def deadline(self) -> float | None:
        """Return when ``tick`` next has work; None while only an external input can cause any."""
        steady = self._lines.deadline()
        times = [] if steady is None else [steady]
        if self._session:
            times += [self._state_due, *self._ring.deadlines()]
        if self._outputs:
            times.append(self._pulse_until)
        return min(times, default=None)

    def outgoing(self) -> bytes:
        """Return the bytes to send and clear the buffer."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def edges(self) -> list[OutputEdge]:
        """Return the output changes since the last call, in order."""
        edges, self._edges = self._edges, []
        return edges

    def _sensed(self, edge: InputEdge) -> None:
        if edge.pin.sort == "button" and edge.on and self._outputs:
            # A press by a person ends the board's own pulse: two buttons at once may mean something else to the table.
            self._cut += 1
            self._close(0, self._now)
        kind = edge.pin.on if edge.on else edge.pin.off
        if kind is not None:
            code = 0 if edge.fault is None else self.settings[fault_key(edge.fault)]
            self.report(edge.at, kind, edge.pin.seat, code=code)

    def _fault(self, code: FaultCode) -> None:
        if code not in self.faults:
            self.report(self._now, EventKind.FAULT, code=code)

    def _close(self, mask: int, now: float) -> None:
        if mask != self._outputs:
            self._edges.append(OutputEdge(now, mask))
        self._lines.feel(self._outputs & ~mask, now)
        self._outputs = mask

    def _hello(self, hello: Hello, now: float) -> None:
        if self._nonce != hello.nonce or not self._session:
            self._nonce = hello.nonce
            self._session = 0
            self._spoken = True
            while not self._session:
                self._hellos = (self._hellos + 1) & 0xFFFF
                # The boot counter makes session numbers from before a reset invalid; the uid makes those of another
                # board invalid.
                uid = self.identity.uid
                self._session = self.boot << 16 ^ self._hellos ^ uid >> 32 ^ uid & 0xFFFFFFFF
            self._read_only = hello.major != self.identity.major
            self._newest = 0
            self._armed_until = now
            self._state_due = now
        who = self.identity
        self._send(
            HelloAck(
                hello.nonce,
                who.major,
                who.minor,
                who.build,
                who.uid,
                self.boot,
                self._cause,
                who.dictionary,
                self._uptime_ms(now),
            )
        )

    def _command(self, frame: Frame, message: Message | Unknown, now: float) -> None:
        stale = not self._session or frame.session != self._session
        if stale or frame.seq < self._newest:
            self._refused += 1
            code = NakCode.STALE_SESSION if stale else NakCode.REPEATED
            self._out += Nak(frame.type, code).frame(frame.session, frame.seq).encode()
            return
        if frame.seq == self._newest:
            self._out += self._answer
            return
        answer = self._obey(message, now)
        if isinstance(answer, NakCode):
            self._refused += 1
            answer = Nak(frame.type, answer)
        self._newest, self._answer = frame.seq, answer.frame(self._session, frame.seq).encode()
        self._out += self._answer

    def _obey(self, message: Message | Unknown, now: float) -> Message | NakCode:
        if isinstance(message, Unknown):
            return NakCode.UNKNOWN_COMMAND
        if message.ACTS and self._read_only:
            return NakCode.READ_ONLY
        return self._query(message, now) or self._act(message, now) or Ack(message.TYPE)

    def _query(self, message: Message, now: float) -> Message | NakCode | None:
        answer: Message | NakCode | None = None
        match message:
            case GetState():
                answer = self._state(now)
            case GetStats():
                frames, damaged = self._decoder.frames, self._decoder.damaged
                answer = Stats(frames, damaged, self._refused, self._ring.dropped, self._pressed, self._cut)
            case GetLamps():
                last = self._lines.lamps.last
                answer = LampShares(self._lines.lamps.looks if last else 0, bytes(last) or bytes(LAMPS))
                self._lines.lamps.watch(now)
            case GetConfig(key) if key in set(ConfigKey):
                answer = Config(key, self.settings[ConfigKey(key)])
            case GetConfig():
                answer = NakCode.BAD_VALUE
            case Identify(offset):
                answer = IdentifyData(offset, len(_DICTIONARY), _DICTIONARY[offset : offset + _CHUNK])
        return answer

    def _act(self, message: Message, now: float) -> NakCode | None:
        refusal = None
        match message:
            case Selftest() | SaveConfig() if self._outputs:
                refusal = NakCode.BUSY
            case Selftest() if self._lines.stuck:
                self._fault(FaultCode.BOARD_OUTPUTS)
                refusal = NakCode.SELFTEST_FAILED
            case Ping() | Selftest():
                pass
            case Arm(_, board) if board not in (0, self.identity.uid):
                refusal = NakCode.OTHER_BOARD
            case Arm(lease_ms) if 0 < lease_ms <= LEASE_MS:
                self._armed_until = now + lease_ms / 1000
            case Cancel():
                self._cut += self._outputs != 0
                self._close(0, now)
                self._armed_until = now
            case SetConfig(key, value) if self.settings.set(key, value):
                self._lines.set(self._lines.given, now)
            case SaveConfig():
                self.settings.save()
            case FaultClear(code):
                refusal = self._clear(code, now)
            case PressCommand(mask, ms):
                refusal = self._press(mask, ms, now)
            case Arm() | SetConfig():
                refusal = NakCode.BAD_VALUE
            case _:
                refusal = NakCode.UNKNOWN_COMMAND
        return refusal

    def _clear(self, code: int, now: float) -> NakCode | None:
        if code not in {fault.value for fault in self.faults}:
            return NakCode.BAD_VALUE
        lasting = {self.settings[fault_key(number)] for number in self._lines.lit_faults()}
        if self._lines.stuck:
            lasting.add(FaultCode.BOARD_OUTPUTS)
        if code in lasting:
            return NakCode.BUSY
        self.report(now, EventKind.FAULT_CLEARED, code=code)
        return None

    def _press(self, mask: int, ms: int, now: float) -> NakCode | None:
        wired = self.settings[ConfigKey.OUTPUTS] & (1 << len(OUTPUTS)) - 1
        refusals = {
            NakCode.BAD_VALUE: mask == 0 or bool(mask & ~wired) or not PULSE_MIN_MS <= ms <= PULSE_MAX_MS,
            NakCode.NOT_ARMED: now >= self._armed_until,
            NakCode.DISABLED: not self._lines.enabled,
            NakCode.TOO_SOON: now < self._rest_until,
            NakCode.BUSY: self._lines.held,
        }
        for refusal, holds in refusals.items():
            if holds:
                return refusal
        self._pulse_until = now + ms / 1000
        self._rest_until = self._pulse_until + self.settings[ConfigKey.GAP_MS] / 1000
        self._lines.feel(mask, self._pulse_until)
        self._close(mask, now)
        self._pressed += 1
        pressed = Pressed(mask, ms, self._uptime_ms(now) / 1000)
        self.presses.append(pressed)
        if self._on_press is not None:
            self._on_press(pressed)
        return None

    def _state(self, now: float) -> State:
        faults = sum(1 << code - 1 for code in self.faults)
        return State(
            self._uptime_ms(now),
            self._lines.steady,
            self._outputs,
            self._lines.hatch,
            self._lines.build(bool(faults)),
            int(now < self._armed_until),
            faults,
            self.pending,
            self.identity.uid,
        )

    def _send(self, message: Message) -> None:
        self._out += message.frame(self._session).encode()

    def _uptime_ms(self, now: float) -> int:
        uptime = now - self._booted if self._given_uptime is None else self._given_uptime(now)
        return round(uptime * 1000) & 0xFFFFFFFF
