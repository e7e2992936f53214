"""A test bench for any board: exchanges frames with it and watches its pins."""

from collections.abc import Callable

from firmware_bridge.wire.codec import Message, Unknown
from firmware_bridge.wire.codes import ConfigKey, ResetCause
from firmware_bridge.wire.frames import Decoder, Frame
from firmware_bridge.wire.limits import PROTOCOL_MAJOR
from firmware_bridge.wire.messages import (
    Ack,
    Arm,
    EventReport,
    Hello,
    HelloAck,
    Ping,
    PressCommand,
    SetConfig,
    State,
    read,
)
from hardware.simulator.pins import AT_REST, BoardPort, OutputEdge, input_mask

MAJOR = PROTOCOL_MAJOR
UP_S = 0.6
"""Seconds in which a board starts; an RP2040 erases a sector at its first start."""
STORE_S = 0.5
"""Seconds in which a board answers a command that writes its store."""
_KNOCK = 0xFFFF
"""Sequence number of a knock, unused by commands: on a busy machine its answer may arrive after the first command."""


class Bench:
    """One board on the bench; ``pins``: True if its inputs and outputs are accessible.

    ``patience``: seconds within which an answer arrives; a board emulated in real time waits for its turn. ``sag``: the
    reset cause that it reports after its supply sagged.
    """

    def __init__(
        self,
        board: BoardPort,
        now: float = 0.0,
        pins: bool = True,
        patience: float = 0.03,
        sag: ResetCause = ResetCause.BROWN_OUT,
    ) -> None:
        self.board = board
        self.now = now
        self.pins = pins
        self.patience = patience
        self.sag = sag
        self.edges: list[OutputEdge] = []
        self.heard: list[tuple[float, Frame]] = []
        self.session = 0
        self._seq = 0
        self._decoder = Decoder()
        if pins:
            self.run(UP_S)
        else:
            self._come_up()

    def run(self, seconds: float, enough: Callable[[list[Frame]], bool] | None = None) -> list[Frame]:
        """Let ``seconds`` pass, or less once the received frames are ``enough``; return these frames."""
        until = self.now + seconds
        start = len(self.heard)
        while self.now < until:
            self.now = max(self.now, self.board.advance(until))
            self._collect()
            if enough is not None and enough([frame for _, frame in self.heard[start:]]):
                break
        return [frame for _, frame in self.heard[start:]]

    def send(self, data: bytes, enough: Callable[[list[Frame]], bool] | None = None) -> list[Frame]:
        """Send bytes; return the frames received within the time of an answer."""
        self.board.receive(data, self.now)
        return self.run(self.patience, enough)

    def hello(self, nonce: int = 9, major: int = MAJOR) -> HelloAck:
        """Open a session."""
        sent = Hello(nonce, major, 0).frame(0).encode()

        def welcomed(frames: list[Frame]) -> bool:
            return any(each.type == HelloAck.TYPE for each in frames)

        frames = self.send(sent, welcomed)
        for frame in frames if welcomed(frames) else self.run(STORE_S, welcomed):
            message = read(frame)
            if isinstance(message, HelloAck):
                self._seq = self._seq if frame.session == self.session else 0
                self.session = frame.session
                return message
        raise AssertionError("no HELLO_ACK")

    def answers(self, data: bytes, seq: int, count: int = 1) -> list[Frame]:
        """Send a command; return the frames that answer it (at least ``count``)."""
        enough = None if self.pins else lambda frames: sum(each.seq == seq for each in frames) >= count
        return [each for each in self.send(data, enough) if each.seq == seq]

    def answer(self, message: Message, session: int | None = None, seq: int | None = None) -> Message | Unknown:
        """Send a command under a new or the given sequence number; return the board's answer."""
        number = self.number() if seq is None else seq
        frame = message.frame(self.session if session is None else session, number)
        (answered,) = self.answers(frame.encode(), number) or self.slow(number)
        assert answered.session == frame.session
        return read(answered)

    def number(self) -> int:
        """Return a sequence number newer than all before."""
        self._seq += 1
        return self._seq

    def slow(self, seq: int) -> list[Frame]:
        """Wait for the answer of a board that first writes its EEPROM or tests itself."""
        frames = self.run(STORE_S, lambda frames: any(each.seq == seq for each in frames))
        return [each for each in frames if each.seq == seq]

    def press(self, mask: int = 1, ms: int = 100) -> Message | Unknown:
        """Arm and press; return the answer to the press."""
        assert self.answer(Arm(1500)) == Ack(Arm.TYPE)
        return self.answer(PressCommand(mask, ms))

    def hold(self, *names: str) -> None:
        """Switch these inputs on, in addition to those of a table at rest."""
        self.board.set_inputs(AT_REST | input_mask(names), self.now)

    def reset(self, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        """Restart the board and give it time to start."""
        self.board.reset(self.now, cause)
        self._collect()
        self.session = 0
        self.run(UP_S)

    def set(self, key: ConfigKey, value: int) -> Message | Unknown:
        """Change a setting."""
        return self.answer(SetConfig(key, value))

    def events(self, frames: list[Frame]) -> list[EventReport]:
        """Return the events among frames."""
        return [message for message in map(read, frames) if isinstance(message, EventReport)]

    def states(self, frames: list[Frame]) -> list[State]:
        """Return the states among frames."""
        return [message for message in map(read, frames) if isinstance(message, State)]

    def pulses(self) -> list[tuple[int, float]]:
        """Finished pulses of the outputs: mask and seconds."""
        pairs = zip(self.edges, self.edges[1:], strict=False)
        return [(first.mask, second.at - first.at) for first, second in pairs if first.mask]

    def _come_up(self) -> None:
        """Send pings without a session until the board refuses one: the start takes a time that depends on this
        machine.
        """
        while not self.run(0.1, bool):
            self.board.receive(Ping().frame(0, _KNOCK).encode(), self.now)
        self.run(0.1)
        self.heard.clear()

    def _collect(self) -> None:
        self.edges += self.board.edges()
        self.heard += [(self.now, frame) for frame in self._decoder.feed(self.board.outgoing())]
