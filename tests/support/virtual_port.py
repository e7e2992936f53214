"""A line between host and board in virtual time, faithful or damaging bytes on request."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from random import Random

from firmware_bridge.session.events import Reason
from firmware_bridge.session.link import BoardLink, PortError
from hardware.simulator.pins import BoardPort, OutputEdge


class VirtualClock:
    """A clock that advances only on request."""

    def __init__(self, now: float = 0.0) -> None:
        self._now = now

    def __call__(self) -> float:
        """Return the virtual time."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass, never backwards."""
        self._now += max(0.0, seconds)


@dataclass(slots=True)
class Noise:
    """Probabilities per byte that a line flips a bit, drops or duplicates it; ``damaged`` counts these events."""

    random: Random
    flip: float = 0.0
    drop: float = 0.0
    double: float = 0.0
    damaged: int = 0

    def carry(self, data: bytes) -> bytes:
        """Return the bytes that arrive of ``data``."""
        arrived = bytearray()
        for byte in data:
            chance = self.random.random()
            if chance < self.flip:
                arrived.append(byte ^ 1 << self.random.randrange(8))
                self.damaged += 1
            elif chance < self.flip + self.drop:
                self.damaged += 1
            elif chance < self.flip + self.drop + self.double:
                arrived += bytes((byte, byte))
                self.damaged += 1
            else:
                arrived.append(byte)
        return bytes(arrived)


class VirtualPort:
    """A port (``firmware_bridge.session.link.Port``) with a board at its other end; reading advances virtual time.

    ``to_board`` and ``to_host`` damage the bytes on their way. ``opened`` counts attempts to open it. ``moved`` lists
    the edges of the outputs; ``on_edge`` is called with each at once.
    """

    def __init__(self, board: BoardPort, clock: VirtualClock, carry: Callable[[bytes], bytes] = bytes) -> None:
        self.board = board
        self.clock = clock
        self.plugged = True
        self.opened = 0
        self.moved: list[OutputEdge] = []
        self.on_edge: Callable[[OutputEdge], object] = bool
        self.to_board = self.to_host = carry

    def link(self, first_nonce: int = 1) -> BoardLink:
        """A host's link through this port in the same virtual time."""
        return BoardLink(self.open, self.clock, self.idle, count(first_nonce).__next__)

    def open(self) -> "VirtualPort":
        """Return the port itself, for a link to open; raises PortError while unplugged."""
        self.opened += 1
        if not self.plugged:
            raise PortError(Reason.PORT_MISSING, "virtual port: unplugged, expected it plugged in")
        return self

    def read(self, timeout: float) -> bytes:
        """Return bytes from the board; lets at most ``timeout`` virtual seconds pass."""
        until = self.clock() + timeout
        while True:
            self._check()
            data = self.to_host(self._live(until))
            if data or self.clock() >= until:
                return data

    def idle(self, seconds: float) -> None:
        """Let virtual time pass without a host; what the board sends meanwhile is lost."""
        until = self.clock() + seconds
        while self.clock() < until:
            self._live(until)

    def write(self, data: bytes) -> None:
        """Send bytes to the board."""
        self._check()
        self.board.receive(self.to_board(data), self.clock())

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _check(self) -> None:
        if not self.plugged:
            raise PortError(Reason.PORT_GONE, "virtual port: unplugged")

    def _live(self, until: float) -> bytes:
        reached = self.board.advance(until)
        for edge in self.board.edges():
            self.moved.append(edge)
            self.on_edge(edge)
        # At least a microsecond, so that rounding never stops the clock.
        self.clock.advance(max(reached - self.clock(), 1e-6))
        return self.board.outgoing()
