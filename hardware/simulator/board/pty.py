"""A board on a pseudo-terminal with a stable name: the process boundary of the simulated table."""

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
    """A board that can be run in real time."""

    def tick(self, now: float) -> None:
        """Advance time to ``now`` and handle everything due."""
        ...


class BoardOnPty:
    """Runs a board in one thread behind ``link``, a symbolic link to the current pseudo-terminal.

    Acts of people (``press_set`` and the like) may be called from any thread; they need a ``Board``, whose ring takes
    events without pins. ``clock`` is the time of the link.
    """

    def __init__(
        self, link: Path, board: ServedBoard | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.link = link
        self._clock = clock
        # What is done to a board by ``act`` is the caller's business; what is done to it here, any board can do.
        self._board: Any = board or Board(clock())
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
        """Plug in; ``link`` names a terminal when this returns. Raises OSError where it cannot be made."""
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
        """Connect the cable (again, under the same name)."""
        self._want(True)

    def unplug(self) -> None:
        """Pull the cable; the board stays powered by the table and keeps its events."""
        self._want(False)

    def act(self, deed: Callable[[Any, float], None]) -> None:
        """Do something to the board (with the time of the link) between two turns of its loop."""
        with self._changed:
            deed(self._board, self._clock())
        self._wake()

    def press_set(self, seat: Seat) -> None:
        """A player presses SET."""
        self._report(EventKind.SET_PRESSED, seat)

    def hatch_opened(self) -> None:
        """The opening in the middle rises."""
        self._report(EventKind.HATCH_OPENED)

    def hatch_closed(self) -> None:
        """The opening in the middle lowers."""
        self._report(EventKind.HATCH_CLOSED)

    def mixing(self) -> None:
        """The machine starts to mix."""
        self._report(EventKind.MIXING)

    def walls_up(self) -> None:
        """The walls are up."""
        self._report(EventKind.WALLS_UP)

    def dice(self, seat: Seat) -> None:
        """A player presses the dice button."""
        self._report(EventKind.DICE_PRESSED, seat)

    def dice_stopped(self, pips: tuple[int, int] = (0, 0)) -> None:
        """The dice lie still; most boards cannot tell the pips."""
        self.act(lambda board, now: board.report(now, EventKind.DICE_STOPPED, pips=pips))

    def fault(self, code: FaultCode) -> None:
        """The machine is in trouble."""
        self.act(lambda board, now: board.report(now, EventKind.FAULT, code=code))

    def fault_cleared(self, code: FaultCode) -> None:
        """The trouble is over."""
        self.act(lambda board, now: board.report(now, EventKind.FAULT_CLEARED, code=code))

    def wait_taken(self, timeout: float) -> bool:
        """Whether a host has acknowledged every event within ``timeout`` seconds."""
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
            # A full pipe wakes as well as one byte does; a closed one has nobody to wake.
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
                now = self._clock()
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
                    self._board.receive(data, self._clock())
                    self._changed.notify_all()

    def _follow(self) -> None:
        if self._plugged:
            self.link.unlink(missing_ok=True)
            os.close(self._slave)
            os.close(self._master)
            self._plugged = False
        if self._wanted and not self._closed:
            # The slave stays open here too, so that a host may come and go like on a cable.
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
                # Nobody reads: the bytes are lost, as on a cable that leads nowhere.
                return
