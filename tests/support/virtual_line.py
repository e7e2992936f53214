"""A board, a line and a host in one virtual time."""

from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from firmware_bridge.table import SerialTable
from firmware_bridge.wire.codes import EventKind
from hardware.simulator.board.board import Board
from tests.support.virtual_port import VirtualClock, VirtualPort


class Setup:
    """A board, its line and a host's table, all in one virtual time."""

    def __init__(self, board: Board | None = None) -> None:
        self.clock = VirtualClock(100.0)
        self.board = board or Board(100.0)
        self.port = VirtualPort(self.board, self.clock)
        self.table = self.host(1)

    def host(self, first_nonce: int) -> SerialTable:
        """Start a service on the same line."""
        return SerialTable(self.port.link(first_nonce), self.clock)

    def report(self, kind: EventKind, seat: Seat | None = None, code: int = 0) -> None:
        self.board.report(self.clock(), kind, seat, code=code)

    def kinds(self, seconds: float) -> list[SignalKind]:
        return [signal.kind for signal in self.collect(seconds)]

    def collect(self, seconds: float) -> list[TableSignal]:
        """Collect all signals of the next ``seconds`` virtual seconds."""
        until = self.clock() + seconds
        signals: list[TableSignal] = []
        while self.clock() < until:
            signals += self.table.poll(until - self.clock())
        return signals


def nothing(_: bytes) -> bytes:
    return b""
