"""The board at the table, without I/O: bytes and the time in, bytes out; what the firmware does, in Python."""

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from controller.riichi.seat import Seat
from firmware_bridge.codes import INPUTS, OUTPUTS, Build, EventKind, FaultCode, Hatch, LogLevel, NakCode, ResetCause
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.limits import (
    DICTIONARY_CRC,
    GAP_MS,
    LEASE_MS,
    PAYLOAD_MAX,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    PULSE_MAX_MS,
    PULSE_MIN_MS,
    RESEND_MS,
    RING_EVENTS,
    STATE_MS,
)
from firmware_bridge.messages import (
    Ack,
    Arm,
    Cancel,
    Event,
    EventAck,
    FaultClear,
    GetState,
    GetStats,
    Hello,
    HelloAck,
    Identify,
    IdentifyData,
    Log,
    Nak,
    Ping,
    Press,
    SaveConfig,
    Selftest,
    SetConfig,
    State,
    Stats,
    read,
)
from firmware_bridge.wire import Message, Unknown

NO_SEAT: Final = 255
_CHUNK: Final = PAYLOAD_MAX - 4
_DICTIONARY: Final = json.dumps(
    {
        "protocol": [PROTOCOL_MAJOR, PROTOCOL_MINOR],
        "inputs": INPUTS,
        "outputs": OUTPUTS,
        "pulse_ms": [PULSE_MIN_MS, PULSE_MAX_MS],
        "gap_ms": GAP_MS,
        "lease_ms": LEASE_MS,
    },
    separators=(",", ":"),
).encode()


@dataclass(frozen=True, slots=True)
class Pressed:
    """Outputs that the board closed: mask over ``OUTPUTS``, milliseconds, and the board's time in seconds."""

    mask: int
    ms: int
    at: float


@dataclass(frozen=True, slots=True)
class BoardIdentity:
    """What HELLO_ACK tells of a board."""

    uid: int = 0x6A616E74616B7501
    build: int = 0
    major: int = PROTOCOL_MAJOR
    minor: int = PROTOCOL_MINOR
    dictionary: int = DICTIONARY_CRC


@dataclass(slots=True)
class _Kept:
    """An event in the ring and when it is due to be sent."""

    sequence: int
    at_ms: int
    kind: EventKind
    seat: int
    pips: tuple[int, int]
    code: int
    due: float


class Board:
    """One board: ``receive``, ``tick`` and ``outgoing`` carry the link, ``report`` is what the table does.

    ``uptime`` turns the time of the link (seconds) into the time that events carry; by default seconds since the start.
    ``on_press`` is told of each press that the board carries out.
    """

    def __init__(
        self,
        now: float = 0.0,
        identity: BoardIdentity | None = None,
        boot: int = 1,
        uptime: Callable[[float], float] | None = None,
        on_press: Callable[[Pressed], None] | None = None,
    ) -> None:
        self.identity = identity or BoardIdentity()
        self.boot = boot
        self.hatch, self.build = Hatch.CLOSED, Build.EMPTY
        self.presses: list[Pressed] = []
        self.faults: set[FaultCode] = set()
        self._given_uptime = uptime
        self._on_press = on_press
        self._out = bytearray()
        self._start(now, ResetCause.POWER)

    def _start(self, now: float, cause: ResetCause) -> None:
        self._booted, self._cause = now, cause
        self._decoder = Decoder()
        self._session = self._hellos = 0
        self._nonce: int | None = None
        self._read_only = False
        self._last: tuple[int, Frame, bytes] | None = None
        self._ring: deque[_Kept] = deque()
        self._sequence = self._dropped = self._refused = 0
        self._state_due = now
        self._armed_until = self._rest_until = self._pulse_until = now
        self._outputs = 0
        self._out.clear()

    @property
    def pending(self) -> int:
        """Events that wait for an acknowledgement."""
        return len(self._ring)

    def reset(self, now: float, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        """Start anew: outputs off, session and ring forgotten, boot counted."""
        self.boot = (self.boot + 1) & 0xFFFF
        self._start(now, cause)

    def report(
        self, now: float, kind: EventKind, seat: Seat | None = None, pips: tuple[int, int] = (0, 0), code: int = 0
    ) -> None:
        """Something happened at the table; pips 0 where the board cannot know them."""
        self._sense(kind, code)
        self._sequence = (self._sequence + 1) & 0xFFFF
        place = NO_SEAT if seat is None else int(seat)
        self._ring.append(_Kept(self._sequence, self._uptime_ms(now), kind, place, pips, code, now))
        if len(self._ring) > RING_EVENTS:
            self._ring.popleft()
            self._dropped += 1

    def log(self, level: LogLevel, text: str) -> None:
        """A line for people, cut to what a frame holds."""
        if self._session:
            cut = text.encode()[: PAYLOAD_MAX - 1].decode(errors="ignore")
            self._send(Log(level, cut))

    def receive(self, data: bytes, now: float) -> None:
        """Bytes that came from the host."""
        for frame in self._decoder.feed(data):
            message = read(frame)
            if isinstance(message, Hello):
                self._hello(message, now)
            elif isinstance(message, EventAck):
                if frame.session == self._session:
                    self._take(message.sequence)
            elif frame.seq:
                self._command(frame, message, now)
        self.tick(now)

    def tick(self, now: float) -> None:
        """End pulses and leases, send what is due."""
        if self._outputs and now >= self._pulse_until:
            self._outputs = 0
        if not self._session:
            return
        if now >= self._state_due:
            self._state_due = now + STATE_MS / 1000
            self._send(self._state(now))
        for kept in self._ring:
            if now >= kept.due:
                kept.due = now + RESEND_MS / 1000
                self._send(self._event(kept))

    def deadline(self) -> float | None:
        """When ``tick`` has something to do; None before a host has spoken."""
        if not self._session:
            return None
        times = [self._state_due, *(kept.due for kept in self._ring)]
        return min([*times, self._pulse_until] if self._outputs else times)

    def outgoing(self) -> bytes:
        """Bytes to send now."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def _sense(self, kind: EventKind, code: int) -> None:
        self.hatch = _HATCHES.get(kind, self.hatch)
        self.build = _BUILDS.get(kind, self.build)
        if code:
            (self.faults.add if kind is EventKind.FAULT else self.faults.discard)(FaultCode(code))

    def _hello(self, hello: Hello, now: float) -> None:
        if self._nonce != hello.nonce or not self._session:
            self._nonce = hello.nonce
            self._hellos = self._hellos % 255 + 1
            # The boot counter keeps a number from before a reset from meaning anything after it.
            self._session = (self.boot & 0xFF) << 8 | self._hellos
            self._read_only = hello.major != self.identity.major
            self._last = None
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

    def _take(self, sequence: int) -> None:
        while self._ring and (sequence - self._ring[0].sequence) & 0xFFFF < 0x8000:
            self._ring.popleft()

    def _command(self, frame: Frame, message: Message | Unknown, now: float) -> None:
        if frame.session != self._session or not self._session:
            self._refused += 1
            self._out += Nak(frame.type, NakCode.STALE_SESSION).frame(frame.session, frame.seq).encode()
            return
        if self._last is not None and self._last[0] == frame.seq and self._last[1] == frame:
            self._out += self._last[2]
            return
        answer = self._obey(message, now)
        if isinstance(answer, NakCode):
            self._refused += 1
            answer = Nak(frame.type, answer)
        coded = answer.frame(self._session, frame.seq).encode()
        self._last = (frame.seq, frame, coded)
        self._out += coded

    def _obey(self, message: Message | Unknown, now: float) -> Message | NakCode:
        if isinstance(message, Unknown):
            return NakCode.UNKNOWN_COMMAND
        if message.ACTS and self._read_only:
            return NakCode.READ_ONLY
        match message:
            case GetState():
                return self._state(now)
            case GetStats():
                frames, damaged = self._decoder.frames, self._decoder.damaged
                return Stats(frames, damaged, self._refused, self._dropped, len(self.presses))
            case Identify(offset):
                return IdentifyData(offset, len(_DICTIONARY), _DICTIONARY[offset : offset + _CHUNK])
        return self._act(message, now) or Ack(message.TYPE)

    def _act(self, message: Message, now: float) -> NakCode | None:
        refusal = None
        match message:
            case Ping() | SaveConfig() | Selftest() | SetConfig():
                pass
            case Arm(lease_ms) if 0 < lease_ms <= LEASE_MS:
                self._armed_until = now + lease_ms / 1000
            case Cancel():
                self._outputs = 0
                self._armed_until = now
            case FaultClear(code) if code in {fault.value for fault in self.faults}:
                self.report(now, EventKind.FAULT_CLEARED, code=code)
            case Press(mask, ms):
                refusal = self._press(mask, ms, now)
            case Arm() | FaultClear():
                refusal = NakCode.BAD_VALUE
            case _:
                refusal = NakCode.UNKNOWN_COMMAND
        return refusal

    def _press(self, mask: int, ms: int, now: float) -> NakCode | None:
        if not 0 < mask < 1 << len(OUTPUTS) or not PULSE_MIN_MS <= ms <= PULSE_MAX_MS:
            return NakCode.BAD_VALUE
        if now >= self._armed_until:
            return NakCode.NOT_ARMED
        if now < self._rest_until:
            return NakCode.TOO_SOON
        self._outputs = mask
        self._pulse_until = now + ms / 1000
        self._rest_until = self._pulse_until + GAP_MS / 1000
        pressed = Pressed(mask, ms, self._uptime_ms(now) / 1000)
        self.presses.append(pressed)
        if self._on_press is not None:
            self._on_press(pressed)
        return None

    def _state(self, now: float) -> State:
        faults = sum(1 << code - 1 for code in self.faults)
        armed = int(now < self._armed_until)
        return State(
            self._uptime_ms(now), self._inputs(), self._outputs, self.hatch, self.build, armed, faults, self.pending
        )

    def _inputs(self) -> int:
        levels = {
            "HATCH_OPEN": self.hatch is Hatch.OPEN,
            "WALLS_UP": self.build is Build.READY,
            "MIXING": self.build is Build.MIXING,
            "FAULT": bool(self.faults),
        }
        return sum(1 << bit for bit, name in enumerate(INPUTS) if levels.get(name, False))

    def _event(self, kept: _Kept) -> Event:
        return Event(kept.sequence, self._ring[0].sequence, kept.at_ms, kept.kind, kept.seat, *kept.pips, kept.code)

    def _send(self, message: Message) -> None:
        self._out += message.frame(self._session).encode()

    def _uptime_ms(self, now: float) -> int:
        uptime = now - self._booted if self._given_uptime is None else self._given_uptime(now)
        return round(uptime * 1000) & 0xFFFFFFFF


_HATCHES: Final = {
    EventKind.HATCH_OPENED: Hatch.OPEN,
    EventKind.HATCH_CLOSED: Hatch.CLOSED,
}
_BUILDS: Final = {
    EventKind.MIXING: Build.MIXING,
    EventKind.WALLS_UP: Build.READY,
}
