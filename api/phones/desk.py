"""Where phones' pictures wait for the eyes: one desk in a process, with a socket that only its user may open."""

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
"""Bytes of a question; a name and two numbers."""
_LONGEST_WAIT_S: Final = 30.0
"""Most seconds that one question waits; chosen: eyes ask for seconds at a time."""
MOST_LINES: Final = 256
"""Phones that one service knows; chosen: fifty tables with a phone for each seat."""
log: WordLog = structlog.get_logger()


class PhoneDesk:
    """The phones of one service, by table and seat; the eyes of any process of this user ask for their pictures."""

    def __init__(self) -> None:
        """No phone yet, and no socket before somebody needs it."""
        self._lines: dict[str, PhoneLine] = {}
        self._turn = threading.Lock()
        self._folder: Path | None = None
        self._name = ""
        self._listener: Listener | None = None

    def line(self, table: str, seat: str = "") -> PhoneLine:
        """The line of a table's phone, or of a seat's; raises LookupError where there are too many already."""
        name = line_name(table, seat)
        with self._turn:
            if name not in self._lines:
                if len(self._lines) >= MOST_LINES:
                    raise LookupError(name)
                self._lines[name] = PhoneLine(name)
            return self._lines[name]

    def lines(self, table: str) -> list[PhoneLine]:
        """The lines of a table that phones have come to."""
        with self._turn:
            return [line for name, line in sorted(self._lines.items()) if name.partition("/")[0] == table]

    def completed(self, address: str, table: str, seat: str = "") -> str:
        """The address of a camera as eyes open it: that of a phone gets its place, any other stays as it is."""
        if address != PHONE:
            return address
        return phone_address(self._socket(), self.line(table, seat).name)

    def close(self) -> None:
        """Take no more questions."""
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
                # Made for its owner alone, and so short that its name fits into the address of a socket.
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
        """Answer the eyes of one camera until they are gone."""
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
    """A socket in that folder, or the pipe that Windows has in its place."""
    return str(folder / "phones") if os.name == "posix" else rf"\\.\pipe\{folder.name}"


@cache
def phone_desk() -> PhoneDesk:
    """The desk of this process."""
    return PhoneDesk()
