"""Finds the serial port of the table board by USB id, by stable name, or by a name given by a person."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from firmware_bridge.session.events import Reason
from firmware_bridge.session.link import PortError

AUTO: Final = "auto"
_USB: Final = "usb:"
STABLE: Final = "jantaku-*"
_FOLDERS: Final = (".", "serial/by-id", "serial/by-path")
_TABLE: Final = Path(__file__).with_name("usb_chips.toml")


@dataclass(frozen=True, slots=True)
class Chip:
    """A USB chip used by table boards; ``usb`` as ``vid:pid``; ``board``: no other kind of device has that id."""

    usb: str
    name: str
    board: bool
    serial: bool
    source: str


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A serial port of this machine; ``usb`` as ``vid:pid`` in hex, empty if it is no USB port."""

    path: str
    description: str
    usb: str
    serial_number: str


@cache
def chips() -> dict[str, Chip]:
    """Return the known chips by USB id."""
    rows = tomllib.loads(_TABLE.read_text(encoding="utf-8"))["chip"]
    return {row["usb"]: Chip(**row) for row in rows}


def candidates(ports: Sequence[FoundPort]) -> list[FoundPort]:
    """Return the ports with a known chip, boards before general serial converters."""
    known = [port for port in ports if port.usb in chips()]
    return sorted(known, key=lambda port: (not chips()[port.usb].board, port.path))


def stable_names(path: str, dev: Path = Path("/dev")) -> list[str]:
    """Return the persistent names of a port, the project's own first."""
    device = Path(path).resolve()
    links = [*sorted(dev.glob(STABLE))]
    for folder in _FOLDERS[1:]:
        links += sorted((dev / folder).glob("*"))
    return [str(link) for link in links if link.is_symlink() and link.resolve() == device]


def resolve(name: str, ports: Sequence[FoundPort], dev: Path = Path("/dev")) -> str:
    """Return the path for ``name``: a path, ``auto``, ``usb:VID:PID[:SERIAL]`` or a udev name; raises PortError."""
    if name == AUTO:
        # The udev rule may give a board two names, by its socket and by its serial number.
        stable = {link.resolve(): str(link) for link in sorted(dev.glob(STABLE), reverse=True)}
        return _only(sorted(stable.values()) or [port.path for port in candidates(ports)], name)
    if name.startswith(_USB):
        wanted = name.removeprefix(_USB).lower()
        return _only([port.path for port in ports if wanted in _usb_names(port)], name)
    if "/" in name or any(port.path == name for port in ports):
        return name
    found = [dev / folder / name for folder in _FOLDERS if (dev / folder / name).exists()]
    return str(found[0]) if found else str(dev / name)


def _usb_names(port: FoundPort) -> tuple[str, ...]:
    return (port.usb, f"{port.usb}:{port.serial_number}".lower()) if port.usb else ()


def _only(paths: list[str], name: str) -> str:
    if len(paths) == 1:
        return paths[0]
    if not paths:
        raise PortError(Reason.PORT_MISSING, f"{name}: no such port, expected a table board plugged in")
    raise PortError(
        Reason.PORT_AMBIGUOUS, f"{name}: {len(paths)} ports fit ({', '.join(paths)}), expected one; name it"
    )
