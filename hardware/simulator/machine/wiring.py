"""Connects a table's mechanism to a board's pins; people's fingers press the same buttons."""

from collections.abc import Collection

from firmware_bridge.wire.codes import OUTPUTS, ResetCause
from hardware.simulator.machine.machine import Machine
from hardware.simulator.pins import BoardPort, OutputEdge, PanelDrive, input_mask


class WiredTable:
    """A board (itself a ``BoardPort``) whose relays close the machine's contacts and whose inputs read its lamps."""

    def __init__(self, board: BoardPort, machine: Machine, now: float = 0.0) -> None:
        """Connect board and machine; the key that enables the outputs is on."""
        self.board, self.machine = board, machine
        self.key = True
        self._fingers: frozenset[str] = frozenset()
        self._relays: frozenset[str] = frozenset()
        self._edges: list[OutputEdge] = []
        self._levels = -1
        self._read(now)

    @property
    def outputs(self) -> int:
        """Mask of the contacts that the board closes now."""
        return self.board.outputs

    def fingers(self, buttons: Collection[str], now: float) -> None:
        """From ``now`` on people press exactly these buttons."""
        self._fingers = frozenset(buttons)
        self._wire(now)

    def turn_key(self, on: bool, now: float) -> None:
        """Turn the key that enables the outputs."""
        self.key = on
        self._read(now)

    def set_inputs(self, levels: int, now: float) -> None:
        """Raise NotImplementedError: the machine alone sets the inputs of a wired board."""
        raise NotImplementedError(f"inputs {levels:#x} at {now}: the machine sets them")

    def drive_lamps(self, panel: PanelDrive, now: float) -> None:
        """From ``now`` on the machine's panel multiplexes these lamps."""
        self.board.drive_lamps(panel, now)

    def receive(self, data: bytes, now: float) -> None:
        """Pass bytes from the host to the board."""
        self.board.receive(data, now)
        self._follow(now)

    def advance(self, until: float) -> float:
        """Advance both to ``until``, or stop at the first byte sent or output changed; return the time reached."""
        while True:
            due = self.machine.deadline()
            goal = until if due is None else min(due, until)
            reached = self.board.advance(goal)
            self._follow(reached)
            if reached < goal or reached >= until:
                return reached

    def deadline(self) -> float | None:
        """Return when board or machine may next act; None if never."""
        times = [due for due in (self.board.deadline(), self.machine.deadline()) if due is not None]
        return min(times, default=None)

    def outgoing(self) -> bytes:
        """Return the bytes to the host since the last call."""
        return self.board.outgoing()

    def edges(self) -> list[OutputEdge]:
        """Return the output changes since the last call, in order."""
        edges, self._edges = self._edges, []
        return edges

    def reset(self, now: float, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        """Restart the board; the machine only notices that the relays open."""
        self.board.reset(now, cause)
        self._follow(now)

    def power(self, on: bool, now: float) -> None:
        """Switch the mains of the table; the board stays on because the host powers it."""
        self.machine.power(on, now)
        self._read(now)

    def _follow(self, now: float) -> None:
        for edge in self.board.edges():
            self._edges.append(edge)
            self._relays = frozenset(name for bit, name in enumerate(OUTPUTS) if edge.mask & 1 << bit)
            self.machine.contacts(self._relays | self._fingers, edge.at)
        self.machine.advance(now)
        self._read(now)

    def _wire(self, now: float) -> None:
        self.machine.contacts(self._relays | self._fingers, now)
        self._read(now)

    def _read(self, now: float) -> None:
        levels = input_mask((*self.machine.levels, *(("ENABLE",) if self.key else ())))
        if levels != self._levels:
            self._levels = levels
            self.board.set_inputs(levels, now)


class LiveTable(WiredTable):
    """A wired table that can serve as the board of a ``BoardOnPty``."""

    _said = b""

    def tick(self, now: float) -> None:
        """Advance to ``now`` and collect all bytes sent on the way, because ``advance`` stops at each of them."""
        reached = self.advance(now)
        while reached < now:
            self._said += super().outgoing()
            reached = self.advance(now)

    def outgoing(self) -> bytes:
        """Return all bytes to the host since the last call."""
        said, self._said = self._said + super().outgoing(), b""
        return said
