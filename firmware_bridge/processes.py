"""Other programs on this machine: processes by name, and processes that have a device open (Linux)."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psutil

BRLTTY: Final = "brltty"
MODEM_MANAGER: Final = "ModemManager"
_MASTERS: Final = {"/dev/ptmx", "/dev/pts/ptmx"}
"""The process that created a pseudo-terminal keeps both of its ends open."""


def running() -> frozenset[str]:
    """Return the names of the programs that run on this machine."""
    return frozenset(process.info["name"] for process in psutil.process_iter(["name"]))


def holders(path: str) -> Iterator[psutil.Process]:
    """Yield other processes that have the device open, as far as this user may see; not a pseudo-terminal's creator.

    Yields nothing on systems that do not show this: only Linux does.
    """
    device, processes = os.path.realpath(path), Path("/proc")
    for process in psutil.process_iter(["name"]):
        try:
            # psutil itself lists regular files only.
            held = {os.path.realpath(fd) for fd in (processes / str(process.pid) / "fd").iterdir()}
        except OSError:
            continue
        if device in held and not held & _MASTERS and process.pid != os.getpid():
            yield process


def described(process: psutil.Process) -> str:
    """Return a name of the process for people."""
    return f"{process.info['name']} {process.pid}"
