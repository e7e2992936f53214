"""Who else is on this machine: processes by name, and those that hold a device open (Linux's /proc)."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROC: Final = Path("/proc")
MODEM_MANAGER: Final = "ModemManager"
# Who made a pseudo-terminal keeps both of its ends open.
_MASTERS: Final = {"/dev/ptmx", "/dev/pts/ptmx"}


@dataclass(frozen=True, slots=True)
class Process:
    """A running process."""

    pid: int
    name: str

    def __str__(self) -> str:
        """As a person would name it."""
        return f"{self.name} {self.pid}"


def processes(proc: Path = PROC) -> Iterator[Process]:
    """The processes of this machine."""
    for entry in sorted(proc.glob("[0-9]*")):
        try:
            yield Process(int(entry.name), (entry / "comm").read_text().strip())
        except (OSError, ValueError):
            continue


def holders(path: str, proc: Path = PROC) -> list[Process]:
    """Other processes that hold the device open, as far as this user may look; the far end of a terminal is none."""
    device = os.path.realpath(path)
    found = []
    for process in processes(proc):
        try:
            held = {os.path.realpath(fd) for fd in (proc / str(process.pid) / "fd").iterdir()}
        except OSError:
            continue
        if device in held and not held & _MASTERS and process.pid != os.getpid():
            found.append(process)
    return found
