"""Probes of the resources of a table, used by ``serve --check`` and by the health checks of a running table."""

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from api.health.troubles import (
    FOLDER,
    LINK_LOST,
    STORE_AWAY,
)
from controller.errors import JantakuError, LinkError

CAMERA_S: Final = 6.0
"""Time in which a camera must give a picture, s; chosen: a stream has four to open."""
_ROOM: Final = bytes(64 * 1024)
"""Data written to test a journal's folder: more than the facts of a round; deleted before it reaches the disk."""


class ProbeFinding(NamedTuple):
    """A finding of a probe: code of the trouble, reason in one line, and ``ago_s``: seconds since it began."""

    code: str
    detail: str = ""
    ago_s: float = 0.0


Probe = Callable[[], Sequence[ProbeFinding]]


def folder(path: Path, *, make: bool = False) -> Sequence[ProbeFinding]:
    """Check that files can be written in a folder; ``make``: create a missing folder."""
    try:
        if make:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=path) as trial:
            trial.write(_ROOM)
            trial.flush()
    except OSError as error:
        return (ProbeFinding(FOLDER, f"{path}: {_worded(error)}"),)
    return ()


def journal_place(address: str | Path, to_begin: bool = False) -> Sequence[ProbeFinding]:
    """Check that a journal in use can be continued: free space beside its file, or a database that answers.

    ``to_begin``: also check that this user may create a journal in the database.
    """
    from api.stores.open import journal_file

    file = journal_file(address)
    if file is None:
        from api.stores.postgres_store import parse_address, try_database

        told = parse_address(str(address))
        why = try_database(told, to_begin)
        return (ProbeFinding(STORE_AWAY, f"{told.name}: {why}"),) if why else ()
    # The file is not opened: SQLite's locks belong to the process, and closing a second handle would release them.
    if file.exists() and not os.access(file, os.W_OK):
        return (ProbeFinding(FOLDER, f"{file}: expected rights to write it"),)
    return folder(file.parent)


def journal(address: str | Path) -> Sequence[ProbeFinding]:
    """Before the start: check that a journal can be created, or that this release can read the existing one."""
    from api.stores.open import journal_file, open_read_only

    try:
        file = journal_file(address)
        found = journal_place(address, True) if file is None else folder(file.parent, make=True) or journal_place(file)
        if not found and file is not None and file.exists() and file.stat().st_size:
            open_read_only(address).close()
    except JantakuError as error:
        return (ProbeFinding(STORE_AWAY, one_line(error)),)
    return found


def writer(address: str | Path) -> Sequence[ProbeFinding]:
    """Before the start: check that no other process writes the journal's file."""
    from api.stores.one_writer import OneWriter
    from api.stores.open import journal_file

    try:
        file = journal_file(address)
        if file is not None and file.exists():
            OneWriter(file).close()
    except JantakuError as error:
        return (ProbeFinding(STORE_AWAY, one_line(error)),)
    return ()


class Closable(Protocol):
    """An open resource."""

    def close(self) -> None:
        """Release it."""


def file_opens(file: Path, opened: Callable[[Path], Closable]) -> Sequence[ProbeFinding]:
    """Check that a file of the service can be opened if it exists."""
    try:
        if file.exists():
            opened(file).close()
    except JantakuError as error:
        return (ProbeFinding(STORE_AWAY, one_line(error)),)
    return ()


def camera(address: str, wait_s: float = CAMERA_S) -> Sequence[ProbeFinding]:
    """Check that a camera gives a picture within ``wait_s`` seconds."""
    from vision.capture.open import open_source
    from vision.capture.trouble import code_of

    try:
        source = open_source(address)
    except JantakuError as error:
        return (ProbeFinding("camera-lost", one_line(error)),)
    try:
        if source.next(wait_s) is not None:
            return ()
        trouble = source.trouble or f"{address}: no picture in {wait_s:.0f} s"
        return (ProbeFinding(code_of(trouble), " ".join(trouble.split())),)
    finally:
        source.close()


def board(serial: str) -> Sequence[ProbeFinding]:
    """Check that a board answers on a serial port."""
    from firmware_bridge.doctor import ANSWER_S
    from firmware_bridge.serial.port import SerialPort
    from firmware_bridge.session.link import BoardLink, greet

    link = BoardLink(lambda: SerialPort(serial))
    try:
        greet(link, ANSWER_S)
    except LinkError as error:
        return (ProbeFinding(LINK_LOST, one_line(error)),)
    finally:
        link.close()
    return ()


def one_line(error: BaseException) -> str:
    """Return the message of an error in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def _worded(error: OSError) -> str:
    return error.strerror or type(error).__name__
