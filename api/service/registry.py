"""Register of the services that run on this machine: one file each, so that a command finds the holder of a port."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Final

import psutil

from api.paths import state_folder
from firmware_bridge.serial.port import found_ports
from firmware_bridge.serial.usb import resolve
from firmware_bridge.session.link import PortError

_NUMBERS: Final = count()
"""A process may serve several tables."""


@dataclass(frozen=True, slots=True)
class RunningService:
    """A service: its process, the table's name, its port as the system resolves it, and where it answers."""

    process: int
    table: str
    serial: str
    address: str


@contextmanager
def registered(table: str, serial: str, address: str) -> Iterator[None]:
    """Keep the service in the register while it runs; where its file cannot be written it runs all the same."""
    file = _folder() / f"{os.getpid()}-{next(_NUMBERS)}.json"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            json.dumps(asdict(RunningService(os.getpid(), table, _device(serial), address))), encoding="utf-8"
        )
    except OSError:
        yield
        return
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def service_on(serial: str) -> RunningService | None:
    """The service that runs on that port, if any; services whose process has ended are passed over."""
    for file in sorted(_folder().glob("*.json")):
        try:
            found = RunningService(**json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            continue
        if found.serial == _device(serial) and psutil.pid_exists(found.process):
            return found
    return None


def _folder() -> Path:
    return state_folder() / "serving"


def _device(serial: str) -> str:
    try:
        return os.path.realpath(resolve(serial, found_ports()))
    except PortError:
        return serial
