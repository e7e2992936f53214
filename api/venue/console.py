"""Local access to a running venue: a Unix socket that only its user may open, used by ``jantaku venue reload``."""

import hashlib
import json
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import structlog

from api.paths import state_folder
from controller.errors import JantakuError, VenueError
from controller.ports.log import WordLog

ANSWER_S: Final = 120.0
"""Longest wait for an answer, s; chosen: tables that end close their cameras first."""
LONGEST: Final = 1 << 16
"""Most bytes of a request or an answer."""
_LONGEST_ADDRESS: Final = 104
"""Size of a socket address in bytes with its terminating zero: 108 on Linux, 104 on BSD and macOS."""
_HELD: Final = Path("/proc/self/fd")
log: WordLog = structlog.get_logger()
Answer = Mapping[str, Any]


@contextmanager
def listening(file: Path, answered: Callable[[Answer], Answer]) -> Iterator[None]:
    """Answer requests about the venue of ``file`` while the context is open.

    Raises VenueError if another service serves the file.
    """
    path = socket_of(file)
    if not hasattr(socket, "AF_UNIX"):
        # Without Unix sockets the venue is reloaded from the page; the journal of a table refuses a second service.
        yield
        return
    with _bound(path, file) as listener:
        thread = threading.Thread(target=_serve, args=(listener, answered), name="console", daemon=True)
        thread.start()
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _bound(path: Path, file: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _answers(path):
            raise VenueError(f"{file}: another service serves it already: stop that one first")
        path.unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            with reached(path) as short:
                listener.bind(short)
        finally:
            os.umask(before)
        listener.listen()
    except (OSError, VenueError) as error:
        listener.close()
        if isinstance(error, VenueError):
            raise
        raise VenueError(f"{path}: cannot be listened on: {error}") from None
    return listener


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as link, reached(path) as short:
        return link.connect_ex(short) == 0


def _serve(listener: socket.socket, answered: Callable[[Answer], Answer]) -> None:
    while True:
        try:
            link, _ = listener.accept()
        except OSError:
            return
        with link:
            try:
                link.settimeout(ANSWER_S)
                answer = answered(json.loads(link.makefile("rb").readline(LONGEST) or b"{}"))
                link.sendall(json.dumps(answer).encode() + b"\n")
            except (OSError, ValueError) as error:
                log.warning("console left", reason=str(error))


def refusing(take: Callable[[Answer], Answer]) -> Callable[[Answer], Answer]:
    """Wrap ``take`` so that a JantakuError becomes an answer ``{"refused": message}``."""

    def answered(request: Answer) -> Answer:
        try:
            return take(request)
        except JantakuError as error:
            return {"refused": str(error)}

    return answered


@contextmanager
def reached(path: Path) -> Iterator[str]:
    """Yield an address by which the socket at ``path`` can be bound or reached; long paths go through a folder handle,
    as the system limits the length of a socket address (unix(7)).
    """
    if len(os.fsencode(path)) < _LONGEST_ADDRESS or not _HELD.is_dir() or not path.parent.is_dir():
        yield str(path)
        return
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield str(_HELD / str(folder) / path.name)
    finally:
        os.close(folder)


def socket_of(file: Path) -> Path:
    """Return the socket path of the service that serves ``file``."""
    name = hashlib.sha256(os.fsencode(file.resolve())).hexdigest()[:16]
    return state_folder() / "venues" / f"{name}.sock"
