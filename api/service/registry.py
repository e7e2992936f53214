"""Registry of the services running on this machine, one file each, so that commands find who holds a port."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

import psutil

from api.paths import state_folder
from firmware_bridge.serial.port import found_ports
from firmware_bridge.serial.usb import resolve
from firmware_bridge.session.link import PortError

_NUMBERS: Final = count()
"""Counter for file names, as a process may serve several tables."""


@dataclass(frozen=True, slots=True)
class RunningService:
    """A running service: process id, table, resolved serial port, and HTTP address."""

    process: int
    table: str
    serial: str
    address: str


@dataclass(frozen=True, slots=True)
class OwnEntrance:
    """Local access of the user who runs a service: HTTP address, folder of people, and a token."""

    process: int
    address: str
    folder: str
    token: str = field(repr=False)


R = TypeVar("R", RunningService, OwnEntrance)


@contextmanager
def registered(table: str, serial: str, address: str) -> Iterator[None]:
    """Context that keeps the service in the registry; a file that cannot be written is ignored."""
    running = RunningService(os.getpid(), table, _device(serial), address)
    with _registered(f"{os.getpid()}-{next(_NUMBERS)}.json", asdict(running)):
        yield


@contextmanager
def entered(address: str, folder: Path, token: str) -> Iterator[None]:
    """Context that keeps this user's access to the service in the registry."""
    own = OwnEntrance(os.getpid(), address, str(folder.resolve()), token)
    with _registered(f"{os.getpid()}.entrance", asdict(own)):
        yield


@contextmanager
def _registered(name: str, values: dict[str, object]) -> Iterator[None]:
    """Context with a registry file readable by this user only; a file that cannot be written is ignored."""
    file = _folder() / name
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        with open(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as kept:
            json.dump(values, kept)
    except OSError:
        yield
        return
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def service_on(serial: str) -> RunningService | None:
    """Return the service that holds the serial port, if any; entries of ended processes are skipped."""
    return next((found for found in _running("*.json", RunningService) if found.serial == _device(serial)), None)


def entrances() -> list[OwnEntrance]:
    """Return this user's access to each running service."""
    return list(_running("*.entrance", OwnEntrance))


def _running(names: str, kind: type[R]) -> Iterator[R]:
    for file in sorted(_folder().glob(names)):
        try:
            found = kind(**json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            continue
        if psutil.pid_exists(found.process):
            yield found


def _folder() -> Path:
    return state_folder() / "serving"


def _device(serial: str) -> str:
    try:
        return os.path.realpath(resolve(serial, found_ports()))
    except PortError:
        return serial
