"""Start and end of the service process: notifications to systemd, and termination signals.

A service of ``Type=notify`` reports that it is ready, alive and stopping; sd_notify(3).
"""

import os
import signal
import socket
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Final

READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"
ALIVE: Final = "WATCHDOG=1"
_MICROSECONDS: Final = 1e6
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_KILLED: Final = 128


class Stopping:
    """Context in which SIGINT and SIGTERM end the service cleanly: journal closed, port released, status 0.

    The first signal raises KeyboardInterrupt, or calls ``asked`` if set; the second calls ``asked`` again or raises
    again; the third ends the process at once. While devices are being released (``releasing``) a first signal is
    ignored, and any later one ends the process at once.
    """

    def __init__(self) -> None:
        """Create without a requested stop."""
        self.asked: Callable[[], None] | None = None
        self._count, self._releasing = 0, False
        self._before: dict[int, object] = {}

    def __enter__(self) -> "Stopping":
        """Install the signal handlers; must run in the main thread."""
        self._before = {number: signal.signal(number, self._on_signal) for number in SIGNALS}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        """Restore the signal handlers; suppress a KeyboardInterrupt that a signal caused."""
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # as it was given
        return kind is KeyboardInterrupt and self._count > 0

    def releasing(self) -> None:
        """Mark that devices and journal are being released: a signal must not interrupt and restart that."""
        self._releasing = True

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        self._count += 1
        if self._count > 2 or (self._releasing and self._count > 1):
            os._exit(_KILLED + number)
        if self._releasing:
            return
        if self.asked is None:
            raise KeyboardInterrupt
        self.asked()


def notify(state: str) -> None:
    """Notify the service manager that started this process; does nothing without a manager that listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        try:
            # A leading @ denotes an abstract socket address.
            line.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)
        except OSError:
            return


def watchdog_s() -> float | None:
    """Return the watchdog interval of the service manager, s; None without a watchdog."""
    told, owner = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not told.isdecimal() or int(told) == 0 or owner not in ("", str(os.getpid())):
        return None
    return int(told) / _MICROSECONDS
