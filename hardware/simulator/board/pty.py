"""A board on a pseudo-terminal with a stable name, the serial port of the simulated table."""

import os
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

from controller.riichi.seat import Seat
from firmware_bridge.wire.codes import EventKind, FaultCode
from hardware.simulator.board.board import Board
from hardware.simulator.pins import BoardPort

_IDLE_S: Final = 1.0


class ServedBoard(BoardPort, Protocol):
    """A board that can run in real time."""

    def tick(self, now: float) -> None:
        """Advance time to ``now`` and handle everything due."""
        ...


class BoardOnPty:
    """Runs a board in one thread behind ``link``, a symbolic link to the current pseudo-terminal.

    The methods that simulate the table (``press_set`` and the like) may be called from any thread. They need a
    ``Board``, whose ring accepts events without pins.
    """

    def __init__(self, link: Path, board: ServedBoard | None = None) -> None:
        self.link = link
        # Untyped: callbacks of ``act`` may need a specific board; this class uses only methods of ``ServedBoard``.
        self._board: Any = board or Board(time.monotonic())
        self._changed = threading.Condition()
        self._wanted = self._plugged = False
        self._closed = False
        self._failure: OSError | None = None
        self._master = self._slave = -1
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._thread = threading.Thread(target=self._run, name="table-board", daemon=True)

    def __enter__(self) -> "BoardOnPty":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Plug in; ``link`` names a terminal on return. Raises OSError if it cannot be created."""
        self._thread.start()
        self.plug()

    def close(self) -> None:
        """Unplug, remove the link and end the thread; repeated calls do nothing."""
        if self._wake_write < 0:
            return
        with self._changed:
            self._closed = True
        self._wake()
        self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)
        self._wake_read = self._wake_write = -1

    def plug(self) -> None:
        """Connect the cable, also again, under the same link name."""
        self._want(True)

    def unplug(self) -> None:
        """Disconnect the cable; the board stays powered by the table and keeps its events."""
        self._want(False)

    def act(self, deed: Callable[[Any, float], None]) -> None:
        """Call ``deed`` with the board and the link time, between two iterations of the board's loop."""
        with self._changed:
            deed(self._board, time.monotonic())
        self._wake()

    def press_set(self, seat: Seat) -> None:
        """Report that a player presses SET."""
        self._report(EventKind.SET_PRESSED, seat)

    def hatch_opened(self) -> None:
        """Report that the hatch in the middle opens."""
        self._report(EventKind.HATCH_OPENED)

    def hatch_closed(self) -> None:
        """Report that the hatch in the middle closes."""
        self._report(EventKind.HATCH_CLOSED)

    def mixing(self) -> None:
        """Report that the machine starts to mix."""
        self._report(EventKind.MIXING)

    def walls_up(self) -> None:
        """Report that the walls are up."""
        self._report(EventKind.WALLS_UP)

    def dice(self, seat: Seat) -> None:
        """Report that a player presses the dice button."""
        self._report(EventKind.DICE_PRESSED, seat)

    def dice_stopped(self) -> None:
        """Report that the dice have stopped, without their pips, which most boards cannot read."""
        self._report(EventKind.DICE_STOPPED)

    def fault(self, code: FaultCode) -> None:
        """Report a fault of the machine."""
        self.act(lambda board, now: board.report(now, EventKind.FAULT, code=code))

    def fault_cleared(self, code: FaultCode) -> None:
        """Report that a fault is cleared."""
        self.act(lambda board, now: board.report(now, EventKind.FAULT_CLEARED, code=code))

    def wait_taken(self, timeout: float) -> bool:
        """Wait up to ``timeout`` seconds; return True if a host has acknowledged every event."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._board.pending, timeout)

    def _report(self, kind: EventKind, seat: Seat | None = None) -> None:
        self.act(lambda board, now: board.report(now, kind, seat))

    def _want(self, plugged: bool) -> None:
        with self._changed:
            self._wanted = plugged
            self._wake()
            self._changed.wait_for(lambda: self._plugged is plugged or self._closed)
            if self._failure is not None:
                raise self._failure

    def _wake(self) -> None:
        try:
            os.write(self._wake_write, b"\0")
        except OSError:
            # A full pipe already wakes the thread; with a closed pipe there is no thread to wake.
            return

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._closed or self._wanted is not self._plugged:
                    try:
                        self._follow()
                    except OSError as error:
                        self._failure, self._closed = error, True
                        self._changed.notify_all()
                if self._closed:
                    return
                now = time.monotonic()
                self._board.tick(now)
                self._write(self._board.outgoing())
                due = self._board.deadline()
            wait = _IDLE_S if due is None else min(_IDLE_S, max(0.0, due - now))
            watched = [self._wake_read, self._master] if self._plugged else [self._wake_read]
            ready, _, _ = select.select(watched, [], [], wait)
            if self._wake_read in ready:
                os.read(self._wake_read, 4096)
            if self._master in ready:
                data = os.read(self._master, 4096)
                with self._changed:
                    self._board.receive(data, time.monotonic())
                    self._changed.notify_all()

    def _follow(self) -> None:
        if self._plugged:
            self.link.unlink(missing_ok=True)
            os.close(self._slave)
            os.close(self._master)
            self._plugged = False
        if self._wanted and not self._closed:
            # The slave stays open here as well, so that hosts can open and close it without a hang-up.
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            fresh = self.link.with_name(self.link.name + ".new")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(os.ttyname(self._slave))
            fresh.replace(self.link)
            self._plugged = True
        self._changed.notify_all()

    def _write(self, data: bytes) -> None:
        if data and self._plugged:
            try:
                os.write(self._master, data)
            except BlockingIOError:
                # No host reads: the bytes are lost, as on an unconnected cable.
                return
