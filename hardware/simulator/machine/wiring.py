"""A table's mechanism wired to a board's pins, with people's fingers on the same buttons."""

from collections.abc import Collection

from firmware_bridge.wire.codes import OUTPUTS, ResetCause
from hardware.simulator.machine.machine import Machine
from hardware.simulator.pins import BoardPort, OutputEdge, PanelDrive, input_mask


class WiredTable:
    """A board (itself a ``BoardPort``) whose relays close the machine's contacts and whose inputs read its lamps."""

    def __init__(self, board: BoardPort, machine: Machine, now: float = 0.0) -> None:
        """Wire them up; the key that enables the outputs is turned on."""
        self.board, self.machine = board, machine
        self.key = True
        self._fingers: frozenset[str] = frozenset()
        self._relays: frozenset[str] = frozenset()
        self._edges: list[OutputEdge] = []
        self._levels = -1
        self._read(now)

    @property
    def outputs(self) -> int:
        """Contacts that the board closes now."""
        return self.board.outputs

    def fingers(self, buttons: Collection[str], now: float) -> None:
        """From ``now`` on people press exactly these buttons."""
        self._fingers = frozenset(buttons)
        self._wire(now)

    def turn_key(self, on: bool, now: float) -> None:
        """The key that enables the outputs, turned by hand."""
        self.key = on
        self._read(now)

    def set_inputs(self, levels: int, now: float) -> None:
        """A wired board's inputs are the machine's; nobody else sets them."""
        raise NotImplementedError(f"inputs {levels:#x} at {now}: the machine sets them")

    def drive_lamps(self, panel: PanelDrive, now: float) -> None:
        """From ``now`` on the machine's panel drives these lamps in turns."""
        self.board.drive_lamps(panel, now)

    def receive(self, data: bytes, now: float) -> None:
        """Bytes from the host."""
        self.board.receive(data, now)
        self._follow(now)

    def advance(self, until: float) -> float:
        """Let time pass for both, to ``until`` or to the first bytes or moved output before it; the time reached."""
        while True:
            due = self.machine.deadline()
            goal = until if due is None else min(due, until)
            reached = self.board.advance(goal)
            self._follow(reached)
            if reached < goal or reached >= until:
                return reached

    def deadline(self) -> float | None:
        """When either may have something to do."""
        times = [due for due in (self.board.deadline(), self.machine.deadline()) if due is not None]
        return min(times, default=None)

    def outgoing(self) -> bytes:
        """Bytes to the host."""
        return self.board.outgoing()

    def edges(self) -> list[OutputEdge]:
        """Changes of the outputs since the last call."""
        edges, self._edges = self._edges, []
        return edges

    def reset(self, now: float, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        """The board restarts; the machine does not notice but for its relays."""
        self.board.reset(now, cause)
        self._follow(now)

    def power(self, on: bool, now: float) -> None:
        """The mains of the table; the board, fed by the host, stays awake."""
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
    """A wired table with the faces that a pseudo-terminal needs of its board."""

    _said = b""

    def tick(self, now: float) -> None:
        """Let time pass; a board stops at each thing that it says."""
        reached = self.advance(now)
        while reached < now:
            self._said += super().outgoing()
            reached = self.advance(now)

    def outgoing(self) -> bytes:
        """All bytes to the host since the last call."""
        said, self._said = self._said + super().outgoing(), b""
        return said
