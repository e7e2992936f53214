"""A session on a port that comes and goes: opening, reading and reconnecting as a state machine over injected time."""

import threading
import time
from collections.abc import Callable
from random import SystemRandom
from typing import Final, Protocol

from controller.errors import LinkError
from firmware_bridge.session import Arrived, Done, Down, Happening, HostSession, Phase, Reason
from firmware_bridge.wire import Message

# A port that cannot be opened is tried again after these waits; the last one repeats.
REOPEN_S: Final = (0.1, 0.25, 0.5, 1.0)


class Port(Protocol):
    """An open serial port."""

    def read(self, timeout: float) -> bytes:
        """Bytes that came, waiting at most ``timeout`` seconds; raises PortError when the port is gone."""
        ...

    def write(self, data: bytes) -> None:
        """Send bytes without waiting for long; raises PortError when the port is gone."""
        ...

    def close(self) -> None:
        """Release the port."""
        ...


class PortError(LinkError):
    """A port that cannot be opened or used, with the reason."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Link:
    """Keeps one session going; ``step`` does all the work, in the caller's thread."""

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
        self._failures = 0
        self._reopen_at = clock()

    @property
    def phase(self) -> Phase:
        """Where the link stands."""
        return self.session.phase

    def submit(self, command: Message) -> int:
        """Queue a command; its ticket comes back in a Done of a later step."""
        return self.session.submit(command, self._clock())

    def acknowledge(self, arrived: Arrived) -> None:
        """Tell the board that this event and all before it have been taken."""
        self.session.acknowledge(arrived)

    def step(self, timeout: float) -> list[Happening]:
        """What happened, waiting at most ``timeout`` seconds for the first; empty when nothing did."""
        until = self._clock() + timeout
        while True:
            now = self._clock()
            if self._port is None and now >= self._reopen_at:
                self._open(now)
            self._flush()
            happened = self.session.happenings()
            wait = self._wait(until)
            # What has already arrived counts before the silence does: a caller that was busy elsewhere loses no link.
            if self._port is not None:
                self._read(0.0 if happened else wait)
            elif wait > 0 and not happened:
                self._idle(wait)
            self.session.tick(self._clock())
            self._flush()
            happened += self.session.happenings()
            self._watch(happened)
            if happened or self._clock() >= until:
                return happened

    def close(self) -> None:
        """Release the port; a command under way ends as unknown."""
        if self._port is not None:
            self._port.close()
            self._port = None
            self.session.disconnect(Reason.CLOSED)

    def _open(self, now: float) -> None:
        try:
            self._port = self._open_port()
        except PortError as error:
            self._retry_later(now)
            self.session.disconnect(error.reason)
            return
        self.session.connect(now)

    def _retry_later(self, now: float) -> None:
        self._reopen_at = now + REOPEN_S[min(self._failures, len(REOPEN_S) - 1)]
        self._failures += 1

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
        self._drop_port()
        self.session.disconnect(reason)

    def _drop_port(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None
            self._retry_later(self._clock())

    def _watch(self, happened: list[Happening]) -> None:
        if self.session.up:
            self._failures = 0
        # A board that fell silent may be on a port whose loss went unnoticed: open it afresh.
        if any(isinstance(each, Down) for each in happened) and self.phase is Phase.OFFLINE:
            self._drop_port()

    def _wait(self, until: float) -> float:
        due = self._reopen_at if self._port is None else self.session.deadline()
        return max(0.0, min(until, until if due is None else due) - self._clock())


def finished(happened: list[Happening], ticket: int) -> Done | None:
    """The end of one command among what happened."""
    return next((each for each in happened if isinstance(each, Done) and each.ticket == ticket), None)


def _random_nonce() -> int:
    return SystemRandom().getrandbits(32)
