"""The command line run inside the test process: typed words in, output out."""

import contextlib
import fcntl
import gc
import io
import os
import struct
import sys
import tempfile
import termios
import threading
from dataclasses import dataclass
from typing import TextIO
from unittest.mock import patch

import structlog

from api.cli import main


@dataclass(frozen=True, slots=True)
class Answer:
    """Output and exit status of a command."""

    returncode: int
    stdout: str
    stderr: str


def jantaku(*arguments: str, given: str = "", terminal: str = "") -> Answer:
    """Run ``jantaku ARGUMENTS``.

    ``given``: text of its standard input, a real file because commands may ask for one. ``terminal``: streams (``out``,
    ``err``, separated by a blank) that go to a pseudo-terminal; the others go to pipes.
    """
    with contextlib.ExitStack() as open_ends:
        seen = {name: open_ends.enter_context(Terminal()) for name in terminal.split()}
        said = {name: io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for name in ("out", "err") if name not in seen}
        ends = said | {name: each.stream for name, each in seen.items()}
        status = _status(arguments, given, ends["out"], ends["err"])
        for stream in ends.values():
            stream.flush()
        told = {name: stream.buffer.getvalue() for name, stream in said.items()}
        told |= {name: each.shown() for name, each in seen.items()}
    return Answer(status, told["out"].decode(), told["err"].decode())


class Terminal:
    """A pseudo-terminal of 120 columns, and the output shown on it."""

    def __enter__(self) -> "Terminal":
        self._ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.stream = os.fdopen(theirs, "w", encoding="utf-8")
        self._pieces: list[bytes] = []
        # A terminal buffers only a few kilobytes: it must be read while the command writes.
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stream.close()
        self._reader.join()
        os.close(self._ours)

    def shown(self) -> bytes:
        """Return all output after the command has ended."""
        self.stream.close()
        self._reader.join()
        return b"".join(self._pieces)

    def _read(self) -> None:
        with contextlib.suppress(OSError):
            while piece := os.read(self._ours, 1 << 14):
                self._pieces.append(piece)


def _status(arguments: tuple[str, ...], given: str, stdout: TextIO, stderr: TextIO) -> int:
    logging, collecting = structlog.get_config(), gc.get_threshold()
    status: object = 0
    with tempfile.TemporaryFile() as typed:
        typed.write(given.encode())
        typed.seek(0)
        stdin = io.TextIOWrapper(typed, encoding="utf-8")
        with patch.multiple(sys, argv=["jantaku", *arguments], stdin=stdin, stdout=stdout, stderr=stderr):
            try:
                main()
            except SystemExit as ended:
                status = ended.code or 0
            finally:
                structlog.configure(**logging)
                gc.set_threshold(*collecting)
                gc.unfreeze()
    return status if isinstance(status, int) else 1
