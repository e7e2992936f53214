"""A session on a port that may disappear and return, reopened by the reconnect state machine; the clock is injected."""

import threading
import time
from collections.abc import Callable
from random import SystemRandom
from typing import Protocol

from controller.errors import LinkError
from firmware_bridge.session.events import Arrived, Done, Down, LinkEvent, LinkPhase, Reason, Up
from firmware_bridge.session.reconnect import PortCue, PortStage, Reconnect
from firmware_bridge.session.session import HostSession
from firmware_bridge.wire.codec import Message


class Port(Protocol):
    """An open serial port."""

    def read(self, timeout: float) -> bytes:
        """Return the bytes received, waiting at most ``timeout`` seconds; raises PortError if the port is gone."""
        ...

    def write(self, data: bytes) -> None:
        """Send bytes without waiting for long; raises PortError if the port has disappeared."""
        ...

    def close(self) -> None:
        """Release the port."""
        ...


class PortError(LinkError):
    """A port cannot be opened or used, for the given reason."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class BoardLink:
    """Keeps one session running; ``step`` does all the work, in the caller's thread."""

    def __init__(
        self,
        open_port: Callable[[], Port],
        clock: Callable[[], float] = time.monotonic,
        idle: Callable[[float], object] | None = None,
        nonces: Callable[[], int] | None = None,
    ) -> None:
        self.session = HostSession(nonces or _random_nonce)
        self._open_port = open_port
        self._clock = clock
        self._idle = idle or threading.Event().wait
        self._port: Port | None = None
        self._plan = Reconnect(clock())
        self._trouble = ""

    @property
    def phase(self) -> LinkPhase:
        """State of the link."""
        return self.session.phase

    @property
    def reason(self) -> Reason | None:
        """Why there is no board; None while one answers or before the first attempt."""
        return self._plan.reason

    @property
    def trouble(self) -> str:
        """Error message of the last attempt to open the port, empty if it was opened."""
        return self._trouble

    def submit(self, command: Message) -> int:
        """Queue a command; its ticket is in the Done event of a later step."""
        return self.session.submit(command, self._clock())

    def acknowledge(self, arrived: Arrived) -> None:
        """Tell the board that this event and all earlier ones have been processed."""
        self.session.acknowledge(arrived)

    def step(self, timeout: float) -> list[LinkEvent]:
        """Return the link events, waiting at most ``timeout`` seconds for the first; empty if there are none."""
        until = self._clock() + timeout
        while True:
            now = self._clock()
            if self._port is None and now >= self._plan.due:
                self._open(now)
            self._flush()
            happened = self.session.link_events()
            wait = self._wait(until)
            # Received bytes are processed before the time-out is checked, so that a busy caller does not lose the link.
            if self._port is not None:
                self._read(0.0 if happened else wait)
            elif wait > 0 and not happened:
                self._idle(wait)
            self.session.tick(self._clock())
            self._flush()
            happened += self.session.link_events()
            self._watch(happened)
            if happened or self._clock() >= until:
                return happened

    def close(self) -> None:
        """Release the port; a running command ends as unknown."""
        if self._port is not None:
            self._port.close()
            self._port = None
            self.session.disconnect(Reason.CLOSED)
        self._plan.feed(Reason.CLOSED, self._clock())

    def _open(self, now: float) -> None:
        try:
            self._port = self._open_port()
        except PortError as error:
            self._trouble = str(error)
            self._lose(error.reason)
            return
        self._trouble = ""
        self._plan.feed(PortCue.OPENED, now)
        self.session.connect(now)

    def _flush(self) -> None:
        data = self.session.outgoing()
        if data and self._port is not None:
            try:
                self._port.write(data)
            except PortError as error:
                self._lose(error.reason)

    def _read(self, timeout: float) -> None:
        assert self._port is not None
        try:
            data = self._port.read(timeout)
        except PortError as error:
            self._lose(error.reason)
            return
        if data:
            self.session.receive(data, self._clock())

    def _lose(self, reason: Reason) -> None:
        self._follow(reason)
        self.session.disconnect(reason)

    def _watch(self, happened: list[LinkEvent]) -> None:
        for each in happened:
            if isinstance(each, Up):
                self._follow(PortCue.OTHER_VERSION if each.read_only else PortCue.ANSWERED)
            elif isinstance(each, Down) and self._port is not None:
                # Only losses detected by the session itself: the loss of the port has been handled already.
                self._follow(each.reason)

    def _follow(self, cue: PortCue | Reason) -> None:
        if self._plan.feed(cue, self._clock()) is PortStage.WAITING and self._port is not None:
            self._port.close()
            self._port = None

    def _wait(self, until: float) -> float:
        due = self._plan.due if self._port is None else self.session.deadline()
        return max(0.0, min(until, until if due is None else due) - self._clock())


def greet(link: BoardLink, timeout: float, clock: Callable[[], float] = time.monotonic) -> list[LinkEvent]:
    """Return the link events until a board has answered; raises PortError with the reason after ``timeout`` seconds."""
    until = clock() + timeout
    happened: list[LinkEvent] = []
    while not link.session.up and link.reason is None and clock() < until:
        happened += link.step(max(0.0, until - clock()))
    if not link.session.up:
        reason = link.reason or Reason.NO_ANSWER
        raise PortError(reason, link.trouble or f"{reason.value}: expected a table board; see jantaku doctor")
    return happened


def finished(happened: list[LinkEvent], ticket: int) -> Done | None:
    """Return the Done event of one command among the events; None if it is not there."""
    return next((each for each in happened if isinstance(each, Done) and each.ticket == ticket), None)


def _random_nonce() -> int:
    return SystemRandom().getrandbits(32)
