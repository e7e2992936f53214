"""Start and end of a service's process: notifications to systemd, and the signals that end it.

A service of ``Type=notify`` reports that it is ready, alive, stopping; sd_notify(3).
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
    """While it is entered, SIGINT and SIGTERM end the service cleanly: journal closed, port let go, status 0.

    The first raises KeyboardInterrupt, or calls ``asked`` where somebody serves; the second calls it once more; the
    third ends the process at once, as does any that comes while devices are being released (``releasing``).
    """

    def __init__(self) -> None:
        """No stop was requested."""
        self.asked: Callable[[], None] | None = None
        self._count, self._releasing = 0, False
        self._before: dict[int, object] = {}

    def __enter__(self) -> "Stopping":
        """Listen from now on; in the main thread."""
        self._before = {number: signal.signal(number, self._told) for number in SIGNALS}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        """Listen no more; a KeyboardInterrupt that was asked for has done its work."""
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # as it was given
        return kind is KeyboardInterrupt and self._count > 0

    def releasing(self) -> None:
        """From now on devices and journal are let go; it is not begun again."""
        self._releasing = True

    def _told(self, number: int, _frame: FrameType | None) -> None:
        self._count += 1
        if self._count > 2 or (self._releasing and self._count > 1):
            os._exit(_KILLED + number)
        if self._releasing:
            return
        if self.asked is None:
            raise KeyboardInterrupt
        self.asked()


def notify(state: str) -> None:
    """Tell the manager that started this process; nothing where there is none, or where it does not listen."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        try:
            # A name that begins with @ is outside the file system.
            line.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)
        except OSError:
            return


def watchdog_s() -> float | None:
    """Seconds within which the manager wants to hear from this process; None: it does not watch it."""
    told, owner = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not told.isdecimal() or int(told) == 0 or owner not in ("", str(os.getpid())):
        return None
    return int(told) / _MICROSECONDS
