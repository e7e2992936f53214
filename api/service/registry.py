"""Which services run on this machine: a note for each, so that a command finds the one that holds its port."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from api.paths import state_folder
from firmware_bridge.serial.port import found_ports
from firmware_bridge.serial.usb import resolve
from firmware_bridge.session.link import PortError


@dataclass(frozen=True, slots=True)
class RunningService:
    """A service: its process, the table's name, its port as the system resolves it, and where it answers."""

    process: int
    table: str
    serial: str
    address: str


@contextmanager
def registered(table: str, serial: str, address: str) -> Iterator[None]:
    """Leave a note for as long as the service runs; without a place for it the service runs all the same."""
    note = _folder() / f"{os.getpid()}.json"
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(
            json.dumps(asdict(RunningService(os.getpid(), table, _device(serial), address))), encoding="utf-8"
        )
    except OSError:
        yield
        return
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


def service_on(serial: str) -> RunningService | None:
    """The service that runs on that port, if any; notes of services that are gone are passed over."""
    for note in sorted(_folder().glob("*.json")):
        try:
            found = RunningService(**json.loads(note.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            continue
        if found.serial == _device(serial) and _lives(found.process):
            return found
    return None


def _folder() -> Path:
    return state_folder() / "serving"


def _device(serial: str) -> str:
    try:
        return os.path.realpath(resolve(serial, found_ports()))
    except PortError:
        return serial


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
