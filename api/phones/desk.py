"""Exchange of phone pictures between service and eyes: one desk per process, with a socket that only its
user may open.
"""

import atexit
import os
import shutil
import tempfile
import threading
from functools import cache
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from typing import Final

import msgspec
import structlog

from api.phones.line import PhoneLine
from controller.ports.log import WordLog
from vision.capture.network.phone_line import PHONE, PhoneAsk, line_name, phone_address

_LONGEST_ASK: Final = 4096
"""Most bytes of a request, which is a name and two numbers."""
_LONGEST_WAIT_S: Final = 30.0
"""Longest wait of one request, s; chosen: eyes wait for seconds at a time."""
MOST_LINES: Final = 256
"""Most phones of one service; chosen: fifty tables with a phone for each seat."""
log: WordLog = structlog.get_logger()


class PhoneDesk:
    """Phones of one service, by table and seat; eyes in any process of this user can request their pictures."""

    def __init__(self) -> None:
        """Create without phones; the socket is opened when it is first needed."""
        self._lines: dict[str, PhoneLine] = {}
        self._turn = threading.Lock()
        self._folder: Path | None = None
        self._name = ""
        self._listener: Listener | None = None

    def line(self, table: str, seat: str = "") -> PhoneLine:
        """Return the line of a table's or a seat's phone; raises LookupError beyond ``MOST_LINES``."""
        name = line_name(table, seat)
        with self._turn:
            if name not in self._lines:
                if len(self._lines) >= MOST_LINES:
                    raise LookupError(name)
                self._lines[name] = PhoneLine(name)
            return self._lines[name]

    def lines(self, table: str) -> list[PhoneLine]:
        """Return the lines of a table that were used by phones."""
        with self._turn:
            return [line for name, line in sorted(self._lines.items()) if name.partition("/")[0] == table]

    def completed(self, address: str, table: str, seat: str = "") -> str:
        """Return a camera address in the form that eyes open: a phone's address gets the socket and its line."""
        if address != PHONE:
            return address
        return phone_address(self._socket(), self.line(table, seat).name)

    def close(self) -> None:
        """Close the socket and release all waiting requests."""
        with self._turn:
            if self._listener is not None:
                self._listener.close()
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
            self._listener = self._folder = None
            for line in self._lines.values():
                line.close()
            self._lines.clear()

    def _socket(self) -> str:
        with self._turn:
            if self._folder is None:
                # Accessible to its owner only, and short enough for a socket address.
                self._folder = Path(tempfile.mkdtemp(prefix="jantaku-"))
                self._name = _socket_in(self._folder)
                self._listener = Listener(self._name, backlog=64)
                threading.Thread(target=self._answer_all, args=(self._listener,), name="phones", daemon=True).start()
                atexit.register(self.close)
            return self._name

    def _answer_all(self, listener: Listener) -> None:
        while True:
            try:
                link = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(link,), name="phone", daemon=True).start()

    def _answer(self, link: Connection) -> None:
        """Answer the requests of one camera reader until it disconnects."""
        with link:
            try:
                while True:
                    ask = msgspec.msgpack.decode(link.recv_bytes(_LONGEST_ASK), type=PhoneAsk)
                    table, _, seat = ask.line.partition("/")
                    picture = self.line(table, seat).past(ask.past, min(ask.wait_s, _LONGEST_WAIT_S))
                    link.send_bytes(msgspec.msgpack.encode(picture))
            except (EOFError, OSError):
                return
            except (msgspec.DecodeError, LookupError) as error:
                log.warning("phone_asked_wrongly", reason=str(error))


def _socket_in(folder: Path) -> str:
    """Return the address of a socket in that folder, or of a named pipe on Windows."""
    return str(folder / "phones") if os.name == "posix" else rf"\\.\pipe\{folder.name}"


@cache
def phone_desk() -> PhoneDesk:
    """Return the desk of this process."""
    return PhoneDesk()
