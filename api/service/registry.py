"""Register of the services that run on this machine: one file each, so that a command finds the holder of a port."""

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
"""A process may serve several tables."""


@dataclass(frozen=True, slots=True)
class RunningService:
    """A service: its process, the table's name, its port as the system resolves it, and where it answers."""

    process: int
    table: str
    serial: str
    address: str


@dataclass(frozen=True, slots=True)
class OwnEntrance:
    """How the user who runs a service comes in from this machine: where it answers, its folder of people, a token."""

    process: int
    address: str
    folder: str
    token: str = field(repr=False)


R = TypeVar("R", RunningService, OwnEntrance)


@contextmanager
def registered(table: str, serial: str, address: str) -> Iterator[None]:
    """Keep the service in the register while it runs; where its file cannot be written it runs all the same."""
    running = RunningService(os.getpid(), table, _device(serial), address)
    with _kept(f"{os.getpid()}-{next(_NUMBERS)}.json", asdict(running)):
        yield


@contextmanager
def entered(address: str, folder: Path, token: str) -> Iterator[None]:
    """Keep this user's entrance to the service in the register while it runs."""
    own = OwnEntrance(os.getpid(), address, str(folder.resolve()), token)
    with _kept(f"{os.getpid()}.entrance", asdict(own)):
        yield


@contextmanager
def _kept(name: str, values: dict[str, object]) -> Iterator[None]:
    """A file of the register, for this user alone; without it where it cannot be written."""
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
    """The service that runs on that port, if any; services whose process has ended are passed over."""
    return next((found for found in _running("*.json", RunningService) if found.serial == _device(serial)), None)


def entrances() -> list[OwnEntrance]:
    """This user's entrances to the running services."""
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
